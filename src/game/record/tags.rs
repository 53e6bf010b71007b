//! What is said about a game: names of players and events, and the result.

use super::search::replace;
use crate::game::rules::Outcome;
use crate::game::types::Color;

/// Names that a record keeps elsewhere: in its start position, its result or nowhere.
const STRUCTURAL: [&str; 6] = ["Game", "Variant", "Result", "FEN", "SetUp", "Format"];

/// Names and values in order. A name stands once; values have one line and are never blank.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// All names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a name, such as `Red`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Sets a value; a blank one removes the name.
    ///
    /// A name consists of ASCII letters, digits and `_`: other characters are left out. Line breaks and
    /// other control characters in a value become spaces, and it is trimmed. The names that PGN files
    /// use for what a record holds elsewhere (`Game`, `Variant`, `Result`, `FEN`, `SetUp`, `Format`) and
    /// empty names are not taken. What files of engines call `White` is `Red` here, and so are
    /// `WhiteElo` and `WhiteTeam`.
    pub fn set(&mut self, name: &str, value: &str) {
        let name = own_name(name);
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.trim();
        if name.is_empty() || STRUCTURAL.contains(&name.as_str()) {
            return;
        }
        let place = self.0.iter().position(|(other, _)| *other == name);
        match (place, value.is_empty()) {
            (Some(place), true) => drop(self.0.remove(place)),
            (Some(place), false) => self.0[place].1 = value.to_owned(),
            (None, true) => {}
            (None, false) => self.0.push((name, value.to_owned())),
        }
    }

    /// Sets a value unless the name has one.
    pub(super) fn set_missing(&mut self, name: &str, value: &str) {
        if self.get(&own_name(name)).is_none() {
            self.set(name, value);
        }
    }
}

/// A name as a record has it.
fn own_name(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    match name.as_str() {
        "White" | "WhiteElo" | "WhiteTeam" => replace(&name, "White", "Red"),
        _ => name,
    }
}

/// Most tags that are read from a file.
pub(super) const MAX_TAGS: usize = 200;

/// A result as PGN writes it.
pub fn result_text(result: Outcome) -> &'static str {
    match result {
        Outcome::Win(Color::Red) => "1-0",
        Outcome::Win(Color::Black) => "0-1",
        Outcome::Draw => "1/2-1/2",
        Outcome::Ongoing => "*",
    }
}

/// A result as DhtmlXQ writes it.
pub fn result_word(result: Outcome) -> &'static str {
    match result {
        Outcome::Win(Color::Red) => "红胜",
        Outcome::Win(Color::Black) => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Ongoing => "未知",
    }
}

/// The result that a field for it names: also `W`, `L` and `D`, which among moves may be anything.
pub(super) fn read_result_field(text: &str) -> Option<Outcome> {
    match text.trim() {
        "W" | "w" => Some(Outcome::Win(Color::Red)),
        "L" | "l" => Some(Outcome::Win(Color::Black)),
        "D" | "d" => Some(Outcome::Draw),
        text => read_result(text),
    }
}

/// The result that a text names in one of the ways of PGN, DhtmlXQ and file titles.
pub fn read_result(text: &str) -> Option<Outcome> {
    Some(match text.trim() {
        "1-0" | "红胜" | "红先胜" | "红方胜" | "先胜" | "紅勝" | "紅先勝" | "紅方勝" => {
            Outcome::Win(Color::Red)
        }
        "0-1" | "黑胜" | "红先负" | "黑方胜" | "先负" | "红负" | "黑勝" | "紅先負" | "黑方勝" => {
            Outcome::Win(Color::Black)
        }
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "和棋" | "和" | "和局" | "先和" | "红先和" | "平局" => {
            Outcome::Draw
        }
        "*" | "未知" | "不明" | "未完" => Outcome::Ongoing,
        _ => return None,
    })
}
