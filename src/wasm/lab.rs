//! The laboratory for its page: searches with counts, a small search's steps, and routes over a grid.
//!
//! All functions run in a worker until they finish; only terminating the worker stops them.

use super::error;
use super::game::read_game;
use super::{set, to_object};
use chuhe::lab::route::{Grid, GridError, GridReason, Heuristic, Outcome, Search, Size};
use chuhe::lab::tree::{
    Counts, DepthRule, Event, Found, Judge, Kind, MAX_DEPTH, Method, Stopped, Trace, Watch, search,
};
use chuhe::rules::board::Board;
use chuhe::rules::types::Move;
use js_sys::{Error, Function, Object};
use serde::Serialize;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_time::Instant;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type LabMethod = "minimax" | "alphabeta" | "ordered" | "pvs" | "pvs-reversed" | "pvs-table" | "chuhe";
export type LabJudge = "a" | "b" | "c" | "e" | "chuhe";
/** The counts of a search: positions entered, evaluated and cut off, moves searched again, and hits in the table. */
export type LabCounts = { nodes: number; leaves: number; cutoffs: number; researches: number; known: number };
export type LabFound = LabCounts & {
  /** The value for the side to move, in the units of the evaluation; a win is 1,000,000, minus 1 for each ply to it. */
  value: number;
  /** The best moves of both sides. */
  line: string[];
  millis: number;
};
/** A step of a search. Each "enter" has its "leave", after those of the positions below it. Alpha and beta are from
 * the view of the position's side to move; infinite ones are ±1,000,001. */
export type LabEvent =
  | { type: "enter"; move: string | null; depth: number; alpha: number; beta: number }
  | { type: "leave"; value: number; kind: "leaf" | "over" | "known" | "searched" | "cut"; left?: number }
  | { type: "again"; value: number };
/** The steps of a search; `found` is null if there were more than the limit. */
export type LabTrace = { events: LabEvent[]; found: LabFound | null };
export type LabRule = "fixed" | "phase" | "pieces";
export type LabHeuristic = "manhattan" | "zero";
export type LabOutcome =
  | { state: "searching" } | { state: "none" } | { state: "found"; route: string; steps: number };
"#;

#[wasm_bindgen]
extern "C" {
    /// `{ value, line, nodes, leaves, cutoffs, researches, known, millis }`
    #[wasm_bindgen(typescript_type = "LabFound")]
    pub type JsFound;
    /// `{ events, found }`
    #[wasm_bindgen(typescript_type = "LabTrace")]
    pub type JsTrace;
    /// List of `{ code, exact }`.
    #[wasm_bindgen(typescript_type = "{ code: LabMethod; exact: boolean }[]")]
    pub type JsMethods;
    /// Codes of the evaluations.
    #[wasm_bindgen(typescript_type = "LabJudge[]")]
    pub type JsJudges;
    /// Codes of the depth rules.
    #[wasm_bindgen(typescript_type = "LabRule[]")]
    pub type JsRules;
    /// `{ state, route, steps }`
    #[wasm_bindgen(typescript_type = "LabOutcome")]
    pub type JsOutcome;
    /// Listener that receives `LabCounts`.
    #[wasm_bindgen(typescript_type = "(counts: LabCounts) => void")]
    pub type JsProgress;
}

/// Number of nodes between two readings of the clock.
const NODES_PER_LOOK: u64 = 8_192;
/// Shortest time between two reports of a search's progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(80);
/// Greatest number of steps stored for a search.
const MAX_EVENTS: f64 = 2_000_000.0;

/// The counts as numbers of JavaScript.
#[derive(Serialize)]
struct CountsReport {
    nodes: f64,
    leaves: f64,
    cutoffs: f64,
    researches: f64,
    known: f64,
}

impl From<&Counts> for CountsReport {
    fn from(counts: &Counts) -> CountsReport {
        CountsReport {
            nodes: counts.nodes as f64,
            leaves: counts.leaves as f64,
            cutoffs: counts.cutoffs as f64,
            researches: counts.researches as f64,
            known: counts.known as f64,
        }
    }
}

#[derive(Serialize)]
struct FoundReport {
    value: i32,
    line: Vec<String>,
    nodes: f64,
    leaves: f64,
    cutoffs: f64,
    researches: f64,
    known: f64,
    millis: f64,
}

