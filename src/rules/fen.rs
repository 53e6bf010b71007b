//! Reads and writes FEN, the one-line text of a position, in every dialect in use.
//!
//! The start position is `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: Black's back rank
//! first, files from Red's left, capitals for Red. The reader also accepts `r` for Red to move (xqbase), the letters
//! `H`, `E`, `M`, `G` (XBoard, old ICCS and WXF files), two to six fields, an empty `[]` pocket (PyChess), and `_`,
//! `+` or `%20` for spaces and `%2F` for `/` (links). The writer always uses the form above.
//!
//! An invalid text is refused with all its [`FenReason`]s and never repaired. A position that no game can reach is
//! accepted if the rules can play it; see [`Position::oddities`].

mod reason;

pub use super::position::Position;
pub use reason::{FenError, FenReason};

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::types::{Color, POINTS, Piece, RANKS, Role, Square};
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::str::FromStr;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Greatest value of the two counters.
pub const MAX_COUNTER: u32 = 9_999;

/// Most pieces of a side.
const MOST_PIECES: u32 = 16;

/// Room for the first field of any FEN, in bytes: 90 points and 9 slashes.
const MAX_PLACEMENT: usize = 99;

/// Longest accepted text, in bytes.
const MAX_LENGTH: usize = 400;

/// Returns the board of the start position.
///
/// # Panics
/// Never: [`START`] is valid, which a test asserts.
pub fn start() -> Board {
    Position::default().board
}

/// The contents of a FEN or of a position editor, not yet checked against the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each point, `[point]`.
    pub squares: [Option<Piece>; POINTS],
    /// The side to move.
    pub turn: Color,
    /// Plies since the last capture.
    pub no_capture: u32,
    /// The number of the next move; a move is one ply of each side.
    pub fullmove: u32,
}

impl Default for Position {
    fn default() -> Position {
        match START.parse() {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }
}

impl FromStr for Position {
    type Err = FenError;
    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        let reasons = setup.validate();
        let position = setup.position().filter(|_| reasons.is_empty());
        position.ok_or_else(|| FenError { text: text.to_owned(), reasons })
    }
}

impl Position {
    /// Returns the reasons why no game can reach the position; empty if none was found.
    ///
    /// ```
    /// let composed: chuhe_rules::Position = "3k1p3/9/9/9/9/9/9/9/9/4K3R w".parse()?;
    /// assert_eq!(composed.oddities()[0].to_string(), "black soldier can never stand on f9");
    /// # Ok::<(), chuhe_rules::fen::FenError>(())
    /// ```
    pub fn oddities(&self) -> Vec<FenReason> {
        let squares = core::array::from_fn(|index| {
            Square::at((index % 9) as i8, (index / 9) as i8).and_then(|square| self.board.piece_at(square))
        });
        Setup { squares, turn: self.board.turn(), no_capture: self.no_capture, fullmove: self.fullmove }
            .oddities()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, side) = (placement(&self.board), side_letter(self.board.turn()));
        write!(f, "{board} {side} - - {} {}", self.no_capture, self.fullmove)
    }
}

fn side_letter(color: Color) -> char {
    if color == Color::Red { 'w' } else { 'b' }
}

