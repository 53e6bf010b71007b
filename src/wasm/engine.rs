//! The engine for JavaScript: [`Engine`], which a worker steps through a search, and [`get_best_move`], which
//! searches in one call.

use super::error;
use super::game::read_game;
use super::given::{self, JsBytes, JsFen, JsNumber};
use super::to_object;
use chuhe::endings::TableSet;
use chuhe::engine::book::Book;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::{self, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::session::{DEFAULT_HASH, Info, MAX_DEPTH, MAX_LINES, MAX_TIME, Options, Report, Session};
use chuhe::report::{InfoReport, SearchReport};
use chuhe::rules::game::{Game, Ruleset};
use js_sys::{Function, Number, Object, Reflect};
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_time::Instant;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A score for the side to move; a mate in plies, negative if the side to move is mated. */
export type Score = { cp: number } | { mate: number };
/** The kind of a score: exact, a bound from a search that was stopped too early, or the static evaluation of a
 * move that was not searched yet. */
export type Bound = "exact" | "lower" | "upper" | "static";
export type Line = { multipv: number; score: Score; bound: Bound; depth: number; pv: string[] };
export type Info = {
  multipv: number; depth: number; seldepth: number; score: Score; bound: Bound; pv: string[];
  nodes: number; nps: number; timeMs: number; hashfull: number;
  iteration: number; rootMoves: number; rootDone: number; rootMove: string | null;
  /** The share of the search that is done, 0 to 1. */
  progress: number;
};
export type Report = {
  move: string | null; ponder: string | null; score: Score; bound: Bound; depth: number; seldepth: number;
  nodes: number; leaves: number; timeMs: number; pv: string[]; lines: Line[];
  /** True if the move comes from the opening book: nothing was searched, and score and depth have no meaning. */
  book: boolean;
  /** True if the side to move resigns; `move` is still set. */
  resigns: boolean;
  /** True if the side to move offers a draw. */
  offersDraw: boolean;
};
export type Options = {
  moves?: string[]; rules?: RulesetCode; depth?: number; nodes?: number; movetime?: number; seed?: number;
  /** The strength, 1 to 15; 6.5 lies half-way between two levels. */
  level?: number;
  /** The strength from 0 to 15, instead of `level`: below 1 the engine overlooks more and more. */
  strength?: number;
  multipv?: number; hash?: number;
  /** Whether to play from the opening book, as far as the level uses it. */
  book?: boolean;
  onInfo?: (info: Info) => void;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// Options of a search; see the TypeScript declarations.
    #[wasm_bindgen(typescript_type = "Options")]
    pub type JsOptions;
    /// Listener for the progress of a search.
    #[wasm_bindgen(typescript_type = "((info: Info) => void)")]
    pub type JsListener;
    /// Progress and result of a search so far.
    #[wasm_bindgen(typescript_type = "Info")]
    pub type JsInfo;
    /// The result of a search.
    #[wasm_bindgen(typescript_type = "Report")]
    pub type JsReport;
}

/// Shortest time between two calls of a listener in one step.
const INFO_INTERVAL: Duration = Duration::from_millis(100);
/// Greatest size of the hash table in MiB.
const MAX_HASH: u32 = 512;

/// The options read from a JavaScript object.
struct Asked {
    moves: Vec<String>,
    ruleset: &'static Ruleset,
    options: Options,
    hash: usize,
    on_info: Option<Function>,
}

/// Returns a property of the options; `None` if it is missing, undefined or null.
pub(crate) fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(object, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

pub(crate) fn bad_option(name: &str, value: &JsValue, expected: &str) -> js_sys::Error {
    let message = format!("option '{name}' is {}, not {expected}", shown(value));
    error::error(&message, "badOption", name, value)
}

/// Writes a value for a message. JSON cannot represent NaN, infinities or functions, and may throw.
fn shown(value: &JsValue) -> String {
    let number =
        value.dyn_ref::<Number>().and_then(|number| number.to_string_with_radix(10).ok()).map(String::from);
    let json = || js_sys::JSON::stringify(value).ok().and_then(|text| JsValue::from(text).as_string());
    number.or_else(json).or_else(|| value.js_typeof().as_string()).unwrap_or_default()
}

/// Reads a whole number from `min` to `max`.
fn number(object: &JsValue, name: &str, min: u32, max: u32) -> Result<Option<u32>, js_sys::Error> {
    let Some(value) = property(object, name) else { return Ok(None) };
    given::whole(name, &value, min as i32, max).map(|number| Some(number as u32))
}

/// Reads the strength from `level` or `strength`.
fn strength(object: &JsValue) -> Result<Option<Strength>, js_sys::Error> {
    let (name, value, least) = match (property(object, "level"), property(object, "strength")) {
        (None, None) => return Ok(None),
        (Some(value), None) => ("level", value, level::MIN),
        (None, Some(value)) => ("strength", value, 0),
        (Some(_), Some(value)) => return Err(bad_option("strength", &value, "left out beside 'level'")),
    };
    let strength = value.as_f64().filter(|number| *number >= f64::from(least)).and_then(Strength::of);
    let expected = || bad_option(name, &value, &format!("a number from {least} to {}", level::MAX));
    strength.map(Some).ok_or_else(expected)
}

fn flag(object: &JsValue, name: &str) -> Result<Option<bool>, js_sys::Error> {
    let Some(value) = property(object, name) else { return Ok(None) };
    value.as_bool().map(Some).ok_or_else(|| bad_option(name, &value, "true or false"))
}

fn read_listener(value: JsValue) -> Result<Function, js_sys::Error> {
    value.dyn_into::<Function>().map_err(|value| bad_option("onInfo", &value, "a function"))
}

const OPTIONS: [&str; 12] = [
    "moves", "rules", "depth", "nodes", "movetime", "level", "strength", "seed", "multipv", "hash", "book",
    "onInfo",
];

/// Returns the first property that is not an option, probably a misspelt one.
fn unknown_option(object: &JsValue) -> Option<String> {
    let names = Object::keys(object.dyn_ref::<Object>()?);
    names.iter().filter_map(|name| name.as_string()).find(|name| !OPTIONS.contains(&name.as_str()))
}

fn read_options(object: &JsValue) -> Result<Asked, js_sys::Error> {
    if !object.is_undefined() && !object.is_null() && !object.is_object() {
        return Err(bad_option("options", object, "an object"));
    }
    if let Some(name) = unknown_option(object) {
        return Err(bad_option(&name, &property(object, &name).unwrap_or_default(), "an option there is"));
    }
    let limits = Limits {
        depth: number(object, "depth", 1, MAX_DEPTH as u32)?.map(|depth| depth as i32),
        nodes: number(object, "nodes", 1, u32::MAX)?.map(u64::from),
        movetime: number(object, "movetime", 1, MAX_TIME.as_millis() as u32)?
            .map(|ms| Duration::from_millis(ms.into())),
        ..Limits::default()
    };
    let level = strength(object)?;
    let on_info = property(object, "onInfo").map(read_listener).transpose()?;
    Ok(Asked {
        moves: property(object, "moves").map_or_else(|| Ok(Vec::new()), |moves| given::moves(&moves))?,
        ruleset: given::ruleset(property(object, "rules"))?,
        options: Options {
            limits,
            multipv: number(object, "multipv", 1, MAX_LINES as u32)?.unwrap_or(1) as usize,
            level,
            seed: number(object, "seed", 0, u32::MAX)?.unwrap_or(0).into(),
            book: flag(object, "book")?.unwrap_or(false),
        },
        hash: number(object, "hash", 1, MAX_HASH)?.unwrap_or(DEFAULT_HASH as u32) as usize,
        on_info,
    })
}

/// Reads the game and the options of a search.
fn read_job(fen: &JsValue, options: &JsValue) -> Result<(Game, Asked), js_sys::Error> {
    let text = given::text(fen, "badFen", "fen")?;
    let asked = read_options(options)?;
    let game = read_game(Some(&text), &asked.moves)?.under(asked.ruleset);
    Ok((game, asked))
}

fn to_report(report: &Report) -> Result<JsReport, JsValue> {
    to_object(&SearchReport::from(report))
}

fn to_info(info: &Info) -> Result<JsInfo, JsValue> {
    to_object(&InfoReport::from(info))
}

/// Calls `onInfo`, unless it has thrown before. Stores the value that it throws.
#[inline(never)]
fn call(function: &Function, info: &Info, thrown: &mut Option<JsValue>) {
    if thrown.is_none() {
        let called = to_info(info).and_then(|info| function.call1(&JsValue::UNDEFINED, &info));
        *thrown = called.err();
    }
}

/// Searches a position in one call with the handcrafted evaluation and returns the best move.
///
/// Without any limit the search takes a second. Throws `badFen`, `badMove`, `illegalMove` or `badOption`. An error
/// that `onInfo` throws ends the search and is thrown again.
#[wasm_bindgen(js_name = getBestMove)]
pub fn get_best_move(fen: JsFen, options: Option<JsOptions>) -> Result<JsReport, JsValue> {
    let (game, asked) = read_job(&fen, &options.map_or(JsValue::UNDEFINED, Into::into))?;
    let mut session = Session::try_new(asked.hash).map_err(error::no_memory)?;
    let (stop, mut thrown) = (session.stop(), None);
    let mut report = |info: &Info| {
        if let Some(function) = &asked.on_info {
            call(function, info, &mut thrown);
            if thrown.is_some() {
                stop.request();
            }
        }
    };
    let report = session.go(&game, asked.options.ending(), &mut report);
    thrown.map_or_else(|| to_report(&report), Err)
}

fn read_hash(value: &JsValue) -> Result<usize, js_sys::Error> {
    let megabytes = value.as_f64().filter(|number| (1.0..=f64::from(MAX_HASH)).contains(number));
    let error = || bad_option("hash", value, &format!("a number from 1 to {MAX_HASH}"));
    megabytes.map(|number| number as usize).ok_or_else(error)
}

/// The engine for a worker. It searches in steps, so that the worker can receive messages between them.
#[wasm_bindgen]
pub struct Engine(pub(crate) Session);

#[wasm_bindgen]
impl Engine {
    /// Creates an engine with a hash table of `hash` MiB, by default 32. Throws `badOption`, or `noMemory` if
    /// there is not enough memory for the table.
    #[wasm_bindgen(constructor)]
    pub fn new(hash: Option<JsNumber>) -> Result<Engine, js_sys::Error> {
        let size = hash.map_or(Ok(DEFAULT_HASH), |hash| read_hash(&hash))?;
        Ok(Engine(Session::try_new(size).map_err(error::no_memory)?))
    }

    /// Replaces the hash table by an empty one of `hash` MiB. Call it only between two searches. Throws
    /// `badOption` or `noMemory`; the engine then keeps its old table.
    #[wasm_bindgen(js_name = setHash)]
    pub fn set_hash(&mut self, hash: &JsNumber) -> Result<(), js_sys::Error> {
        self.0.set_hash(read_hash(hash)?).map_err(error::no_memory)
    }

    /// Returns whether the side of the last report would accept the opponent's draw offer.
    #[wasm_bindgen(js_name = acceptsDraw)]
    pub fn accepts_draw(&self) -> bool {
        self.0.accepts_draw()
    }

    /// Clears the results of earlier searches.
    #[wasm_bindgen(js_name = newGame)]
    pub fn new_game(&mut self) {
        self.0.new_game();
    }

    /// Loads a network that evaluates positions from the next search on. Without one, the engine uses the
    /// handcrafted evaluation. Throws `badNetwork` with a `reason`; the engine then keeps its old evaluation.
    #[wasm_bindgen(js_name = loadNetwork)]
    pub fn load_network(&mut self, bytes: JsBytes) -> Result<(), js_sys::Error> {
        let network =
            Network::read(&given::bytes(bytes, "network", "badNetwork")?).map_err(error::bad_network)?;
        self.0.set_network(Some(Arc::new(network)));
        Ok(())
    }

    /// Loads an opening book for later searches with the option `book`. Throws `badBook` with a `reason`.
    #[wasm_bindgen(js_name = loadBook)]
    pub fn load_book(&mut self, bytes: JsBytes) -> Result<(), js_sys::Error> {
        let book = Book::read(&given::bytes(bytes, "book", "badBook")?).map_err(error::bad_book)?;
        self.0.set_book(Some(Arc::new(book)));
        Ok(())
    }

    /// Loads solved endings for later searches; their values are exact. Levels use them as far as they know endings. Throws
    /// `badEndings` with a `reason`.
    #[wasm_bindgen(js_name = loadEndings)]
    pub fn load_endings(&mut self, bytes: JsBytes) -> Result<(), js_sys::Error> {
        let bytes = given::bytes(bytes, "endings", "badEndings")?;
        let set = TableSet::read(bytes).map_err(|cause| error::bad_endings(&cause))?;
        self.0.set_endings(Some(Arc::new(set)));
        Ok(())
    }

    /// Returns whether the search is near an ending that its level could look up, but no endings are loaded.
    #[wasm_bindgen(js_name = needsEndings)]
    pub fn needs_endings(&self) -> bool {
        self.0.needs_endings()
    }

    /// Starts a search; without any limit it lasts until `finish()`. Throws the same errors as `getBestMove()`;
    /// the previous search then stays current.
    pub fn begin(&mut self, fen: JsFen, options: Option<JsOptions>) -> Result<(), js_sys::Error> {
        let (game, asked) = read_job(&fen, &options.map_or(JsValue::UNDEFINED, Into::into))?;
        self.0.begin(&game, asked.options);
        Ok(())
    }

    /// Searches for about this number of milliseconds; returns true when the search is over. Calls `onInfo`
    /// between root moves, at once and then at most ten times a second. The length of the steps does not change
    /// the result. Throws `badOption`. An error that `onInfo` throws is thrown again at the end of the step; the
    /// next step continues the search.
    pub fn step(&mut self, milliseconds: &JsNumber, on_info: Option<JsListener>) -> Result<bool, JsValue> {
        let error = || bad_option("milliseconds", milliseconds, "a number");
        let milliseconds = milliseconds.as_f64().ok_or_else(error)?;
        let on_info = on_info.map(|listener| read_listener(listener.into())).transpose()?;
        // NaN fails the comparison.
        let milliseconds = if milliseconds > 1.0 { milliseconds.min(60_000.0) } else { 1.0 };
        let budget = Duration::from_secs_f64(milliseconds / 1000.0);
        let mut last: Option<Instant> = None;
        let mut thrown = None;
        let is_over = self.0.step(budget, &mut |session| {
            if let Some(function) = &on_info
                && last.is_none_or(|last| last.elapsed() >= INFO_INTERVAL)
            {
                last = Some(Instant::now());
                call(function, &session.snapshot(), &mut thrown);
            }
        });
        thrown.map_or(Ok(is_over), Err)
    }

    /// Returns the progress and result of the search so far.
    pub fn info(&self) -> Result<JsInfo, JsValue> {
        to_info(&self.0.snapshot())
    }

    /// Returns the result so far for each requested line, the best first.
    pub fn infos(&self) -> Result<Vec<JsInfo>, JsValue> {
        self.0.infos().iter().map(to_info).collect()
    }

    /// Ends the search and returns the best move so far.
    pub fn finish(&mut self) -> Result<JsReport, JsValue> {
        to_report(&self.0.finish())
    }
}
