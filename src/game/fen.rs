//! FEN, the one-line text of a position, in every dialect in use.
//!
//! The start position is
//! `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`: Black's back rank first,
//! files from Red's left, capitals for Red. Read as well: `r` for Red to move (xqbase), the letters
//! `H`, `E`, `M`, `G` (XBoard, old ICCS and WXF files), two to six fields, an empty `[]` pocket
//! (PyChess), and `_`, `+` or `%20` for spaces and `%2F` for `/` (links). Written is always the form above.
//!
//! A text is refused with all its [`FenReason`]s; nothing is ever repaired.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::types::{Color, POINTS, Piece, RANKS, Role, Square};
use std::fmt;
use std::str::FromStr;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Greatest value of the two counters.
pub const MAX_COUNTER: u32 = 9_999;

/// Longest text that is looked at, in bytes.
const MAX_LENGTH: usize = 400;

/// The board of the start position.
///
/// # Panics
/// Never: [`START`] is valid, which a test asserts.
pub fn start() -> Board {
    Position::default().board
}

/// One reason for refusing a FEN. Ranks are 0 to 9 from Red's back rank, files 0 to 8 from Red's left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenReason {
    /// There is no text.
    Empty,
    /// The text has this many bytes; no FEN is that long.
    TooLong(usize),
    /// The placement has this many ranks, not ten.
    RankCount(usize),
    /// A rank holds this many points, not nine.
    RankLength {
        /// The rank.
        rank: u8,
        /// Its points.
        found: usize,
    },
    /// A character that is neither a piece nor a digit from 1 to 9.
    UnknownPiece {
        /// The rank it stands in.
        rank: u8,
        /// The file it would stand on, 9 or more when the rank is too long.
        file: usize,
        /// The character.
        letter: char,
    },
    /// A pocket that holds something: Xiangqi has no drops.
    Pocket(String),
    /// There is no side to move.
    MissingSide,
    /// The side to move is not `w`, `r` or `b`.
    UnknownSide(String),
    /// A counter that is not a number up to [`MAX_COUNTER`], or a field too many.
    BadField {
        /// Which field, counted from 1.
        field: usize,
        /// Its text.
        value: String,
    },
    /// A side has this many generals, not one.
    GeneralCount {
        /// The side.
        color: Color,
        /// How many it has.
        found: u32,
    },
    /// A side has more pieces of a role than it starts with.
    TooMany {
        /// The side.
        color: Color,
        /// The role.
        role: Role,
        /// How many it has.
        found: u32,
    },
    /// A piece on a point that it can never reach.
    Misplaced {
        /// The piece.
        piece: Piece,
        /// The point.
        square: Square,
    },
    /// The generals face each other on this open file.
    GeneralsFace {
        /// The file.
        file: u8,
    },
    /// The side that is not to move stands in check.
    OpponentInCheck {
        /// The side in check.
        color: Color,
    },
}

impl FenReason {
    /// A stable name for programs, such as `rankLength`.
    pub fn code(&self) -> &'static str {
        match self {
            FenReason::Empty => "empty",
            FenReason::TooLong(_) => "tooLong",
            FenReason::RankCount(_) => "rankCount",
            FenReason::RankLength { .. } => "rankLength",
            FenReason::UnknownPiece { .. } => "unknownPiece",
            FenReason::Pocket(_) => "pocket",
            FenReason::MissingSide => "missingSide",
            FenReason::UnknownSide(_) => "unknownSide",
            FenReason::BadField { .. } => "badField",
            FenReason::GeneralCount { .. } => "generalCount",
            FenReason::TooMany { .. } => "tooMany",
            FenReason::Misplaced { .. } => "misplaced",
            FenReason::GeneralsFace { .. } => "generalsFace",
            FenReason::OpponentInCheck { .. } => "opponentInCheck",
        }
    }

    /// The rank concerned, 0 to 9, where there is one.
    pub fn rank(&self) -> Option<u8> {
        match self {
            FenReason::RankLength { rank, .. } | FenReason::UnknownPiece { rank, .. } => Some(*rank),
            FenReason::Misplaced { square, .. } => Some(square.rank()),
            _ => None,
        }
    }

    /// The file concerned as a letter `a` to `i`, where there is one on the board.
    pub fn file(&self) -> Option<char> {
        let file = match self {
            FenReason::UnknownPiece { file, .. } => *file,
            FenReason::Misplaced { square, .. } => square.file() as usize,
            FenReason::GeneralsFace { file } => *file as usize,
            _ => return None,
        };
        ('a'..='i').nth(file)
    }

    /// The offending text or number, where there is one.
    pub fn value(&self) -> Option<String> {
        match self {
            FenReason::Empty | FenReason::MissingSide | FenReason::GeneralsFace { .. } => None,
            FenReason::TooLong(found) | FenReason::RankCount(found) | FenReason::RankLength { found, .. } => {
                Some(found.to_string())
            }
            FenReason::GeneralCount { found, .. } | FenReason::TooMany { found, .. } => {
                Some(found.to_string())
            }
            FenReason::UnknownPiece { letter, .. } => Some(letter.to_string()),
            FenReason::Pocket(value) | FenReason::UnknownSide(value) | FenReason::BadField { value, .. } => {
                Some(value.clone())
            }
            FenReason::Misplaced { piece, .. } => Some(piece.letter().to_string()),
            FenReason::OpponentInCheck { color } => Some(color.name().to_owned()),
        }
    }

    /// The side concerned, where there is one.
    pub fn color(&self) -> Option<Color> {
        match self {
            FenReason::GeneralCount { color, .. }
            | FenReason::TooMany { color, .. }
            | FenReason::OpponentInCheck { color } => Some(*color),
            FenReason::Misplaced { piece, .. } => Some(piece.color()),
            _ => None,
        }
    }

    /// The role concerned, where there is one.
    pub fn role(&self) -> Option<Role> {
        match self {
            FenReason::TooMany { role, .. } => Some(*role),
            FenReason::Misplaced { piece, .. } => Some(piece.role()),
            _ => None,
        }
    }
}