impl FoundReport {
    fn new(found: &Found, time: Duration) -> FoundReport {
        let CountsReport { nodes, leaves, cutoffs, researches, known } = CountsReport::from(&found.counts);
        FoundReport {
            value: found.value,
            line: found.line.iter().map(Move::to_string).collect(),
            nodes,
            leaves,
            cutoffs,
            researches,
            known,
            millis: time.as_secs_f64() * 1000.0,
        }
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum EventReport {
    Enter {
        r#move: Option<String>,
        depth: u32,
        alpha: i32,
        beta: i32,
    },
    Leave {
        value: i32,
        kind: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<usize>,
    },
    Again {
        value: i32,
    },
}

impl From<&Event> for EventReport {
    fn from(event: &Event) -> EventReport {
        match *event {
            Event::Enter { mv, depth, window: (alpha, beta) } => {
                EventReport::Enter { r#move: mv.map(|mv| mv.to_string()), depth, alpha, beta }
            }
            Event::Leave { value, kind } => {
                let left = if let Kind::Cut { left } = kind { Some(left) } else { None };
                EventReport::Leave { value, kind: kind.code(), left }
            }
            Event::Again { value } => EventReport::Again { value },
        }
    }
}

#[derive(Serialize)]
struct TraceReport {
    events: Vec<EventReport>,
    found: Option<FoundReport>,
}

#[derive(Serialize)]
struct MethodReport {
    code: &'static str,
    exact: bool,
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
enum OutcomeReport {
    Searching,
    None,
    Found { route: String, steps: usize },
}

/// Reports the counts of a search to a JavaScript function at intervals.
struct Listener<'a> {
    function: &'a Function,
    next: u64,
    told: Instant,
}

impl Watch for Listener<'_> {
    fn goes_on(&mut self, counts: &Counts) -> bool {
        if counts.nodes >= self.next {
            self.next = counts.nodes + NODES_PER_LOOK;
            if self.told.elapsed() >= REPORT_INTERVAL {
                self.told = Instant::now();
                // Ignore errors of the listener: the search goes on.
                if let Ok(report) = to_object::<_, JsValue>(&CountsReport::from(counts)) {
                    let _ = self.function.call1(&JsValue::UNDEFINED, &report);
                }
            }
        }
        true
    }
}

fn bad_option(name: &str, value: &JsValue) -> Error {
    error::error(&format!("there is no such {name}"), "badOption", name, value)
}

/// The parameters of a search.
struct Job {
    board: Board,
    method: Method,
    judge: Judge,
    depth: u32,
}

impl Job {
    fn read(
        start_fen: Option<String>,
        moves: &[String],
        method: &str,
        judge: &str,
        depth: f64,
    ) -> Result<Job, Error> {
        let board = read_game(start_fen.as_deref(), moves)?.board().clone();
        let method = Method::from_code(method).ok_or_else(|| bad_option("method", &method.into()))?;
        let judge = Judge::from_code(judge).ok_or_else(|| bad_option("judge", &judge.into()))?;
        if depth.fract() != 0.0 || !(1.0..=f64::from(MAX_DEPTH)).contains(&depth) {
            return Err(bad_option("depth", &depth.into()));
        }
        Ok(Job { board, method, judge, depth: depth as u32 })
    }

    /// Runs the search and returns its result with the time taken.
    fn run<W: Watch>(&self, watch: &mut W) -> Result<FoundReport, Stopped> {
        let start = Instant::now();
        let found = search(&self.board, self.method, self.judge, self.depth, watch)?;
        Ok(FoundReport::new(&found, start.elapsed()))
    }
}

/// Searches the position of a game to a depth of 1 to 32 plies. Calls `on_progress` with the counts at intervals.
/// Throws `badFen`, `badMove`, `illegalMove` or `badOption`.
#[wasm_bindgen(js_name = labSearch)]
pub fn lab_search(
    start_fen: Option<String>,
    moves: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "LabMethod")] method: &str,
    #[wasm_bindgen(unchecked_param_type = "LabJudge")] judge: &str,
    depth: f64,
    on_progress: Option<JsProgress>,
) -> Result<JsFound, JsValue> {
    let job = Job::read(start_fen, &moves, method, judge, depth)?;
    let function = on_progress.map_or(JsValue::UNDEFINED, JsValue::from);
    let found = match function.dyn_ref::<Function>() {
        Some(function) => job.run(&mut Listener { function, next: NODES_PER_LOOK, told: Instant::now() }),
        None => job.run(&mut ()),
    };
    to_object(&found.map_err(|stopped| Error::new(&stopped.to_string()))?)
}

/// Searches like `labSearch()` and returns all steps. A search with more than `limit` steps stops there and
/// returns the steps so far.
#[wasm_bindgen(js_name = labTrace)]
pub fn lab_trace(
    start_fen: Option<String>,
    moves: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "LabMethod")] method: &str,
    #[wasm_bindgen(unchecked_param_type = "LabJudge")] judge: &str,
    depth: f64,
    limit: f64,
) -> Result<JsTrace, JsValue> {
    let job = Job::read(start_fen, &moves, method, judge, depth)?;
    if !(1.0..=MAX_EVENTS).contains(&limit) {
        return Err(bad_option("limit", &limit.into()).into());
    }
    let mut trace = Trace::new(limit as usize);
    let found = job.run(&mut trace).ok();
    to_object(&TraceReport { events: trace.events.iter().map(EventReport::from).collect(), found })
}

