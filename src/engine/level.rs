//! Playing strengths below full strength.
//!
//! A [`Strength`] below the top searches a fixed number of nodes to a fixed depth, misjudges its moves a
//! little, overlooks some moves (see `crate::oversight`), prefers to continue with the piece it moved last,
//! and knows openings only up to a certain ply. All of this follows from the seed and the game, so the same
//! strength, seed and game give the same move on every machine. The levels are strengths with whole numbers,
//! and a strength may lie between two levels. `chuhe-dev ladder` measures the levels against each other and
//! against simple programs; `docs/LEVELS.md` has the results.
//!
//! ```
//! use chuhe_engine::level::{self, Level};
//! use chuhe_engine::{Limits, Strength};
//! assert!(Level::numbered(1).is_some_and(|weakest| weakest.errs()));
//! assert_eq!(Strength::of(6.5).map(Strength::levels), Some(6.5));
//! let full = Strength::level(level::MAX).unwrap();
//! assert!(full.is_full() && Strength::of(16.0).is_none());
//! ```

use super::limits::Limits;
use super::oversight::Oversight;
use super::random::{below, mix};
use super::score::Value;
use super::style::{self, Standing};
use chuhe_rules::game::Game;
use chuhe_rules::movegen::MoveList;
use chuhe_rules::types::Move;
use std::fmt;
use std::time::Duration;

/// Revision of the levels. Increase it with each change of their play that the constants do not show.
pub const REVISION: u32 = 5;
/// The lowest level.
pub const MIN: u8 = 1;
/// The level that plays at full strength.
pub const MAX: u8 = 15;
/// Size of the hash table of the levels below the top in MiB. It is fixed, and the table is empty before each
/// move, because its entries influence the move.
pub const HASH: usize = 8;

/// A playing strength in hundredths of a level, from 0 to [`MAX`] levels.
///
/// Strengths below the lowest level go down to 0, which overlooks nearly every reply. They serve opponents who
/// need an even weaker player.
///
/// ```
/// use chuhe_engine::level::Strength;
/// let between = Strength::of(6.25).unwrap();
/// assert!(Strength::level(6).unwrap() < between && between < Strength::level(7).unwrap());
/// assert!(Strength::of(15.0).unwrap().is_full());
/// assert_eq!(Strength::of(15.5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u16);

/// Number of steps in a level.
const PARTS: u16 = 100;

impl Strength {
    /// The lowest strength.
    pub const LEAST: Strength = Strength(0);
    /// Full strength, the top level.
    pub const FULL: Strength = Strength(MAX as u16 * PARTS);

    /// Returns the strength of a level from [`MIN`] to [`MAX`]; `None` for other numbers.
    pub const fn level(number: u8) -> Option<Strength> {
        if MIN <= number && number <= MAX { Some(Strength(number as u16 * PARTS)) } else { None }
    }

    /// Returns a strength of 0 to [`MAX`] levels, rounded to hundredths; `None` for other numbers.
    pub fn of(levels: f64) -> Option<Strength> {
        let is_good = (0.0..=f64::from(MAX)).contains(&levels);
        is_good.then(|| Strength((levels * f64::from(PARTS)).round() as u16))
    }

    /// Returns the strength of a level as people choose it, from [`MIN`] to [`MAX`] with fractions; `None` for
    /// other numbers.
    ///
    /// ```
    /// use chuhe_engine::Strength;
    /// assert_eq!(Strength::from_level(6.25), Strength::of(6.25));
    /// assert_eq!(Strength::from_level(0.0), None);
    /// ```
    pub fn from_level(level: f64) -> Option<Strength> {
        if level >= f64::from(MIN) { Strength::of(level) } else { None }
    }

    /// Returns the strength in levels.
    pub fn levels(self) -> f64 {
        f64::from(self.0) / f64::from(PARTS)
    }

    /// Returns whether this is the top level.
    pub const fn is_full(self) -> bool {
        self.0 == Strength::FULL.0
    }

    /// Returns the whole level and the hundredths of the next one.
    const fn split(self) -> (usize, u16) {
        ((self.0 / PARTS) as usize, self.0 % PARTS)
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.levels())
    }
}

