//! What is kept of a reviewed game as a line of JSON.

use super::work::Task;
use crate::codes::export_name;
use chuhe::records::{Export, Record, result_text};
use chuhe::review::ReviewReport;
use serde::{Deserialize, Serialize};

/// How the games of a file were reviewed: all alike.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Settings {
    /// Of the program.
    version: String,
    /// For each position.
    pub nodes: u32,
    to: String,
    lang: String,
}

impl Settings {
    pub fn new(nodes: u32, to: Export, lang: &str) -> Settings {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Settings { version, nodes, to: to.code().to_owned(), lang: lang.to_owned() }
    }

    /// The first thing in which others differ: what it is called, its value here and there.
    pub fn unlike(&self, others: &Settings) -> Option<(&'static str, String, String)> {
        let pairs = [
            ("version", self.version.clone(), others.version.clone()),
            ("--nodes", self.nodes.to_string(), others.nodes.to_string()),
            ("--to", self.to_name(), others.to_name()),
            ("--lang", self.lang.clone(), others.lang.clone()),
        ];
        pairs.into_iter().find(|(_, here, there)| here != there)
    }

    /// What `--to` is called on the command line.
    fn to_name(&self) -> String {
        Export::from_code(&self.to).map_or_else(|| self.to.clone(), |to| export_name(to).to_owned())
    }
}

/// Which game it is, and what is said of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// As it was named.
    pub file: String,
    /// In the file, from 1.
    pub game: usize,
    pub settings: Settings,
    /// How many the game has in the PGN file.
    pub bytes: u64,
    /// Why it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Why the rest of its main line was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    pub red: String,
    pub black: String,
    pub event: String,
    pub date: String,
    pub result: String,
    pub plies: usize,
}

impl Entry {
    /// Of a game that is not read yet.
    pub fn new(task: &Task, settings: &Settings) -> Entry {
        let nothing = String::new;
        Entry {
            file: task.file.clone(),
            game: task.number,
            settings: settings.clone(),
            bytes: 0,
            refused: task.game.as_ref().err().map(ToString::to_string),
            left_out: None,
            red: nothing(),
            black: nothing(),
            event: nothing(),
            date: nothing(),
            result: nothing(),
            plies: 0,
        }
    }

    /// Says of the game what its record says.
    pub fn read(&mut self, record: &Record) {
        let tag = |name: &str| record.tags.get(name).unwrap_or_default().to_owned();
        (self.red, self.black, self.date) = (tag("Red"), tag("Black"), tag("Date"));
        let titles = [tag("Event"), tag("Title")];
        self.event = titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
        self.result = result_text(record.result).to_owned();
        self.plies = record.main_nodes().count();
    }
}

/// A whole line.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(flatten)]
    pub entry: &'a Entry,
    /// The FEN of the start position.
    pub start: String,
    /// Such as `h2e2`.
    pub moves: Vec<String>,
    pub review: &'a ReviewReport,
}

/// What a report needs of a line.
#[derive(Clone, Deserialize, Debug)]
pub struct Row {
    #[serde(flatten)]
    pub entry: Entry,
    /// `None` where the game was refused.
    #[serde(default)]
    pub review: Option<Sides>,
}

/// How the sides played.
#[derive(Clone, Copy, Deserialize, Debug)]
pub struct Sides {
    pub red: Side,
    pub black: Side,
}

/// As [`chuhe::review::SideReport`].
#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    pub moves: usize,
    pub average: f64,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
    #[serde(default)]
    pub turning_point: Option<usize>,
}
