//! The pieces of an ending.

use chuhe_rules::{Board, Color, Role};
use std::fmt;
use std::str::FromStr;

/// The numbers of a side's advisors and elephants, 0 to 2 each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Guards {
    /// Number of advisors.
    pub advisors: u8,
    /// Number of elephants.
    pub elephants: u8,
}

impl Guards {
    /// All nine combinations, fewer pieces first.
    pub const ALL: [Guards; 9] = {
        let mut all = [Guards { advisors: 0, elephants: 0 }; 9];
        let mut i = 0;
        while i < 9 {
            all[i] = Guards { advisors: i as u8 / 3, elephants: i as u8 % 3 };
            i += 1;
        }
        all
    };

    /// Returns whether a side can have so many.
    fn is_possible(self) -> bool {
        self.advisors <= 2 && self.elephants <= 2
    }
}

impl fmt::Display for Guards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "A".repeat(self.advisors.into()), "E".repeat(self.elephants.into()))
    }
}

/// The pieces of both sides besides the generals. The strong side has one or two attackers, and guards of its own if
/// any; the weak side has only guards.
///
/// ```
/// use chuhe_endings::Material;
/// let material: Material = "NRA vs AE".parse()?;
/// assert_eq!(material.to_string(), "RNA vs AE");
/// assert_eq!("R vs K".parse::<Material>()?.to_string(), "R vs K");
/// assert!("R vs R".parse::<Material>().is_err());
/// # Ok::<(), chuhe_endings::MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    first: Role,
    second: Option<Role>,
    /// The advisors and elephants of the strong side.
    pub own: Guards,
    /// The advisors and elephants of the weak side.
    pub defence: Guards,
}

/// The attackers in the order in which a material lists them.
const ORDER: [Role; 4] = [Role::Rook, Role::Horse, Role::Cannon, Role::Soldier];

impl Material {
    /// Returns the material with these attackers; `None` unless there are one or two and all of them can cross the
    /// river, or if there are more than two guards of a kind.
    pub fn new(attackers: &[Role], own: Guards, defence: Guards) -> Option<Material> {
        let count = |role: Role| attackers.iter().filter(|attacker| **attacker == role).count();
        let mut sorted = ORDER.into_iter().flat_map(|role| std::iter::repeat_n(role, count(role)));
        let (first, second) = (sorted.next()?, sorted.next());
        let is_complete = attackers.len() == 1 + usize::from(second.is_some());
        (is_complete && own.is_possible() && defence.is_possible()).then_some(Material {
            first,
            second,
            own,
            defence,
        })
    }

    /// Returns the material of a board, whichever colour the strong side has; `None` if both sides have attackers or none
    /// has, or if there are more pieces than a material can have.
    pub fn of_board(board: &Board) -> Option<Material> {
        Material::with_strong_side(board).map(|(material, _)| material)
    }

    /// Returns the material of a board and its strong side.
    pub(crate) fn with_strong_side(board: &Board) -> Option<(Material, Color)> {
        let of = |color, role| board.of(color, role).count() as usize;
        let has_attackers = |color| ORDER.iter().any(|role| of(color, *role) > 0);
        let strong = Color::ALL.into_iter().find(|color| has_attackers(*color))?;
        if has_attackers(!strong) {
            return None;
        }
        let mut attackers = ORDER.into_iter().flat_map(|role| std::iter::repeat_n(role, of(strong, role)));
        let (first, second) = (attackers.next()?, attackers.next());
        let guards = |color| Guards {
            advisors: of(color, Role::Advisor) as u8,
            elephants: of(color, Role::Elephant) as u8,
        };
        let (own, defence) = (guards(strong), guards(!strong));
        let is_one = attackers.next().is_none() && own.is_possible() && defence.is_possible();
        is_one.then_some((Material { first, second, own, defence }, strong))
    }