impl fmt::Display for FenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenReason::Empty => write!(f, "the text is empty"),
            FenReason::TooLong(found) => write!(f, "the text has {found} bytes, more than {MAX_LENGTH}"),
            FenReason::RankCount(found) => write!(f, "there are {found} ranks, not 10"),
            FenReason::RankLength { rank, found } => write!(f, "rank {rank} has {found} points, not 9"),
            FenReason::UnknownPiece { rank, letter, .. } => match self.file() {
                Some(file) => write!(f, "'{letter}' at {file}{rank} is no piece"),
                None => write!(f, "'{letter}' at the end of rank {rank} is no piece"),
            },
            FenReason::Pocket(value) => write!(f, "the pocket '{value}' is not empty"),
            FenReason::MissingSide => write!(f, "the side to move is missing"),
            FenReason::UnknownSide(value) => write!(f, "the side to move is '{value}', not w, r or b"),
            FenReason::BadField { field, value } => write!(f, "field {field} is '{value}'"),
            FenReason::GeneralCount { color, found } => {
                write!(f, "{} has {found} generals, not 1", color.name())
            }
            FenReason::TooMany { color, role, found } => {
                write!(
                    f,
                    "{} has {found} of the role {}, at most {}",
                    color.name(),
                    role.name(),
                    Role::START_COUNT[role.index()]
                )
            }
            FenReason::Misplaced { piece, square } => {
                write!(f, "{} {} can never stand on {square}", piece.color().name(), piece.role().name())
            }
            FenReason::GeneralsFace { file } => {
                write!(f, "the generals face each other on file {}", (b'a' + file) as char)
            }
            FenReason::OpponentInCheck { color } => write!(f, "{} is in check but not to move", color.name()),
        }
    }
}

/// A refused FEN with every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The text as given.
    pub text: String,
    /// All reasons, in reading order; never empty.
    pub reasons: Vec<FenReason>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self.reasons.iter().map(FenReason::to_string).collect();
        write!(f, "the FEN '{}' is refused: {}", self.text, reasons.join("; "))
    }
}

impl std::error::Error for FenError {}

/// What a FEN says, not yet checked against the rules: what an editor holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// `[point]`
    pub squares: [Option<Piece>; POINTS],
    /// The side to move.
    pub turn: Color,
    /// Plies since the last capture.
    pub no_capture: u32,
    /// The number of the move to come, one for both sides' plies.
    pub fullmove: u32,
}

/// A position that obeys the rules, with its counters.
///
/// ```
/// let position: chuhe::game::fen::Position = "4k4/9/9/9/9/9/9/9/9/3K4R r".parse()?;
/// assert_eq!(position.to_string(), "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1");
/// # Ok::<(), chuhe::game::fen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Pieces and side to move.
    pub board: Board,
    /// Plies since the last capture.
    pub no_capture: u32,
    /// The number of the move to come.
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
        let refuse = |reasons| FenError { text: text.to_owned(), reasons };
        let mut reader = Reader::default();
        let setup = reader.read(text);
        if let Some(setup) = &setup {
            reader.reasons.extend(setup.reasons(reader.is_whole, reader.side_read));
        }
        let position = setup.filter(|_| reader.reasons.is_empty()).and_then(|setup| setup.position());
        position.ok_or_else(|| refuse(reader.reasons))
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

