//! Many tables in one small file, for play and for pages: each is unpacked when a position of it is first looked up.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `CHUHESET` |
//! | 1 | the version of the format, 1 |
//! | 2 | the number of tables, little-endian as all numbers here |
//! | for each table: 2 | the key of its material, as `material.rs` describes it; the least one first |
//! | 4 | the length of its packed values |
//! | for each table: as many | the packed values, as `packed.rs` describes them |
//! | 8 | the checksum: FNV-1a, 64 bits, of all bytes before |

use crate::file::{FileError, Reader, checksum, content};
use crate::index::Index;
use crate::material::Material;
use crate::packed::{self, Packed, unpack};
use crate::table::{Table, Value};
use crate::tables::{best_line, best_move, valued_moves};
use chuhe_rules::{Board, Move};
use std::ops::Range;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
use std::sync::OnceLock;

const MAGIC: &[u8; 8] = b"CHUHESET";
const VERSION: u8 = 1;

/// Solved tables in few bytes.
///
/// ```
/// use chuhe_endings::{Material, TableSet, Tables, Value};
/// let mut tables = Tables::default();
/// let material: Material = "P vs K".parse()?;
/// tables.solve(material, 1)?;
/// let bytes = TableSet::pack(tables.get(material).iter().map(|table| &**table))?;
/// let set = TableSet::read(bytes)?;
/// let position: chuhe_rules::Position = "9/9/4k4/9/9/9/P8/9/9/3K5 w".parse()?;
/// assert_eq!(set.probe(&position.board), Some(Value::Win(19)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableSet {
    bytes: Box<[u8]>,
    /// Sorted by the key of the material.
    entries: Vec<Entry>,
}

struct Entry {
    material: Material,
    /// The place of the packed values.
    range: Range<usize>,
    unpacked: OnceLock<Unpacked>,
}

struct Unpacked {
    index: Index,
    /// `[index]`, with the weak side to move.
    values: Vec<Packed>,
}

impl TableSet {
    /// Returns tables as the bytes of a set.
    ///
    /// # Errors
    /// [`FileError::TooDeep`] for a distance that does not fit, about 440 plies.
    pub fn pack<'a>(tables: impl Iterator<Item = &'a Table>) -> Result<Vec<u8>, FileError> {
        let packed = tables.map(|table| Ok((table.material().key(), packed::encode(table)?)));
        let mut packed: Vec<_> = packed.collect::<Result<_, FileError>>()?;
        packed.sort_by_key(|(key, _)| *key);
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend((packed.len() as u16).to_le_bytes());
        for (key, values) in &packed {
            bytes.extend((*key as u16).to_le_bytes());
            bytes.extend((values.len() as u32).to_le_bytes());
        }
        packed.iter().for_each(|(_, values)| bytes.extend(values));
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the bytes of a set.
    ///
    /// # Errors
    /// [`FileError::NoTable`], [`FileError::Version`] and [`FileError::Damaged`].
    pub fn read(bytes: impl Into<Box<[u8]>>) -> Result<TableSet, FileError> {
        let bytes = bytes.into();
        let content = content(&bytes, MAGIC, VERSION)?;
        let entries = entries(content, MAGIC.len() + 1).ok_or(FileError::Damaged)?;
        Ok(TableSet { bytes, entries })
    }

    /// Returns the set that the engine plays by: one attacker with a bare general or a few guards, two soldiers, and
    /// some others, as docs/ENDINGS.md lists them; `None` in wasm, where it is a separate file.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn embedded() -> Option<Arc<TableSet>> {
        use std::sync::LazyLock;
        const BYTES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/endings.bin"));
        const {
            assert!(BYTES.len() > 100, "src/endings/data holds symbolic links: git config core.symlinks true")
        };
        static SET: LazyLock<Option<Arc<TableSet>>> =
            LazyLock::new(|| TableSet::read(BYTES).ok().map(Arc::new));
        SET.clone()
    }

    /// Returns the materials.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        self.entries.iter().map(|entry| entry.material)
    }

    /// Returns the value of a board for its side to move, whichever colour the strong side has. `None` if there is no
    /// table of its material or of one that a move leads to, or if a piece stands on a point that it can never reach. Two
    /// generals with advisors and elephants alone are a draw, unless the side to move has no legal move.
    pub fn probe(&self, board: &Board) -> Option<Value> {
        if chuhe_rules::game::attackers_left(board) == 0 {
            return Some(if board.has_legal_move() { Value::Draw } else { Value::Loss(0) });
        }
        let (material, strong) = Material::with_strong_side(board)?;
        let place = self.entries.binary_search_by_key(&material.key(), |entry| entry.material.key()).ok()?;
        if board.turn() == strong {
            let best = best_move(board, |board| self.probe(board))?;
            return Some(best.map_or(Value::Loss(0), |(_, value)| value));
        }
        let Unpacked { index, values } = self.unpacked(&self.entries[place]);
        Some(unpack(*values.get(index.of_pieces(board, strong)?)?))
    }

    /// Returns the legal moves with the value of each for the side that moves, the best first. `None` if a position
    /// after a move cannot be looked up.
    pub fn probe_moves(&self, board: &Board) -> Option<Vec<(Move, Value)>> {
        valued_moves(board, |board| self.probe(board))
    }

    /// Returns the best moves of both sides from a board to the end; at most `plies` of them where neither side wins.
    pub fn best_line(&self, board: &Board, plies: usize) -> Vec<Move> {
        best_line(board, plies, |board| self.probe(board))
    }

    fn unpacked<'a>(&self, entry: &'a Entry) -> &'a Unpacked {
        entry.unpacked.get_or_init(|| {
            let index = Index::new(entry.material);
            let values = packed::decode(&index, &self.bytes[entry.range.clone()]);
            Unpacked { index, values }
        })
    }
}

/// Reads the entries from the content of a file, in which it begins at byte `at`.
fn entries(content: &[u8], at: usize) -> Option<Vec<Entry>> {
    let mut reader = Reader(content);
    let count = reader.number::<2>()?;
    let mut named = Vec::with_capacity(count);
    for _ in 0..count {
        named.push((Material::from_key(reader.number::<2>()?)?, reader.number::<4>()?));
    }
    let end = at + content.len();
    let mut begin = end - reader.0.len();
    let mut entries: Vec<Entry> = Vec::with_capacity(count);
    for (material, length) in named {
        let range = begin..begin.checked_add(length)?;
        begin = range.end;
        if entries.last().is_some_and(|last| last.material.key() >= material.key()) {
            return None;
        }
        entries.push(Entry { material, range, unpacked: OnceLock::new() });
    }
    (begin == end).then_some(entries)
}
