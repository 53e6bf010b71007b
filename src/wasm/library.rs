//! A library of games for its page: files in, blocks for the browser's store in and out, and what is looked for.
//!
//! It runs in a worker. Whatever takes long is asked for in parts: a file in pieces, a search over some of the games.

use super::error;
use super::plain::{nullable, object, text, texts};
use super::record::{bad_record, decode};
use super::set;
use super::view::{named, opening_after, opening_of};
use chuhe::records::library::kept::Kept;
use chuhe::records::library::{
    Added, BLOCK, Column, Id, Library, Pattern, Query, asked_date, event, labels, last_day_of, opening,
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
/** Which games are wanted; what is missing or empty asks for nothing. Dates as records write them. `opening` is what the
 * file or Chuhe calls it; in the order of openings `lang` says whose names count: "zh", "en" or "vi". */
export type LibraryQuery = {
  player?: string; red?: string; black?: string; event?: string; opening?: string; label?: string; words?: string;
  from?: string; to?: string; result?: RecordResult; minPlies?: number; maxPlies?: number;
  column?: LibraryColumn; descending?: boolean; lang?: string;
};
/** A game in the list. */
export type LibraryRow = {
  id: number; red: string; black: string; event: string; date: string; result: RecordResult; plies: number;
  opening: string; labels: string[]; annotated: boolean;
  /** What the opening is called, where the file does not name it. */
  named: Opening | null;
};
/** What a piece of a file brought: the numbers of new games, how many took the place of the same game without annotations,
 * how many were there before, and what could not be read: refusals as of `Record`, each with `game`, the number in its
 * file, and `partial` where the beginning was kept. */
export type LibraryImport = {
  added: number[]; updated: number; known: number; refused: (Error & { game: number; partial: boolean })[];
};
/** A label, and how many games have it. */
export type LibraryLabel = { name: string; games: number };
/** How a position is looked for: all of it, its soldiers, its material, or a pattern. */
export type LibrarySearch = "position" | "soldiers" | "material" | "pattern";
/** A move that was played in a position. */
export type LibraryReply = {
  move: string; notation: string; games: number; red: number; draws: number; black: number; years: [number, number] | null;
  players: string[];
  /** What the position after it is called. */
  opening: Opening | null;
};
export type LibraryReplies = { games: number; red: number; draws: number; black: number; moves: LibraryReply[] };
"#;

#[wasm_bindgen]
extern "C" {
    /// What a piece of a file brought.
    #[wasm_bindgen(typescript_type = "LibraryImport")]
    pub type JsImport;
    /// Which games are wanted.
    #[wasm_bindgen(typescript_type = "LibraryQuery")]
    pub type JsQuery;
    /// Games in the list.
    #[wasm_bindgen(typescript_type = "LibraryRow[]")]
    pub type JsRows;
    /// The labels that games have.
    #[wasm_bindgen(typescript_type = "LibraryLabel[]")]
    pub type JsLabels;
    /// How a position is looked for.
    #[wasm_bindgen(typescript_type = "LibrarySearch")]
    pub type JsSearch;
    /// What was played in a position.
    #[wasm_bindgen(typescript_type = "LibraryReplies")]
    pub type JsReplies;
}

/// A query as JavaScript gives it.
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
            column,
            is_descending: self.descending,
        })
    }
}

/// Thousands of games.
#[wasm_bindgen]
#[derive(Default)]
pub struct GameLibrary {
    library: Library,
    /// The file that is being read, and the number of its last game.
    file: Option<(Games, u32)>,
    /// The numbers of blocks that are not as they were when they were last asked for.
    changed: BTreeSet<u32>,
}

#[wasm_bindgen]
impl GameLibrary {
    /// An empty one.
    #[wasm_bindgen(constructor)]
    pub fn new() -> GameLibrary {
        GameLibrary::default()
    }

