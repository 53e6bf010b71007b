//! Finds the team before a player's name, as in 上海胡荣华.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Provinces, cities, regions, countries and the teams of Chinese trades, in simplified characters, separated by white
/// space.
const PLACES: &str = include_str!("places.txt");

/// Words with which the name of a team ends. A place may stand before them, such as 上海队 and 河北省棋院.
const ENDINGS: [&str; 14] = [
    "队",
    "省",
    "市",
    "区",
    "县",
    "局",
    "一队",
    "二队",
    "棋院",
    "体协",
    "棋协",
    "象棋会",
    "象棋协会",
    "俱乐部",
];

/// The least and the greatest number of characters of a name behind a team, and of a team whose name is not in the
/// table.
const NAME: std::ops::RangeInclusive<usize> = 2..=6;
const TEAM: std::ops::RangeInclusive<usize> = 2..=10;

/// The number of different players behind a text from which on the text counts as a team.
const PLAYERS_OF_A_TEAM: usize = 3;

static PLACE_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| PLACES.split_whitespace().collect());

/// The greatest number of bytes of a place.
static LONGEST_PLACE: LazyLock<usize> =
    LazyLock::new(|| PLACE_SET.iter().map(|place| place.len()).max().unwrap_or(0));

/// Returns true for Chinese characters, including the zero 〇.
pub(crate) fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '〇' | '々')
}

/// Returns true if a text is a place of the table.
fn is_place(text: &str) -> bool {
    PLACE_SET.contains(text)
}

/// Returns the longest place with which a text begins.
fn place_before(text: &str) -> Option<&str> {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let ends = ends.take_while(|end| *end <= *LONGEST_PLACE);
    ends.filter(|end| is_place(&text[..*end])).last().map(|end| &text[..end])
}

/// Returns true if a text is a place, or a place with an ending such as 队. Other texts with an ending have no place.
fn is_plain_team(text: &str) -> bool {
    is_place(text)
        || ENDINGS.iter().filter_map(|ending| text.strip_suffix(ending)).any(|place| {
            is_place(place) || place_before(place).is_some_and(|first| is_plain_team(&place[first.len()..]))
        })
}

/// The names that stand in a library by themselves, and the teams before them. All texts are simplified, without white
/// space.
#[derive(Default)]
pub(crate) struct Teams<'a> {
    names: HashSet<&'a str>,
    /// Texts that stand before several players, with the number of these players.
    before: HashMap<&'a str, usize>,
}

impl<'a> Teams<'a> {
    /// Finds the teams in the names of all players, each given once.
    pub(crate) fn new(names: impl Iterator<Item = &'a str>) -> Teams<'a> {
        let names: HashSet<&str> = names.filter(|name| name.chars().all(is_han)).collect();
        let mut teams = Teams { names, before: HashMap::new() };
        let mut before: HashMap<&str, usize> = HashMap::new();
        for name in &teams.names {
            if let Some((team, _)) = teams.splits(name).find(|(team, _)| team.chars().count() <= *NAME.end())
            {
                *before.entry(team).or_insert(0) += 1;
            }
        }
        before.retain(|team, players| *players >= PLAYERS_OF_A_TEAM && !teams.names.contains(team));
        teams.before = before;
        teams
    }

    /// Returns the ways to split a text into a text before and a known name, the longest name first.
    fn splits<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        let count = text.chars().count();
        let letters = text.char_indices().enumerate().skip(*TEAM.start());
        letters.filter_map(move |(before, (at, _))| {
            let (team, name) = text.split_at(at);
            let is_one = TEAM.contains(&before) && NAME.contains(&(count - before));
            (is_one && !is_place(name) && self.names.contains(name)).then_some((team, name))
        })
    }

    /// Returns a name without the teams before it. A team is removed only from a name that stands in the library by
    /// itself, too.
    ///
    /// The text before a name is a team if it is a place, if it begins with a place and has no player's name in it, or
    /// if it stands before several players.
    pub(crate) fn without<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text;
        while let Some((_, name)) = self.splits(rest).find(|(team, _)| self.is_team(team)) {
            rest = name;
        }
        rest
    }

    /// Returns true if a text that stands before a known name is a team.
    pub(crate) fn is_team(&self, text: &str) -> bool {
        if is_plain_team(text) {
            return true;
        }
        if self.has_name(text) {
            return false;
        }
        // One character behind a place can be a surname: 山东陈 is no team.
        let has_place = place_before(text).is_some_and(|place| text[place.len()..].chars().count() != 1);
        has_place || self.before.contains_key(text)
    }

    /// Returns true if a text stands in the library as a name by itself.
    pub(crate) fn is_name(&self, text: &str) -> bool {
        self.names.contains(text)
    }

    /// Returns true if a part of the text is a known name.
    fn has_name(&self, text: &str) -> bool {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let parts = starts.iter().enumerate().flat_map(|(first, from)| {
            starts.iter().skip(first + NAME.start()).take(NAME.end() - 1).map(|to| &text[*from..*to])
        });
        parts.into_iter().any(|part| !is_place(part) && self.names.contains(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_removed_from_a_name_that_is_known_by_itself() {
        let names = [
            "胡荣华",
            "吕钦",
            "王斌",
            "李群",
            "张强",
            "上海胡荣华",
            "郭莉萍",
            "煤炭张强",
            "煤炭吕钦",
            "煤炭王斌",
            "明生",
            "中国",
            "中国上海",
            "欧阳琦琳",
        ];
        let teams = Teams::new(names.into_iter());
        for (text, name) in [
            ("上海胡荣华", "胡荣华"),
            ("中国上海胡荣华", "胡荣华"),
            ("上海队胡荣华", "胡荣华"),
            ("广东省队吕钦", "吕钦"),
            ("广东王老吉吕钦", "吕钦"),
            ("江苏王斌", "王斌"),
            ("江苏李群", "李群"),
            ("煤炭李群", "李群"),
            ("胡荣华", "胡荣华"),
            // The player is not in the library by himself.
            ("上海谢靖", "上海谢靖"),
            // A pair, and a pair of a team.
            ("郭莉萍吕钦", "郭莉萍吕钦"),
            ("黑龙江郭莉萍广东吕钦", "黑龙江郭莉萍广东吕钦"),
            // The end of a name is no name.
            ("山东陈明生", "山东陈明生"),
            ("中国上海", "中国上海"),
            ("", ""),
        ] {
            assert_eq!(teams.without(text), name, "{text}");
        }
    }

    #[test]
    fn the_table_has_nothing_twice_and_only_simplified_characters() {
        assert_eq!(PLACES.split_whitespace().count(), PLACE_SET.len());
        for place in PLACE_SET.iter() {
            assert_eq!(crate::library::simplified::folded(place), *place);
            assert!(place.chars().all(is_han) && place.chars().count() > 1, "{place}");
        }
    }
}
