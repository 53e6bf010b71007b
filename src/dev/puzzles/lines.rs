//! Finds solutions: a line of play in which each of the solver's moves is verified to be the only one.

use super::mates::{Exhausted, Prover};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::see;
use chuhe::engine::session::{Options, ReportLine, Session};
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::types::{Color, Move, Square};

/// Hash table of a search in MiB, empty before each.
const HASH: usize = 8;
/// Length in moves up to which mates are always proved or refuted.
const SURE: u8 = 3;
/// Length in moves up to which a proof of a mate is tried.
const TRIED: u8 = 5;
/// Budget of moves made in looking for a mate by checks alone.
const CHECKING: u64 = 400_000;
/// Factor on the nodes of the search for a second mate where the search misses the first one.
const BLIND: u64 = 5;
/// Length in moves of the longest mate of a puzzle.
const LONGEST: u8 = 9;
/// Score of a short search in centipawns below which no longer search for a mate follows.
const PROMISING: i32 = 500;
/// The least score in centipawns that wins.
const WINNING: i32 = 300;
/// The greatest score in centipawns that does not win.
const NOT_WINNING: i32 = 150;
/// The least lead of the best move over the second best, in centipawns, at every move of the solver. On the first move
/// [`WINNING`] and [`NOT_WINNING`] already imply it.
const WORSE: i32 = 150;
/// The least gain of material that is a clear win, in centipawns: a horse less a soldier.
const GAIN: i32 = 340;
/// The greatest number of the solver's moves in a win of material.
const WIN_MOVES: usize = 5;

/// A searcher with the limits of its work.
pub struct Verifier {
    session: Session,
    nodes: u64,
    budget: u64,
}

/// A verified solution.
pub struct Solution {
    /// The solver's moves and the replies in turn, ending with a move of the solver.
    pub moves: Vec<Move>,
    /// True if every claim was proved by trying everything.
    pub is_proved: bool,
}

impl Verifier {
    /// Creates a verifier that searches `nodes` nodes and makes `budget` moves in a proof.
    pub fn new(nodes: u64, budget: u64) -> Verifier {
        let mut session = Session::new(HASH);
        session.set_network(Network::embedded());
        Verifier { session, nodes, budget }
    }

