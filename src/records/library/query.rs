//! Selects and sorts the games of a library by a query.

use super::kept::Kept;
use super::names::{GameNames, NameId};
use super::natural;
use super::persons::{NameFilter, Persons};
use super::simplified::folded;
use super::{Id, Library};
use crate::Record;
use chuhe_rules::game::Outcome;
use std::collections::HashMap;

/// The value by which games are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Column {
    /// The order in which the games were added.
    #[default]
    Added,
    /// Red's name. The names of one person stand together. The title stands for the names of a game without players.
    Red,
    /// Black's name, like Red's.
    Black,
    /// The event, the title or the name of the file, see [`event`].
    Event,
    /// The date.
    Date,
    /// The result.
    Result,
    /// The number of plies.
    Plies,
    /// The opening.
    Opening,
}

chuhe_rules::codes! {
    Column:
    Added = "added",
    Red = "red",
    Black = "black",
    Event = "event",
    Date = "date",
    Result = "result",
    Plies = "plies",
    Opening = "opening",
}

/// A search for the games that match every field. A text matches if it is part of the game's text; letter case and the
/// difference between traditional and simplified characters do not matter. An empty text matches every game.
///
/// In a text for players, each word has to be in a name: `胡荣华 柳大华` finds the games of these two. White space between
/// Chinese characters and a team before a known name do not matter. A name in quotation marks is the whole name of a
/// [person](super::Person).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Query {
    /// Words in the names of the two players, or in the title of a game without players.
    pub player: String,
    /// Red's name.
    pub red: String,
    /// Black's name.
    pub black: String,
    /// The event, the title or the name of the file.
    pub event: String,
    /// The opening, by its ECCO code or its name.
    pub opening: String,
    /// One of the labels of the game, compared exactly.
    pub label: String,
    /// A text in a comment or another note of the game.
    pub words: String,
    /// The first and the last date, as [`date_of`] returns them; 0 for no limit.
    pub dates: (u32, u32),
    /// The result.
    pub result: Option<Outcome>,
    /// The smallest and the largest number of plies; 0 for no limit.
    pub plies: (usize, usize),
    /// The spellings of names that are not united with others.
    pub apart: Vec<String>,
    /// The order of the games.
    pub column: Column,
    /// True for the reverse order.
    pub is_descending: bool,
}

/// A text to search for.
struct Needle(Option<String>);

impl Needle {
    fn new(text: &str) -> Needle {
        Needle(Some(folded(text.trim())).filter(|text| !text.is_empty()))
    }

    /// Returns true if one of the texts contains the searched text.
    fn is_in<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> bool {
        let Some(needle) = &self.0 else { return true };
        texts.into_iter().any(|text| folded(text).contains(needle))
    }
}

/// The first two-digit year that counts from 1900: 50 means 1950, and 49 means 2049.
const CENTURY_PIVOT: u32 = 50;

/// Reads a date as a number such as 19960417, from the forms that records have, such as `1996.04.17`, `4/17/1996` and
/// `1996年4月17日`. An unknown month or day is 0, and a date without a year is 0. A year of two digits counts only before
/// month and day, as in `96-04-17`: 50 to 99 are 1950 to 1999, and 00 to 49 are 2000 to 2049.
///
/// ```
/// use chuhe_records::library::date_of;
/// for text in ["1996.04.17", "4/17/1996", "1996年4月17日", "19960417", "96-04-17"] {
///     assert_eq!(date_of(text), 19_960_417);
/// }
/// assert_eq!((date_of("1996.??.??"), date_of("unknown")), (19_960_000, 0));
/// ```
pub fn date_of(text: &str) -> u32 {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let numbers: Vec<(usize, u32)> =
        numbers.take(3).filter_map(|digits| Some((digits.len(), digits.parse().ok()?))).collect();
    let (year, month, day) = match *numbers.as_slice() {
        [(8, date), ..] => (date / 10_000, date / 100 % 100, date % 100),
        [(4, year)] => (year, 0, 0),
        [(4, year), (_, month)] => (year, month, 0),
        [(4, year), (_, month), (_, day)] => (year, month, day),
        // A first number above 12 is the day.
        [(_, day @ 13..), (_, month), (4, year)] => (year, month, day),
        [(_, month), (_, day), (4, year)] => (year, month, day),
        [(_, month), (4, year)] => (year, month, 0),
        [(2, year), (_, month @ 1..=12), (_, day @ 1..=31)] => (with_century(year), month, day),
        _ => (0, 0, 0),
    };
    if year < 1_000 {
        return 0;
    }
    let (month, day) = if month <= 12 && day <= 31 { (month, day) } else { (0, 0) };
    year * 10_000 + month * 100 + day
}

