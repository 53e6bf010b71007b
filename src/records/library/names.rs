//! An index of the names of players and of the titles of games without players.
//!
//! Each different text is folded and compared once, not once for each game.

use super::Id;
use super::kept::Kept;
use super::natural;
use super::persons::Persons;
use super::query::{heading, is_told};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of a text in the index.
pub(crate) type NameId = u32;

/// The number that stands for a missing text.
const NONE: NameId = NameId::MAX;

/// The texts by which a game is found and sorted.
#[derive(Clone, Copy)]
pub(crate) struct GameNames {
    pub(crate) red: Option<NameId>,
    pub(crate) black: Option<NameId>,
    /// The title of a game without players.
    pub(crate) title: Option<NameId>,
}

/// The results of [`Names::persons`] and [`Names::ranks`], until the names change.
#[derive(Default)]
struct Cache {
    persons: Option<(Vec<String>, Arc<Persons>)>,
    ranks: Option<Arc<Vec<u32>>>,
}

/// The names of the players of a library.
#[derive(Default)]
pub(crate) struct Names {
    /// The texts as they stand in the games.
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, NameId>,
    /// For each text, the number of times that a game has it as a player.
    uses: Vec<u32>,
    /// Red, Black and the title of each game, indexed by [`Id`].
    games: Vec<[NameId; 3]>,
    cache: Mutex<Cache>,
}

impl Names {
    /// Adds the names of a game, or replaces them.
    pub(crate) fn set(&mut self, id: Id, game: Kept<'_>) {
        self.unset(id);
        let names = names_of(game).map(|text| text.map_or(NONE, |text| self.number(text)));
        let place = id as usize;
        if self.games.len() <= place {
            self.games.resize(place + 1, [NONE; 3]);
        }
        self.games[place] = names;
        for name in &names[..2] {
            if let Some(uses) = self.uses.get_mut(*name as usize) {
                *uses += 1;
                if *uses == 1 {
                    self.cache.get_mut().unwrap_or_else(PoisonError::into_inner).persons = None;
                }
            }
        }
    }

    /// Removes the names of a game.
    pub(crate) fn unset(&mut self, id: Id) {
        let Some(names) = self.games.get_mut(id as usize) else { return };
        for name in &std::mem::replace(names, [NONE; 3])[..2] {
            if let Some(uses) = self.uses.get_mut(*name as usize) {
                *uses = uses.saturating_sub(1);
                if *uses == 0 {
                    self.cache.get_mut().unwrap_or_else(PoisonError::into_inner).persons = None;
                }
            }
        }
    }

    fn number(&mut self, text: &str) -> NameId {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let (number, text): (NameId, Arc<str>) = (self.texts.len() as NameId, text.into());
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        self.uses.push(0);
        *self.cache.get_mut().unwrap_or_else(PoisonError::into_inner) = Cache::default();
        number
    }

    /// Returns the names of a game.
    pub(crate) fn of(&self, id: Id) -> GameNames {
        let [red, black, title] = self.games.get(id as usize).copied().unwrap_or([NONE; 3]);
        let known = |name| (name != NONE).then_some(name);
        GameNames { red: known(red), black: known(black), title: known(title) }
    }

    /// Returns the texts with the number of times that each is a player of a game, indexed by [`NameId`].
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.texts.iter().map(AsRef::as_ref).zip(self.uses.iter().copied())
    }

    /// Returns the persons to whom the names belong. The names of `apart` are not united with others.
    pub(crate) fn persons(&self, apart: &[String]) -> Arc<Persons> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, persons)) = &cache.persons
            && before == apart
        {
            return Arc::clone(persons);
        }
        let persons = Arc::new(Persons::new(self, apart));
        *cache = Cache { persons: Some((apart.to_vec(), Arc::clone(&persons))), ranks: None };
        persons
    }

    /// Returns the place of each text in the order of all texts, indexed by [`NameId`]. The names of one person stand
    /// together.
    pub(crate) fn ranks(&self, persons: &Persons) -> Arc<Vec<u32>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ranks) = &cache.ranks
            && cache.persons.as_ref().is_some_and(|(_, cached)| std::ptr::eq(cached.as_ref(), persons))
        {
            return Arc::clone(ranks);
        }
        let mut order: Vec<NameId> = (0..self.texts.len() as NameId).collect();
        let text = |name: NameId| self.texts[name as usize].as_ref();
        order.sort_unstable_by(|one, other| {
            natural::compare(persons.sort_key(*one), persons.sort_key(*other))
                .then_with(|| text(*one).cmp(text(*other)))
        });
        let mut ranks = vec![0; order.len()];
        for (rank, name) in (1..).zip(order) {
            ranks[name as usize] = rank;
        }
        let ranks = Arc::new(ranks);
        cache.ranks = Some(Arc::clone(&ranks));
        ranks
    }
}

/// Returns Red's name, Black's name, and the title of a game without players.
fn names_of(game: Kept<'_>) -> [Option<&str>; 3] {
    let (mut red, mut black) = (None, None);
    for (name, value) in game.tags() {
        match name {
            "Red" => red = Some(value),
            "Black" => black = Some(value),
            _ => {}
        }
    }
    let has_player = [red, black].into_iter().flatten().any(is_told);
    let title = if has_player { None } else { Some(heading(game)).filter(|text| !text.is_empty()) };
    [red, black, title]
}
