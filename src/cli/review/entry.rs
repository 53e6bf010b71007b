//! The line of JSON that stores a reviewed game.

use crate::codes::export_name;
use chuhe::records::{Export, Record, result_text};
use chuhe::review::ReviewReport;
use serde::{Deserialize, Serialize};

/// The settings of a run, the same for all games of a file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Settings {
    /// Version of the program.
    version: String,
    /// Number of nodes for each position.
    pub nodes: u32,
    to: String,
    lang: String,
}

impl Settings {
    pub fn new(nodes: u32, to: Export, lang: &str) -> Settings {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Settings { version, nodes, to: to.code().to_owned(), lang: lang.to_owned() }
    }

    /// Returns the first difference from `others`: the name of the setting, its value here and its value there.
    pub fn unlike(&self, others: &Settings) -> Option<(&'static str, String, String)> {
        let pairs = [
            ("version", self.version.clone(), others.version.clone()),
            ("--nodes", self.nodes.to_string(), others.nodes.to_string()),
            ("--to", self.to_name(), others.to_name()),
            ("--lang", self.lang.clone(), others.lang.clone()),
        ];
        pairs.into_iter().find(|(_, here, there)| here != there)
    }

    /// Returns the value of `--to` on the command line.
    fn to_name(&self) -> String {
        Export::from_code(&self.to).map_or_else(|| self.to.clone(), |to| export_name(to).to_owned())
    }
}

/// The identity of a game and its tags.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The file as named on the command line, or a file inside it.
    pub file: String,
    /// Number of the game in the file, from 1.
    pub game: usize,
    pub settings: Settings,
    /// Length of the game in the PGN file, in bytes.
    pub bytes: u64,
    /// The reason why the game cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The reason why the rest of the main line was left out.
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
    /// Creates the entry of a game whose record is not read yet.
    pub fn new(file: &str, number: usize, settings: &Settings) -> Entry {
        let nothing = String::new;
        Entry {
            file: file.to_owned(),
            game: number,
            settings: settings.clone(),
            bytes: 0,
            refused: None,
            left_out: None,
            red: nothing(),
            black: nothing(),
            event: nothing(),
            date: nothing(),
            result: nothing(),
            plies: 0,
        }
    }

    /// Fills in the tags, the result and the number of plies of a record.
    pub fn read(&mut self, record: &Record) {
        let tag = |name: &str| record.tags.get(name).unwrap_or_default().to_owned();
        (self.red, self.black, self.date) = (tag("Red"), tag("Black"), tag("Date"));
        let titles = [tag("Event"), tag("Title")];
        self.event = titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
        self.result = result_text(record.result).to_owned();
        self.plies = record.main_nodes().count();
    }
}

/// A complete line of JSON.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(flatten)]
    pub entry: &'a Entry,
    /// The FEN of the start position.
    pub start: String,
    /// The moves of the main line, such as `h2e2`.
    pub moves: Vec<String>,
    pub review: &'a ReviewReport,
    /// The annotated game; `None` if a file of its own holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}

/// The parts of a line that a report needs.
#[derive(Clone, Deserialize, Debug)]
pub struct Row {
    #[serde(flatten)]
    pub entry: Entry,
    /// Statistics of both sides; `None` if the game could not be reviewed.
    #[serde(default)]
    pub review: Option<Sides>,
}

/// The statistics of both sides.
#[derive(Clone, Copy, Deserialize, Debug)]
pub struct Sides {
    pub red: Side,
    pub black: Side,
}

/// The statistics of one side, as in [`chuhe::review::SideReport`].
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