/// The parameters of a strength's play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Greatest depth in plies.
    pub depth: i32,
    /// Greatest number of nodes.
    pub nodes: u64,
    /// Greatest error in the value of a move, in either direction, in centipawns.
    pub noise: Value,
    /// Chance in thousandths to overlook a reply of medium visibility. Above 1,000 only more visible replies
    /// are seen.
    pub replies: u32,
    /// Chance in thousandths to overlook an own move of medium visibility.
    pub own: u32,
    /// Bonus for checks, captures, attacks and moves of the piece that moved last, in centipawns.
    pub ardour: Value,
    /// Whether the level evaluates positions with the network instead of the handcrafted evaluation.
    pub network: bool,
    /// Number of plies of a game for which the level uses the opening book.
    pub book: usize,
}

/// The parameters of strength 0, of levels 1 to 14, and of the limit that strengths just below full strength
/// approach.
#[rustfmt::skip] // a table is read line by line
const LEVELS: [Level; MAX as usize + 1] = [
    Level { depth: 1, nodes: 500, noise: 1_300, replies: 60_000, own: 6_000, ardour: 450, network: false, book: 0 },
    Level { depth: 1, nodes: 500, noise: 520, replies: 10_000, own: 1_600, ardour: 320, network: false, book: 0 },
    Level { depth: 1, nodes: 700, noise: 412, replies: 4_500, own: 1_370, ardour: 237, network: false, book: 0 },
    Level { depth: 1, nodes: 800, noise: 313, replies: 2_390, own: 1_095, ardour: 163, network: false, book: 0 },
    Level { depth: 1, nodes: 1_000, noise: 221, replies: 1_410, own: 745, ardour: 95, network: false, book: 0 },
    Level { depth: 1, nodes: 1_000, noise: 180, replies: 1_085, own: 575, ardour: 68, network: false, book: 0 },
    Level { depth: 1, nodes: 1_000, noise: 152, replies: 930, own: 465, ardour: 51, network: false, book: 0 },
    Level { depth: 2, nodes: 2_000, noise: 117, replies: 810, own: 355, ardour: 31, network: false, book: 0 },
    Level { depth: 3, nodes: 3_000, noise: 77, replies: 640, own: 226, ardour: 10, network: false, book: 2 },
    Level { depth: 4, nodes: 7_800, noise: 56, replies: 420, own: 139, ardour: 0, network: false, book: 4 },
    Level { depth: 6, nodes: 13_000, noise: 38, replies: 245, own: 66, ardour: 0, network: true, book: 6 },
    Level { depth: 7, nodes: 27_000, noise: 35, replies: 225, own: 57, ardour: 0, network: true, book: 8 },
    Level { depth: 9, nodes: 28_000, noise: 24, replies: 140, own: 32, ardour: 0, network: true, book: 12 },
    Level { depth: 11, nodes: 28_000, noise: 11, replies: 66, own: 14, ardour: 0, network: true, book: 16 },
    Level { depth: 64, nodes: 38_000, noise: 0, replies: 0, own: 0, ardour: 0, network: true, book: 24 },
    Level { depth: 64, nodes: 400_000, noise: 0, replies: 0, own: 0, ardour: 0, network: true, book: 32 },
];

/// The level from which a mate in one move is never overlooked.
const SEES_MATES: f64 = 7.0;
/// Plies without a capture after which a strength begins to err less, so that games do not go on without
/// progress.
const CALM: u32 = 30;
/// Plies without a capture after which a strength errs least: its errors fall to a third.
const LONG_CALM: u32 = 90;

/// Number of pieces on the board below which a low level begins to err less.
const MANY_PIECES: u32 = 20;
/// Number of pieces on the board at which a low level errs least.
const FEW_PIECES: u32 = 8;
/// The level that a lower one approaches when it is far ahead. The lower level then searches as deep but never
/// errs less.
const LEAST_HUNTING: usize = 8;

/// Time of the top level for a move without other limits.
const TOP_TIME: Duration = Duration::from_millis(2_500);

