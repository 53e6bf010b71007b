//! The chances of one side in one game, and which of them it took.

use chuhe::engine::see;
use chuhe::game::board::Board;
use chuhe::game::movegen::MoveList;
use chuhe::game::rules::Game;
use chuhe::game::types::{Color, Move, Role, Square};

/// The least value of a piece that is worth a fork or a sacrifice, in centipawns: a horse.
const PIECE: i32 = 300;
/// Points (the larger of files and ranks) between a capturing piece and its prey that count as near.
const NEAR: u8 = 2;
/// Points beyond which a capture comes from far away.
const FAR: u8 = 4;

/// Something that a player can do or overlook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// Takes back the piece that has just captured, whatever it costs.
    Recaptures,
    /// The same where taking back loses nothing.
    GoodRecaptures,
    /// Takes an unprotected rook, horse or cannon within two points.
    NearPiece,
    /// The same, three or four points away.
    MiddlePiece,
    /// The same, five points away and more.
    FarPiece,
    /// Takes an unprotected advisor, elephant or soldier within two points.
    NearSmall,
    /// Gives mate when it can.
    MateInOne,
    /// Begins a mate in two when there is one and no mate in one.
    MateInTwo,
    /// Prevents a mate in one that is threatened and can be prevented.
    ParriesMate,
    /// Moves so that no piece is lost, where a move allows it. The rest leaves a piece hanging.
    KeepsPieces,
    /// Attacks two pieces at once, or one with check, with a piece that cannot be taken.
    Forks,
}

/// All habits, in the order of the table.
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
    /// The heading of the habit's column.
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

    /// Chances taken, and all chances, of a habit.
    pub fn of(&self, habit: Habit) -> (u32, u32) {
        self.0[habit as usize]
    }

    /// A cell of the table: a percentage, and how many chances there were.
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

/// Counts the chances of one position; `captured_on` is the point where the other side has just captured.
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

/// Counts pieces that cost nothing to take, other than recaptures.
fn note_free_pieces(
    tally: &mut Tally,
    board: &Board,
    moves: &MoveList,
    captured_on: Option<Square>,
    played: Move,
) {
    let is_free = |mv: &Move| value(board, mv.to()) > 0 && see::reaches(board, *mv, value(board, mv.to()));
    let free = || moves.iter().filter(|mv| captured_on != Some(mv.to()) && is_free(mv));
    let is_taken = value(board, played.to()) > 0 && is_free(&played);
    let kinds =
        [(Habit::NearPiece, 0..=NEAR), (Habit::MiddlePiece, NEAR + 1..=FAR), (Habit::FarPiece, FAR + 1..=9)];
    for (habit, distances) in kinds {
        if free().any(|mv| value(board, mv.to()) >= PIECE && distances.contains(&distance(*mv))) {
            tally.note(habit, is_taken);
        }
    }
    if free().any(|mv| value(board, mv.to()) < PIECE && distance(*mv) <= NEAR) {
        tally.note(Habit::NearSmall, is_taken);
    }
}

/// Counts mates that the side can give, and those that it has to prevent.
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

/// Whether every answer to a move allows mate.
fn mates_in_two(board: &Board, mv: Move) -> bool {
    let next = after(board, mv);
    next.legal_moves().iter().all(|reply| after(&next, *reply).mates_next())
}

/// Whether a move attacks two pieces at once, or gives check and attacks one, with a piece that cannot be taken.
fn forks(board: &Board, mv: Move) -> bool {
    if value(board, mv.to()) > 0 || board.piece_at(mv.from()).is_none_or(|piece| !is_attacker(piece.role())) {
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

const fn is_attacker(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Horse | Role::Cannon | Role::Soldier)
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.make(mv);
    board
}

/// The value of the piece on a point in centipawns, 0 where it is empty.
fn value(board: &Board, square: Square) -> i32 {
    board.piece_at(square).map_or(0, |piece| see::VALUES[piece.role().index()])
}

/// The larger of the files and ranks that a move crosses.
fn distance(mv: Move) -> u8 {
    let (from, to) = (mv.from(), mv.to());
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()))
}
