//! The reasons for refusing a FEN or a set-up.

use super::{MAX_LENGTH, MOST_PIECES, Setup};
use crate::bitboard::Bitboard;
use crate::types::{Color, Piece, Role, Square, shown};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

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
        /// The rank, 0 to 9.
        rank: u8,
        /// The number of its points.
        found: usize,
    },
    /// A character that is neither a piece nor a digit from 1 to 9.
    UnknownPiece {
        /// The rank of the character.
        rank: u8,
        /// The file of the character, 9 or more if the rank is too long.
        file: usize,
        /// The character.
        letter: char,
    },
    /// A pocket that is not empty: Xiangqi has no drops.
    Pocket(String),
    /// There is no side to move.
    MissingSide,
    /// The side to move is not `w`, `r` or `b`.
    UnknownSide(String),
    /// A counter that is not a number up to [`MAX_COUNTER`](super::MAX_COUNTER), or a superfluous field.
    BadField {
        /// The number of the field, from 1.
        field: usize,
        /// The text of the field.
        value: String,
    },
    /// A side has this many generals, not one.
    GeneralCount {
        /// The side.
        color: Color,
        /// The number of its generals.
        found: u32,
    },
    /// A side has more pieces than it starts with.
    Crowded {
        /// The side.
        color: Color,
        /// The number of its pieces.
        found: u32,
    },
    /// A side has more pieces of a role than it starts with. For advisors, elephants and soldiers this is only
    /// [odd](FenReason::is_odd).
    TooMany {
        /// The side.
        color: Color,
        /// The role.
        role: Role,
        /// The number of its pieces of the role.
        found: u32,
    },
    /// A piece stands on a point that it can never reach. The rules cannot play a general there; any other piece
    /// is only [odd](FenReason::is_odd).
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
    /// Several soldiers of a side that have not crossed the river stand on this file. No game can lead to this,
    /// because a soldier stays on its file until it has crossed, so it is [odd](FenReason::is_odd).
    DoubledSoldiers {
        /// The side.
        color: Color,
        /// The file.
        file: u8,
    },
}