impl Level {
    /// Returns the parameters of a level; `None` for the top level and for numbers out of range.
    pub fn numbered(number: u8) -> Option<Level> {
        (MIN..MAX).contains(&number).then(|| LEVELS[usize::from(number)])
    }

    /// Returns the parameters of a strength at one move; `None` for full strength, which has no restrictions.
    ///
    /// Between two levels, most numbers are interpolated. The depth, the use of the network and the book come
    /// from the upper level if `draw`, a number below 100, is below the hundredths of the strength, else from
    /// the lower one.
    pub fn of(strength: Strength, draw: u16) -> Option<Level> {
        let (index, part) = strength.split();
        let lower = LEVELS[index];
        if part == 0 {
            return (!strength.is_full()).then_some(lower);
        }
        let upper = LEVELS[index + 1];
        let between = |low: i64, high: i64| low + (high - low) * i64::from(part) / i64::from(PARTS);
        let whole = if draw < part { upper } else { lower };
        Some(Level {
            nodes: between(lower.nodes as i64, upper.nodes as i64) as u64,
            noise: between(lower.noise.into(), upper.noise.into()) as Value,
            replies: between(lower.replies.into(), upper.replies.into()) as u32,
            own: between(lower.own.into(), upper.own.into()) as u32,
            ardour: between(lower.ardour.into(), upper.ardour.into()) as Value,
            ..whole
        })
    }

    /// Returns whether the level ever misjudges or overlooks a move.
    pub const fn errs(&self) -> bool {
        self.noise > 0 || self.replies > 0 || self.own > 0
    }

    /// Returns the limits of the level, narrowed by the requested ones.
    pub fn limits(&self, asked: Limits) -> Limits {
        Limits {
            depth: Some(asked.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(asked.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..asked
        }
    }

    /// Returns the level after a number of plies without a capture, with fewer errors.
    fn after_calm(self, plies: u32) -> Level {
        self.closer(share(plies, CALM, LONG_CALM))
    }

    /// Returns the parameters of a level below [`LEAST_HUNTING`] in the current position of a game. The level
    /// errs less when few pieces are left on the board. When it is far ahead, it errs less and searches deeper,
    /// so that it finishes the game.
    fn in_position(self, game: &Game, standing: Standing) -> Level {
        if standing != Standing::Ahead {
            let pieces = game.board().occupied().count();
            let emptiness = share(MANY_PIECES.saturating_sub(pieces), 0, MANY_PIECES - FEW_PIECES);
            return self.closer(emptiness.max(share(game.natural_count(), CALM, LONG_CALM)));
        }
        let (level, best) = (self.closer(PARTS.into()), LEVELS[LEAST_HUNTING]);
        Level {
            depth: best.depth,
            nodes: best.nodes,
            noise: level.noise.max(best.noise),
            replies: level.replies.max(best.replies),
            own: level.own.max(best.own),
            ..level
        }
    }

    /// Returns the level with smaller errors: unchanged at 0 `hundredths`, a third of their size at 100.
    fn closer(self, hundredths: u32) -> Level {
        let less = |value: i64| value - value * 2 * i64::from(hundredths) / i64::from(3 * u32::from(PARTS));
        Level {
            noise: less(self.noise.into()) as Value,
            replies: less(self.replies.into()) as u32,
            own: less(self.own.into()) as u32,
            ardour: less(self.ardour.into()) as Value,
            ..self
        }
    }
}

/// Returns how far `number` lies from `low` to `high`, as a percentage. Numbers outside the range are clamped.
fn share(number: u32, low: u32, high: u32) -> u32 {
    (number.clamp(low, high) - low) * u32::from(PARTS) / (high - low)
}

/// Returns the limits of a strength, narrowed by the requested ones.
pub fn limits(strength: Strength, asked: Limits) -> Limits {
    let (index, part) = strength.split();
    // A strength between two levels searches as deep as the upper one at some moves.
    match LEVELS.get(index + usize::from(part > 0)).filter(|_| !strength.is_full()) {
        Some(level) => level.limits(asked),
        None if asked != Limits::default() => asked,
        None => Limits { movetime: Some(TOP_TIME), ..asked },
    }
}

/// Returns the number of plies for which a strength uses the opening book. Full strength and `None` use all of
/// it.
pub fn book_plies(strength: Option<Strength>) -> usize {
    let held = strength.filter(|strength| !strength.is_full());
    held.map_or(usize::MAX, |strength| LEVELS[strength.split().0].book)
}

/// The mates in solved endings that the levels from [`FIRST_ENDINGS`] on know, by their greatest distance in plies. The
/// last one also knows which endings are drawn.
const ENDINGS: [u16; 4] = [7, 13, 23, 39];
const FIRST_ENDINGS: usize = MAX as usize - ENDINGS.len();

/// Returns what a strength knows of solved endings: the greatest distance of mates in plies, and whether it knows draws.
/// Full strength and `None` know all of them.
pub(crate) fn endings(strength: Option<Strength>) -> Option<(u16, bool)> {
    let Some(strength) = strength.filter(|strength| !strength.is_full()) else {
        return Some((u16::MAX, true));
    };
    let number = strength.split().0.checked_sub(FIRST_ENDINGS)?;
    Some((ENDINGS[number], number + 1 == ENDINGS.len()))
}

/// The behaviour of a strength at one move: its parameters and its errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mood {
    /// The parameters of its play.
    pub level: Level,
    /// The moves and replies that it overlooks.
    pub oversight: Oversight,
    standing: Standing,
    sees_mates: bool,
}

impl Mood {
    /// Returns the mood that follows from the game and the seed; `None` for full strength.
    pub fn of(strength: Strength, game: &Game, seed: u64) -> Option<Mood> {
        let seed = mix(mix(seed) ^ game.board().key() ^ game.plies().len() as u64);
        let draw = below(seed ^ 1 << 63, PARTS.into()) as u16;
        let level = Level::of(strength, draw)?;
        // Strength 0 does not try to finish a game. Between 0 and level 1 some moves are played as at level 1.
        let hunts = (draw < strength.0 || strength.0 >= PARTS) && strength.levels() < LEAST_HUNTING as f64;
        let standing = if hunts { Standing::of(game.board()) } else { Standing::Even };
        let level =
            if hunts { level.in_position(game, standing) } else { level.after_calm(game.natural_count()) };
        let oversight = Oversight { replies: level.replies, own: level.own, seed };
        let sees_mates = strength.levels() >= SEES_MATES;
        Some(Mood { level, oversight, standing, sees_mates })
    }

