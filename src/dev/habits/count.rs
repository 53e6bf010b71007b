//! Counts the chances of one side in one game, and which of them it took.

use chuhe::engine::see;
use chuhe::rules::board::Board;
use chuhe::rules::game::Game;
use chuhe::rules::movegen::MoveList;
use chuhe::rules::types::{Color, Move, Role, Square};

/// The least value in centipawns of a piece that counts for a fork or a free capture: a horse.
const PIECE: i32 = 300;
/// The greatest distance at which a capture is near: the larger of the files and ranks between the pieces.
const NEAR: u8 = 2;
/// The greatest distance at which a capture is not far.
const FAR: u8 = 4;

/// Something that a player can do or overlook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Takes back the piece that has just captured, whatever it costs.
    Recaptures,
    /// Takes back the piece that has just captured where that loses nothing.
    GoodRecaptures,
    /// Takes an unprotected rook, horse or cannon, the nearest of which stands within two points.
    NearPiece,
    /// Takes an unprotected rook, horse or cannon, the nearest of which stands three or four points away.
    MiddlePiece,
    /// Takes an unprotected rook, horse or cannon, the nearest of which stands five points away or more.
    FarPiece,
    /// Takes an unprotected advisor, elephant or soldier within two points where nothing greater is free.
    NearSmall,
    /// Gives mate when it can.
    MateInOne,
    /// Begins a mate in two when there is one and no mate in one.
    MateInTwo,
    /// Prevents a mate in one that is threatened and can be prevented.
    ParriesMate,
    /// Moves so that no piece is lost, where a move allows it. Otherwise a piece is left hanging.
    KeepsPieces,
    /// Attacks two pieces at once, or one with check, with a piece that cannot be taken.
    Forks,
}

/// Every habit, in the order of the table.
pub const HABITS: [Habit; 11] = [
    Habit::Recaptures,
    Habit::GoodRecaptures,
    Habit::NearPiece,
    Habit::MiddlePiece,
    Habit::FarPiece,
    Habit::NearSmall,
    Habit::MateInOne,
    Habit::MateInTwo,
    Habit::ParriesMate,
    Habit::KeepsPieces,
    Habit::Forks,
];

impl Habit {
    /// Returns the heading of the habit's column.
    pub const fn name(self) -> &'static str {
        match self {
            Habit::Recaptures => "takes back",
            Habit::GoodRecaptures => "where it is free",
            Habit::NearPiece => "free piece within 2",
            Habit::MiddlePiece => "3 or 4 points away",
            Habit::FarPiece => "farther",
            Habit::NearSmall => "free soldier or guard within 2",
            Habit::MateInOne => "mate in 1",
            Habit::MateInTwo => "mate in 2",
            Habit::ParriesMate => "parries mate",
            Habit::KeepsPieces => "leaves nothing hanging",
            Habit::Forks => "forks",
        }
    }
}

/// Chances taken, and all chances, of each habit.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally([(u32, u32); HABITS.len()]);

impl Tally {
    /// Counts a chance of `habit`.
    fn note(&mut self, habit: Habit, is_taken: bool) {
        let (taken, chances) = &mut self.0[habit as usize];
        *taken += u32::from(is_taken);
        *chances += 1;
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Tally) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
    }

    /// Returns the chances taken, and all chances, of a habit.
    pub fn of(&self, habit: Habit) -> (u32, u32) {
        self.0[habit as usize]
    }

    /// Formats a cell of the table: a percentage, and the number of chances.
    pub fn cell(&self, habit: Habit) -> String {
        match self.of(habit) {
            (_, 0) => "-".to_owned(),
            (taken, chances) => {
                format!("{:.0} % of {chances}", 100.0 * f64::from(taken) / f64::from(chances))
            }
        }
    }
}

