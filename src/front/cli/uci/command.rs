//! Reading commands: a line of text becomes a [`Command`] or a [`Fault`] that names field and value.

use chuhe::engine::limits::{GameClock, Limits};
use chuhe::engine::session::MAX_DEPTH;
use chuhe::engine::tt::NoMemory;
use chuhe::game::fen::FenError;
use chuhe::game::notation::coordinate::{NotAMove, RankBase};
use chuhe::game::types::{ByColor, Color};
use std::fmt;
use std::str::SplitWhitespace;
use std::time::Duration;

/// Longest time that is accepted, in milliseconds: about eleven days.
const MAX_TIME: u64 = 1_000_000_000;
/// Greatest number of moves or plies that is accepted.
const MAX_MOVES: u64 = 10_000;
/// Deepest perft that is accepted.
const MAX_PERFT: u64 = 20;

/// A command of either protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: the handshake of UCI.
    Uci,
    /// `ucci`: the handshake of UCCI.
    Ucci,
    /// `isready`
    IsReady,
    /// `setoption name N value V` or `setoption N V`
    SetOption {
        /// The option as written.
        name: String,
        /// The rest of the line; empty for a button.
        value: String,
    },
    /// `ucinewgame`
    NewGame,
    /// `position startpos|fen F [moves …]`
    Position {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `banmoves …`: moves that may not be played in the current position.
    BanMoves(Vec<String>),
    /// `go perft N`
    Perft(u32),
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit [draw]`: the move pondered on was played; with it, in UCCI, a draw may be offered.
    PonderHit {
        /// Whether a draw is offered.
        draw: bool,
    },
    /// UCCI `probe …`: what the hash table knows of a position.
    Probe {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// A `position` that could not be read.
    BadPosition(Fault),
    /// A `go` that could not be read.
    BadGo(Fault),
    /// `d`: show the board.
    Display,
    /// `quit`
    Quit,
}

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A field has a value that it cannot have.
    Value {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it can be.
        wanted: String,
    },
    /// A field is not there.
    Missing(&'static str),
    /// There is no position to search: the last one was refused.
    NoPosition,
    /// There is no memory for what was asked for.
    Memory(NoMemory),
    /// A FEN was refused.
    Fen(FenError),
    /// A text is no move.
    Move {
        /// The field.
        field: &'static str,
        /// What is wrong.
        cause: NotAMove,
    },
    /// A move is illegal.
    Illegal {
        /// The field.
        field: &'static str,
        /// The move as written.
        value: String,
        /// A code that says why.
        reason: &'static str,
    },
    /// Moves are refused that can be played where ranks are counted otherwise.
    Ranks {
        /// Why they are refused.
        cause: Box<Fault>,
        /// The counting in which they can be.
        base: RankBase,
    },
}

impl Fault {
    /// Names the option to set if moves are refused which another counting of ranks, `fits` tells, makes good.
    pub fn or_ranks(self, base: RankBase, fits: impl Fn(RankBase) -> bool) -> Fault {
        let other = if base == RankBase::Zero { RankBase::One } else { RankBase::Zero };
        match self {
            Fault::Move { .. } | Fault::Illegal { .. } if fits(other) => {
                Fault::Ranks { cause: Box::new(self), base: other }
            }
            fault => fault,
        }
    }

    /// A value that is not what is wanted.
    pub fn value(field: &'static str, value: &str, wanted: impl Into<String>) -> Fault {
        Fault::Value { field, value: value.to_owned(), wanted: wanted.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value { field, value, wanted } => write!(f, "{field} '{value}' is not {wanted}"),
            Fault::Missing(field) => write!(f, "{field} is missing"),
            Fault::NoPosition => write!(f, "there is no position: the last 'position' was refused"),
            Fault::Memory(cause) => write!(f, "{cause}"),
            Fault::Fen(cause) => write!(f, "{cause}"),
            Fault::Move { field, cause } => write!(f, "{field}: {cause}"),
            Fault::Illegal { field, value, reason } => {
                write!(f, "{field}: the move '{value}' is illegal ({reason})")
            }
            Fault::Ranks { cause, base } => {
                let first = base.first();
                write!(f, "{cause}; with ranks from {first} it is legal: set the option RankBase to {first}")
            }
        }
    }
}

impl std::error::Error for Fault {}

impl From<NoMemory> for Fault {
    fn from(cause: NoMemory) -> Fault {
        Fault::Memory(cause)
    }
}

impl From<FenError> for Fault {
    fn from(cause: FenError) -> Fault {
        Fault::Fen(cause)
    }
}

/// What `go` asks for. Times of UCCI are in its own unit, all others in milliseconds.
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
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to think in the opponent's time, until `ponderhit`.
    pub ponder: bool,
    /// Whether the opponent offers a draw.
    pub draw: bool,
    /// Words that mean nothing; they are passed over, as UCI has it.
    pub ignored: Vec<String>,
    /// The only moves to look at; empty for all.
    pub search_moves: Vec<String>,
}

impl Go {
    /// Whether only the static evaluation is asked for, which UCCI does with depth 0.
    pub fn is_static(&self) -> bool {
        self.depth == Some(0)
    }

    /// The limits for the side to move, a unit of UCCI's times being `unit`.
    ///
    /// # Errors
    /// [`Fault::Missing`] when only the other side's clock was given.
    pub fn limits(&self, turn: Color, unit: Duration) -> Result<Limits, Fault> {
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
        } else if self.clocks[!turn].is_some() {
            return Err(Fault::Missing(if turn == Color::Red { "wtime" } else { "btime" }));
        }
        match (self.own_time.map(in_units), self.own_increment.map(in_units), moves_to_go) {
            // A time with nothing besides is, as ElephantEye reads it, all for this one move.
            (Some(time), None, None) => limits.movetime = Some(time),
            (Some(remaining), increment, moves_to_go) => {
                let increment = increment.unwrap_or_default();
                limits.clock = Some(GameClock { remaining, increment, moves_to_go });
            }
            (None, ..) => {}
        }
        Ok(limits)
    }
}

/// Reads a line; `None` when there is nothing to obey.
///
/// # Errors
/// [`Fault`], naming the field and its value.
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else { return Ok(None) };
    Ok(Some(match name {
        "uci" => Command::Uci,
        "ucci" => Command::Ucci,
        "isready" => Command::IsReady,
        "setoption" => read_option(words)?,
        "ucinewgame" => Command::NewGame,
        "position" => position(words),
        // The dialect of UCI that the Cyclone engine brought about, in which UCI2WB talks, leaves the word out.
        "fen" | "startpos" => position(line.split_whitespace()),
        "probe" => read_position(words).map(|(fen, moves)| Command::Probe { fen, moves })?,
        "banmoves" => Command::BanMoves(words.map(str::to_owned).collect()),
        "go" => read_go(words).unwrap_or_else(Command::BadGo),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: words.next() == Some("draw") },
        // UCI has them, and they are nothing to this engine.
        "debug" | "register" => return Ok(None),
        "d" => Command::Display,
        "quit" => Command::Quit,
        other => return Err(Fault::value("command", other, "known")),
    }))
}

fn read_option(words: SplitWhitespace<'_>) -> Result<Command, Fault> {
    let words: Vec<&str> = words.collect();
    let (name, value) = match words.split_first() {
        None => return Err(Fault::Missing("option")),
        Some((&"name", rest)) => {
            let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
            (rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "))
        }
        Some((name, rest)) => ((*name).to_owned(), rest.join(" ")),
    };
    if name.is_empty() { Err(Fault::Missing("option")) } else { Ok(Command::SetOption { name, value }) }
}

fn position(words: SplitWhitespace<'_>) -> Command {
    match read_position(words) {
        Ok((fen, moves)) => Command::Position { fen, moves },
        Err(fault) => Command::BadPosition(fault),
    }
}

/// A FEN, `None` for the start position, and the moves since.
fn read_position(mut words: SplitWhitespace<'_>) -> Result<(Option<String>, Vec<String>), Fault> {
    let kind = words.next().ok_or(Fault::Missing("position"))?;
    let before_moves: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let moves = words.map(str::to_owned).collect();
    let fen = match (kind, before_moves.first()) {
        ("startpos", None) => None,
        ("startpos", Some(word)) => return Err(Fault::value("position", word, "'moves'")),
        ("fen", _) => Some(before_moves.join(" ")),
        (other, _) => return Err(Fault::value("position", other, "'startpos' or 'fen'")),
    };
    Ok((fen, moves))
}

fn read_go(words: SplitWhitespace<'_>) -> Result<Command, Fault> {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = |field, least, most| number(field, words.next(), least, most);
        match word {
            "depth" => go.depth = Some(number("depth", 0, MAX_MOVES)?),
            "nodes" => go.nodes = Some(number("nodes", 1, u64::MAX)?),
            "movetime" => go.move_time = Some(number("movetime", 0, MAX_TIME)?),
            "wtime" => go.clocks[Color::Red] = Some(number("wtime", 0, MAX_TIME)?),
            "btime" => go.clocks[Color::Black] = Some(number("btime", 0, MAX_TIME)?),
            "winc" => go.increments[Color::Red] = number("winc", 0, MAX_TIME)?,
            "binc" => go.increments[Color::Black] = number("binc", 0, MAX_TIME)?,
            "movestogo" => go.moves_to_go = Some(number("movestogo", 1, MAX_MOVES)?),
            "time" => go.own_time = Some(number("time", 0, MAX_TIME)?),
            "increment" => go.own_increment = Some(number("increment", 0, MAX_TIME)?),
            "perft" => return Ok(Command::Perft(number("perft", 1, MAX_PERFT)? as u32)),
            "mate" => go.mate = Some(number("mate", 1, MAX_MOVES)?),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            // What the opponent has makes no difference.
            "opptime" | "oppincrement" | "oppmovestogo" => drop(number("opptime", 0, MAX_TIME)?),
            "searchmoves" => {
                let is_move = |word: &&str| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                let moves = std::iter::from_fn(|| words.next_if(is_move));
                go.search_moves.extend(moves.map(str::to_owned));
            }
            other => go.ignored.push(other.to_owned()),
        }
    }
    Ok(Command::Go(go))
}

/// A number in a range. A clock that has run over is given as a negative number; it counts as 0.
fn number(field: &'static str, text: Option<&str>, least: u64, most: u64) -> Result<u64, Fault> {
    let text = text.ok_or(Fault::Missing(field))?;
    let magnitude = if most == MAX_TIME { text.strip_prefix('-') } else { None };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = match magnitude {
        Some(digits) => is_number(digits).then_some(0),
        None => Some(text).filter(|text| is_number(text)).and_then(|text| text.parse().ok()),
    };
    let in_range = value.filter(|value| (least..=most).contains(value));
    in_range.ok_or_else(|| Fault::value(field, text, format!("a number from {least} to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Result<Limits, Fault> {
        match read(line)? {
            Some(Command::BadGo(fault)) => Err(fault),
            Some(Command::Go(go)) => go.limits(Color::Red, Duration::from_millis(1)),
            other => panic!("{other:?}"),
        }
    }

    fn fault(line: &str) -> String {
        match read(line) {
            Err(fault) | Ok(Some(Command::BadGo(fault) | Command::BadPosition(fault))) => fault.to_string(),
            Ok(command) => panic!("{command:?}"),
        }
    }

    #[test]
    fn limits_of_uci() {
        let limits = go("go wtime 60000 btime 5 winc 1000 binc 2 movestogo 9 depth 7 nodes 12").unwrap();
        let clock = limits.clock.unwrap();
        assert_eq!((limits.depth, limits.nodes, limits.movetime), (Some(7), Some(12), None));
        assert_eq!(clock.remaining, Duration::from_secs(60));
        assert_eq!((clock.increment, clock.moves_to_go), (Duration::from_secs(1), Some(9)));
        assert_eq!(go("go wtime -30 btime 5").unwrap().clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(go("go").unwrap(), Limits::default());
    }

    #[test]
    fn limits_of_ucci() {
        assert_eq!(go("go draw time 500").unwrap().movetime, Some(Duration::from_millis(500)));
        let clock = go("go time 500 increment 20 opptime 3 oppincrement 1").unwrap().clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.increment.as_millis()), (500, 20));
        assert_eq!(go("go time 500 movestogo 4").unwrap().clock.unwrap().moves_to_go, Some(4));
        let Ok(Some(Command::Go(seconds))) = read("go time 2") else { panic!() };
        let limits = seconds.limits(Color::Black, Duration::from_secs(1)).unwrap();
        assert_eq!(limits.movetime, Some(Duration::from_secs(2)));
    }

    #[test]
    fn faults_name_field_and_value() {
        assert_eq!(fault("go depth x"), "depth 'x' is not a number from 0 to 10000");
        assert_eq!(fault("go depth -1"), "depth '-1' is not a number from 0 to 10000");
        assert_eq!(fault("go mate 0"), "mate '0' is not a number from 1 to 10000");
        assert_eq!(fault("go nodes"), "nodes is missing");
        assert_eq!(fault("position start"), "position 'start' is not 'startpos' or 'fen'");
        assert_eq!(fault("position startpos h2e2"), "position 'h2e2' is not 'moves'");
        assert_eq!(fault("castle"), "command 'castle' is not known");
        assert_eq!(go("go btime 5").unwrap_err(), Fault::Missing("wtime"));
    }

    #[test]
    fn words_without_meaning_are_passed_over() {
        let Ok(Some(Command::Go(go))) = read("go ponder fast depth 7 mate 2 searchmoves h2e2 soon draw")
        else {
            panic!("it is read")
        };
        assert_eq!(go.ignored, ["fast", "soon"]);
        assert_eq!((go.ponder, go.draw, go.infinite, go.search_moves.len()), (true, true, false, 1));
        let limits = go.limits(Color::Red, Duration::from_millis(1)).unwrap();
        assert_eq!((limits.depth, limits.mate, limits.ponder), (Some(7), Some(2), true));
    }

    #[test]
    fn positions_without_the_word() {
        let moves = vec!["h2e2".to_owned()];
        let fen = Some("9/9 r".to_owned());
        assert_eq!(read("fen 9/9 r moves h2e2"), Ok(Some(Command::Position { fen, moves })));
        assert_eq!(read("startpos moves"), Ok(Some(Command::Position { fen: None, moves: vec![] })));
    }

    #[test]
    fn ponder_hits_and_probes() {
        assert_eq!(read("ponderhit"), Ok(Some(Command::PonderHit { draw: false })));
        assert_eq!(read("ponderhit draw"), Ok(Some(Command::PonderHit { draw: true })));
        let moves = vec!["h2e2".to_owned()];
        assert_eq!(read("probe startpos moves h2e2"), Ok(Some(Command::Probe { fen: None, moves })));
    }

    #[test]
    fn options_of_both_protocols() {
        let option = |name: &str, value: &str| {
            Ok(Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() }))
        };
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(read("setoption hashsize 64"), option("hashsize", "64"));
        assert_eq!(read("setoption newgame"), option("newgame", ""));
        assert_eq!(read("  "), Ok(None));
    }
}