    fn search(&mut self, game: &Game, nodes: u64, multipv: usize, without: Option<Move>) -> Vec<ReportLine> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.session.new_game();
        self.session.begin(game, Options { limits, multipv, ..Options::default() });
        if without.is_some() {
            self.session.keep_roots(|mv| Some(mv) != without);
        }
        self.session.run(&mut |_| {});
        self.session.finish().lines
    }

    /// Returns in how many moves the side to move mates, by checks alone or by a search. Returns `None` for a length
    /// that `is_wanted` refuses.
    pub fn mate_length(&mut self, game: &Game, is_wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let mut checks = Prover::of_checks(CHECKING);
        let mut board = game.board().clone();
        let by_checks = (1..=LONGEST).find(|moves| checks.mates(&mut board, *moves) == Ok(true));
        if by_checks.is_some_and(|most| !(1..=most).any(&is_wanted)) {
            return None;
        }
        let quick = self.search(game, self.nodes / 4, 1, None).first()?.score;
        let found = match (mate_moves(quick), quick) {
            (Some(moves), _) if moves <= SURE => Some(moves),
            (None, Score::Mate(_)) => by_checks,
            (None, Score::Centipawns(value)) if value < PROMISING => by_checks,
            _ => {
                let whole = mate_moves(self.search(game, self.nodes, 1, None).first()?.score);
                whole.into_iter().chain(by_checks).min()
            }
        }?;
        if found > LONGEST || !(is_wanted(found) || found > 1 && found <= SURE && is_wanted(found - 1)) {
            return None;
        }
        let mut prover = Prover::new(self.budget);
        let is_shorter = |moves: &u8| prover.mates(&mut board, *moves) == Ok(true);
        let shortest = (1..found.min(SURE + 1)).find(is_shorter).unwrap_or(found);
        is_wanted(shortest).then_some(shortest)
    }

    /// Returns the line of a mate in `moves` where each move of the solver is the only one that is as fast. The last
    /// move may be any mate, unless it is the first. The line does not begin with a recapture on `taken_on`.
    pub fn mate(&mut self, game: &Game, moves: u8, taken_on: Option<Square>) -> Option<Solution> {
        if moves == 1 {
            let winners = Prover::new(self.budget).winners(&mut game.board().clone(), 1).ok()?;
            return (winners.len() == 1).then_some(Solution { moves: winners, is_proved: true });
        }
        self.mate_from(game, moves).filter(|found| Some(found.moves[0].to()) != taken_on)
    }

    fn mate_from(&mut self, game: &Game, moves: u8) -> Option<Solution> {
        let mut prover = Prover::new(self.budget);
        let mut board = game.board().clone();
        if moves == 1 {
            let first = *prover.winners(&mut board, 1).ok()?.first()?;
            return Some(Solution { moves: vec![first], is_proved: true });
        }
        let (first, is_proved) = self.only_mate(game, &mut prover, moves)?;
        let mut next = game.clone();
        next.play(first).ok()?;
        for answer in self.longest(&next, moves - 1)? {
            let mut after = next.clone();
            after.play(answer).ok()?;
            if let Some(rest) = self.mate_from(&after, moves - 1) {
                let moves = [first, answer].into_iter().chain(rest.moves).collect();
                return Some(Solution { moves, is_proved: is_proved && rest.is_proved });
            }
        }
        None
    }

    /// Returns the only move that mates in `moves` moves if none is faster, and whether that was proved.
    fn only_mate(&mut self, game: &Game, prover: &mut Prover, moves: u8) -> Option<(Move, bool)> {
        let mut board = game.board().clone();
        if moves <= TRIED {
            let proof = prover.mates(&mut board, moves - 1).and_then(|is_faster| {
                if is_faster { Ok(Vec::new()) } else { prover.winners(&mut board, moves) }
            });
            match proof {
                Ok(winners) => return (winners.len() == 1).then(|| (winners[0], true)),
                Err(Exhausted) if moves <= SURE => return None,
                Err(Exhausted) => {}
            }
        }
        let by_checks = Prover::of_checks(CHECKING).winners(&mut board, moves).unwrap_or_default();
        let best = self.search(game, self.nodes, 1, None);
        let found = best.first().and_then(|line| mate_moves(line.score)).unwrap_or(u8::MAX);
        let mv = match by_checks[..] {
            [mv] if found >= moves => mv,
            [] if found == moves => *best.first()?.pv.first()?,
            _ => return None,
        };
        // A search that misses an existing mate may miss another one as well.
        let nodes = if found == moves { self.nodes } else { BLIND * self.nodes };
        let others = self.search(game, nodes, 1, Some(mv));
        let is_as_fast = |line: &ReportLine| mate_moves(line.score).is_some_and(|other| other <= moves);
        (!others.first().is_some_and(is_as_fast)).then_some((mv, false))
    }

    /// Returns the replies after which the mate may take all of `moves` further moves. Beyond proofs, these are the
    /// replies after which checks find no faster mate, or the best reply by a search. The rest of the line shows
    /// whether the mate takes as long.
    fn longest(&mut self, game: &Game, moves: u8) -> Option<Vec<Move>> {
        let mut board = game.board().clone();
        let answers = board.legal_moves();
        if moves <= SURE {
            let mut prover = Prover::new(self.budget);
            let is_longest = |mv: &Move| prover.is_answer(&mut board, *mv, moves - 1) == Ok(true);
            return Some(answers.into_iter().filter(is_longest).collect());
        }
        let mut checks = Prover::of_checks(CHECKING);
        let is_mate = answers.iter().all(|mv| checks.is_answer(&mut board, *mv, moves) == Ok(false));
        if is_mate {
            let is_longest = |mv: &Move| checks.is_answer(&mut board, *mv, moves - 1) == Ok(true);
            return Some(answers.into_iter().filter(is_longest).collect());
        }
        let lines = self.search(game, self.nodes, 1, None);
        lines.first()?.pv.first().map(|mv| vec![*mv])
    }

    /// Returns the line of a win of material where each move of the solver is the only one that wins.
    pub fn win(&mut self, start: &Game, taken_on: Option<Square>) -> Option<Solution> {
        let mut game = start.clone();
        let before = material(game.board());
        let mut moves = Vec::new();
        for step in 0..WIN_MOVES {
            if step == 0 {
                let quick = self.search(&game, self.nodes / 8, 2, None);
                let first = *quick.first()?.pv.first()?;
                if only(&quick, step).is_none() || is_plain(game.board(), first, taken_on) {
                    return None;
                }
            }
            let lines = self.search(&game, self.nodes, 2, None);
            only(&lines, step)?;
            let line = lines.first()?;
            let first = *line.pv.first()?;
            if step == 0 && is_plain(game.board(), first, taken_on) {
                return None;
            }
            let gain = settled(&game, &line.pv)? - before;
            moves.push(first);
            if gain >= GAIN && step > 0 && material_after(&game, first) - before >= GAIN {
                return Some(Solution { moves, is_proved: false });
            }
            game.play(first).ok()?;
            let answer = *line.pv.get(1)?;
            moves.push(answer);
            game.play(answer).ok()?;
        }
        None
    }
}