const fn with_century(year: u32) -> u32 {
    if year < CENTURY_PIVOT { 2_000 + year } else { 1_900 + year }
}

/// Reads a date of a query like [`date_of`]; `None` if the text is no date, or has a month above 12 or a day above 31.
///
/// ```
/// use chuhe_records::library::asked_date;
/// assert_eq!((asked_date("1996年6月"), asked_date("1996-13-45"), asked_date("soon")), (Some(19_960_600), None, None));
/// ```
pub fn asked_date(text: &str) -> Option<u32> {
    let parts = |date: u32| [date / 10_000, date / 100 % 100, date % 100];
    let known = |parts: &[u32]| parts.iter().filter(|part| **part > 0).count();
    let date = date_of(text);
    let digits = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let numbers: Vec<u32> = digits.take(3).filter_map(|digits| digits.parse().ok()).collect();
    let said = match *numbers.as_slice() {
        [whole] if whole >= 10_000_000 => known(&parts(whole)),
        _ => known(&numbers),
    };
    (date > 0 && known(&parts(date)) == said).then_some(date)
}

/// Returns the last day of a [date](date_of): a date without a month or a day stands for the whole year or month. An
/// unknown year stays 0.
pub fn last_day_of(date: u32) -> u32 {
    match (date, date / 100 % 100, date % 100) {
        (0, ..) => 0,
        (_, 0, _) => date + 1_231,
        (_, _, 0) => date + 31,
        _ => date,
    }
}

/// A query with its texts prepared for comparison.
struct Ready<'a> {
    query: &'a Query,
    player: Option<NameFilter>,
    red: Option<NameFilter>,
    black: Option<NameFilter>,
    event: Needle,
    opening: Needle,
    words: Needle,
}

/// A function that returns the names of the opening of a game in several languages, with the name for sorting first.
/// The library itself has no table of openings.
pub type Namer<'a> = &'a dyn Fn(Kept<'_>) -> Vec<&'static str>;

impl Ready<'_> {
    /// Returns true if the players match.
    fn takes_names(&self, GameNames { red, black, title }: GameNames) -> bool {
        let takes = |filter: &Option<NameFilter>, names: &[Option<NameId>]| {
            filter.as_ref().is_none_or(|filter| filter.takes(names))
        };
        takes(&self.red, &[red]) && takes(&self.black, &[black]) && takes(&self.player, &[red, black, title])
    }

    fn takes(&self, game: Kept<'_>, namer: Namer<'_>) -> bool {
        let Query { dates, result, plies, label, .. } = self.query;
        let within = |value: usize, (from, to): (usize, usize)| value >= from && (to == 0 || value <= to);
        let date = || date_of(game.tag("Date"));
        // A game without a date matches no date limit. A year or a month matches if any of its days does.
        let has_date = || date() > 0 && last_day_of(date()) >= dates.0 && (dates.1 == 0 || date() <= dates.1);
        let label_fits = || labels(game.tag("Labels")).any(|other| other == label);
        result.is_none_or(|result| result == game.outcome())
            && within(game.plies(), *plies)
            && (*dates == (0, 0) || has_date())
            && self.event.is_in(["Event", "Title", SOURCE].map(|name| game.tag(name)))
            && (self.opening.is_in([game.tag("Opening"), game.tag("ECCO")])
                || self.opening.is_in(namer(game)))
            && (label.is_empty() || label_fits())
            && (self.words.0.is_none()
                || self.words.is_in(game.tags().map(|(_, value)| value).chain(game.text())))
    }
}

/// Returns the labels in the value of a tag, where commas separate them.
pub fn labels(tag: &str) -> impl Iterator<Item = &str> {
    tag.split([',', '，']).map(str::trim).filter(|label| !label.is_empty())
}

impl Library {
    /// Returns the games that match, in the order of the query.
    pub fn select(&self, query: &Query) -> Vec<Id> {
        self.select_named(query, &|_| Vec::new())
    }

