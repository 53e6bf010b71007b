//! Reads the limits of a `go` command.
//!
//! The interface waits for a move and counts any other answer as a loss. So no number makes the engine refuse a
//! search: an unusable number is ignored or read as the nearest usable one, with a notice. A search without any
//! usable limit takes [`FALLBACK`], because the clock is unknown and no `stop` can be expected.

use super::command::{Command, Fault};
use chuhe::engine::limits::{GameClock, Limits};
use chuhe::engine::session::MAX_DEPTH;
use chuhe::rules::types::{ByColor, Color};
use std::iter::{Peekable, from_fn};
use std::str::SplitWhitespace;
use std::time::Duration;

/// Longest accepted time in milliseconds, about eleven days.
const MAX_TIME: u64 = 1_000_000_000;
/// Greatest accepted number of moves or plies.
const MAX_MOVES: u64 = 10_000;
/// Greatest accepted depth of a perft, in plies.
const MAX_PERFT: u64 = 20;
/// Time for a move if limits were given but none is usable.
const FALLBACK: Duration = Duration::from_millis(100);

/// The keywords of `go`. After a keyword that takes a number, the next word is its value unless it is a keyword too.
const WORDS: [&str; 19] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "perft",
    "infinite",
    "ponder",
    "draw",
    "searchmoves",
];

/// The contents of a `go` command. Times of UCCI are in its own unit, all others in milliseconds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    depth: Option<u64>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    /// UCI `wtime` and `btime`.
    clocks: ByColor<Option<u64>>,
    /// UCI `winc` and `binc`.
    increments: ByColor<u64>,
    /// UCCI `time`.
    own_time: Option<u64>,
    /// UCCI `increment`.
    own_increment: Option<u64>,
    moves_to_go: Option<u64>,
    mate: Option<u64>,
    /// The keywords that take a number, as they came, whether or not the number is usable.
    words: Vec<&'static str>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to search during the opponent's time, until `ponderhit`.
    pub ponder: bool,
    /// Whether the opponent offers a draw.
    pub draw: bool,
    /// Messages about words that were ignored or read as other values.
    pub notices: Vec<String>,
    /// The root moves to search; empty for all.
    pub search_moves: Vec<String>,
}

impl Go {
    /// Returns whether only the static evaluation is requested, which UCCI does by depth 0.
    pub fn is_static(&self) -> bool {
        self.depth == Some(0)
    }

    /// Ignores depth 0, which has no meaning in UCI.
    pub fn ignore_depth(&mut self) {
        self.depth = None;
        self.notices.push("depth '0' is less than 1: it is ignored".to_owned());
    }

    /// Returns the limits for the side to move; `unit` is the unit of UCCI's times. Also returns a notice if no
    /// given limit is usable and the move takes [`FALLBACK`].
    pub fn limits(&self, turn: Color, unit: Duration) -> (Limits, Option<String>) {
        let mut limits = self.given_limits(turn, unit);
        let own_clock = if turn == Color::Red { "wtime" } else { "btime" };
        let is_lost =
            |word: &str| self.words.contains(&word) && limits.clock.is_none() && limits.movetime.is_none();
        let is_time_lost = [own_clock, "time", "movetime"].into_iter().any(is_lost);
        let is_unlimited = Limits { ponder: false, ..limits } == Limits::default();
        if self.infinite || !is_time_lost && (self.words.is_empty() || !is_unlimited) {
            return (limits, None);
        }
        limits.movetime = Some(FALLBACK);
        let cause =
            if is_time_lost || self.says_clock() { "the time left is not known" } else { "no limit is left" };
        (limits, Some(format!("{cause}: the move takes {} ms", FALLBACK.as_millis())))
    }

    /// Returns whether the command mentions the clock of either side.
    fn says_clock(&self) -> bool {
        ["wtime", "btime", "time", "opptime"].iter().any(|word| self.words.contains(word))
    }

