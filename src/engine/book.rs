//! The opening book: positions with the moves that are worth playing there.
//!
//! A book file has a header with [`MAGIC`] and a checksum, followed by the entries in the order of their keys:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`], whose last character is the version |
//! | 8 | [`fnv1a`] of everything after this field |
//! | 4 | number of entries |
//! | 8 an entry | the key of the position, see [`Sight`] |
//! | 1 an entry | number of its moves, 1 to [`MAX_MOVES`] |
//! | 3 a move | the move ([`Move::bits`], 2 bytes) and its weight, 1 to 255 |
//!
//! All numbers are little endian. `chuhe-dev book` builds the file from [`names`], the lines of the tradition,
//! and the engine's own searches. The module [`text`] reads books as text.
//!
//! ```
//! use chuhe_engine::book::{Book, Weighted};
//! use chuhe_rules::Game;
//! let game = Game::default();
//! let weighted = Weighted { mv: "h2e2".parse()?, weight: 1 };
//! let book = Book::new([(game.board(), vec![weighted])]);
//! let read = Book::read(&book.to_bytes())?;
//! // The book stores mirror images as one position.
//! assert!(matches!(read.choose(&game, 1).unwrap().to_string().as_str(), "h2e2" | "b2e2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod text;

use super::random::{below, mix};
use chuhe_rules::board::Board;
use chuhe_rules::game::Game;
use chuhe_rules::types::{Color, Move, Square};
use std::fmt;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;

/// The first bytes of a book file.
pub const MAGIC: [u8; 8] = *b"CHUHEBK1";
/// Greatest size of a written file in bytes, since browsers download it.
pub const MAX_BYTES: usize = 60_000;
/// Greatest number of moves of a position.
pub const MAX_MOVES: usize = 8;

/// Returns the 64-bit FNV-1a hash, after Fowler, Noll and Vo.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, hash)
}

/// The canonical form of a position: the position itself or its mirror image, whichever text is smaller.
///
/// The key is the [`fnv1a`] of 91 characters: the 90 points from a0, file by file and rank by rank, with the
/// letter of the piece as in a FEN or `.`; then the side to move, `w` or `b`. A position and its mirror image
/// (files a to i swapped) share the key of the smaller text. The key depends only on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The key shared by the position and its mirror image.
    pub key: u64,
    /// Whether the book stores the mirror image instead of the position.
    pub is_mirrored: bool,
    /// Whether the position is its own mirror image.
    pub is_symmetric: bool,
}

impl Sight {
    /// Returns the canonical form of a position.
    pub fn of(board: &Board) -> Sight {
        let letter = |square: Square| board.piece_at(square).map_or(b'.', |piece| piece.letter() as u8);
        let plain: Vec<u8> = Square::all().map(letter).collect();
        let mirrored: Vec<u8> = Square::all().map(|square| letter(square.mirror_files())).collect();
        let side = if board.turn() == Color::Red { b'w' } else { b'b' };
        let is_mirrored = mirrored < plain;
        let is_symmetric = mirrored == plain;
        let text = if is_mirrored { mirrored } else { plain };
        Sight { key: fnv1a(text.into_iter().chain([side])), is_mirrored, is_symmetric }
    }

    /// Converts a move of the position to its stored form. In a symmetric position this is the smaller of the
    /// two mirrored moves.
    pub fn stored(self, mv: Move) -> Move {
        let turned = mv.mirror_files();
        if self.is_symmetric {
            if turned.bits() < mv.bits() { turned } else { mv }
        } else if self.is_mirrored {
            turned
        } else {
            mv
        }
    }

    /// Converts a stored move to a move of the position.
    pub fn seen(self, mv: Move) -> Move {
        if self.is_mirrored { mv.mirror_files() } else { mv }
    }
}

/// A move with its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// The move.
    pub mv: Move,
    /// Relative frequency of the move among those of the position, 1 to 255.
    pub weight: u8,
}

/// The reason why a book file is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookError {
    /// The file does not begin with [`MAGIC`].
    Magic,
    /// The file ends within an entry or continues after the last one. The number is that of the bytes read.
    Length(usize),
    /// The checksum does not match; the computed one is given.
    Checksum(u64),
    /// This entry (from 0) has no moves, too many moves, a weight of 0 or bits that are not a move.
    Moves(usize),
    /// This entry (from 0) has a key that is not greater than the one before.
    Order(usize),
}

impl BookError {
    /// Returns a stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            BookError::Magic => "badMagic",
            BookError::Length(_) => "badLength",
            BookError::Checksum(_) => "badChecksum",
            BookError::Moves(_) => "badMoves",
            BookError::Order(_) => "badOrder",
        }
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Magic => write!(f, "a book begins with {}", String::from_utf8_lossy(&MAGIC)),
            BookError::Length(read) => write!(f, "the book's length does not fit, seen after {read} bytes"),
            BookError::Checksum(sum) => write!(f, "the book's checksum is {sum:016x}, which is not its own"),
            BookError::Moves(entry) => write!(f, "the moves of the book's entry {entry} are none"),
            BookError::Order(entry) => write!(f, "the key of the book's entry {entry} is out of order"),
        }
    }
}

impl std::error::Error for BookError {}

/// Reads a file from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BookError> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        let bytes = *bytes.ok_or(BookError::Length(self.at))?;
        self.at += N;
        Ok(bytes)
    }
}

/// An opening book in memory.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Book {
    /// Keys and stored moves, in the order of the keys.
    entries: Vec<(u64, Vec<Weighted>)>,
    /// Whether in a symmetric position every move stands for itself alone.
    is_exact: bool,
}