    /// Returns the games that match, with further names of openings from `namer`. It calls `namer` only if the query
    /// needs names of openings.
    pub fn select_named(&self, query: &Query, namer: Namer<'_>) -> Vec<Id> {
        let persons = self.names.persons(&query.apart);
        let names = |text: &str| NameFilter::new(text, &persons, &self.names);
        let ready = Ready {
            query,
            player: names(&query.player),
            red: names(&query.red),
            black: names(&query.black),
            event: Needle::new(&query.event),
            opening: Needle::new(&query.opening),
            words: Needle::new(&query.words),
        };
        let ids = (0..self.end()).filter(|id| ready.takes_names(self.names.of(*id)));
        let taken = self.games(ids).filter(|(_, game)| ready.takes(*game, namer));
        let ids = match query.column {
            Column::Added => taken.map(|(id, _)| id).collect(),
            Column::Red => self.by_name(taken, &persons, |names| names.red),
            Column::Black => self.by_name(taken, &persons, |names| names.black),
            Column::Event => by_text(taken, event),
            Column::Date => sorted(taken, |game| date_of(game.tag("Date"))),
            Column::Result => sorted(taken, |game| game.outcome().code()),
            Column::Plies => sorted(taken, Kept::plies),
            Column::Opening => sorted(taken, |game| opening(game, || namer(game).first().copied())),
        };
        if query.is_descending { ids.into_iter().rev().collect() } else { ids }
    }

    /// Sorts games by a name, or by the title of a game without players.
    fn by_name<'a>(
        &self,
        games: impl Iterator<Item = (Id, Kept<'a>)>,
        persons: &Persons,
        name: impl Fn(GameNames) -> Option<NameId>,
    ) -> Vec<Id> {
        let ranks = self.names.ranks(persons);
        let rank = |id| {
            let names = self.names.of(id);
            let name = names.title.or_else(|| name(names))?;
            ranks.get(name as usize).copied()
        };
        let mut keys: Vec<(Option<u32>, Id)> = games.map(|(id, _)| (rank(id), id)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, id)| id).collect()
    }
}

/// Returns true if the value of a tag is neither empty nor unknown. Question marks stand for an unknown value.
pub(crate) fn is_told(tag: &str) -> bool {
    !tag.trim_matches(['?', '.', ' ']).is_empty()
}

/// The tag with the name of the file from which a game without players and title was read.
const SOURCE: &str = "SourceFile";

/// Returns the title of a game, or the name of its file without the ending; empty if it has neither.
pub fn heading(game: Kept<'_>) -> &str {
    let title = game.tag("Title");
    if is_told(title) { title } else { without_ending(game.tag(SOURCE)) }
}

/// Returns the event of a game. If it has none, returns its [heading].
pub fn event(game: Kept<'_>) -> &str {
    let event = game.tag("Event");
    if event.is_empty() { heading(game) } else { event }
}

/// Removes the ending of a file's name, such as `.xqf`.
fn without_ending(file: &str) -> &str {
    let is_ending = |ending: &str| {
        (2..=4).contains(&ending.len()) && ending.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    file.rsplit_once('.')
        .filter(|(name, ending)| !name.is_empty() && is_ending(ending))
        .map_or(file, |(name, _)| name)
}

/// Gives a game without players and title the name of its file as the tag `SourceFile`, without the folders.
/// `number` is the number of the game in the file; from 2 on, the tag has it too.
pub fn name_after_file(record: &mut Record, file: &str, number: u32) {
    let is_named =
        ["Red", "Black", "Title", SOURCE].iter().any(|name| record.tags.get(name).is_some_and(is_told));
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    if !is_named && number > 1 {
        record.tags.set(SOURCE, &format!("{} {number}", without_ending(name)));
    } else if !is_named {
        record.tags.set(SOURCE, name);
    }
}

/// Returns the ECCO code and the name of the opening of a game. If the game has no name of its opening, the name comes
/// from `called`.
pub fn opening(game: Kept<'_>, called: impl FnOnce() -> Option<&'static str>) -> String {
    let [code, name] = ["ECCO", "Opening"].map(|tag| Some(game.tag(tag)).filter(|text| is_told(text)));
    let name = if name.is_some() { name } else { called() };
    [code, name].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn sorted<'a, K: Ord>(games: impl Iterator<Item = (Id, Kept<'a>)>, key: impl Fn(Kept<'a>) -> K) -> Vec<Id> {
    let mut keys: Vec<(K, Id)> = games.map(|(id, game)| (key(game), id)).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, id)| id).collect()
}

/// Sorts games by a text with numbers in it. Many games have the same text, so each text is compared only once.
fn by_text<'a>(games: impl Iterator<Item = (Id, Kept<'a>)>, key: impl Fn(Kept<'a>) -> &'a str) -> Vec<Id> {
    let mut groups: HashMap<&str, Vec<Id>> = HashMap::new();
    for (id, game) in games {
        groups.entry(key(game)).or_default().push(id);
    }
    let mut groups: Vec<(&str, Vec<Id>)> = groups.into_iter().collect();
    groups.sort_unstable_by(|(one, _), (other, _)| natural::compare(one, other));
    groups.into_iter().flat_map(|(_, ids)| ids).collect()
}
