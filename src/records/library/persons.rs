//! Unites the spellings of players' names: 吕钦, 呂欽, 吕  钦 and 廣東呂欽 are one person.
//!
//! The differences that are folded are letter case, white space, traditional and simplified characters, and the team
//! before a name, see [`Teams`].

use super::Library;
use super::names::{NameId, Names};
use super::query::is_told;
use super::simplified::folded;
use super::teams::{Teams, is_han};
use std::collections::{HashMap, HashSet};

/// A player of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The most frequent spelling without a team.
    pub name: String,
    /// The number of times that a game has this player.
    pub games: u32,
    /// The spellings in the games, each with the number of its uses, the most frequent first.
    pub spellings: Vec<(String, u32)>,
}

/// The persons to whom the names of a library belong.
pub(crate) struct Persons {
    /// The folded texts of the names, indexed by [`NameId`].
    keys: Vec<Box<str>>,
    /// The number of the person, indexed by [`NameId`].
    person_of: Vec<u32>,
    /// The folded names of the persons, without teams.
    persons: Vec<Box<str>>,
    /// The number of the person with a key, except those that are kept apart.
    by_key: HashMap<Box<str>, u32>,
}

/// Returns a name in lower case and simplified characters. White space between Chinese characters is removed, and other
/// white space becomes one space. A name of nothing but white space stays as it is.
pub fn key_of(name: &str) -> String {
    let words: Vec<String> = folded(name).split_whitespace().map(str::to_owned).collect();
    let mut key = String::with_capacity(name.len());
    for word in &words {
        let is_joined =
            key.chars().next_back().is_some_and(is_han) && word.chars().next().is_some_and(is_han);
        if !is_joined && !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    }
    if key.is_empty() { name.to_owned() } else { key }
}

impl Persons {
    pub(crate) fn new(names: &Names, apart: &[String]) -> Persons {
        let apart: HashSet<&str> = apart.iter().map(String::as_str).collect();
        let keys: Vec<Box<str>> = names.iter().map(|(text, _)| key_of(text).into_boxed_str()).collect();
        let players = names.iter().zip(&keys).filter(|((text, uses), _)| *uses > 0 && !apart.contains(text));
        let teams = Teams::new(players.map(|(_, key)| key.as_ref()));
        let (mut person_of, mut persons, mut by_key) = (Vec::new(), Vec::<Box<str>>::new(), HashMap::new());
        for ((text, uses), key) in names.iter().zip(&keys) {
            let number = persons.len() as u32;
            let is_alone = uses == 0 || apart.contains(text);
            let name: &str = if is_alone { key } else { teams.without(key) };
            let person = if is_alone { number } else { *by_key.entry(Box::from(name)).or_insert(number) };
            if person == number {
                persons.push(name.into());
            }
            person_of.push(person);
        }
        drop(teams);
        Persons { keys, person_of, persons, by_key }
    }

    /// Returns the text by which a name is sorted.
    pub(crate) fn sort_key(&self, name: NameId) -> &str {
        &self.persons[self.person_of[name as usize] as usize]
    }

    /// Returns true for each name that a term of a query finds, indexed by [`NameId`].
    fn matches(&self, term: &Term, names: &Names) -> Vec<bool> {
        match term {
            Term::Part(part) => {
                let is_found: Vec<bool> = self.persons.iter().map(|name| name.contains(part)).collect();
                let keys = self.keys.iter().zip(&self.person_of);
                keys.map(|(key, person)| is_found[*person as usize] || key.contains(part)).collect()
            }
            Term::Whole(name) => {
                let owners = self.owners(name, names);
                self.person_of.iter().map(|person| owners.contains(person)).collect()
            }
        }
    }

    /// Returns the persons with exactly this spelling. If there is none, returns those with an equal one.
    fn owners(&self, name: &str, names: &Names) -> HashSet<u32> {
        let persons = self.person_of.iter().copied();
        let same = names.iter().zip(persons.clone()).filter(|((text, _), _)| *text == name);
        let exact: HashSet<u32> = same.map(|(_, person)| person).collect();
        if !exact.is_empty() {
            return exact;
        }
        let whole = key_of(name);
        let equal = self.keys.iter().zip(persons).filter(|(key, _)| ***key == *whole);
        equal.map(|(_, person)| person).collect()
    }

    /// Returns the teams and the names by themselves. Building them takes time in proportion to the number of names.
    fn teams(&self) -> Teams<'_> {
        Teams::new(self.by_key.keys().map(AsRef::as_ref))
    }
}

/// A word of a query for players.
enum Term {
    /// A part of a name or of a spelling.
    Part(String),
    /// A whole spelling of a person's name. Quotation marks stand around it.
    Whole(String),
}

/// The names that a query finds.
pub(crate) struct NameFilter {
    /// For each word of the query, the names with this word, indexed by [`NameId`].
    words: Vec<Vec<bool>>,
}

impl NameFilter {
    /// Prepares a query such as `胡荣华 柳大华`; `None` if it has no word.
    pub(crate) fn new(text: &str, persons: &Persons, names: &Names) -> Option<NameFilter> {
        let terms = terms_of(text, persons);
        let words: Vec<_> = terms.iter().map(|term| persons.matches(term, names)).collect();
        (!words.is_empty()).then_some(NameFilter { words })
    }

    /// Returns true if each word is in one of the names.
    pub(crate) fn takes(&self, names: &[Option<NameId>]) -> bool {
        let has = |found: &Vec<bool>| {
            names.iter().flatten().any(|name| found.get(*name as usize).copied().unwrap_or(false))
        };
        self.words.iter().all(has)
    }
}

/// Returns true for characters that separate two names.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || "、，,;；/／+＋|".contains(letter)
}