    /// Returns the usable limits.
    fn given_limits(&self, turn: Color, unit: Duration) -> Limits {
        let in_units = |time: u64| unit.saturating_mul(time.try_into().unwrap_or(u32::MAX));
        let moves_to_go = self.moves_to_go.map(|moves| moves.try_into().unwrap_or(u32::MAX));
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.min(MAX_DEPTH as u64) as i32),
            nodes: self.nodes,
            movetime: self.move_time.map(Duration::from_millis),
            mate: self.mate.map(|moves| moves as u32),
            ponder: self.ponder,
            clock: None,
        };
        if let Some(time) = self.clocks[turn] {
            let remaining = Duration::from_millis(time);
            let increment = Duration::from_millis(self.increments[turn]);
            limits.clock = Some(GameClock { remaining, increment, moves_to_go });
        }
        if let Some(time) = self.own_time.map(in_units) {
            let of_clock = ["movestogo", "increment", "opptime", "oppincrement", "oppmovestogo"];
            if of_clock.iter().any(|word| self.words.contains(word)) {
                let increment = self.own_increment.map(in_units).unwrap_or_default();
                limits.clock = Some(GameClock { remaining: time, increment, moves_to_go });
            } else {
                // A time without increment or number of moves is for this one move, as in ElephantEye.
                limits.movetime = Some(time);
            }
        }
        limits
    }
}

/// Reads the words after `go`.
///
/// # Errors
/// [`Fault`] for a perft without a valid depth. Perft is not a search, so no interface waits for a move.
pub fn read_go(words: SplitWhitespace<'_>) -> Result<Command, Fault> {
    let mut reader = Reader { words: words.peekable(), go: Go::default() };
    while let Some(word) = reader.words.next() {
        if word == "perft" {
            return perft_depth(reader.words.next()).map(Command::Perft);
        }
        reader.take(word);
    }
    Ok(Command::Go(reader.go))
}

fn perft_depth(text: Option<&str>) -> Result<u32, Fault> {
    let text = text.ok_or(Fault::Missing("perft"))?;
    let depth = text.parse().ok().filter(|depth| (1..=MAX_PERFT).contains(depth));
    let wanted = || Fault::value("perft", text, format!("a number from 1 to {MAX_PERFT}"));
    depth.map(|depth| depth as u32).ok_or_else(wanted)
}

struct Reader<'a> {
    words: Peekable<SplitWhitespace<'a>>,
    go: Go,
}

/// A range of usable numbers.
#[derive(Clone, Copy)]
struct Range {
    least: u64,
    most: u64,
    /// Whether a negative number counts as 0, as on a clock that has run out.
    runs_over: bool,
}

const CLOCK: Range = Range { least: 0, most: MAX_TIME, runs_over: true };
const TIME: Range = Range { runs_over: false, ..CLOCK };
const MOVES: Range = Range { least: 1, most: MAX_MOVES, runs_over: false };
const NODES: Range = Range { most: u64::MAX, ..MOVES };

impl<'a> Reader<'a> {
    /// Reads a word and the number after it.
    fn take(&mut self, word: &'a str) {
        match word {
            "depth" => {
                // In UCCI, depth 0 requests the static evaluation.
                let least = u64::from(self.words.peek() != Some(&"0"));
                self.go.depth = self.number("depth", Range { least, ..MOVES });
            }
            "nodes" => self.go.nodes = self.number("nodes", NODES),
            "mate" => self.go.mate = self.number("mate", MOVES),
            "movetime" => self.go.move_time = self.number("movetime", TIME),
            "wtime" => self.go.clocks[Color::Red] = self.number("wtime", CLOCK),
            "btime" => self.go.clocks[Color::Black] = self.number("btime", CLOCK),
            "winc" => self.go.increments[Color::Red] = self.number("winc", CLOCK).unwrap_or_default(),
            "binc" => self.go.increments[Color::Black] = self.number("binc", CLOCK).unwrap_or_default(),
            "movestogo" => self.go.moves_to_go = self.number("movestogo", MOVES),
            "time" => self.go.own_time = self.number("time", CLOCK),
            "increment" => self.go.own_increment = self.number("increment", CLOCK),
            // The opponent's clock makes no difference.
            "opptime" => drop(self.number("opptime", CLOCK)),
            "oppincrement" => drop(self.number("oppincrement", CLOCK)),
            "oppmovestogo" => drop(self.number("oppmovestogo", CLOCK)),
            "infinite" => self.go.infinite = true,
            "ponder" => self.go.ponder = true,
            "draw" => self.go.draw = true,
            "searchmoves" => {
                let is_move = |word: &&str| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                let moves = from_fn(|| self.words.next_if(is_move)).map(str::to_owned);
                self.go.search_moves.extend(moves);
            }
            other => self.go.notices.push(format!("the word '{other}' is ignored")),
        }
    }

