//! The options of both protocols.

use super::Dialect;
use super::command::Fault;
use chuhe::engine::book::{Book, MAGIC, text};
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level;
#[cfg(feature = "tune")]
use chuhe::engine::params;
use chuhe::engine::session::{DEFAULT_HASH, MAX_LINES, MAX_THREADS};
use chuhe::rules::game::{ASIAN, Ruleset};
use std::fs;
use std::sync::Arc;

/// An option that can be set. Names are matched without regard to case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Size of the hash table in MiB.
    Hash,
    /// Number of search threads.
    Threads,
    /// Clears the hash table.
    ClearHash,
    /// Number of lines to report.
    MultiPv,
    /// Number of Red's back rank, 0 or 1.
    RankBase,
    /// Playing strength; the greatest level has no limits.
    Level,
    /// Seed of the random choices of the lower levels.
    Seed,
    /// Whether the interface may send `go ponder`; the engine ponders whenever it receives that.
    Ponder,
    /// Whether to report the chances beside each score.
    ShowWdl,
    /// Whether positions are evaluated by the network, not by the handcrafted evaluation.
    UseNetwork,
    /// File of the network; empty for the embedded network.
    EvalFile,
    /// Whether to play from the opening book.
    OwnBook,
    /// File of the opening book; empty for the embedded book.
    BookFile,
    /// True if solved endings are looked up.
    UseEndings,
    /// The rules of repetition.
    RepetitionRule,
    /// In UCCI, whether times are in milliseconds instead of seconds.
    Milliseconds,
    /// In UCI, the game; only `xiangqi` is allowed.
    Variant,
}

/// An option whose value is a whole number.
struct Spin {
    name: Name,
    uci: &'static str,
    ucci: &'static str,
    range: (u64, u64),
    default: u64,
}

const SPINS: [Spin; 6] = [
    Spin { name: Name::Hash, uci: "Hash", ucci: "hashsize", range: (1, 1024), default: DEFAULT_HASH as u64 },
    Spin { name: Name::Threads, uci: "Threads", ucci: "threads", range: (1, MAX_THREADS as u64), default: 1 },
    Spin { name: Name::MultiPv, uci: "MultiPV", ucci: "multipv", range: (1, MAX_LINES as u64), default: 1 },
    Spin { name: Name::RankBase, uci: "RankBase", ucci: "rankbase", range: (0, 1), default: 0 },
    Spin {
        name: Name::Level,
        uci: "Level",
        ucci: "level",
        range: (level::MIN as u64, level::MAX as u64),
        default: level::MAX as u64,
    },
    Spin { name: Name::Seed, uci: "Seed", ucci: "seed", range: (0, u32::MAX as u64), default: 0 },
];

/// Options that are true or false: name, word in UCI and in UCCI (empty if there is none), default.
const CHECKS: [(Name, &str, &str, bool); 6] = [
    (Name::Milliseconds, "", "usemillisec", true),
    (Name::Ponder, "Ponder", "ponder", false),
    (Name::UseNetwork, "Use NNUE", "usennue", true),
    (Name::ShowWdl, "UCI_ShowWDL", "showwdl", false),
    (Name::OwnBook, "OwnBook", "ownbook", false),
    (Name::UseEndings, "Use Endings", "useegtb", true),
];

/// The other options, under all their names.
const OTHERS: [(&str, Name); 8] = [
    ("RepetitionRule", Name::RepetitionRule),
    ("repetition", Name::RepetitionRule),
    ("Clear Hash", Name::ClearHash),
    ("clearhash", Name::ClearHash),
    ("newgame", Name::ClearHash),
    ("EvalFile", Name::EvalFile),
    ("BookFile", Name::BookFile),
    ("UCI_Variant", Name::Variant),
];

/// Returns the option with this name in either protocol, ignoring case.
pub fn named(text: &str) -> Option<Name> {
    let spin =
        SPINS.iter().find(|spin| [spin.uci, spin.ucci].iter().any(|name| name.eq_ignore_ascii_case(text)));
    let check = CHECKS.iter().find(|(_, uci, ucci, _)| {
        !text.is_empty() && [uci, ucci].iter().any(|name| name.eq_ignore_ascii_case(text))
    });
    let other = OTHERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    spin.map(|spin| spin.name).or(check.map(|check| check.0)).or(other.map(|(_, name)| *name))
}

/// Reads the value of a numeric option.
///
/// # Errors
/// [`Fault`] when the text is not a number or out of range.
pub fn number(name: Name, text: &str) -> Result<u64, Fault> {
    let Some(spin) = SPINS.iter().find(|spin| spin.name == name) else {
        return Err(Fault::value("option", text, "a number"));
    };
    let (least, most) = spin.range;
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| Fault::value(spin.uci, text, format!("a number from {least} to {most}")))
}

/// Reads the value of the option `field`, which is on or off.
///
/// # Errors
/// [`Fault`] when the text is neither `true` nor `false`.
pub fn check(field: &'static str, text: &str) -> Result<bool, Fault> {
    match text {
        // UCI2WB forwards XBoard's numbers.
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(Fault::value(field, text, "true or false")),
    }
}

/// Sets a parameter of the search; returns whether one has this name.
///
/// # Errors
/// [`Fault`] when the text is not a number or out of range.
#[cfg(feature = "tune")]
pub fn set_param(name: &str, text: &str) -> Result<bool, Fault> {
    match params::set(name, text) {
        Ok(()) => Ok(true),
        Err(params::Refused::Name) => Ok(false),
        Err(params::Refused::Value(param)) => {
            Err(Fault::value(param.name, text, format!("a number from {} to {}", param.min, param.max)))
        }
    }
}