/// Returns true for words between two names.
fn is_versus(word: &str) -> bool {
    matches!(word, "vs" | "vs." | "v" | "-" | "–" | "—" | "对" | "先")
}

/// Splits a query into names in quotation marks and the other words, in folded form.
fn terms_of(text: &str, persons: &Persons) -> Vec<Term> {
    let (mut terms, mut rest) = (Vec::new(), String::new());
    let quotes = |letter: char| "\"“”「」".contains(letter);
    let parts: Vec<&str> = text.split(quotes).collect();
    for (index, part) in parts.iter().enumerate() {
        // A quotation mark without an end is no mark.
        let is_quoted = index % 2 == 1 && index + 1 < parts.len();
        if is_quoted && !part.trim().is_empty() {
            terms.push(Term::Whole(part.trim().to_owned()));
        } else {
            rest.push(' ');
            rest.push_str(part);
        }
    }
    let rest = folded(&rest);
    let words: Vec<&str> = rest.split(is_separator).filter(|word| !word.is_empty()).collect();
    terms.extend(parts_of(&words, persons).into_iter().map(Term::Part));
    terms
}

/// Returns the parts of names that the words of a query stand for.
fn parts_of(words: &[&str], persons: &Persons) -> Vec<String> {
    let is_latin = |word: &&str| !word.chars().any(is_han);
    let phrase = words.join(" ");
    // "Hu Ronghua" is one name if the library has it.
    if words.len() > 1 && words.iter().all(is_latin) && persons.keys.iter().any(|key| key.contains(&phrase)) {
        return vec![phrase];
    }
    let mut parts: Vec<String> = Vec::new();
    let mut is_open = false;
    for word in words.iter().filter(|word| words.len() == 1 || !is_versus(word)) {
        // 吕  钦 is one name, since a single character is none.
        let is_single = word.chars().count() == 1 && word.chars().all(is_han);
        match parts.last_mut() {
            Some(last) if is_open && is_single => last.push_str(word),
            _ => parts.push((*word).to_owned()),
        }
        is_open = is_single;
    }
    if parts.iter().all(|part| is_latin(&part.as_str())) {
        return parts;
    }
    let teams = persons.teams();
    let mut names: Vec<String> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        // 广东 吕钦 is one player with the team.
        let next = parts.get(index + 1);
        if next.is_some_and(|next| teams.is_name(next)) && !teams.is_name(part) && teams.is_team(part) {
            continue;
        }
        names.push(teams.without(part).to_owned());
    }
    names
}

/// The persons of a library that a text finds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The persons with the most games, the most games first.
    pub persons: Vec<Person>,
    /// The number of all persons that the text finds.
    pub total: usize,
}

impl Library {
    /// Returns the players whose names have all words of a text, `limit` at most. The spellings of `apart` are persons
    /// of their own.
    ///
    /// ```
    /// use chuhe_records::library::Library;
    /// use chuhe_records as records;
    /// let mut library = Library::default();
    /// for (red, mv) in [("吕钦", "h2e2"), ("呂  欽", "b2e2"), ("廣東呂欽", "h2d2"), ("许银川", "b2d2")] {
    ///     let text = format!("[Red \"{red}\"]\n\n1. {mv} *");
    ///     library.add(&records::read(text.as_bytes(), &|_, _| None)?.record);
    /// }
    /// let found = library.persons("", &[], 10);
    /// assert_eq!((found.total, found.persons[0].name.as_str(), found.persons[0].games), (2, "吕钦", 3));
    /// assert_eq!(library.persons("", &["廣東呂欽".to_owned()], 10).total, 3);
    /// # Ok::<(), records::ReadError>(())
    /// ```
    pub fn persons(&self, text: &str, apart: &[String], limit: usize) -> Found {
        let persons = self.names.persons(apart);
        let filter = NameFilter::new(text, &persons, &self.names);
        let mut spellings: HashMap<u32, Vec<(NameId, &str, u32)>> = HashMap::new();
        let mut found: HashSet<u32> = HashSet::new();
        for (name, (text, uses)) in (0..).zip(self.names.iter()) {
            if uses == 0 || !is_told(text) {
                continue;
            }
            let person = persons.person_of[name as usize];
            spellings.entry(person).or_default().push((name, text, uses));
            if filter.as_ref().is_none_or(|filter| filter.takes(&[Some(name)])) {
                found.insert(person);
            }
        }
        let games = |person: &u32| spellings[person].iter().map(|(_, _, uses)| uses).sum::<u32>();
        let mut order: Vec<(u32, u32)> = found.iter().map(|person| (games(person), *person)).collect();
        order.sort_unstable_by(|(games, person), (other_games, other)| {
            let key = |person: u32| &persons.persons[person as usize];
            other_games.cmp(games).then_with(|| key(*person).cmp(key(*other)))
        });
        let total = order.len();
        let described = order.into_iter().take(limit).map(|(games, person)| {
            let mut spellings = spellings.remove(&person).unwrap_or_default();
            spellings.sort_by(|(_, text, uses), (_, other, other_uses)| {
                other_uses.cmp(uses).then(text.len().cmp(&other.len())).then_with(|| text.cmp(other))
            });
            let key = &persons.persons[person as usize];
            let bare = spellings.iter().find(|(name, ..)| persons.keys[*name as usize] == *key);
            let name = bare.or(spellings.first()).map_or_else(String::new, |(_, text, _)| (*text).to_owned());
            let spellings = spellings.iter().map(|(_, text, uses)| ((*text).to_owned(), *uses)).collect();
            Person { name, games, spellings }
        });
        Found { persons: described.collect(), total }
    }
}
