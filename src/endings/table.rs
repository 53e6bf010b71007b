//! The values of all positions of a material.

use crate::index::{Index, Side};
use crate::material::Material;
use chuhe_rules::Square;
use chuhe_rules::types::POINTS;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move mates or stalemates in this number of plies with the best play of both sides; an odd number.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move is mated or stalemated in this number of plies; an even number, 0 if it is so already.
    Loss(u16),
}

/// A value in two bytes: [`ILLEGAL`], [`DRAW`] or the plies to mate, which are odd if the side to move wins.
pub(crate) type Code = u16;

/// The code of an index that is no position.
pub(crate) const ILLEGAL: Code = u16::MAX;
/// The code of a draw, and of a position that is not decided yet.
pub(crate) const DRAW: Code = u16::MAX - 1;

/// Returns whether the side to move wins.
#[inline]
pub(crate) fn is_win(code: Code) -> bool {
    code < DRAW && code % 2 == 1
}

/// Returns whether the side to move loses.
#[inline]
pub(crate) fn is_loss(code: Code) -> bool {
    code < DRAW && code % 2 == 0
}

impl Value {
    /// Returns the value of a code; `None` for [`ILLEGAL`].
    pub(crate) fn from_code(code: Code) -> Option<Value> {
        match code {
            ILLEGAL => None,
            DRAW => Some(Value::Draw),
            plies if is_win(plies) => Some(Value::Win(plies)),
            plies => Some(Value::Loss(plies)),
        }
    }

    /// Returns the name of the outcome for programs: `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// Returns the plies to the end; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Returns the value of a move that leads to a position with this value for the other side.
    pub fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// Returns the order of values: quick wins first, late losses before quick ones.
    pub fn rank(self) -> i32 {
        match self {
            Value::Win(plies) => i32::from(plies) - 0x2_0000,
            Value::Draw => 0,
            Value::Loss(plies) => 0x2_0000 - i32::from(plies),
        }
    }
}

/// The numbers of positions of a table with one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Drawn positions.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    /// Positions that the strong side wins in more than [`NATURAL_LIMIT`] plies.
    pub beyond: u64,
    /// The longest win of the strong side in plies, with the index.
    pub longest: Option<(u16, usize)>,
}

/// The plies without a capture after which the rules call a draw, before those that are not counted. A longer win may
/// still be within the rule, because a capture begins the count anew.
pub const NATURAL_LIMIT: u16 = 120;

impl Share {
    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The positions of a table in which an attacker stands on one point, with either side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointShare {
    /// The number of positions.
    pub positions: u64,
    /// `[plies]`: the number of positions that the strong side wins in this number of plies.
    pub won: Vec<u64>,
}

/// The values of all positions of a material, either side to move.
pub struct Table {
    pub(crate) index: Index,
    /// `[side to move][index]`
    pub(crate) codes: [Vec<Code>; 2],
}

impl Table {
    /// Returns the index of the table.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the material.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// Returns the value of an index for the side to move; `None` if it is no position.
    pub fn value(&self, index: usize, to_move: Side) -> Option<Value> {
        Value::from_code(self.code(index, to_move))
    }

    #[inline]
    pub(crate) fn code(&self, index: usize, to_move: Side) -> Code {
        self.codes[to_move as usize][index]
    }

    /// Counts the positions by the point of the first attacker. A point and its mirror image have the same counts.
    ///
    /// ```
    /// let mut tables = chuhe_endings::Tables::default();
    /// let material = "P vs K".parse()?;
    /// tables.solve(material, 1)?;
    /// let shares = tables.get(material).map(|table| table.shares_by_point()).unwrap_or_default();
    /// let won = |point: &str| shares[point.parse::<chuhe_rules::Square>().unwrap().index()].won.iter().sum::<u64>();
    /// assert_eq!(won("e9"), 0); // a soldier on the last rank wins nothing
    /// assert!(won("e8") > 0);
    /// assert_eq!(won("b7"), won("h7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shares_by_point(&self) -> Vec<PointShare> {
        let mut shares = vec![PointShare::default(); POINTS];
        for (attackers, squares) in self.index.attackers.list.iter().enumerate() {
            let block = self.index.block();
            let share = &mut shares[squares[0].index()];
            for side in Side::ALL {
                for code in &self.codes[side as usize][attackers * block..(attackers + 1) * block] {
                    share.positions += u64::from(*code != ILLEGAL);
                    if *code < DRAW && is_win(*code) == (side == Side::Strong) {
                        let plies = usize::from(*code);
                        share.won.resize(share.won.len().max(plies + 1), 0);
                        share.won[plies] += 1;
                    }
                }
            }
        }
        for square in Square::all().filter(|square| square.file() > 4) {
            shares[square.index()] = shares[square.mirror_files().index()].clone();
        }
        shares
    }

    /// Counts the positions with one side to move.
    pub fn share(&self, to_move: Side) -> Share {
        let mut share = Share::default();
        for (index, code) in self.codes[to_move as usize].iter().enumerate() {
            match Value::from_code(*code) {
                None => continue,
                Some(Value::Win(_)) => share.won += 1,
                Some(Value::Draw) => share.drawn += 1,
                Some(Value::Loss(_)) => share.lost += 1,
            }
            let is_strong_win = *code != DRAW && is_win(*code) == (to_move == Side::Strong);
            share.beyond += u64::from(is_strong_win && *code > NATURAL_LIMIT);
            if is_strong_win && share.longest.is_none_or(|(plies, _)| *code > plies) {
                share.longest = Some((*code, index));
            }
        }
        share
    }
}