/// Returns the rule set that a protocol calls `text`, the value of the option [`Name::RepetitionRule`].
///
/// # Errors
/// [`Fault`] when no rule set has this name.
pub fn ruleset(dialect: Dialect, text: &str) -> Result<&'static Ruleset, Fault> {
    let found = Ruleset::ALL.into_iter().find(|ruleset| ruleset_name(dialect, ruleset) == text);
    let names = || Ruleset::ALL.map(|ruleset| ruleset_name(dialect, ruleset)).join(", ");
    found.ok_or_else(|| Fault::value("RepetitionRule", text, format!("one of {}", names())))
}

/// Returns the protocol's name of a rule set; UCCI has its own names.
fn ruleset_name(dialect: Dialect, ruleset: &Ruleset) -> &'static str {
    match (dialect, ruleset.code) {
        (Dialect::Ucci, "asian") => "asianrule",
        (Dialect::Ucci, "chinese") => "chineserule",
        (Dialect::Ucci, "plain") => "alwaysdraw",
        (_, code) => code,
    }
}

fn vars(dialect: Dialect) -> String {
    Ruleset::ALL.map(|ruleset| format!("var {}", ruleset_name(dialect, ruleset))).join(" ")
}

/// Returns the network of the option [`Name::EvalFile`], or the embedded network for an empty text, which UCI
/// writes as `<empty>`.
///
/// # Errors
/// [`Fault`] when the file cannot be read or is not a network.
pub fn network(path: &str) -> Result<Option<Arc<Network>>, Fault> {
    if matches!(path, "" | "<empty>") {
        return Ok(Network::embedded());
    }
    let bad = |cause: String| Fault::value("EvalFile", path, format!("a network: {cause}"));
    let bytes = fs::read(path).map_err(|cause| bad(cause.to_string()))?;
    let network = Network::read(&bytes).map_err(|cause| bad(cause.to_string()))?;
    Ok(Some(Arc::new(network)))
}

/// Returns the book of the option [`Name::BookFile`], or the embedded book for an empty text, which UCI writes as
/// `<empty>`. The file is a book as text or in its binary form.
///
/// # Errors
/// [`Fault`] when the file cannot be read or is not a book.
pub fn book(path: &str) -> Result<Option<Arc<Book>>, Fault> {
    if matches!(path, "" | "<empty>") {
        return Ok(Book::embedded());
    }
    let bad = |cause: String| Fault::value("BookFile", path, format!("a book: {cause}"));
    let bytes = fs::read(path).map_err(|cause| bad(cause.to_string()))?;
    let book = if bytes.starts_with(&MAGIC) {
        Book::read(&bytes).map_err(|cause| bad(cause.to_string()))?
    } else {
        let text = String::from_utf8(bytes).map_err(|_| bad("neither text nor binary".to_owned()))?;
        text::read(&text).map_err(|cause| bad(cause.to_string()))?
    };
    Ok(Some(Arc::new(book)))
}

/// Returns the lines of options that answer `uci`.
pub fn for_uci() -> Vec<String> {
    let spin = |spin: &Spin| {
        let (min, max) = spin.range;
        format!("option name {} type spin default {} min {min} max {max}", spin.uci, spin.default)
    };
    let mut lines: Vec<String> = SPINS.iter().map(spin).collect();
    let checks = CHECKS.iter().filter(|check| !check.1.is_empty());
    lines.extend(
        checks.map(|(_, name, _, default)| format!("option name {name} type check default {default}")),
    );
    lines.push("option name Clear Hash type button".to_owned());
    lines.push("option name EvalFile type string default <empty>".to_owned());
    lines.push("option name BookFile type string default <empty>".to_owned());
    let (rules, default) = (vars(Dialect::Uci), ASIAN.code);
    lines.push(format!("option name RepetitionRule type combo default {default} {rules}"));
    lines.push("option name UCI_Variant type combo default xiangqi var xiangqi".to_owned());
    #[cfg(feature = "tune")]
    lines.extend(params::ALL.iter().map(|param| {
        let params::Param { name, value, min, max, .. } = param;
        format!("option name {name} type spin default {value} min {min} max {max}")
    }));
    lines
}

/// Returns the lines of options that answer `ucci`.
pub fn for_ucci() -> Vec<String> {
    let spin = |spin: &Spin| {
        let (min, max) = spin.range;
        format!("option {} type spin min {min} max {max} default {}", spin.ucci, spin.default)
    };
    let check =
        |(_, _, name, default): &(_, _, &str, bool)| format!("option {name} type check default {default}");
    let mut lines: Vec<String> = CHECKS.iter().map(check).collect();
    lines.extend(SPINS.iter().map(spin));
    let (rules, default) = (vars(Dialect::Ucci), ruleset_name(Dialect::Ucci, &ASIAN));
    lines.push(format!("option repetition type combo {rules} default {default}"));
    lines.push("option UCI_Variant type combo var xiangqi default xiangqi".to_owned());
    lines.push("option evalfile type string default".to_owned());
    lines.push("option bookfile type string default".to_owned());
    lines.push("option clearhash type button".to_owned());
    lines.push("option newgame type button".to_owned());
    lines
}
