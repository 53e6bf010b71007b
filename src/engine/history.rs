//! History heuristics: scores of moves from their success in earlier nodes.

use super::line::Line;
use super::params as p;
use super::score::MAX_PLY;
use chuhe_rules::types::{Move, POINTS, Piece, Role, Square};

/// Greatest magnitude of an entry.
const LIMIT: i32 = 16_384;

/// Number of (piece, target) pairs.
const PAIRS: usize = Piece::NUM * POINTS;

/// Number of hashed soldier structures; a power of two.
const STRUCTURES: usize = 512;

/// Distances in plies to the earlier moves that a quiet move is scored together with.
const BACKS: [usize; 3] = [1, 2, 4];

fn pair(piece: Piece, to: Square) -> usize {
    piece.index() * POINTS + to.index()
}

/// Moves `entry` towards the limit in the direction of `bonus`. The change shrinks near the limit.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// Success of moves in this search and in earlier searches of the same game.
#[derive(Clone)]
pub struct Histories {
    /// `[side][from][to]`, quiet moves.
    quiet: Vec<i16>,
    /// `[soldier structure][piece and target]`, quiet moves.
    structure: Vec<i16>,
    /// `[piece and target of an earlier ply][piece and target]`, quiet moves; the last row is for no earlier
    /// ply.
    continuation: Vec<i16>,
    /// `[piece and target][captured role]`
    capture: Vec<i16>,
    /// `[piece and target of the last ply]`: the quiet reply that cut off after it.
    counter: Vec<Option<Move>>,
    /// `[ply]`: the last two quiet moves that cut off at that ply.
    killers: Vec<[Option<Move>; 2]>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: vec![0; 2 * POINTS * POINTS],
            structure: vec![0; STRUCTURES * PAIRS],
            continuation: vec![0; (PAIRS + 1) * PAIRS],
            capture: vec![0; PAIRS * Role::NUM],
            counter: vec![None; PAIRS],
            killers: vec![[None; 2]; MAX_PLY + 3],
        }
    }
}

/// The first indexes of a position's quiet moves in the tables.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    quiet: usize,
    structure: usize,
    continuation: [usize; BACKS.len()],
}

impl Context {
    /// Returns the context of the next move, or of the move `made` plies ago.
    #[inline]
    fn of(line: &Line, made: usize) -> Context {
        let row = |back| line.moved(back + made).map_or(PAIRS, |(piece, to)| pair(piece, to)) * PAIRS;
        let side = line.board().turn().index() ^ (made & 1);
        Context {
            quiet: side * POINTS * POINTS,
            structure: (line.state().keys.soldiers as usize & (STRUCTURES - 1)) * PAIRS,
            continuation: [row(BACKS[0]), row(BACKS[1]), row(BACKS[2])],
        }
    }

    /// Returns the context of the next move.
    #[inline]
    pub fn now(line: &Line) -> Context {
        Context::of(line, 0)
    }
}