/// Returns the search methods, the simplest first. Exact methods give the value of the whole tree to their depth.
#[wasm_bindgen(js_name = labMethods)]
pub fn lab_methods() -> Result<JsMethods, JsValue> {
    to_object(&Method::ALL.map(|method| MethodReport { code: method.code(), exact: method.is_exact() }))
}

/// Returns the codes of the evaluations.
#[wasm_bindgen(js_name = labJudges)]
pub fn lab_judges() -> Result<JsJudges, JsValue> {
    to_object(&Judge::ALL.map(Judge::code))
}

/// Returns the depth rules: fixed, by the plies played, or by the pieces on the board.
#[wasm_bindgen(js_name = labRules)]
pub fn lab_rules() -> Result<JsRules, JsValue> {
    to_object(&DepthRule::CODES)
}

/// Returns the depth that a rule gives after a number of plies with a number of pieces on the board. `base`, by
/// default 4, is the depth of the rule `fixed`, and of the rule `pieces` with all pieces. Throws `badOption`.
#[wasm_bindgen(js_name = labDepth)]
pub fn lab_depth(
    #[wasm_bindgen(unchecked_param_type = "LabRule")] rule: &str,
    plies: usize,
    pieces: usize,
    base: Option<u32>,
) -> Result<u32, Error> {
    let known =
        DepthRule::from_code(rule, base.unwrap_or(4)).ok_or_else(|| bad_option("rule", &rule.into()))?;
    Ok(known.depth_at(plies, pieces))
}

/// Creates the error of an invalid grid: its code gives the reason, `line` and `column` (from 1) the position, and
/// `params` the numbers of the message.
fn bad_grid(cause: &GridError) -> Error {
    let params = Object::new();
    let put = |name: &str, value: JsValue| set(&params, name, &value);
    let value = match &cause.reason {
        GridReason::NoNumber(text) | GridReason::NoCell(text) => text.as_str(),
        GridReason::OutOfRange { value, .. } => value.as_str(),
        _ => "",
    };
    put("value", value.into());
    match cause.reason {
        GridReason::OutOfRange { what, min, max, .. } => {
            put("what", Size::code(what).into());
            put("min", (min as f64).into());
            put("max", (max as f64).into());
        }
        GridReason::ShortLine { expected, found } | GridReason::MissingRows { expected, found } => {
            put("expected", (expected as f64).into());
            put("found", (found as f64).into());
        }
        GridReason::LongLine { expected } | GridReason::ExtraRow { expected } => {
            put("expected", (expected as f64).into());
        }
        GridReason::Missing(cell) | GridReason::Second(cell) => put("cell", (cell as u32).into()),
        GridReason::NoNumber(_) | GridReason::NoCell(_) => {}
    }
    let error = error::error(&cause.to_string(), cause.reason.code(), "grid", &value.into());
    set(&error, "line", &(cause.line as f64).into());
    set(&error, "column", &(cause.column as f64).into());
    set(&error, "params", &params);
    error
}

/// A step-by-step A* search over a grid.
#[wasm_bindgen]
pub struct RouteSearch(Search<Box<Grid>>);

#[wasm_bindgen]
impl RouteSearch {
    /// Creates a search for the problem in a text: `M N T` and M lines of N numbers. No state is expanded yet.
    ///
    /// Throws an error with `code`, `line`, `column` and `params` if the text is not a grid, or `badOption`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "LabHeuristic")] heuristic: &str,
    ) -> Result<RouteSearch, Error> {
        let heuristic =
            Heuristic::from_code(heuristic).ok_or_else(|| bad_option("heuristic", &heuristic.into()))?;
        let grid: Grid = text.parse().map_err(|cause| bad_grid(&cause))?;
        Ok(RouteSearch(Search::new(Box::new(grid), heuristic)))
    }

    /// Expands up to `count` states, fewer at the end of the search. Returns three numbers for each state: the
    /// cell (row by row), the steps from the start, and the remaining stamina.
    pub fn expand(&mut self, count: usize) -> Vec<u32> {
        let states = std::iter::from_fn(|| self.0.expand()).take(count);
        states.flat_map(|state| [state.cell as u32, state.steps, state.stamina.into()]).collect()
    }

    /// Returns the state of the search, with the route if it is found.
    pub fn outcome(&self) -> Result<JsOutcome, JsValue> {
        to_object(&match self.0.outcome() {
            Outcome::Open => OutcomeReport::Searching,
            Outcome::Impossible => OutcomeReport::None,
            Outcome::Found(route) => {
                OutcomeReport::Found { route: route.to_string(), steps: route.steps().len() }
            }
        })
    }

    /// Number of states expanded so far.
    #[wasm_bindgen(getter)]
    pub fn expanded(&self) -> usize {
        self.0.expanded()
    }
}