/// Counts what one side did with its chances in a game, from ply `first` on.
pub fn count(game: &Game, side: Color, first: usize) -> Tally {
    let mut tally = Tally::default();
    let mut board = game.start().board.clone();
    let mut last = None;
    for (index, ply) in game.plies().iter().enumerate() {
        if index >= first && board.turn() == side {
            note_move(&mut tally, &mut board, last, ply.mv);
        }
        last = board.make(ply.mv).map(|_| ply.mv.to());
    }
    tally
}

/// Counts the chances of one position. `captured_on` is the point where the other side has just captured.
fn note_move(tally: &mut Tally, board: &mut Board, captured_on: Option<Square>, played: Move) {
    let moves = board.legal_moves();
    if let Some(point) = captured_on {
        let recaptures = || moves.iter().filter(|mv| mv.to() == point);
        if recaptures().next().is_some() {
            tally.note(Habit::Recaptures, played.to() == point);
        }
        if recaptures().any(|mv| see::reaches(board, *mv, 0)) {
            tally.note(Habit::GoodRecaptures, played.to() == point);
        }
    }
    note_free_pieces(tally, board, &moves, captured_on, played);
    note_mates(tally, board, &moves, played);
    if see::blunder(board, played).is_some() {
        tally.note(Habit::KeepsPieces, false);
    } else if moves.iter().any(|mv| see::blunder(board, *mv).is_some()) {
        tally.note(Habit::KeepsPieces, true);
    }
    if moves.iter().any(|mv| forks(board, *mv)) {
        tally.note(Habit::Forks, forks(board, played));
    }
}

/// Counts captures that cost nothing, other than recaptures. A position counts for one habit: that of the nearest
/// rook, horse or cannon, otherwise that of the small pieces nearby. Recaptures and mates are left out, as they take
/// precedence.
fn note_free_pieces(
    tally: &mut Tally,
    board: &Board,
    moves: &MoveList,
    captured_on: Option<Square>,
    played: Move,
) {
    if captured_on == Some(played.to()) || !after(board, played).has_legal_move() {
        return;
    }
    let is_free = |mv: &Move| {
        let prey = value(board, mv.to());
        prey > 0 && captured_on != Some(mv.to()) && see::reaches(board, *mv, prey)
    };
    let is_piece = |mv: &Move| value(board, mv.to()) >= PIECE;
    let free: Vec<Move> = moves.iter().copied().filter(is_free).collect();
    let nearest = free.iter().filter(|mv| is_piece(mv)).map(|mv| distance(*mv)).min();
    let habit = match nearest {
        Some(0..=NEAR) => Habit::NearPiece,
        Some(..=FAR) => Habit::MiddlePiece,
        Some(_) => Habit::FarPiece,
        None if free.iter().any(|mv| distance(*mv) <= NEAR) => Habit::NearSmall,
        None => return,
    };
    tally.note(habit, is_free(&played) && (is_piece(&played) || habit == Habit::NearSmall));
}

/// Counts mates that the side can give, and those that it must prevent.
fn note_mates(tally: &mut Tally, board: &mut Board, moves: &MoveList, played: Move) {
    let mates = |mv: &Move| !after(board, *mv).has_legal_move();
    if moves.iter().any(mates) {
        tally.note(Habit::MateInOne, mates(&played));
        return;
    }
    let begins = |mv: &Move| mates_in_two(board, *mv);
    if moves.iter().any(begins) {
        tally.note(Habit::MateInTwo, begins(&played));
    }
    let is_threatened = board.in_check() || {
        board.pass();
        let is_mate = board.mates_next();
        board.pass();
        is_mate
    };
    let allows = |mv: &Move| after(board, *mv).mates_next();
    if is_threatened && moves.iter().any(allows) && !moves.iter().all(allows) {
        tally.note(Habit::ParriesMate, !allows(&played));
    }
}

/// Returns true if every reply to a move allows mate.
fn mates_in_two(board: &Board, mv: Move) -> bool {
    let next = after(board, mv);
    next.legal_moves().iter().all(|reply| after(&next, *reply).mates_next())
}

