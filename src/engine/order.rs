//! Which move to try first: histories of what worked, and the picker that hands moves out in stages.

use super::line::Line;
use super::params as p;
use super::score::MAX_PLY;
use super::see;
use crate::game::movegen::{Kind, MoveList};
use crate::game::types::{Move, POINTS, Piece, Role, Square};
use arrayvec::ArrayVec;

/// Greatest magnitude of a history entry.
const HISTORY_LIMIT: i32 = 16_384;

/// Number of (piece, target) pairs.
const PAIRS: usize = Piece::NUM * POINTS;

fn pair(piece: Piece, to: Square) -> usize {
    piece.index() * POINTS + to.index()
}

/// Moves `entry` towards the limit in the direction of `bonus`, the less the nearer it is.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// What worked before, in this search and the ones before it in the same game.
#[derive(Clone)]
pub struct Histories {
    /// `[side][from][to]`, quiet moves.
    quiet: Vec<i16>,
    /// `[piece and target of an earlier ply][piece and target]`, quiet moves.
    continuation: Vec<i16>,
    /// `[piece and target][captured role]`
    capture: Vec<i16>,
    /// `[piece and target of the last ply]`: the reply that refuted it.
    counter: Vec<Option<Move>>,
    /// `[ply]`: two quiet moves that cut off beside this node.
    killers: Vec<[Option<Move>; 2]>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: vec![0; 2 * POINTS * POINTS],
            continuation: vec![0; PAIRS * PAIRS],
            capture: vec![0; PAIRS * Role::NUM],
            counter: vec![None; PAIRS],
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }
}

impl Histories {
    /// Forgets the killers, which belong to one search.
    pub fn start_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// Forgets the killers at a ply: at the children of a node that is opened, they are those of
    /// another node's children.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    fn quiet_index(line: &Line, mv: Move) -> usize {
        (line.board().turn().index() * POINTS + mv.from().index()) * POINTS + mv.to().index()
    }

    fn continuation_base(line: &Line, back: usize) -> Option<usize> {
        line.moved(back).map(|(piece, to)| pair(piece, to) * PAIRS)
    }

    /// The history of a quiet move of the side to move: its own and those after the last two plies.
    #[inline]
    pub fn of_quiet(&self, line: &Line, mv: Move) -> i32 {
        let Some(piece) = line.board().piece_at(mv.from()) else { return 0 };
        let own = i32::from(self.quiet[Self::quiet_index(line, mv)]);
        let offset = pair(piece, mv.to());
        let after = |back| {
            Self::continuation_base(line, back).map_or(0, |base| i32::from(self.continuation[base + offset]))
        };
        own + after(1) + after(2)
    }

    fn capture_index(line: &Line, mv: Move) -> Option<usize> {
        let piece = line.board().piece_at(mv.from())?;
        let captured = line.board().piece_at(mv.to())?;
        Some(pair(piece, mv.to()) * Role::NUM + captured.role().index())
    }

    #[inline]
    fn of_capture(&self, line: &Line, mv: Move) -> i32 {
        Self::capture_index(line, mv).map_or(0, |index| i32::from(self.capture[index]))
    }

    fn bonus(depth: i32) -> i32 {
        (p::HISTORY_BONUS * depth).min(p::plain(p::HISTORY_BONUS_MAX))
    }

    /// Remembers that a quiet move cut off, and that those tried before it did not.
    pub fn quiet_cut(&mut self, line: &Line, ply: usize, depth: i32, best: Move, tried: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some((piece, to)) = line.moved(1) {
            self.counter[pair(piece, to)] = Some(best);
        }
        let bonus = Self::bonus(depth);
        self.update_quiet(line, best, bonus);
        for mv in tried {
            self.update_quiet(line, *mv, -bonus);
        }
    }

    fn update_quiet(&mut self, line: &Line, mv: Move, bonus: i32) {
        let Some(piece) = line.board().piece_at(mv.from()) else { return };
        update(&mut self.quiet[Self::quiet_index(line, mv)], bonus);
        for back in [1, 2] {
            if let Some(base) = Self::continuation_base(line, back) {
                update(&mut self.continuation[base + pair(piece, mv.to())], bonus);
            }
        }
    }

    /// Remembers that of these captures the best one, if any, cut off and the others did not.
    pub fn capture_cut(&mut self, line: &Line, depth: i32, best: Option<Move>, tried: &[Move]) {
        let bonus = Self::bonus(depth);
        if let Some(index) = best.and_then(|mv| Self::capture_index(line, mv)) {
            update(&mut self.capture[index], bonus);
        }
        for index in tried.iter().filter_map(|mv| Self::capture_index(line, *mv)) {
            update(&mut self.capture[index], -bonus);
        }
    }

    fn refutations(&self, line: &Line, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = self.killers[ply];
        let counter = line.moved(1).and_then(|(piece, to)| self.counter[pair(piece, to)]);
        [first, second, counter.filter(|mv| Some(*mv) != first && Some(*mv) != second)]
    }
}

