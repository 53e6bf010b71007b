//! The arguments of `chuhe play`.

use super::{Language, Setup, Style, run};
use crate::codes::{language, notation, ruleset, side};
use chuhe::rules::fen::{self, Position};
use chuhe::rules::game::Ruleset;
use chuhe::rules::notation::Notation;
use chuhe::rules::types::Color;
use clap::{Args, ColorChoice};
use std::env;
use std::io::{self, BufWriter, IsTerminal, stdin, stdout};
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game in the terminal
#[derive(Args)]
pub struct Play {
    /// The strength of the engine, from 1 to 15
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=15))]
    level: u8,
    /// Your side
    #[arg(long, value_parser = side, default_value = "red")]
    side: Color,
    /// The engine has Black and moves first
    #[arg(long, conflicts_with_all = ["side", "two", "fen"])]
    engine_first: bool,
    /// Two people play; the engine only gives hints
    #[arg(long, conflicts_with = "side")]
    two: bool,
    /// The position to begin with
    #[arg(long, default_value = fen::START)]
    fen: Position,
    /// The rules of repetition: asian, chinese or plain
    #[arg(long, default_value = "asian", value_parser = ruleset)]
    rules: &'static Ruleset,
    /// zh or en; by default the language of the system
    #[arg(long, value_parser = language)]
    lang: Option<Language>,
    /// Notation of the moves: chinese, wxf or iccs; by default that of the language
    #[arg(long, value_parser = notation)]
    notation: Option<Notation>,
    /// Show pieces as letters, capitals for Red
    #[arg(long)]
    letters: bool,
    /// When to use colours; `auto` uses them in a terminal unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Seed of the engine's random choices; by default every game differs
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    /// Plays until the input ends or the person quits.
    pub fn run(self) -> io::Result<()> {
        let is_terminal = stdout().is_terminal();
        let colour = match self.color {
            ColorChoice::Auto => is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let language = self.lang.unwrap_or_else(language_of_system);
        let mut start = self.fen;
        if self.engine_first {
            start.board.pass();
        }
        let unlike = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let usual = if language == Language::Chinese { Notation::Chinese } else { Notation::Wxf };
        let setup = Setup {
            start,
            rules: self.rules,
            person: (!self.two).then_some(self.side),
            level: self.level,
            seed: self.seed.unwrap_or(unlike),
            language,
            notation: self.notation.unwrap_or(usual),
            style: Style { colour, letters: self.letters },
            is_live: is_terminal,
        };
        run(stdin().lock(), BufWriter::new(stdout().lock()), setup)
    }
}

/// Returns the language of the environment.
fn language_of_system() -> Language {
    let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    Language::of_locale(&asked.into_iter().find(|value| !value.is_empty()).unwrap_or_default())
}