/// Returns true if a move attacks two pieces at once, or one with check, by a piece that cannot be taken.
fn forks(board: &Board, mv: Move) -> bool {
    if value(board, mv.to()) > 0
        || board.piece_at(mv.from()).is_none_or(|piece| !piece.role().can_cross_river())
    {
        return false;
    }
    let mut next = after(board, mv);
    let is_check = next.in_check();
    if next.legal_moves().iter().any(|reply| reply.to() == mv.to()) {
        return false;
    }
    next.pass();
    let own = value(&next, mv.to());
    let is_prey = |capture: &&Move| {
        let prey = value(&next, capture.to());
        capture.from() == mv.to() && (PIECE..see::VALUES[Role::General.index()]).contains(&prey) && {
            prey > own || see::reaches(&next, **capture, prey)
        }
    };
    let prey = next.legal_captures().iter().filter(is_prey).count();
    prey + usize::from(is_check && prey > 0) >= 2
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.make(mv);
    board
}

/// Returns the value of the piece on a point in centipawns, 0 on an empty point.
fn value(board: &Board, square: Square) -> i32 {
    board.piece_at(square).map_or(0, |piece| see::VALUES[piece.role().index()])
}

/// Returns the larger of the files and ranks that a move crosses.
fn distance(mv: Move) -> u8 {
    let (from, to) = (mv.from(), mv.to());
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the habits that the last of `moves` shows.
    fn counted(fen: &str, moves: &str) -> Tally {
        let mut game = Game::new(fen.parse().expect("a valid FEN"));
        for mv in moves.split(' ') {
            game.play(mv.parse().expect("a move")).expect("a legal move");
        }
        let last = game.plies().len() - 1;
        let side = if last % 2 == 0 { game.start().board.turn() } else { !game.start().board.turn() };
        count(&game, side, last)
    }

    #[test]
    fn a_recapture_is_told_from_another_move() {
        let fen = "r2k4r/9/9/9/9/2n6/9/1C6p/9/1R2K3R b";
        assert_eq!(counted(fen, "c4b2 b0b2").of(Habit::GoodRecaptures), (1, 1));
        assert_eq!(counted(fen, "c4b2 e0e1").of(Habit::Recaptures), (0, 1));
    }

    #[test]
    fn the_nearest_free_piece_says_how_far_away_the_chance_is() {
        let near = "3k5/9/9/9/Rn7/9/9/9/9/4K4 w";
        assert_eq!(counted(near, "a5b5").of(Habit::NearPiece), (1, 1));
        assert_eq!(counted(near, "a5a6").of(Habit::NearPiece), (0, 1));
        let far = "3k5/9/9/9/R7n/9/9/9/9/4K4 w";
        assert_eq!(counted(far, "a5i5").of(Habit::FarPiece), (1, 1));
        assert_eq!(counted(far, "a5i5").of(Habit::NearPiece), (0, 0));
    }

    #[test]
    fn mates_in_one_and_two_are_counted() {
        let fen = "3k5/1R7/9/9/9/9/9/9/R8/4K4 w";
        assert_eq!(counted(fen, "a1a9").of(Habit::MateInOne), (1, 1));
        assert_eq!(counted(fen, "b8b7").of(Habit::MateInOne), (0, 1));
        let two = "3k5/9/9/9/9/9/RR7/9/9/5K3 w";
        assert_eq!(counted(two, "b3b8").of(Habit::MateInTwo), (1, 1));
    }

    #[test]
    fn a_piece_that_is_left_hanging_is_counted() {
        let fen = "3k5/9/9/9/r8/9/9/9/8R/4K4 w";
        assert_eq!(counted(fen, "i1i5").of(Habit::KeepsPieces), (0, 1));
        assert_eq!(counted(fen, "i1i4").of(Habit::KeepsPieces), (1, 1));
    }

    #[test]
    fn a_fork_attacks_two_pieces_by_one_that_cannot_be_taken() {
        let fen = "4k4/2r1c4/9/9/9/4N4/9/9/9/3K5 w";
        assert_eq!(counted(fen, "e4d6").of(Habit::Forks).1, 1);
    }
}