impl Histories {
    /// Returns whether the quiet history is empty.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.quiet.iter().all(|entry| *entry == 0)
    }

    /// Clears the killers, which belong to one search.
    pub fn start_search(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// Clears the killers at a ply. A new node calls this for the ply of its grandchildren, since the killers
    /// there belong to another node.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Returns the history score of a quiet move of `piece`.
    #[inline]
    pub fn of_quiet(&self, context: &Context, piece: Piece, mv: Move) -> i32 {
        let offset = pair(piece, mv.to());
        let [first, second, fourth] = context.continuation;
        let after = |row: usize| i32::from(self.continuation[row + offset]);
        let own = i32::from(self.quiet[context.quiet + mv.from().index() * POINTS + mv.to().index()]);
        own + i32::from(self.structure[context.structure + offset])
            + after(first)
            + after(second)
            + after(fourth) / 2
    }

    fn capture_index(line: &Line, mv: Move) -> Option<usize> {
        let piece = line.board().piece_at(mv.from())?;
        let captured = line.board().piece_at(mv.to())?;
        Some(pair(piece, mv.to()) * Role::NUM + captured.role().index())
    }

    /// Returns the history score of a capture.
    #[inline]
    pub fn of_capture(&self, line: &Line, mv: Move) -> i32 {
        Self::capture_index(line, mv).map_or(0, |index| i32::from(self.capture[index]))
    }

    fn bonus(depth: i32) -> i32 {
        (p::HISTORY_BONUS * depth - p::HISTORY_BONUS_OFFSET).clamp(0, p::plain(p::HISTORY_BONUS_MAX))
    }

    fn malus(depth: i32) -> i32 {
        (p::HISTORY_MALUS * depth - p::HISTORY_MALUS_OFFSET).clamp(0, p::plain(p::HISTORY_MALUS_MAX))
    }

    /// Records that a quiet move cut off and that the moves tried before it did not.
    pub fn quiet_cut(&mut self, line: &Line, ply: usize, depth: i32, best: Move, tried: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some((piece, to)) = line.moved(1) {
            self.counter[pair(piece, to)] = Some(best);
        }
        self.reward_quiet(line, depth, best);
        let context = Context::now(line);
        for mv in tried {
            if let Some(piece) = line.board().piece_at(mv.from()) {
                self.update_quiet(&context, piece, *mv, -Self::malus(depth));
            }
        }
    }

    /// Records that a quiet move cut off.
    pub fn reward_quiet(&mut self, line: &Line, depth: i32, mv: Move) {
        if let Some(piece) = line.board().piece_at(mv.from()) {
            self.update_quiet(&Context::now(line), piece, mv, Self::bonus(depth));
        }
    }

    /// Records that the last ply, if it was quiet, left the side to move without a good move.
    pub fn reward_last(&mut self, line: &Line, depth: i32) {
        if let Some((mv, piece)) = line.last_quiet() {
            self.update_quiet(&Context::of(line, 1), piece, mv, Self::bonus(depth) * p::HISTORY_LAST / 1024);
        }
    }

    fn update_quiet(&mut self, context: &Context, piece: Piece, mv: Move, bonus: i32) {
        let offset = pair(piece, mv.to());
        update(&mut self.quiet[context.quiet + mv.from().index() * POINTS + mv.to().index()], bonus);
        update(&mut self.structure[context.structure + offset], bonus);
        for row in context.continuation {
            update(&mut self.continuation[row + offset], bonus);
        }
    }

    /// Records that the best capture, if any, cut off and that the other ones did not.
    pub fn capture_cut(&mut self, line: &Line, depth: i32, best: Option<Move>, tried: &[Move]) {
        if let Some(index) = best.and_then(|mv| Self::capture_index(line, mv)) {
            update(&mut self.capture[index], Self::bonus(depth));
        }
        for index in tried.iter().filter_map(|mv| Self::capture_index(line, *mv)) {
            update(&mut self.capture[index], -Self::malus(depth));
        }
    }

    /// Returns the killers and the counter-move without duplicates.
    pub fn refutations(&self, line: &Line, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = self.killers[ply];
        let counter = line.moved(1).and_then(|(piece, to)| self.counter[pair(piece, to)]);
        [first, second, counter.filter(|mv| Some(*mv) != first && Some(*mv) != second)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::game::Game;

    fn history(histories: &Histories, line: &Line, mv: Move) -> i32 {
        let piece = line.board().piece_at(mv.from()).expect("a piece");
        histories.of_quiet(&Context::now(line), piece, mv)
    }

    #[test]
    fn a_cutoff_rewards_its_move_and_penalises_those_tried_before() {
        let line = Line::new(&Game::default());
        let mut histories = Histories::default();
        let [best, tried, other] = ["h2e2", "b0c2", "a0a1"].map(|mv| mv.parse().expect("a move"));
        (0..500).for_each(|_| histories.quiet_cut(&line, 0, 9, best, &[tried]));
        assert!(history(&histories, &line, best) > 0 && history(&histories, &line, tried) < 0);
        assert_eq!(history(&histories, &line, other), 0);
        assert!(history(&histories, &line, best) <= LIMIT * 9 / 2);
        assert_eq!(histories.refutations(&line, 0)[0], Some(best));
    }

    #[test]
    fn the_last_ply_is_rewarded_in_its_own_position() {
        let mut line = Line::new(&Game::default());
        let mut histories = Histories::default();
        for text in ["h2e2", "h9g7", "h0g2", "i9h9"] {
            let mv: Move = text.parse().expect("a move");
            assert_eq!(history(&histories, &line, mv), 0);
            line.make(mv);
            histories.reward_last(&line, 8);
            line.unmake();
            assert!(history(&histories, &line, mv) > 0, "{text}");
            line.make(mv);
        }
    }
}