impl Book {
    /// Creates a book from positions with their moves. Of two entries for a position it uses the first.
    pub fn new<'a>(positions: impl IntoIterator<Item = (&'a Board, Vec<Weighted>)>) -> Book {
        let mut entries: Vec<(u64, Vec<Weighted>)> = Vec::new();
        for (board, moves) in positions {
            let sight = Sight::of(board);
            let mut stored: Vec<Weighted> = Vec::new();
            for Weighted { mv, weight } in moves {
                let mv = sight.stored(mv);
                if stored.len() < MAX_MOVES && weight > 0 && stored.iter().all(|weighted| weighted.mv != mv) {
                    stored.push(Weighted { mv, weight });
                }
            }
            if !stored.is_empty() {
                entries.push((sight.key, stored));
            }
        }
        entries.sort_by_key(|(key, _)| *key);
        entries.dedup_by_key(|(key, _)| *key);
        Book { entries, is_exact: false }
    }

    /// Reads the book from the bytes of a file.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not exactly a valid file.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take() != Ok(MAGIC) {
            return Err(BookError::Magic);
        }
        let stated = u64::from_le_bytes(reader.take()?);
        let sum = fnv1a(bytes[reader.at..].iter().copied());
        if sum != stated {
            return Err(BookError::Checksum(sum));
        }
        let count = u32::from_le_bytes(reader.take()?) as usize;
        let mut entries: Vec<(u64, Vec<Weighted>)> = Vec::with_capacity(count.min(bytes.len()));
        for index in 0..count {
            let key = u64::from_le_bytes(reader.take()?);
            if entries.last().is_some_and(|(before, _)| *before >= key) {
                return Err(BookError::Order(index));
            }
            entries.push((key, read_moves(&mut reader, index)?));
        }
        if reader.at == bytes.len() {
            Ok(Book { entries, is_exact: false })
        } else {
            Err(BookError::Length(reader.at))
        }
    }

    /// Returns the bytes of the book's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = (self.entries.len() as u32).to_le_bytes().to_vec();
        for (key, moves) in &self.entries {
            body.extend(key.to_le_bytes());
            body.push(moves.len() as u8);
            for Weighted { mv, weight } in moves {
                body.extend(mv.bits().to_le_bytes());
                body.push(*weight);
            }
        }
        let sum = fnv1a(body.iter().copied()).to_le_bytes();
        [&MAGIC[..], &sum, &body].concat()
    }

    /// Returns the number of positions in the book.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the stored moves of a position in canonical form, without a check that they are legal.
    pub fn entry(&self, board: &Board) -> Option<&[Weighted]> {
        let key = Sight::of(board).key;
        let index = self.entries.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(&self.entries[index].1)
    }

    /// Returns the legal book moves of a position. For a symmetric position it returns one move of each
    /// mirrored pair, unless the book was read from a text.
    pub fn moves(&self, board: &Board) -> Vec<Weighted> {
        let sight = Sight::of(board);
        let stored = self.entry(board).unwrap_or_default();
        let seen = stored.iter().map(|weighted| Weighted { mv: sight.seen(weighted.mv), ..*weighted });
        seen.filter(|weighted| board.is_legal(weighted.mv)).collect()
    }

    /// Returns the embedded book; `None` in wasm, where the book is a separate file.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn embedded() -> Option<Arc<Book>> {
        use std::sync::LazyLock;
        const BYTES: &[u8] = crate::data!("book.bin");
        static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| Book::read(BYTES).ok().map(Arc::new));
        BOOK.clone()
    }

    /// Returns a move for the current position of a game, drawn by weight from `seed` and the number of plies.
    /// Returns `None` outside the book and once a position has recurred. In a symmetric position it also draws
    /// the side of the board, unless the book was read from a text.
    pub fn choose(&self, game: &Game, seed: u64) -> Option<Move> {
        if has_recurred(game) {
            return None;
        }
        let moves = self.moves(game.board());
        let total: u32 = moves.iter().map(|weighted| u32::from(weighted.weight)).sum();
        let draw = mix(seed) ^ game.plies().len() as u64;
        let mut left = below(draw, total);
        let chosen = moves.into_iter().find(|weighted| {
            let is_it = left < u32::from(weighted.weight);
            left = left.saturating_sub(weighted.weight.into());
            is_it
        })?;
        let is_turned = !self.is_exact && Sight::of(game.board()).is_symmetric && below(!draw, 2) == 1;
        Some(if is_turned { chosen.mv.mirror_files() } else { chosen.mv })
    }
}

fn read_moves(reader: &mut Reader<'_>, entry: usize) -> Result<Vec<Weighted>, BookError> {
    let [count] = reader.take()?;
    if !(1..=MAX_MOVES).contains(&usize::from(count)) {
        return Err(BookError::Moves(entry));
    }
    let mut read = || {
        let [low, high, weight] = reader.take()?;
        let mv = Move::from_bits(u16::from_le_bytes([low, high])).filter(|_| weight > 0);
        mv.map(|mv| Weighted { mv, weight }).ok_or(BookError::Moves(entry))
    };
    (0..count).map(|_| read()).collect()
}

/// Returns whether any position of the game has occurred twice.
fn has_recurred(game: &Game) -> bool {
    let mut keys: Vec<u64> = game.plies().iter().map(|ply| ply.key_before).collect();
    keys.push(game.board().key());
    (1..keys.len()).any(|at| keys[..at].contains(&keys[at]))
}
