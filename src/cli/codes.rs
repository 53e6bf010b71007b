//! Reads values of arguments that are written as codes, such as the name of a notation.

use crate::play::Language;
use crate::review::{Shard, Words};
use chuhe::lab::route::Heuristic;
use chuhe::lab::tree::{Judge, Method};
use chuhe::records::library::{Column, asked_date};
use chuhe::records::{Export, Format, read_result};
use chuhe::rules::game::{Outcome, Ruleset};
use chuhe::rules::notation::Notation;
use chuhe::rules::types::Color;

pub fn method(code: &str) -> Result<Method, String> {
    let codes = Method::ALL.map(Method::code).join(", ");
    Method::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

pub fn judge(code: &str) -> Result<Judge, String> {
    let codes = Judge::ALL.map(Judge::code).join(", ");
    Judge::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

pub fn notation(code: &str) -> Result<Notation, String> {
    let codes = Notation::ALL.map(Notation::code).join(", ");
    Notation::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

pub fn ruleset(code: &str) -> Result<&'static Ruleset, String> {
    let codes = Ruleset::ALL.map(|ruleset| ruleset.code).join(", ");
    Ruleset::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

pub fn language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| format!("'{code}' is neither zh nor en"))
}

pub fn side(name: &str) -> Result<Color, String> {
    Color::from_name(name).ok_or_else(|| format!("'{name}' is neither red nor black"))
}

pub fn export(code: &str) -> Result<Export, String> {
    let codes = Export::ALL.map(export_name).join(", ");
    Export::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

pub fn label(text: &str) -> Result<String, String> {
    match text.contains([',', '，']) {
        true => Err("commas separate labels, so a label has none".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// Returns the name of an export in help and errors: its shortest code.
pub fn export_name(export: Export) -> &'static str {
    match export {
        Export::Pgn(Notation::Chinese) => "pgn",
        _ => export.code(),
    }
}

/// Lists the exports for help, with what is unusual about them.
pub fn export_names() -> String {
    let names = Export::ALL.map(|export| match export {
        Export::Fen => "fen (the last position)",
        _ => export_name(export),
    });
    names.join(", ")
}

/// Lists the exports as PGN for help.
pub fn pgn_names() -> String {
    let names = Export::ALL.into_iter().filter(|export| export.format() == Format::Pgn).map(export_name);
    names.collect::<Vec<_>>().join(", ")
}

/// Reads the code of PGN in one of the notations.
pub fn pgn(code: &str) -> Result<Export, String> {
    let refused = || format!("'{code}' is none of {}", pgn_names());
    Export::from_code(code).filter(|export| export.format() == Format::Pgn).ok_or_else(refused)
}

/// Reads the code of one of the page's languages; returns its texts.
pub fn words(code: &str) -> Result<Words, String> {
    let codes = Words::CODES.join(", ");
    Words::of(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

/// Reads a shard of the games, such as 3/16.
pub fn shard(text: &str) -> Result<Shard, String> {
    let refused = || format!("'{text}' is none of 1/N to N/N, such as 3/16, with N up to {}", Shard::MOST);
    Shard::read(text).ok_or_else(refused)
}

pub fn heuristic(code: &str) -> Result<Heuristic, String> {
    Heuristic::from_code(code).ok_or_else(|| format!("'{code}' is neither manhattan nor zero"))
}

pub fn column(code: &str) -> Result<Column, String> {
    let codes = Column::ALL.map(Column::code).join(", ");
    Column::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
}

/// Reads a result as records write it.
pub fn result(text: &str) -> Result<Outcome, String> {
    read_result(text).ok_or_else(|| format!("'{text}' is none of 1-0, 0-1, 1/2-1/2 and *"))
}

/// Reads a date or a year; returns a number such as 19960417, with zeros for missing parts.
pub fn date(text: &str) -> Result<u32, String> {
    asked_date(text).ok_or_else(|| format!("'{text}' is no date such as 1996-04-17"))
}