    /// Returns the moves of the current position that the level considers: at least one, and all in check.
    pub fn seen(&self, game: &Game) -> MoveList {
        let board = game.board();
        let moves = board.legal_moves();
        if board.in_check() {
            return moves;
        }
        let last = game.plies().last().map(|ply| ply.mv);
        let is_seen =
            |mv: &Move| !self.oversight.misses_own(board, *mv, last) || self.sees_mates && mates(game, *mv);
        let seen: MoveList = moves.iter().copied().filter(is_seen).collect();
        if seen.is_empty() { moves } else { seen }
    }

    /// Returns the centipawns by which the level overrates a move.
    pub fn bias(&self, game: &Game, mv: Move) -> Value {
        let draw = self.oversight.seed ^ u64::from(mv.bits());
        let even =
            |salt: u64| below(draw ^ salt << 32, 2 * self.level.noise as u32 + 1) as Value - self.level.noise;
        // The mean of two draws makes small errors likelier than great ones.
        let mut noise = (even(1) + even(2)) / 2;
        // Captures are easy to count, so their errors are smaller.
        if game.board().piece_at(mv.to()).is_some() {
            noise /= 3;
        }
        noise + style::liking(game, mv, self.level.ardour, self.standing)
    }
}

fn mates(game: &Game, mv: Move) -> bool {
    let mut board = game.board().clone();
    board.make(mv);
    !board.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Strength {
        Strength::level(number).expect("a level")
    }

    #[test]
    fn levels_grow_monotonically() {
        for pair in LEVELS.windows(2) {
            let (lower, upper) = (pair[0], pair[1]);
            assert!(lower.nodes <= upper.nodes && lower.depth <= upper.depth && lower.book <= upper.book);
            assert!(lower.noise >= upper.noise && lower.replies >= upper.replies && lower.own >= upper.own);
        }
    }

    #[test]
    fn strengths_between_levels_interpolate_their_parameters() {
        for hundredths in 0..u16::from(MAX) * PARTS {
            for draw in [0, 50, 99] {
                let [here, next] = [hundredths, hundredths + 1].map(|it| Level::of(Strength(it), draw));
                let Some((here, next)) = here.zip(next) else { continue };
                assert!(here.nodes <= next.nodes && here.depth <= next.depth, "{hundredths}");
                assert!(here.noise >= next.noise && here.replies >= next.replies, "{hundredths}");
            }
        }
        let depth = |draw| Level::of(Strength::of(7.25).expect("a strength"), draw).map(|level| level.depth);
        assert_eq!([0, 24, 25, 99].map(depth), [Some(3), Some(3), Some(2), Some(2)]);
        assert_eq!(Level::of(Strength::FULL, 0), None);
    }

    #[test]
    fn strengths_out_of_range_are_rejected() {
        for bad in [-0.1, 15.01, f64::NAN, f64::INFINITY] {
            assert_eq!(Strength::of(bad), None, "{bad}");
        }
        for number in MIN..=MAX {
            assert_eq!(Strength::of(number.into()), Strength::level(number));
        }
        assert_eq!([0, MAX + 1].map(Strength::level), [None, None]);
        assert_eq!(Strength::of(3.456).map(|it| it.to_string()).as_deref(), Some("3.46"));
    }

    #[test]
    fn a_mood_follows_from_seed_and_game() {
        let game = Game::default();
        let mood = |seed| Mood::of(level(5), &game, seed).unwrap();
        assert_eq!(mood(7), mood(7));
        assert_ne!(mood(7).seen(&game), mood(8).seen(&game));
        assert_eq!(Mood::of(Strength::FULL, &game, 7), None);
    }

    #[test]
    fn mate_in_one_is_never_overlooked_from_level_seven_on() {
        let game = Game::new("3k5/1R7/9/9/9/9/9/9/R8/4K4 w".parse().unwrap());
        let mate: Move = "a1a9".parse().unwrap();
        let sees = |number, seed| Mood::of(level(number), &game, seed).unwrap().seen(&game).contains(&mate);
        assert!((0..200).all(|seed| sees(7, seed)));
        assert!((0..200).any(|seed| !sees(6, seed)));
    }

    #[test]
    fn a_level_far_ahead_errs_no_less_than_the_next_one() {
        let game = Game::new("3k5/9/9/9/9/9/9/9/RR7/4K4 w".parse().unwrap());
        for hundredths in 100..=1_000 {
            let mood = |hundredths| Mood::of(Strength(hundredths), &game, 7).unwrap().level;
            let (lower, upper) = (mood(hundredths), mood(hundredths + 50));
            assert!(lower.depth <= upper.depth && lower.replies >= upper.replies, "{hundredths}");
        }
    }

    #[test]
    fn strength_zero_does_not_hunt() {
        let game = Game::new("3k5/9/9/9/9/9/9/9/RR7/4K4 w".parse().unwrap());
        let depth = |strength, seed| Mood::of(Strength(strength), &game, seed).unwrap().level.depth;
        assert!((0..100).all(|seed| depth(0, seed) == 1 && depth(100, seed) == 3));
        let some = (0..100).filter(|seed| depth(50, *seed) == 3).count();
        assert!((25..75).contains(&some), "{some} of 100");
    }

    #[test]
    fn a_level_errs_less_after_many_plies_without_a_capture() {
        let one = LEVELS[1];
        let after = |plies| one.after_calm(plies);
        assert_eq!(after(CALM), one);
        let closer = after(LONG_CALM);
        assert!(closer.own * 3 <= one.own + 3 && closer.replies * 3 <= one.replies + 3);
        assert_eq!(after(LONG_CALM + 50), closer);
    }
}