/// Returns `Some` if the first of two lines wins and the second does not, or is far worse.
fn only(lines: &[ReportLine], step: usize) -> Option<()> {
    let value = |line: &ReportLine| match line.score {
        Score::Centipawns(value) => Some(value),
        Score::Mate(plies) if plies <= 0 => Some(-10_000),
        Score::Mate(_) if step > 0 => Some(10_000),
        Score::Mate(_) => None,
    };
    let best = value(lines.first()?)?;
    let Some(second) = lines.get(1) else { return (step > 0 && best >= WINNING).then_some(()) };
    let second = value(second)?;
    let is_only = best >= WINNING && best - second >= WORSE && (step > 0 || second <= NOT_WINNING);
    is_only.then_some(())
}

/// Returns true for a recapture, or a capture of an unprotected piece.
fn is_plain(board: &Board, mv: Move, taken_on: Option<Square>) -> bool {
    taken_on == Some(mv.to()) || board.piece_at(mv.to()).is_some() && see::reaches(board, mv, GAIN)
}

fn mate_moves(score: Score) -> Option<u8> {
    match score {
        Score::Mate(plies) if plies > 0 => u8::try_from((plies + 1) / 2).ok(),
        _ => None,
    }
}

/// Returns Red's material less Black's, in centipawns.
fn material(board: &Board) -> i32 {
    let worth = |piece: chuhe::rules::types::Piece| match piece.role() {
        chuhe::rules::types::Role::General => 0,
        role => see::VALUES[role.index()],
    };
    board
        .pieces()
        .map(|(_, piece)| if piece.color() == Color::Red { worth(piece) } else { -worth(piece) })
        .sum()
}

fn material_after(game: &Game, mv: Move) -> i32 {
    let mut board = game.board().clone();
    board.make(mv);
    material(&board)
}

/// Returns the least material after the other side's replies in the first plies of a line, in centipawns.
fn settled(game: &Game, pv: &[Move]) -> Option<i32> {
    let mut board = game.board().clone();
    let mut least = i32::MAX;
    for (index, mv) in pv.iter().take(6).enumerate() {
        board.make(*mv);
        if index % 2 == 1 {
            least = least.min(material(&board));
        }
    }
    (least < i32::MAX).then_some(least)
}
