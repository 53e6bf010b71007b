//! A library of games for its page: reads files, exchanges blocks with the browser's store, and searches the games.
//!
//! It runs in a worker. Long tasks are divided into parts: a file into pieces, a search into groups of games.

use super::error;
use super::plain::{nullable, object, text, texts};
use super::record::{bad_record, decode};
use super::set;
use super::view::{named, opening_after, opening_of};
use chuhe::engine::book::text::Counter;
use chuhe::records::library::kept::Kept;
use chuhe::records::library::{
    Added, BLOCK, Column, Id, Library, LineChoice, Pattern, Query, asked_date, event, heading, key_of,
    labels, last_day_of, name_after_file, opening,
};
use chuhe::records::openings::Name;
use chuhe::records::{self, Export, Games};
use chuhe::rules::board::Board;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Outcome;
use chuhe::rules::notation::Notation;
use js_sys::{Array, Error};
use serde::Deserialize;
use std::collections::BTreeSet;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type LibraryColumn = "added" | "red" | "black" | "event" | "date" | "result" | "plies" | "opening";
/** Conditions that select games; missing and empty ones select all. Dates are written as in records. Each word of
 * `player` is in a player's name, or in the title of a game without players. `opening` is the name in the file or in
 * Chuhe. `apart` has spellings of names that are not united with others. `lang`, "zh", "en" or "vi", chooses the names
 * by which openings are sorted. */
export type LibraryQuery = {
  player?: string; red?: string; black?: string; event?: string; opening?: string; label?: string; words?: string;
  from?: string; to?: string; result?: RecordResult; minPlies?: number; maxPlies?: number;
  apart?: string[]; column?: LibraryColumn; descending?: boolean; lang?: string;
};
/** A row of the list of games. */
export type LibraryRow = {
  /** The title, or the name of the file without the ending. */
  title: string;
  /** The event or, without one, the title. */
  event: string;
  id: number; red: string; black: string; date: string; result: RecordResult; plies: number;
  opening: string; labels: string[]; annotated: boolean;
  /** The name of the opening, if the file does not give one. */
  named: Opening | null;
};
/** The result of importing a piece of a file: the numbers of the new games, the number of games that replaced the same
 * game without annotations, the number of repeated games, and the errors. An error is one of `Record` with `game`, the
 * number in the file, and `partial`, true if the beginning of the game was imported. */
export type LibraryImport = {
  added: number[]; updated: number; known: number; refused: (Error & { game: number; partial: boolean })[];
};
/** A player: the usual spelling without a team, the number of games, and all spellings with theirs. */
export type LibraryPerson = { name: string; games: number; spellings: { text: string; games: number }[] };
/** The players with the most games that a text finds, and the number of all that it finds. */
export type LibraryPersons = { persons: LibraryPerson[]; total: number };
/** A label with the number of its games. */
export type LibraryLabel = { name: string; games: number };
/** The part of a position to find: all pieces, the soldiers, the material, or a pattern. */
export type LibrarySearch = "position" | "soldiers" | "material" | "pattern";
/** A move that was played in a position. */
export type LibraryReply = {
  move: string; notation: string; games: number; red: number; draws: number; black: number; years: [number, number] | null;
  players: string[];
  /** The name of the position after the move. */
  opening: Opening | null;
};
/** The lines to learn from a position: for which side, the least share of an opponent's reply (0 to 1), the least number
 * of games of a move, the greatest length in plies and the greatest number of lines. */
export type LibraryLineChoice = { side: Color; share: number; games: number; plies: number; lines: number };
/** A line to learn, with the number of games that follow it. */
export type LibraryLine = { moves: string[]; games: number };
export type LibraryReplies = { games: number; red: number; draws: number; black: number; moves: LibraryReply[] };
"#;