/// The first field of a FEN: ten ranks, Black's back rank first.
pub fn placement(board: &Board) -> String {
    let rank_text = |rank: u8| {
        let mut text = String::with_capacity(9);
        let mut empty = 0;
        for file in 0..9 {
            match Square::at(file, rank as i8).and_then(|square| board.piece_at(square)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    (0..RANKS).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

impl Setup {
    /// Every rule that the set-up breaks; empty when it is a position.
    pub fn validate(&self) -> Vec<FenReason> {
        self.reasons(true, true)
    }

    /// The position, if no rule is broken that a board cannot hold.
    fn position(&self) -> Option<Position> {
        let board = Board::from_pieces(&self.squares, self.turn)?;
        Some(Position { board, no_capture: self.no_capture, fullmove: self.fullmove })
    }

    /// The rules broken for certain: without the whole placement nothing is known to be missing.
    fn reasons(&self, is_whole: bool, side_is_known: bool) -> Vec<FenReason> {
        let mut reasons = Vec::new();
        for color in Color::ALL {
            reasons.extend(Role::ALL.iter().filter_map(|role| self.count_reason(color, *role)));
        }
        reasons.retain(|reason| is_whole || !matches!(reason, FenReason::GeneralCount { found: 0, .. }));
        reasons.extend(Square::all().filter_map(|square| self.place_reason(square)));
        if let (true, Some(Position { board, .. })) = (is_whole, self.position()) {
            reasons.extend(check_reasons(&board, side_is_known));
        }
        reasons
    }

    fn count_reason(&self, color: Color, role: Role) -> Option<FenReason> {
        let piece = Some(Piece::new(color, role));
        let found = self.squares.iter().filter(|place| **place == piece).count() as u32;
        if role == Role::General {
            return (found != 1).then_some(FenReason::GeneralCount { color, found });
        }
        (found > Role::START_COUNT[role.index()]).then_some(FenReason::TooMany { color, role, found })
    }

    fn place_reason(&self, square: Square) -> Option<FenReason> {
        let piece = self.squares[square.index()]?;
        let color = piece.color();
        let allowed = match piece.role() {
            Role::General => attacks::palace(color),
            Role::Advisor => attacks::ADVISOR_POINTS[color.index()],
            Role::Elephant => attacks::ELEPHANT_POINTS[color.index()],
            Role::Soldier => attacks::SOLDIER_POINTS[color.index()],
            Role::Horse | Role::Rook | Role::Cannon => Bitboard::FULL,
        };
        (!allowed.has(square)).then_some(FenReason::Misplaced { piece, square })
    }
}

/// Facing generals, and the side not to move in check by another piece.
fn check_reasons(board: &Board, side_is_known: bool) -> impl Iterator<Item = FenReason> {
    let (red, black) = (board.general(Color::Red), board.general(Color::Black));
    let open = (attacks::between(red, black) & board.occupied()).is_empty();
    let facing = red.file() == black.file() && open;
    let color = !board.turn();
    let others = !board.of_role(Role::General);
    let checkers = board.attackers(board.general(color), board.occupied(), board.turn(), others);
    let in_check = side_is_known && !checkers.is_empty();
    let facing = facing.then_some(FenReason::GeneralsFace { file: red.file() });
    facing.into_iter().chain(in_check.then_some(FenReason::OpponentInCheck { color }))
}

/// Collects what a FEN says and what is wrong with its text.
#[derive(Default)]
struct Reader {
    reasons: Vec<FenReason>,
    /// Whether every point of the placement could be read.
    is_whole: bool,
    side_read: bool,
}

impl Reader {
    fn read(&mut self, text: &str) -> Option<Setup> {
        if text.len() > MAX_LENGTH {
            self.reasons.push(FenReason::TooLong(text.len()));
            return None;
        }
        let plain = text.replace("%20", " ").replace("%2F", "/").replace("%2f", "/").replace(['_', '+'], " ");
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

    /// The pieces of a rank by file, if it has nine points.
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

    /// Up to two `-`, then up to two numbers: plies since the last capture and the move number.
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