    /// Reads the number after a keyword, if it is usable. Adds a notice if it is not, or if it is read as another
    /// value.
    fn number(&mut self, field: &'static str, range: Range) -> Option<u64> {
        self.go.words.push(field);
        let notices = &mut self.go.notices;
        let Some(text) = self.words.next_if(|word| !WORDS.contains(word)) else {
            notices.push(format!("{field} has no number: it is ignored"));
            return None;
        };
        let Some(exact) = whole(text) else {
            notices.push(format!("{field} '{text}' is no number: it is ignored"));
            return None;
        };
        let least = if range.runs_over { i128::MIN } else { range.least.into() };
        if exact < least {
            notices.push(format!("{field} '{text}' is less than {least}: it is ignored"));
            return None;
        }
        let value = exact.clamp(0, range.most.into()) as u64;
        if text.bytes().any(|byte| !byte.is_ascii_digit()) || exact != i128::from(value) {
            notices.push(format!("{field} '{text}' is read as {value}"));
        }
        Some(value)
    }
}

/// Returns the whole part of a number, which may have a sign, a fraction and an exponent.
fn whole(text: &str) -> Option<i128> {
    // Digits alone are exact. Rust also reads "inf" and "nan" as numbers.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number = text.parse().ok();
    number.or_else(|| text.parse::<f64>().ok().filter(|_| is_plain).map(|number| number as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::read;

    fn go(line: &str) -> Go {
        match read(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{other:?}"),
        }
    }

    /// Returns Red's limits and the notices about them.
    fn limits(line: &str) -> (Limits, Vec<String>) {
        let go = go(line);
        let (limits, notice) = go.limits(Color::Red, Duration::from_millis(1));
        (limits, go.notices.into_iter().chain(notice).collect())
    }

    fn clock(line: &str) -> GameClock {
        limits(line).0.clock.expect("a clock")
    }

    #[test]
    fn limits_of_uci_are_read() {
        let (limits_there, notices) =
            limits("go wtime 60000 btime 5 winc 1000 binc 2 movestogo 9 depth 7 nodes 12");
        let clock_there = limits_there.clock.unwrap();
        assert_eq!(
            (limits_there.depth, limits_there.nodes, limits_there.movetime),
            (Some(7), Some(12), None)
        );
        assert_eq!(clock_there.remaining, Duration::from_secs(60));
        assert_eq!((clock_there.increment, clock_there.moves_to_go), (Duration::from_secs(1), Some(9)));
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(clock("go wtime -30 btime 5").remaining, Duration::ZERO);
        assert_eq!(limits("go"), (Limits::default(), vec![]));
        assert_eq!(limits("go infinite depth x").0, Limits::default());
    }

    #[test]
    fn limits_of_ucci_are_read() {
        assert_eq!(limits("go draw time 500").0.movetime, Some(Duration::from_millis(500)));
        let both = clock("go time 500 increment 20 opptime 3 oppincrement 1");
        assert_eq!((both.remaining.as_millis(), both.increment.as_millis()), (500, 20));
        assert_eq!(clock("go time 500 movestogo 4").moves_to_go, Some(4));
        let seconds = go("go time 2").limits(Color::Black, Duration::from_secs(1)).0;
        assert_eq!(seconds.movetime, Some(Duration::from_secs(2)));
    }

    #[test]
    fn a_time_of_ucci_stays_a_clock_when_the_other_words_are_unusable() {
        for rest in ["movestogo 0", "movestogo x", "increment", "opptime 500", "oppmovestogo -3"] {
            let (limits, _) = limits(&format!("go time 60000 {rest}"));
            assert_eq!(limits.movetime, None, "{rest}: not the whole clock for one move");
            assert_eq!(limits.clock.map(|clock| clock.remaining), Some(Duration::from_secs(60)), "{rest}");
        }
    }

    #[test]
    fn numbers_are_read_as_the_nearest_usable_one() {
        for (line, remaining, notice) in [
            ("go wtime 1000.5 btime 9", 1000, "wtime '1000.5' is read as 1000"),
            ("go wtime +700", 700, "wtime '+700' is read as 700"),
            ("go wtime 1e3", 1000, "wtime '1e3' is read as 1000"),
            ("go wtime -20", 0, "wtime '-20' is read as 0"),
            ("go wtime 99999999999999999999", MAX_TIME, "wtime '99999999999999999999' is read as 1000000000"),
            ("go wtime 1e300", MAX_TIME, "wtime '1e300' is read as 1000000000"),
        ] {
            assert_eq!(clock(line).remaining, Duration::from_millis(remaining), "{line}");
            assert_eq!(limits(line).1, [notice], "{line}");
        }
        let (there, notices) = limits("go movetime 100.0 depth 99999 nodes 18446744073709551616");
        assert_eq!(there.movetime, Some(Duration::from_millis(100)));
        assert_eq!((there.depth, there.nodes), (Some(MAX_DEPTH), Some(u64::MAX)));
        assert_eq!(notices.len(), 3, "{notices:?}");
    }

    #[test]
    fn unusable_numbers_are_ignored_with_a_notice() {
        for (line, notice) in [
            ("go wtime 5000 movestogo 0", "movestogo '0' is less than 1: it is ignored"),
            ("go wtime 5000 movestogo -4", "movestogo '-4' is less than 1: it is ignored"),
            ("go wtime 5000 nodes 0", "nodes '0' is less than 1: it is ignored"),
            ("go wtime 5000 depth -1", "depth '-1' is less than 1: it is ignored"),
            ("go wtime 5000 movetime -1", "movetime '-1' is less than 0: it is ignored"),
            ("go wtime 5000 mate", "mate has no number: it is ignored"),
            ("go mate wtime 5000", "mate has no number: it is ignored"),
            ("go wtime 5000 winc nan", "winc 'nan' is no number: it is ignored"),
            ("go wtime 5000 winc inf", "winc 'inf' is no number: it is ignored"),
            ("go wtime 5000 fast", "the word 'fast' is ignored"),
        ] {
            let (there, notices) = limits(line);
            let remaining = Duration::from_secs(5);
            let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: None };
            assert_eq!(there, Limits { clock: Some(clock), ..Limits::default() }, "{line}");
            assert_eq!(notices, [notice], "{line}");
        }
    }

    #[test]
    fn a_search_without_a_usable_limit_takes_the_fallback_time() {
        for line in [
            "go btime 885300",
            "go mate",
            "go mate 0",
            "go nodes 0",
            "go depth -1",
            "go movetime x",
            "go wtime x btime 300",
            "go wtime btime 300",
            "go winc 3000 binc 3000",
            "go movestogo 40",
            "go opptime 300 oppincrement 2",
            "go time ?",
            "go ponder btime 5",
        ] {
            let (limits, notices) = limits(line);
            assert_eq!(limits.movetime, Some(FALLBACK), "{line}");
            assert!(
                notices.last().is_some_and(|notice| notice.ends_with("the move takes 100 ms")),
                "{notices:?}"
            );
        }
        // A depth limit does not replace an unusable clock, because the depth may take hours. The other side's
        // clock does not matter.
        assert_eq!(limits("go depth 40 wtime x").0.movetime, Some(FALLBACK));
        assert_eq!(limits("go depth 3 btime 1000").0, Limits { depth: Some(3), ..Limits::default() });
    }

    #[test]
    fn every_search_with_words_of_limits_has_a_limit() {
        let limits_of =
            ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "movestogo", "time", "opptime"];
        let values =
            ["", "x", "-1", "0", "0.5", "2.5", "+3", "7", "1e9", "99999999999999999999999", "-", "infinit"];
        let said: Vec<String> =
            limits_of.iter().flat_map(|word| values.map(|value| format!("{word} {value}"))).collect();
        for first in &said {
            for second in &said {
                let line = format!("go {first} {second}");
                let (there, notices) = limits(&line);
                assert_ne!(there, Limits::default(), "{line}");
                assert!(there.depth.is_none_or(|depth| depth >= 0), "{line}");
                let is_plain = |word| WORDS.contains(&word) || ["0", "7"].contains(&word);
                assert!(!notices.is_empty() || line.split(' ').skip(1).all(is_plain), "{line}");
            }
        }
    }

    #[test]
    fn unknown_words_are_ignored_with_a_notice() {
        let go = go("go ponder fast depth 7 mate 2 searchmoves h2e2 soon draw");
        assert_eq!(go.notices, ["the word 'fast' is ignored", "the word 'soon' is ignored"]);
        assert_eq!((go.ponder, go.draw, go.infinite, go.search_moves.len()), (true, true, false, 1));
        let (limits, _) = go.limits(Color::Red, Duration::from_millis(1));
        assert_eq!((limits.depth, limits.mate, limits.ponder), (Some(7), Some(2), true));
    }
}
