//! Counts the moves that were played in a position, and their results.

use super::pattern::Pattern;
use super::query::date_of;
use super::replay::Finder;
use super::{Id, Library};
use chuhe_rules::board::Board;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move};
use std::collections::HashMap;

/// The greatest number of players in a [`Reply`].
const PLAYERS: usize = 3;

/// The number of wins and draws in some games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// The number of games that Red won.
    pub red: u32,
    /// The number of draws.
    pub draws: u32,
    /// The number of games that Black won.
    pub black: u32,
}

impl Results {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(Color::Red) => self.red += 1,
            Outcome::Win(Color::Black) => self.black += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Ongoing => {}
        }
    }
}

/// A move that was played in a position, with statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move, mirrored if the game reached the mirror image of the position. In a position that equals its mirror
    /// image, the move also stands for its own mirror image, see [`Board::canonical`].
    pub mv: Move,
    /// The number of games in which the move was played.
    pub games: u32,
    /// The results of these games, without unfinished games and games without a result.
    pub results: Results,
    /// The years of the first and the last of these games; `None` if no game has a date.
    pub years: Option<(u32, u32)>,
    /// The players who played the move most often, three at most.
    pub players: Vec<String>,
}

/// The moves that were played in a position, with statistics.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Replies {
    /// The number of games that reach the position.
    pub games: u32,
    /// The results of these games.
    pub results: Results,
    /// The moves, the most frequent first.
    pub moves: Vec<Reply>,
}

#[derive(Default)]
struct Count<'a> {
    games: u32,
    results: Results,
    years: Option<(u32, u32)>,
    players: HashMap<&'a str, u32>,
}

impl Library {
    /// Counts the moves that were played in a position or its mirror image in the games `ids`, whatever moves led to
    /// the position. A game counts only at the first time that it reaches the position.
    pub fn replies(&self, board: &Board, ids: impl IntoIterator<Item = Id>) -> Replies {
        let mut finder = Finder::new(&Pattern::position(board));
        let mut all = Replies::default();
        let mut counts: HashMap<Move, Count<'_>> = HashMap::new();
        let player = if board.turn() == Color::Red { "Red" } else { "Black" };
        for (_, game) in self.games(ids) {
            let Some(hit) = finder.first(game) else { continue };
            all.games += 1;
            all.results.add(game.outcome());
            let Some(mv) = hit.next else { continue };
            let mv = board.canonical(if hit.is_mirrored { mv.mirror_files() } else { mv });
            let count = counts.entry(mv).or_default();
            count.games += 1;
            count.results.add(game.outcome());
            let year = date_of(game.tag("Date")) / 10_000;
            if year > 0 {
                count.years =
                    Some(count.years.map_or((year, year), |(from, to)| (from.min(year), to.max(year))));
            }
            let name = game.tag(player);
            if !name.is_empty() {
                *count.players.entry(name).or_default() += 1;
            }
        }
        all.moves = counts.into_iter().map(|(mv, count)| count.reply(mv)).collect();
        all.moves.sort_unstable_by_key(|reply| (u32::MAX - reply.games, reply.mv.bits()));
        all
    }
}

impl Count<'_> {
    fn reply(self, mv: Move) -> Reply {
        let mut players: Vec<(&str, u32)> = self.players.into_iter().collect();
        players.sort_unstable_by_key(|(name, games)| (u32::MAX - games, *name));
        let players = players.iter().take(PLAYERS).map(|(name, _)| (*name).to_owned()).collect();
        Reply { mv, games: self.games, results: self.results, years: self.years, players }
    }
}
