//! Reads commands: turns a line of text into a [`Command`] or a [`Fault`] that names the field and its value.

use super::limits::{Go, read_go};
use chuhe::engine::tt::NoMemory;
use chuhe::rules::fen::FenError;
use chuhe::rules::notation::coordinate::{NotAMove, RankBase};
use std::fmt;
use std::str::SplitWhitespace;

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
    /// `ucinewgame`, `uccinewgame` or `newgame`
    NewGame,
    /// `position startpos|fen F [moves …]`
    Position {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves played from this position.
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
    /// `ponderhit [draw]`: the expected move was played; in UCCI it may come with the offer of a draw.
    PonderHit {
        /// Whether a draw is offered.
        draw: bool,
    },
    /// UCCI `probe …`: asks for the hash table's entry for a position.
    Probe {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves played from this position.
        moves: Vec<String>,
    },
    /// A `position` that could not be read.
    BadPosition(Fault),
    /// `d`: show the board.
    Display,
    /// `quit`
    Quit,
}

/// The reason why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A field has a value that is not allowed.
    Value {
        /// Name of the field.
        field: &'static str,
        /// The value of the field as written.
        value: String,
        /// Description of the allowed values.
        wanted: String,
    },
    /// A required field, named here, is missing.
    Missing(&'static str),
    /// There is no position to search, because the last one was invalid.
    NoPosition,
    /// There is not enough memory for the requested size.
    Memory(NoMemory),
    /// A FEN is invalid.
    Fen(FenError),
    /// A text is not a move.
    Move {
        /// Name of the field.
        field: &'static str,
        /// The reason why the text is not a move.
        cause: NotAMove,
    },
    /// A move is illegal.
    Illegal {
        /// Name of the field.
        field: &'static str,
        /// The move as written.
        value: String,
        /// Code of the reason.
        reason: &'static str,
    },
    /// The moves are illegal, but would be legal with ranks counted from the other number.
    Ranks {
        /// The fault of the moves as they were read.
        cause: Box<Fault>,
        /// The first rank with which the moves are legal.
        base: RankBase,
    },
}

impl Fault {
    /// Turns a fault of a move into [`Fault::Ranks`], which names the option to set, if `fits` accepts the moves
    /// with the other count of ranks.
    pub fn or_ranks(self, base: RankBase, fits: impl Fn(RankBase) -> bool) -> Fault {
        let other = if base == RankBase::Zero { RankBase::One } else { RankBase::Zero };
        match self {
            Fault::Move { .. } | Fault::Illegal { .. } if fits(other) => {
                Fault::Ranks { cause: Box::new(self), base: other }
            }
            fault => fault,
        }
    }

    /// Creates the fault of a value that is not `wanted`.
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

/// Reads a line; returns `None` if it contains no command to carry out.
///
/// # Errors
/// [`Fault`], which names the field and its value.
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else { return Ok(None) };
    Ok(Some(match name {
        "uci" => Command::Uci,
        "ucci" => Command::Ucci,
        "isready" => Command::IsReady,
        "setoption" => read_option(words)?,
        // UCI has `ucinewgame`, UCCI an option. Programs for UCCI send the other words too, UCI2WB the last.
        "ucinewgame" | "uccinewgame" | "newgame" | "uxinewgame" => Command::NewGame,
        "position" => position(words),
        // The Cyclone engine's dialect of UCI, which UCI2WB speaks, leaves out the word `position`.
        "fen" | "startpos" => position(line.split_whitespace()),
        "probe" => read_position(words).map(|(fen, moves)| Command::Probe { fen, moves })?,
        "banmoves" => Command::BanMoves(words.map(str::to_owned).collect()),
        "go" => read_go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: words.next() == Some("draw") },
        // Commands of UCI that have no meaning for this engine.
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

/// Reads a FEN, `None` for the start position, and the moves played since.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> String {
        match read(line) {
            Err(fault) | Ok(Some(Command::BadPosition(fault))) => fault.to_string(),
            Ok(command) => panic!("{command:?}"),
        }
    }

    #[test]
    fn faults_name_field_and_value() {
        assert_eq!(fault("go perft 0"), "perft '0' is not a number from 1 to 20");
        assert_eq!(fault("go perft"), "perft is missing");
        assert_eq!(fault("position start"), "position 'start' is not 'startpos' or 'fen'");
        assert_eq!(fault("position startpos h2e2"), "position 'h2e2' is not 'moves'");
        assert_eq!(fault("castle"), "command 'castle' is not known");
    }

    #[test]
    fn the_new_game_command_of_each_protocol_is_read() {
        for line in ["ucinewgame", "uccinewgame", "newgame", "uxinewgame"] {
            assert_eq!(read(line), Ok(Some(Command::NewGame)), "{line}");
        }
    }

    #[test]
    fn positions_are_read_without_the_word_position() {
        let moves = vec!["h2e2".to_owned()];
        let fen = Some("9/9 r".to_owned());
        assert_eq!(read("fen 9/9 r moves h2e2"), Ok(Some(Command::Position { fen, moves })));
        assert_eq!(read("startpos moves"), Ok(Some(Command::Position { fen: None, moves: vec![] })));
    }

    #[test]
    fn ponder_hits_and_probes_are_read() {
        assert_eq!(read("ponderhit"), Ok(Some(Command::PonderHit { draw: false })));
        assert_eq!(read("ponderhit draw"), Ok(Some(Command::PonderHit { draw: true })));
        let moves = vec!["h2e2".to_owned()];
        assert_eq!(read("probe startpos moves h2e2"), Ok(Some(Command::Probe { fen: None, moves })));
    }

    #[test]
    fn options_of_both_protocols_are_read() {
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
