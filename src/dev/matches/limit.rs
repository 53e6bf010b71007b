//! Limits of an engine: for a move, or a clock for the whole game.

use clap::Args;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A game clock: a time for the game and an increment for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time of each side at the start.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    /// Reads `10+0.1` or `10`, in seconds.
    fn from_str(text: &str) -> Result<Clock, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| {
            let number = part.parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
            number.map(Duration::from_secs_f64)
        };
        let (base, increment) = seconds(base)
            .zip(seconds(increment))
            .filter(|(base, _)| !base.is_zero())
            .ok_or(format!("'{text}' is not SECONDS+SECONDS, such as 10+0.1"))?;
        Ok(Clock { base, increment })
    }
}

/// The limits of an engine for a move. All limits that are set hold together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limit {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for a move.
    pub movetime: Option<Duration>,
    /// The time for the game.
    pub clock: Option<Clock>,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.movetime.map(|time| format!("{} ms", time.as_millis())),
            self.clock
                .map(|clock| format!("{}+{} s", clock.base.as_secs_f64(), clock.increment.as_secs_f64())),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The options that limit the engines.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits (-a and -b: for one engine, in place of what both have)")]
pub struct LimitArguments {
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime_a: Option<u64>,
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime_b: Option<u64>,
    /// Nodes for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_a: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Plies of search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth_a: Option<u32>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth_b: Option<u32>,
    /// Clock in seconds for the game and for each move, such as 10+0.1
    #[arg(long, value_name = "CLOCK")]
    tc: Option<Clock>,
    #[arg(long, value_name = "CLOCK")]
    tc_a: Option<Clock>,
    #[arg(long, value_name = "CLOCK")]
    tc_b: Option<Clock>,
}

impl LimitArguments {
    /// Returns the limits of engine A and engine B.
    ///
    /// # Errors
    /// A message when one of them has none.
    pub fn limits(&self) -> Result<[Limit; 2], String> {
        let limit = |depth, nodes, millis: Option<u64>, clock| Limit {
            depth,
            nodes,
            movetime: millis.map(Duration::from_millis),
            clock,
        };
        let both = limit(self.depth, self.nodes, self.movetime, self.tc);
        let own = [
            limit(self.depth_a, self.nodes_a, self.movetime_a, self.tc_a),
            limit(self.depth_b, self.nodes_b, self.movetime_b, self.tc_b),
        ];
        let limits = own.map(|own| if own == Limit::default() { both } else { own });
        match limits.iter().position(|limit| *limit == Limit::default()) {
            Some(engine) => Err(format!(
                "engine {} has no limit: give --movetime, --nodes, --depth or --tc",
                super::NAMES[engine]
            )),
            None => Ok(limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_and_written() {
        let clock: Clock = "10+0.1".parse().expect("a clock");
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (10_000, 100));
        let limit = Limit { clock: Some(clock), depth: Some(8), ..Limit::default() };
        assert_eq!(limit.to_string(), "depth 8, 10+0.1 s");
        for bad in ["", "+1", "0+1", "x+1", "1+x", "-1", "1+2+3", "nan"] {
            assert!(bad.parse::<Clock>().is_err_and(|error| error.contains(bad)), "{bad}");
        }
    }
}