#[wasm_bindgen]
extern "C" {
    /// Result of importing a piece of a file.
    #[wasm_bindgen(typescript_type = "LibraryImport")]
    pub type JsImport;
    /// Conditions that select games.
    #[wasm_bindgen(typescript_type = "LibraryQuery")]
    pub type JsQuery;
    /// Rows of the list of games.
    #[wasm_bindgen(typescript_type = "LibraryRow[]")]
    pub type JsRows;
    /// Labels with their numbers of games.
    #[wasm_bindgen(typescript_type = "LibraryLabel[]")]
    pub type JsLabels;
    /// Players.
    #[wasm_bindgen(typescript_type = "LibraryPersons")]
    pub type JsPersons;
    /// Kind of a search for positions.
    #[wasm_bindgen(typescript_type = "LibrarySearch")]
    pub type JsSearch;
    /// Moves played in a position.
    #[wasm_bindgen(typescript_type = "LibraryReplies")]
    pub type JsReplies;
    /// Choice of the lines to learn.
    #[wasm_bindgen(typescript_type = "LibraryLineChoice")]
    pub type JsLineChoice;
    /// Lines to learn.
    #[wasm_bindgen(typescript_type = "LibraryLine[]")]
    pub type JsLines;
}

/// Returns a name in the form in which the library compares names: in lower case and simplified characters, without white
/// space between Chinese characters.
#[wasm_bindgen(js_name = foldName)]
pub fn fold_name(name: &str) -> String {
    key_of(name)
}

/// A choice of lines read from JavaScript.
#[derive(Deserialize)]
struct AskedLines {
    side: String,
    share: f64,
    games: u32,
    plies: usize,
    lines: usize,
}

/// A query read from JavaScript.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Asked {
    player: String,
    red: String,
    black: String,
    event: String,
    opening: String,
    label: String,
    words: String,
    from: String,
    to: String,
    result: String,
    min_plies: usize,
    max_plies: usize,
    apart: Vec<String>,
    column: String,
    descending: bool,
    lang: String,
}

fn bad_option(field: &str, value: &str) -> Error {
    error::error(&format!("{field} cannot be '{value}'"), "badOption", field, &value.into())
}

fn result_of(code: &str) -> Result<Option<Outcome>, Error> {
    let all =
        [Outcome::Ongoing, Outcome::Draw, Outcome::Win(chuhe::Color::Red), Outcome::Win(chuhe::Color::Black)];
    if code.is_empty() {
        return Ok(None);
    }
    let found = all.into_iter().find(|outcome| outcome.code() == code);
    found.map(Some).ok_or_else(|| bad_option("result", code))
}

impl Asked {
    fn query(self) -> Result<Query, Error> {
        let column = match self.column.as_str() {
            "" => Column::Added,
            code => Column::from_code(code).ok_or_else(|| bad_option("column", code))?,
        };
        let day = |field: &str, text: &str| match asked_date(text) {
            None if !text.trim().is_empty() => Err(bad_option(field, text)),
            date => Ok(date.unwrap_or(0)),
        };
        Ok(Query {
            dates: (day("from", &self.from)?, last_day_of(day("to", &self.to)?)),
            result: result_of(&self.result)?,
            plies: (self.min_plies, self.max_plies),
            player: self.player,
            red: self.red,
            black: self.black,
            event: self.event,
            opening: self.opening,
            label: self.label,
            words: self.words,
            apart: self.apart,
            column,
            is_descending: self.descending,
        })
    }
}

/// A library of thousands of games.
#[wasm_bindgen]
#[derive(Default)]
pub struct GameLibrary {
    library: Library,
    /// The file being imported, and the number of its last game.
    file: Option<(Games, u32)>,
    /// The name of the file being imported.
    file_name: String,
    /// Numbers of the blocks that changed since the last call of `changed()`.
    changed: BTreeSet<u32>,
}

#[wasm_bindgen]
impl GameLibrary {
    /// Creates an empty library.
    #[wasm_bindgen(constructor)]
    pub fn new() -> GameLibrary {
        GameLibrary::default()
    }