impl FenReason {
    /// Returns the stable name for programs, such as `rankLength`.
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
            FenReason::Crowded { .. } => "crowded",
            FenReason::TooMany { .. } => "tooMany",
            FenReason::Misplaced { .. } => "misplaced",
            FenReason::GeneralsFace { .. } => "generalsFace",
            FenReason::OpponentInCheck { .. } => "opponentInCheck",
            FenReason::DoubledSoldiers { .. } => "doubled",
        }
    }

    /// Returns whether the only fault is that no game can reach the position. People compose such positions, and
    /// the rules can play them.
    pub fn is_odd(&self) -> bool {
        match self {
            FenReason::Misplaced { piece, .. } => piece.role() != Role::General,
            FenReason::TooMany { role, .. } => matches!(role, Role::Advisor | Role::Elephant | Role::Soldier),
            FenReason::DoubledSoldiers { .. } => true,
            _ => false,
        }
    }

    /// Returns the rank concerned, 0 to 9, if there is one.
    pub fn rank(&self) -> Option<u8> {
        match self {
            FenReason::RankLength { rank, .. } | FenReason::UnknownPiece { rank, .. } => Some(*rank),
            FenReason::Misplaced { square, .. } => Some(square.rank()),
            _ => None,
        }
    }

    /// Returns the file concerned as a letter `a` to `i`, if it is on the board.
    pub fn file(&self) -> Option<char> {
        let file = match self {
            FenReason::UnknownPiece { file, .. } => *file,
            FenReason::Misplaced { square, .. } => square.file() as usize,
            FenReason::GeneralsFace { file } | FenReason::DoubledSoldiers { file, .. } => *file as usize,
            _ => return None,
        };
        ('a'..='i').nth(file)
    }

    /// Returns the offending text or number, if there is one.
    pub fn value(&self) -> Option<String> {
        match self {
            FenReason::Empty
            | FenReason::MissingSide
            | FenReason::GeneralsFace { .. }
            | FenReason::DoubledSoldiers { .. } => None,
            FenReason::TooLong(found) | FenReason::RankCount(found) | FenReason::RankLength { found, .. } => {
                Some(found.to_string())
            }
            FenReason::GeneralCount { found, .. }
            | FenReason::Crowded { found, .. }
            | FenReason::TooMany { found, .. } => Some(found.to_string()),
            FenReason::UnknownPiece { letter, .. } => Some(letter.to_string()),
            FenReason::Pocket(value) | FenReason::UnknownSide(value) | FenReason::BadField { value, .. } => {
                Some(value.clone())
            }
            FenReason::Misplaced { piece, .. } => Some(piece.letter().to_string()),
            FenReason::OpponentInCheck { color } => Some(color.name().to_owned()),
        }
    }

    /// Returns the side concerned, if there is one.
    pub fn color(&self) -> Option<Color> {
        match self {
            FenReason::GeneralCount { color, .. }
            | FenReason::Crowded { color, .. }
            | FenReason::TooMany { color, .. }
            | FenReason::OpponentInCheck { color }
            | FenReason::DoubledSoldiers { color, .. } => Some(*color),
            FenReason::Misplaced { piece, .. } => Some(piece.color()),
            _ => None,
        }
    }

    /// Returns the role concerned, if there is one.
    pub fn role(&self) -> Option<Role> {
        match self {
            FenReason::TooMany { role, .. } => Some(*role),
            FenReason::Misplaced { piece, .. } => Some(piece.role()),
            FenReason::DoubledSoldiers { .. } => Some(Role::Soldier),
            _ => None,
        }
    }

    /// Returns the points at fault in the refused set-up; none if the text is at fault.
    pub fn squares(&self, setup: &Setup) -> impl Iterator<Item = Square> {
        let checkers = match self {
            FenReason::OpponentInCheck { .. } => setup.checkers(),
            _ => Bitboard::EMPTY,
        };
        Square::all().filter(move |square| {
            let piece = setup.squares[square.index()];
            checkers.has(*square)
                || match self {
                    FenReason::Misplaced { square: at, .. } => at == square,
                    FenReason::TooMany { color, role, .. } => piece == Some(Piece::new(*color, *role)),
                    FenReason::Crowded { color, .. } => piece.is_some_and(|piece| piece.color() == *color),
                    FenReason::GeneralsFace { .. } => {
                        piece.is_some_and(|piece| piece.role() == Role::General)
                    }
                    FenReason::GeneralCount { color, .. } | FenReason::OpponentInCheck { color } => {
                        piece == Some(Piece::new(*color, Role::General))
                    }
                    FenReason::DoubledSoldiers { color, file } => {
                        square.file() == *file && setup.has_soldier_at_home(*color, *square)
                    }
                    _ => false,
                }
        })
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
                Some(file) => write!(f, "'{}' at {file}{rank} is no piece", shown(&letter.to_string())),
                None => write!(f, "'{}' at the end of rank {rank} is no piece", shown(&letter.to_string())),
            },
            FenReason::Pocket(value) => write!(f, "the pocket '{}' is not empty", shown(value)),
            FenReason::MissingSide => write!(f, "the side to move is missing"),
            FenReason::UnknownSide(value) => {
                write!(f, "the side to move is '{}', not w, r or b", shown(value))
            }
            FenReason::BadField { field, value } => write!(f, "field {field} is '{}'", shown(value)),
            FenReason::GeneralCount { color, found } => {
                write!(f, "{} has {found} generals, not 1", color.name())
            }
            FenReason::Crowded { color, found } => {
                write!(f, "{} has {found} pieces, more than {MOST_PIECES}", color.name())
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
            FenReason::DoubledSoldiers { color, file } => {
                let (color, file) = (color.name(), (b'a' + file) as char);
                write!(f, "{color} has several soldiers on file {file} that have not crossed the river")
            }
        }
    }
}

/// The error of a refused FEN, with every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The refused text.
    pub text: String,
    /// All reasons, in reading order; never empty.
    pub reasons: Vec<FenReason>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self.reasons.iter().map(FenReason::to_string).collect();
        write!(f, "the FEN '{}' is refused: {}", shown(&self.text), reasons.join("; "))
    }
}

impl core::error::Error for FenError {}