/// Returns the first field of a FEN: ten ranks, Black's back rank first.
pub fn placement(board: &Board) -> String {
    let mut text = String::with_capacity(MAX_PLACEMENT);
    for rank in (0..RANKS as i8).rev() {
        let mut empty = 0;
        for file in 0..9 {
            match Square::at(file, rank).and_then(|square| board.piece_at(square)) {
                None => empty += 1,
                Some(piece) => {
                    push_empty(&mut text, mem::take(&mut empty));
                    text.push(piece.letter());
                }
            }
        }
        push_empty(&mut text, empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Appends the number of empty points between two pieces, 0 to 9; nothing for 0.
fn push_empty(text: &mut String, count: u8) {
    if count > 0 {
        text.push(char::from(b'0' + count));
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN, even one that breaks rules of the board: see [`Setup::validate`].
    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut reader = Reader::default();
        match reader.read(text) {
            Some(setup) if reader.reasons.is_empty() => Ok(setup),
            setup => {
                let broken = setup.map(|setup| setup.reasons(reader.is_whole, reader.side_read));
                reader.reasons.extend(broken.into_iter().flatten());
                Err(FenError { text: text.to_owned(), reasons: reader.reasons })
            }
        }
    }
}

impl Setup {
    /// Returns the reasons why the set-up is not a position; empty if the rules can play it.
    pub fn validate(&self) -> Vec<FenReason> {
        self.reasons(true, true)
    }

    /// Returns the reasons of [`Setup::validate`], and the reasons why no game can reach the set-up. It is meant for
    /// a position that a person sets up to play. A FEN may contain unreachable positions, because records and other
    /// programs do.
    ///
    /// ```
    /// use chuhe_rules::fen::{Position, Setup};
    /// let doubled = "4k4/9/9/9/9/P8/P8/9/9/3K5 w";
    /// assert!(doubled.parse::<Position>().is_ok());
    /// assert_eq!(doubled.parse::<Setup>()?.validate_for_play()[0].code(), "doubled");
    /// # Ok::<(), chuhe_rules::fen::FenError>(())
    /// ```
    pub fn validate_for_play(&self) -> Vec<FenReason> {
        let mut reasons = self.validate();
        reasons.extend(self.oddities());
        reasons
    }

    /// Returns the reasons why no game can reach the set-up, though the rules can play it.
    fn oddities(&self) -> Vec<FenReason> {
        let counts = self.count_reasons();
        let places = Square::all().filter_map(|square| self.place_reason(square));
        let mut reasons: Vec<FenReason> = counts.chain(places).filter(FenReason::is_odd).collect();
        for (color, file) in Color::ALL.into_iter().flat_map(|color| (0..9).map(move |file| (color, file))) {
            let on_file = (0..RANKS as i8).filter_map(|rank| Square::at(file as i8, rank));
            if on_file.filter(|square| self.has_soldier_at_home(color, *square)).count() > 1 {
                reasons.push(FenReason::DoubledSoldiers { color, file });
            }
        }
        reasons
    }

    /// Returns whether a soldier that has not crossed the river stands on a point.
    fn has_soldier_at_home(&self, color: Color, square: Square) -> bool {
        !square.across_river(color) && self.squares[square.index()] == Some(Piece::new(color, Role::Soldier))
    }

    /// Returns the pieces, other than the general, by which the side to move attacks the other general.
    fn checkers(&self) -> Bitboard {
        self.position().map_or(Bitboard::EMPTY, |position| checkers(&position.board))
    }

    /// Returns the position; `None` unless each side has exactly one general.
    fn position(&self) -> Option<Position> {
        let board = Board::from_pieces(&self.squares, self.turn)?;
        Some(Position { board, no_capture: self.no_capture, fullmove: self.fullmove })
    }

    /// Returns the rules that are certainly broken. A missing general, facing generals and checks are reported only
    /// if the placement `is_whole`.
    fn reasons(&self, is_whole: bool, side_is_known: bool) -> Vec<FenReason> {
        let mut reasons = Vec::new();
        let may_be_unread = |reason: &FenReason| matches!(reason, FenReason::GeneralCount { found: 0, .. });
        let counts = self.count_reasons().filter(|reason| !reason.is_odd());
        reasons.extend(counts.filter(|reason| is_whole || !may_be_unread(reason)));
        for color in Color::ALL {
            let is_own = |place: &&Option<Piece>| place.is_some_and(|piece| piece.color() == color);
            let found = self.squares.iter().filter(is_own).count() as u32;
            reasons.extend((found > MOST_PIECES).then_some(FenReason::Crowded { color, found }));
        }
        for square in Square::all() {
            reasons.extend(self.place_reason(square).filter(|reason| !reason.is_odd()));
        }
        if let (true, Some(Position { board, .. })) = (is_whole, self.position()) {
            reasons.extend(check_reasons(&board, side_is_known));
        }
        reasons
    }

    /// Returns the pieces of which there are too many or too few.
    fn count_reasons(&self) -> impl Iterator<Item = FenReason> {
        let mut counts = [0; Piece::NUM];
        self.squares.iter().flatten().for_each(|piece| counts[piece.index()] += 1);
        Piece::ALL.into_iter().zip(counts).filter_map(|(piece, found)| {
            let (color, role) = (piece.color(), piece.role());
            if role == Role::General {
                return (found != 1).then_some(FenReason::GeneralCount { color, found });
            }
            (found > Role::START_COUNT[role.index()]).then_some(FenReason::TooMany { color, role, found })
        })
    }

    fn place_reason(&self, square: Square) -> Option<FenReason> {
        let piece = self.squares[square.index()]?;
        (!attacks::points(piece).has(square)).then_some(FenReason::Misplaced { piece, square })
    }
}

/// Reports facing generals, and a check by another piece against the side not to move.
fn check_reasons(board: &Board, side_is_known: bool) -> impl Iterator<Item = FenReason> {
    let (red, black) = (board.general(Color::Red), board.general(Color::Black));
    let open = (attacks::between(red, black) & board.occupied()).is_empty();
    let facing = red.file() == black.file() && open;
    let color = !board.turn();
    let in_check = side_is_known && !checkers(board).is_empty();
    let facing = facing.then_some(FenReason::GeneralsFace { file: red.file() });
    facing.into_iter().chain(in_check.then_some(FenReason::OpponentInCheck { color }))
}

/// Returns the pieces, other than the general, by which the side to move attacks the other general.
fn checkers(board: &Board) -> Bitboard {
    let others = !board.of_role(Role::General);
    board.attackers(board.general(!board.turn()), board.occupied(), board.turn(), others)
}

/// The reader of a FEN, which collects the errors of its text.
#[derive(Default)]
struct Reader {
    reasons: Vec<FenReason>,
    /// Whether every point of the placement could be read.
    is_whole: bool,
    side_read: bool,
}

/// Returns a text with the spaces and slashes that stand otherwise in links.
fn spaces_and_slashes(text: &str) -> String {
    text.replace("%20", " ").replace("%2F", "/").replace("%2f", "/").replace(['_', '+'], " ")
}

impl Reader {
    fn read(&mut self, text: &str) -> Option<Setup> {
        if text.len() > MAX_LENGTH {
            self.reasons.push(FenReason::TooLong(text.len()));
            return None;
        }
        let plain = match text.contains(['%', '_', '+']) {
            true => Cow::Owned(spaces_and_slashes(text)),
            false => Cow::Borrowed(text),
        };
        let fields: Vec<&str> = plain.split_whitespace().collect();
        let Some((placement, rest)) = fields.split_first() else {
            self.reasons.push(FenReason::Empty);
            return None;
        };
        let mut setup = Setup { squares: [None; POINTS], turn: Color::Red, no_capture: 0, fullmove: 1 };
        self.read_placement(placement, &mut setup);
        self.read_side(rest.first().copied(), &mut setup);
        self.read_counters(rest.get(1..).unwrap_or_default(), &mut setup);
        Some(setup)
    }

    fn read_placement(&mut self, text: &str, setup: &mut Setup) {
        let (text, pocket) = text.split_once('[').unwrap_or((text, "]"));
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != RANKS as usize {
            self.reasons.push(FenReason::RankCount(ranks.len()));
        }
        for (rank, text) in (0..RANKS).rev().zip(&ranks) {
            let row = self.read_rank(rank, text).filter(|_| ranks.len() == RANKS as usize);
            for (file, piece) in row.into_iter().flatten().enumerate() {
                setup.squares[rank as usize * 9 + file] = piece;
            }
        }
        self.is_whole = self.reasons.is_empty();
        if pocket != "]" {
            self.reasons.push(FenReason::Pocket(pocket.trim_end_matches(']').to_owned()));
        }
    }

    /// Reads the pieces of a rank by file; `None` unless it has nine points.
    fn read_rank(&mut self, rank: u8, text: &str) -> Option<[Option<Piece>; 9]> {
        let mut row = [None; 9];
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter);
            if piece.is_none() {
                self.reasons.push(FenReason::UnknownPiece { rank, file, letter });
            }
            if let Some(place) = row.get_mut(file) {
                *place = piece;
            }
            file += 1;
        }
        if file != 9 {
            self.reasons.push(FenReason::RankLength { rank, found: file });
        }
        (file == 9).then_some(row)
    }

    fn read_side(&mut self, text: Option<&str>, setup: &mut Setup) {
        setup.turn = match text {
            Some("w" | "r") => Color::Red,
            Some("b") => Color::Black,
            Some(other) => return self.reasons.push(FenReason::UnknownSide(other.to_owned())),
            None => return self.reasons.push(FenReason::MissingSide),
        };
        self.side_read = true;
    }

    /// Reads up to two `-`, then up to two numbers: plies since the last capture and the move number.
    fn read_counters(&mut self, fields: &[&str], setup: &mut Setup) {
        let dashes = fields.iter().take(2).take_while(|field| **field == "-").count();
        let mut numbers = [&mut setup.no_capture, &mut setup.fullmove].into_iter();
        for (i, field) in fields.iter().enumerate().skip(dashes) {
            let is_plain = field.bytes().all(|byte| byte.is_ascii_digit());
            match (numbers.next(), field.parse()) {
                (Some(number), Ok(value)) if is_plain && value <= MAX_COUNTER => *number = value,
                _ => self.reasons.push(FenReason::BadField { field: i + 3, value: (*field).to_owned() }),
            }
        }
    }
}