    /// Number of games.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.library.len()
    }

    /// Exclusive upper bound of the games' numbers.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> u32 {
        self.library.end()
    }

    /// Appends the games of a block; loading all blocks in the order of their numbers restores the library. Throws
    /// `badBlock` if the bytes are not a block or are damaged.
    pub fn load(&mut self, block: &[u8]) -> Result<(), Error> {
        let bad =
            |_| error::error("the bytes are no block of a library", "badBlock", "block", &JsValue::NULL);
        self.library.load(block).map_err(bad)
    }

    /// Returns the games of a block as bytes, to store under its number.
    pub fn block(&self, number: u32) -> Vec<u8> {
        self.library.block(number)
    }

    /// Returns the numbers of the blocks that have to be stored, and then counts them as stored.
    pub fn changed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.changed).into_iter().collect()
    }

    /// Begins to import a file. Games without players and title get its name.
    pub fn begin(&mut self, name: &str) {
        self.file = Some((Games::default(), 0));
        name.clone_into(&mut self.file_name);
    }

    /// Imports the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) -> JsImport {
        if let Some((games, _)) = &mut self.file {
            games.push(bytes);
        }
        self.take()
    }

    /// Ends the file and imports its last games.
    pub fn finish(&mut self) -> JsImport {
        if let Some((games, _)) = &mut self.file {
            games.finish();
        }
        let import = self.take();
        self.file = None;
        import
    }

    /// Adds the complete games.
    fn take(&mut self) -> JsImport {
        let (added, refused) = (Array::new(), Array::new());
        let (mut updated, mut known) = (0, 0);
        let (mut games, mut number) = self.file.take().unwrap_or_default();
        while let Some(game) = games.next(&decode) {
            number += 1;
            let refuse = |cause: &records::ReadError, is_partial: bool| {
                let error = bad_record(cause);
                set(&error, "game", &number.into());
                set(&error, "partial", &is_partial.into());
                refused.push(&error);
            };
            match game {
                Ok(mut opened) => {
                    name_after_file(&mut opened.record, &self.file_name, number);
                    opened.left_out.iter().for_each(|cause| refuse(cause, true));
                    match self.put(&opened.record) {
                        Added::New(id) => drop(added.push(&id.into())),
                        Added::Updated(_) => updated += 1,
                        Added::Known(_) => known += 1,
                    }
                }
                Err(cause) => refuse(&cause, false),
            }
        }
        self.file = Some((games, number));
        let import = object(&[
            ("added", added.into()),
            ("updated", updated.into()),
            ("known", known.into()),
            ("refused", refused.into()),
        ]);
        JsValue::from(import).unchecked_into()
    }

    /// Adds a game and notes its block if it has changed.
    fn put(&mut self, record: &records::Record) -> Added {
        let added = self.library.add(record);
        let (Added::New(id) | Added::Updated(id) | Added::Known(id)) = added;
        // The labels of a repeated game are added to the stored game.
        if !matches!(added, Added::Known(_)) || record.tags.get("Labels").is_some() {
            self.changed.insert(id / BLOCK);
        }
        added
    }

    /// Adds a game from a text and returns its number; for a repeated game, the number of the stored one. Throws
    /// `badRecord`.
    pub fn add(&mut self, text: &str) -> Result<u32, Error> {
        let opened = records::read(text.as_bytes(), &decode).map_err(|cause| bad_record(&cause))?;
        let (Added::New(id) | Added::Updated(id) | Added::Known(id)) = self.put(&opened.record);
        Ok(id)
    }

    /// Replaces a game by another text and keeps its labels. Ignores a number that no game has. Throws
    /// `badRecord`, also if a part of the text cannot be read.
    pub fn rewrite(&mut self, id: u32, text: &str) -> Result<(), Error> {
        let opened = records::read(text.as_bytes(), &decode).map_err(|cause| bad_record(&cause))?;
        if let Some(cause) = opened.left_out.iter().next() {
            return Err(bad_record(cause));
        }
        self.library.rewrite(id, &opened.record);
        self.changed.insert(id / BLOCK);
        Ok(())
    }

    /// Returns the numbers of the games that fit a query, in its order. Throws `badOption`.
    pub fn select(&self, query: &JsQuery) -> Result<Vec<u32>, Error> {
        let asked: Asked = serde_wasm_bindgen::from_value(query.into())
            .map_err(|cause| bad_option("query", &cause.to_string()))?;
        let lang = asked.lang.clone();
        let names = |Name { zh, en, vi }| match lang.as_str() {
            "en" => vec![en, zh, vi],
            "vi" => vec![vi, zh, en],
            _ => vec![zh, en, vi],
        };
        let namer = |game: Kept<'_>| opening_of(game).map(names).unwrap_or_default();
        Ok(self.library.select_named(&asked.query()?, &namer))
    }

    /// Returns the rows of games for the list.
    pub fn rows(&self, ids: &[u32]) -> JsRows {
        let rows: Array = self
            .library
            .games(ids.iter().copied())
            .map(|(id, game)| {
                let said = opening(game, || None);
                // The file gives no name, or only a code.
                let is_unnamed = said.is_empty() || said == game.tag("ECCO");
                let name = if is_unnamed { opening_of(game) } else { None };
                object(&[
                    ("id", id.into()),
                    ("red", game.tag("Red").into()),
                    ("black", game.tag("Black").into()),
                    ("title", heading(game).into()),
                    ("event", event(game).into()),
                    ("date", game.tag("Date").into()),
                    ("result", game.outcome().code().into()),
                    ("plies", (game.plies() as u32).into()),
                    ("opening", said.into()),
                    ("named", nullable(name.map(|name| JsValue::from(named(name))))),
                    ("labels", texts(labels(game.tag("Labels")).map(str::to_owned))),
                    ("annotated", game.text().is_some().into()),
                ])
            })
            .collect();
        JsValue::from(rows).unchecked_into()
    }

    /// Finds a position among games; returns the number and the ply of each game with it. `wanted` is a FEN or a
    /// pattern: a placement with `?` for any content, `X` for any of Red's pieces and `x` for any of Black's.
    /// Throws `badFen` or `badOption`.
    pub fn find(
        &self,
        search: &JsSearch,
        wanted: &str,
        mirrored: bool,
        ids: &[u32],
    ) -> Result<Vec<u32>, Error> {
        let kind = search.as_string().unwrap_or_default();
        let mut pattern = match kind.as_str() {
            "pattern" => wanted.parse().map_err(|_| bad_option("pattern", wanted))?,
            "position" => Pattern::position(&board(wanted)?),
            "soldiers" => Pattern::soldiers(&board(wanted)?),
            "material" => Pattern::material(&board(wanted)?),
            _ => return Err(bad_option("search", &kind)),
        };
        pattern.is_mirrored = mirrored;
        let found = self.library.find(&pattern, ids.iter().copied());
        Ok(found.into_iter().flat_map(|(id, ply)| [id, ply as u32]).collect())
    }

    /// Returns an opening book, as text, of the first `plies` moves of these games: moves of `side`, "red", "black" or
    /// "both", that at least `least` games have. The book has at most `positions` positions. Throws `badOption`.
    pub fn book(
        &self,
        ids: &[u32],
        plies: usize,
        least: u32,
        side: &str,
        positions: usize,
    ) -> Result<String, Error> {
        let side = match side {
            "both" => None,
            "red" => Some(chuhe::Color::Red),
            "black" => Some(chuhe::Color::Black),
            _ => return Err(bad_option("side", side)),
        };
        let mut counter = Counter::default();
        for (_, game) in self.library.games(ids.iter().copied()) {
            let start = game.start().map_or(Ok(Position::default()), str::parse);
            if let Ok(start) = start {
                counter.add_game(start.board, game.moves(), plies, side);
            }
        }
        Ok(counter.write(least, positions))
    }

    /// Returns the moves played in a position in these games. Throws `badFen`.
    pub fn replies(&self, fen: &str, ids: &[u32]) -> Result<JsReplies, Error> {
        let board = board(fen)?;
        let replies = self.library.replies(&board, ids.iter().copied());
        let moves: Array = replies
            .moves
            .iter()
            .map(|reply| {
                let years = reply
                    .years
                    .map_or(JsValue::NULL, |(from, to)| Array::of2(&from.into(), &to.into()).into());
                object(&[
                    ("move", text(reply.mv)),
                    ("notation", Notation::Chinese.write(&board, reply.mv).unwrap_or_default().into()),
                    ("games", reply.games.into()),
                    ("red", reply.results.red.into()),
                    ("draws", reply.results.draws.into()),
                    ("black", reply.results.black.into()),
                    ("years", years),
                    ("players", texts(reply.players.iter().cloned())),
                    ("opening", opening_after(&board, reply.mv)),
                ])
            })
            .collect();
        let all = object(&[
            ("games", replies.games.into()),
            ("red", replies.results.red.into()),
            ("draws", replies.results.draws.into()),
            ("black", replies.results.black.into()),
            ("moves", moves.into()),
        ]);
        Ok(JsValue::from(all).unchecked_into())
    }

    /// Returns the lines from a position that are worth learning, as these games were played; the most frequent first.
    /// Throws `badFen` or `badOption`.
    #[wasm_bindgen(js_name = mainLines)]
    pub fn main_lines(&self, fen: &str, ids: &[u32], choice: &JsLineChoice) -> Result<JsLines, Error> {
        let asked: AskedLines = serde_wasm_bindgen::from_value(choice.into())
            .map_err(|cause| bad_option("choice", &cause.to_string()))?;
        let side = chuhe::Color::from_name(&asked.side).ok_or_else(|| bad_option("side", &asked.side))?;
        let choice = LineChoice {
            side,
            share: asked.share,
            games: asked.games,
            plies: asked.plies,
            lines: asked.lines,
        };
        let lines: Array = self
            .library
            .main_lines(&board(fen)?, ids.iter().copied(), &choice)
            .into_iter()
            .map(|line| {
                let moves = texts(line.moves.iter().map(ToString::to_string));
                object(&[("moves", moves), ("games", line.games.into())])
            })
            .collect();
        Ok(JsValue::from(lines).unchecked_into())
    }

    /// Writes a game in one of the formats of `Record.export()`; returns undefined if no game has this number.
    /// Throws `badOption`.
    pub fn write(&self, id: u32, format: &str) -> Result<Option<String>, Error> {
        let export = Export::from_code(format).ok_or_else(|| bad_option("format", format))?;
        let record = self.library.game(id).and_then(|game| game.record());
        Ok(record.map(|record| records::write(&record, export)))
    }

    /// Removes games; their numbers are not used again.
    pub fn remove(&mut self, ids: &[u32]) {
        self.set_removed(ids, true);
    }

    /// Restores games that were removed since the library was loaded.
    pub fn restore(&mut self, ids: &[u32]) {
        self.set_removed(ids, false);
    }

    fn set_removed(&mut self, ids: &[Id], is_removed: bool) {
        for id in ids {
            self.library.set_removed(*id, is_removed);
            self.changed.insert(id / BLOCK);
        }
    }

    /// Returns the players whose names have all words of a text, `limit` at most, those with the most games first. The
    /// spellings of `apart` are not united with others.
    pub fn persons(&self, text: &str, apart: Vec<String>, limit: usize) -> JsPersons {
        let found = self.library.persons(text, &apart, limit);
        let persons: Array = found
            .persons
            .into_iter()
            .map(|person| {
                let spellings: Array = person
                    .spellings
                    .into_iter()
                    .map(|(text, games)| object(&[("text", text.into()), ("games", games.into())]))
                    .collect();
                object(&[
                    ("name", person.name.into()),
                    ("games", person.games.into()),
                    ("spellings", spellings.into()),
                ])
            })
            .collect();
        let found = object(&[("persons", persons.into()), ("total", (found.total as u32).into())]);
        JsValue::from(found).unchecked_into()
    }

    /// Returns the labels in the order of their names, with the number of games of each.
    pub fn labels(&self) -> JsLabels {
        let labels: Array = self
            .library
            .labels()
            .into_iter()
            .map(|(name, games)| object(&[("name", name.into()), ("games", (games as u32).into())]))
            .collect();
        JsValue::from(labels).unchecked_into()
    }

    /// Replaces the labels of a game; `text` separates them by commas.
    #[wasm_bindgen(js_name = setLabels)]
    pub fn set_labels(&mut self, id: u32, text: &str) {
        self.library.set_labels(id, labels(text));
        self.changed.insert(id / BLOCK);
    }
}

/// Reads the position of a FEN. Throws `badFen`.
pub(crate) fn board(fen: &str) -> Result<Board, Error> {
    let position: Position = fen.parse().map_err(|cause| error::bad_fen(&cause))?;
    Ok(position.board)
}
