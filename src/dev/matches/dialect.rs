//! Formats commands to an engine and reads its answers, in UCI and in UCCI.
//!
//! UCI is Stefan Meyer-Kahlen's; UCCI is version 3.0 of xqbase.com. UCCI has no time for a single move, so the time
//! is sent as a clock with one move until the next control.

use super::limit::Limit;
use chuhe::rules::fen::START;
use chuhe::rules::game::Game;
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::{ByColor, Color};
use clap::ValueEnum;
use std::fmt::Write;
use std::time::Duration;

/// The value of a mate of any length, in centipawns.
pub const MATE: i32 = 30_000;

/// A protocol between engines and graphical interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

/// The limit and the clocks for an engine's next move.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The limit of the move.
    pub limit: Limit,
    /// The remaining time of both sides, when the limit is a clock.
    pub left: ByColor<Duration>,
    /// The engine's colour.
    pub turn: Color,
}

impl Allowance {
    /// Returns the longest time that the move may take; `None` when no time is set.
    pub fn time(&self) -> Option<Duration> {
        let clock = self.limit.clock.map(|_| self.left[self.turn]);
        [self.limit.movetime, clock].into_iter().flatten().min()
    }
}

impl Protocol {
    /// Returns the first command to an engine.
    pub fn hello(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Ucci => "ucci",
        }
    }

    /// Returns the line that ends the engine's introduction.
    pub fn ready(self) -> &'static str {
        match self {
            Protocol::Uci => "uciok",
            Protocol::Ucci => "ucciok",
        }
    }

    /// Formats the command that sets an option. An option without a value is a button.
    pub fn set_option(self, name: &str, value: &str) -> String {
        let words = match self {
            Protocol::Uci if value.is_empty() => format!("setoption name {name}"),
            Protocol::Uci => format!("setoption name {name} value {value}"),
            Protocol::Ucci => format!("setoption {name} {value}"),
        };
        words.trim_end().to_owned()
    }

    /// Returns the commands that make an engine forget earlier games. `offered` are the names of its options.
    pub fn new_game(self, offered: &[String]) -> Vec<String> {
        match self {
            Protocol::Uci => vec!["ucinewgame".to_owned()],
            Protocol::Ucci => {
                let wanted = ["newgame", "clearhash"].into_iter();
                let known = wanted.filter(|name| offered.iter().any(|option| option == name));
                known.map(|name| self.set_option(name, "")).collect()
            }
        }
    }

    /// Formats the position of a game with all its moves, which engines need to detect repetition.
    pub fn position(self, game: &Game, base: RankBase) -> String {
        let start = game.start().to_string();
        let mut text = match self {
            Protocol::Uci if start == START => "position startpos".to_owned(),
            _ => format!("position fen {start}"),
        };
        for (index, ply) in game.plies().iter().enumerate() {
            text.push_str(if index == 0 { " moves " } else { " " });
            text.push_str(&base.write(ply.mv));
        }
        text
    }

    /// Formats the command that asks for a move.
    pub fn go(self, allowance: &Allowance) -> String {
        let Allowance { limit, left, turn } = allowance;
        let mut text = "go".to_owned();
        // Writing to a String cannot fail.
        if let Some(depth) = limit.depth {
            let _ = write!(text, " depth {depth}");
        }
        if let Some(nodes) = limit.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(time) = limit.movetime {
            let _ = match self {
                Protocol::Uci => write!(text, " movetime {}", time.as_millis()),
                Protocol::Ucci => write!(text, " time {} movestogo 1", time.as_millis()),
            };
        }
        if let Some(clock) = limit.clock {
            let (own, other, step) = (left[*turn], left[!*turn], clock.increment.as_millis());
            let [red, black] = [left[Color::Red], left[Color::Black]].map(|time| time.as_millis().max(1));
            let _ = match self {
                Protocol::Uci => {
                    write!(text, " wtime {red} btime {black} winc {step} binc {step}")
                }
                Protocol::Ucci => {
                    let [own, other] = [own, other].map(|time| time.as_millis().max(1));
                    write!(text, " time {own} increment {step} opptime {other} oppincrement {step}")
                }
            };
        }
        text
    }
}