/// Where the picker is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Known,
    MakeCaptures,
    GoodCaptures,
    Refutations(usize),
    MakeQuiets,
    Quiets,
    BadCaptures,
}

type Scored = ArrayVec<(Move, i32), 128>;

/// Hands out the pseudo-legal moves of a node, the likeliest to cut off first: the known move, captures
/// that win or hold their own, killers and counter-move, quiet moves by history, losing captures.
pub struct Picker {
    stage: Stage,
    known: Option<Move>,
    refutations: [Option<Move>; 3],
    moves: Scored,
    bad: ArrayVec<Move, 128>,
    next_bad: usize,
    /// Whether quiet moves are handed out.
    quiets: bool,
}

impl Picker {
    /// All moves of a node `ply` plies from the root.
    pub fn new(line: &Line, histories: &Histories, known: Option<Move>, ply: usize) -> Picker {
        Picker { refutations: histories.refutations(line, ply), ..Picker::start(line, known, true) }
    }

    /// Captures that do not lose material; all moves when in check.
    pub fn quiescence(line: &Line, known: Option<Move>) -> Picker {
        let in_check = line.in_check();
        let known = known.filter(|mv| in_check || line.board().piece_at(mv.to()).is_some());
        Picker::start(line, known, in_check)
    }

    fn start(line: &Line, known: Option<Move>, quiets: bool) -> Picker {
        Picker {
            stage: Stage::Known,
            known: known.filter(|mv| line.board().is_pseudo_legal(*mv)),
            refutations: [None; 3],
            moves: Scored::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            quiets,
        }
    }

    /// The next pseudo-legal move.
    pub fn next(&mut self, line: &Line, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::MakeCaptures;
                    if self.known.is_some() {
                        return self.known;
                    }
                }
                Stage::MakeCaptures => self.make_captures(line, histories),
                Stage::GoodCaptures => match self.good_capture(line) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Refutations(0),
                },
                Stage::Refutations(index) => {
                    if let Some(mv) = self.refutation(line, index) {
                        return Some(mv);
                    }
                }
                Stage::MakeQuiets => self.make_quiets(line, histories),
                Stage::Quiets => match self.best().filter(|_| self.quiets) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    self.next_bad += 1;
                    return self.bad.get(self.next_bad - 1).copied();
                }
            }
        }
    }

    fn make_captures(&mut self, line: &Line, histories: &Histories) {
        let mut list = MoveList::new();
        line.board().pseudo_moves(Kind::Captures, &mut list);
        for mv in list.into_iter().filter(|mv| Some(*mv) != self.known) {
            let victim = line.board().piece_at(mv.to()).map_or(0, |piece| see::VALUES[piece.role().index()]);
            self.moves.push((mv, victim * 16 + histories.of_capture(line, mv) / 4));
        }
        self.stage = Stage::GoodCaptures;
    }

    fn good_capture(&mut self, line: &Line) -> Option<Move> {
        while let Some(mv) = self.best() {
            if see::reaches(line.board(), mv, 0) {
                return Some(mv);
            }
            self.bad.push(mv);
        }
        None
    }

    fn refutation(&mut self, line: &Line, index: usize) -> Option<Move> {
        if index == self.refutations.len() || !self.quiets {
            self.stage = Stage::MakeQuiets;
            return None;
        }
        self.stage = Stage::Refutations(index + 1);
        self.refutations[index].filter(|mv| {
            let board = line.board();
            Some(*mv) != self.known && board.piece_at(mv.to()).is_none() && board.is_pseudo_legal(*mv)
        })
    }

    fn make_quiets(&mut self, line: &Line, histories: &Histories) {
        self.stage = Stage::Quiets;
        if !self.quiets {
            return;
        }
        let mut list = MoveList::new();
        line.board().pseudo_moves(Kind::Quiets, &mut list);
        for mv in list {
            if Some(mv) != self.known && !self.refutations.contains(&Some(mv)) {
                self.moves.push((mv, histories.of_quiet(line, mv)));
            }
        }
    }

    /// Takes out the move with the greatest score; of equals the one that stands first.
    fn best(&mut self) -> Option<Move> {
        let mut best = 0;
        for index in 1..self.moves.len() {
            if self.moves[index].1 > self.moves[best].1 {
                best = index;
            }
        }
        (!self.moves.is_empty()).then(|| self.moves.swap_remove(best).0)
    }
}