    /// How many games there are.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.library.len()
    }

    /// The numbers of all games are below this.
    #[wasm_bindgen(getter)]
    pub fn end(&self) -> u32 {
        self.library.end()
    }

    /// Puts the games of a block behind those that are there: all blocks in the order of their numbers make the library
    /// again. Throws `badBlock` where the bytes are none, or damaged.
    pub fn load(&mut self, block: &[u8]) -> Result<(), Error> {
        let bad =
            |_| error::error("the bytes are no block of a library", "badBlock", "block", &JsValue::NULL);
        self.library.load(block).map_err(bad)
    }

    /// The games of a block, to be stored under its number.
    pub fn block(&self, number: u32) -> Vec<u8> {
        self.library.block(number)
    }

    /// The numbers of the blocks that have to be stored. From then on they count as stored.
    pub fn changed(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.changed).into_iter().collect()
    }

    /// Begins to read a file.
    pub fn begin(&mut self) {
        self.file = Some((Games::default(), 0));
    }

    /// The next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) -> JsImport {
        if let Some((games, _)) = &mut self.file {
            games.push(bytes);
        }
        self.take()
    }

    /// The file has ended.
    pub fn finish(&mut self) -> JsImport {
        if let Some((games, _)) = &mut self.file {
            games.finish();
        }
        let import = self.take();
        self.file = None;
        import
    }

    /// Adds the games that are whole.
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
                Ok(opened) => {
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

    /// Adds a game, and notes its block if that has changed.
    fn put(&mut self, record: &records::Record) -> Added {
        let added = self.library.add(record);
        let (Added::New(id) | Added::Updated(id) | Added::Known(id)) = added;
        // A game that was there already may have got the labels of the one that came.
        if !matches!(added, Added::Known(_)) || record.tags.get("Labels").is_some() {
            self.changed.insert(id / BLOCK);
        }
        added
    }

    /// Adds one game, given as a text, and says its number; that of the same game where it is there. Throws `badRecord`.
    pub fn add(&mut self, text: &str) -> Result<u32, Error> {
        let opened = records::read(text.as_bytes(), &decode).map_err(|cause| bad_record(&cause))?;
        let (Added::New(id) | Added::Updated(id) | Added::Known(id)) = self.put(&opened.record);
        Ok(id)
    }

    /// Puts another text in the place of a game, which keeps its labels; a number that no game has is ignored. Throws
    /// `badRecord`, also where a part of the text cannot be read.
    pub fn rewrite(&mut self, id: u32, text: &str) -> Result<(), Error> {
        let opened = records::read(text.as_bytes(), &decode).map_err(|cause| bad_record(&cause))?;
        if let Some(cause) = opened.left_out.iter().next() {
            return Err(bad_record(cause));
        }
        self.library.rewrite(id, &opened.record);
        self.changed.insert(id / BLOCK);
        Ok(())
    }

    /// The numbers of the games that are wanted, in order. Throws `badOption`.
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

    /// What the list shows of games.
    pub fn rows(&self, ids: &[u32]) -> JsRows {
        let rows: Array = self
            .library
            .games(ids.iter().copied())
            .map(|(id, game)| {
                let said = opening(game, || None);
                // No name, or a code alone.
                let is_unnamed = said.is_empty() || said == game.tag("ECCO");
                let name = if is_unnamed { opening_of(game) } else { None };
                object(&[
                    ("id", id.into()),
                    ("red", game.tag("Red").into()),
                    ("black", game.tag("Black").into()),
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

    /// Where a position is found among games: for each its number and the ply. What is looked for is a FEN, or a pattern:
    /// a placement with `?` for anything, `X` and `x` for any piece of Red's and of Black's. Throws `badFen`, `badOption`.
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

    /// What was played in a position, among games. Throws `badFen`.
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

    /// A game in one of the formats of `Record.export`; undefined where there is none of this number. Throws `badOption`.
    pub fn write(&self, id: u32, format: &str) -> Result<Option<String>, Error> {
        let export = Export::from_code(format).ok_or_else(|| bad_option("format", format))?;
        let record = self.library.game(id).and_then(|game| game.record());
        Ok(record.map(|record| records::write(&record, export)))
    }

    /// Takes games out; their numbers stay theirs.
    pub fn remove(&mut self, ids: &[u32]) {
        self.set_removed(ids, true);
    }

    /// Puts games back that were taken out since the library was loaded.
    pub fn restore(&mut self, ids: &[u32]) {
        self.set_removed(ids, false);
    }

    fn set_removed(&mut self, ids: &[Id], is_removed: bool) {
        for id in ids {
            self.library.set_removed(*id, is_removed);
            self.changed.insert(id / BLOCK);
        }
    }

    /// The labels that games have, by name, and how many games have each.
    pub fn labels(&self) -> JsLabels {
        let labels: Array = self
            .library
            .labels()
            .into_iter()
            .map(|(name, games)| object(&[("name", name.into()), ("games", (games as u32).into())]))
            .collect();
        JsValue::from(labels).unchecked_into()
    }

    /// Puts labels in the place of those that a game has; `text` has commas between them.
    #[wasm_bindgen(js_name = setLabels)]
    pub fn set_labels(&mut self, id: u32, text: &str) {
        self.library.set_labels(id, labels(text));
        self.changed.insert(id / BLOCK);
    }
}

/// The position of a FEN. Throws `badFen`.
pub(crate) fn board(fen: &str) -> Result<Board, Error> {
    let position: Position = fen.parse().map_err(|cause| error::bad_fen(&cause))?;
    Ok(position.board)
}