/// Returns the name of the option that a line of the introduction offers.
pub fn offered_option(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option ")?;
    let rest = rest.strip_prefix("name ").unwrap_or(rest);
    let end = rest.find(" type ")?;
    Some(rest[..end].to_owned())
}

/// The contents of an `info` line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct News {
    /// The depth of the line of play, in plies.
    pub depth: Option<u32>,
    /// The score in centipawns for the side to move, a mate being [`MATE`]. Bounds are omitted.
    pub score: Option<i32>,
}

/// Reads an `info` line, such as `info depth 7 score cp 12 pv h2e2`.
pub fn news(line: &str) -> Option<News> {
    let mut words = line.strip_prefix("info ")?.split_whitespace().peekable();
    let (mut news, mut is_first, mut is_bound) = (News::default(), true, false);
    while let Some(word) = words.next() {
        match word {
            "depth" => news.depth = words.next().and_then(|word| word.parse().ok()),
            "score" => news.score = score(&mut words),
            "lowerbound" | "upperbound" => is_bound = true,
            "multipv" => is_first = words.next() == Some("1"),
            "string" | "message" => return None,
            "pv" => break,
            _ => {}
        }
    }
    if is_bound {
        news.score = None;
    }
    is_first.then_some(news)
}

fn score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<i32> {
    match words.next()? {
        "cp" => words.next()?.parse().ok(),
        "mate" => words.next()?.parse::<i32>().ok().map(|moves| if moves > 0 { MATE } else { -MATE }),
        number => number.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::limit::Clock;

    fn allowance(limit: Limit) -> Allowance {
        let left = ByColor([Duration::from_secs(9), Duration::from_secs(7)]);
        Allowance { limit, left, turn: Color::Black }
    }

    #[test]
    fn limits_in_both_protocols() {
        let movetime = Limit { movetime: Some(Duration::from_millis(100)), ..Limit::default() };
        let depth = Limit { depth: Some(8), nodes: Some(5), ..Limit::default() };
        let clock: Clock = "10+0.1".parse().expect("a clock");
        let clock = Limit { clock: Some(clock), ..Limit::default() };
        for (limit, uci, ucci) in [
            (movetime, "go movetime 100", "go time 100 movestogo 1"),
            (depth, "go depth 8 nodes 5", "go depth 8 nodes 5"),
            (
                clock,
                "go wtime 9000 btime 7000 winc 100 binc 100",
                "go time 7000 increment 100 opptime 9000 oppincrement 100",
            ),
        ] {
            assert_eq!(Protocol::Uci.go(&allowance(limit)), uci);
            assert_eq!(Protocol::Ucci.go(&allowance(limit)), ucci);
        }
        assert_eq!(allowance(clock).time(), Some(Duration::from_secs(7)));
    }

    #[test]
    fn info_lines_of_both_protocols_are_read() {
        let read = |line| news(line).map(|news| (news.depth, news.score));
        assert_eq!(read("info depth 7 seldepth 9 score cp -12 pv h2e2"), Some((Some(7), Some(-12))));
        assert_eq!(read("info depth 7 score mate -2 pv h2e2"), Some((Some(7), Some(-MATE))));
        assert_eq!(read("info depth 7 score cp 9 upperbound pv h2e2"), Some((Some(7), None)));
        assert_eq!(read("info depth 7 score 33 pv h2e2"), Some((Some(7), Some(33))));
        assert_eq!(read("info depth 7 multipv 2 score cp 33 pv h2e2"), None);
        assert_eq!(read("info string depth 3 score cp 1"), None);
        assert_eq!(read("bestmove h2e2"), None);
    }

    #[test]
    fn options_are_found_in_both_protocols() {
        assert_eq!(offered_option("option name Clear Hash type button").as_deref(), Some("Clear Hash"));
        assert_eq!(offered_option("option newgame type button").as_deref(), Some("newgame"));
        assert_eq!(offered_option("id name option"), None);
    }
}