    /// Returns the attackers: rooks, then horses, cannons and soldiers.
    pub fn attackers(&self) -> impl Iterator<Item = Role> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Returns the material after the weak side captured attacker `slot` of [`Material::attackers`]; `None` if that
    /// was the last one.
    pub(crate) fn without_attacker(&self, slot: usize) -> Option<Material> {
        let remaining = if slot == 0 { self.second? } else { self.first };
        self.second.map(|_| Material { first: remaining, second: None, ..*self })
    }

    /// Returns the material after the strong side captured an advisor.
    pub(crate) fn without_advisor(&self) -> Option<Material> {
        let advisors = self.defence.advisors.checked_sub(1)?;
        Some(Material { defence: Guards { advisors, ..self.defence }, ..*self })
    }

    /// Returns the material after the strong side captured an elephant.
    pub(crate) fn without_elephant(&self) -> Option<Material> {
        let elephants = self.defence.elephants.checked_sub(1)?;
        Some(Material { defence: Guards { elephants, ..self.defence }, ..*self })
    }

    /// Returns the materials that arise by one capture and have an attacker left.
    pub fn after_captures(&self) -> impl Iterator<Item = Material> {
        let captures = [
            self.without_attacker(0),
            self.without_attacker(1),
            self.without_advisor(),
            self.without_elephant(),
        ];
        captures.into_iter().flatten()
    }

    /// Returns a number that no other material has: `((first * 8 + second) * 9 + own) * 9 + defence`. An attacker counts as
    /// its role's index, the second one more, and 0 if there is none; guards count as `advisors * 3 + elephants`.
    #[inline]
    pub(crate) fn key(&self) -> usize {
        let second = self.second.map_or(0, |role| role.index() + 1);
        let guards = [self.own, self.defence].map(|it| usize::from(it.advisors * 3 + it.elephants));
        ((self.first.index() * 8 + second) * 9 + guards[0]) * 9 + guards[1]
    }

    /// Returns the material with a key.
    pub(crate) fn from_key(key: usize) -> Option<Material> {
        let role = |index: usize| ORDER.into_iter().find(|role| role.index() == index);
        let (roles, own, defence) = (key / 81, key / 9 % 9, key % 9);
        let second = match roles % 8 {
            0 => None,
            index => Some(role(index - 1)?),
        };
        let first = role(roles / 8)?;
        Some(Material { first, second, own: Guards::ALL[own], defence: Guards::ALL[defence] })
    }

    /// Returns a name for files, such as `RNA-AE`.
    pub fn file_stem(&self) -> String {
        self.to_string().replace(" vs ", "-")
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attackers: String = self.attackers().map(Role::letter).collect();
        let defence =
            if self.defence == Guards::default() { "K".to_owned() } else { self.defence.to_string() };
        write!(f, "{attackers}{} vs {defence}", self.own)
    }
}

/// The error of a text that is not a [`Material`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialError {
    /// The rejected text.
    pub value: String,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = chuhe_rules::types::shown(&self.value);
        write!(
            f,
            "'{value}' is not an ending: write one or two of R, N, C and P with A and E, 'vs', then K, A and E"
        )
    }
}

impl std::error::Error for MaterialError {}

impl FromStr for Material {
    type Err = MaterialError;
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        read(text).ok_or_else(|| MaterialError { value: text.to_owned() })
    }
}

fn read(text: &str) -> Option<Material> {
    let (strong, weak) = text.split_once("vs")?;
    let (attackers, own) = read_side(strong.trim())?;
    let (none, defence) = read_side(weak.trim())?;
    if none.is_empty() { Material::new(&attackers, own, defence) } else { None }
}

fn read_side(text: &str) -> Option<(Vec<Role>, Guards)> {
    let (mut attackers, mut guards) = (Vec::new(), Guards::default());
    for letter in text.chars() {
        match Role::from_letter(letter)? {
            Role::General => {}
            Role::Advisor => guards.advisors += 1,
            Role::Elephant => guards.elephants += 1,
            role => attackers.push(role),
        }
        if attackers.len() + usize::from(guards.advisors + guards.elephants) > 6 {
            return None;
        }
    }
    Some((attackers, guards))
}
