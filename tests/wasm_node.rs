//! Tests of the exported functions called from JavaScript, in node.
#![cfg(target_arch = "wasm32")]

#[path = "common/network.rs"]
mod network;
mod wasm_book;
mod wasm_record;

use chuhe::engine::eval::nnue::Network;
use chuhe::lab::bench::fingerprint;
use chuhe::rules::types::Square;
use chuhe_wasm as wasm;
use js_sys::{Array, Function, JSON, Map, Reflect, Uint8Array};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

const NETWORK: &[u8] = include_bytes!("../www/assets/chuhe.nnue");
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn text(object: &JsValue, name: &str) -> String {
    get(object, name).as_string().unwrap_or_else(|| panic!("{name} of {object:?} is no text"))
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap_or_else(|| panic!("{name} of {object:?} is no number"))
}

fn options(json: &str) -> Option<wasm::engine::JsOptions> {
    Some(JSON::parse(json).unwrap().unchecked_into())
}

fn fen(text: &str) -> wasm::given::JsFen {
    JsValue::from(text).unchecked_into()
}

fn best(text: &str, json: &str) -> Result<JsValue, JsValue> {
    wasm::engine::get_best_move(fen(text), options(json)).map(Into::into)
}

#[wasm_bindgen_test]
fn version_is_the_crates() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}

/// The native program's record, by hand and with the network. The network's numbers are the same with other
/// instructions.
#[wasm_bindgen_test]
fn searches_find_what_is_on_record() {
    let network = Arc::new(Network::read(NETWORK).unwrap());
    for (judge, record) in [
        (None, include_str!("data/fingerprint.txt")),
        (Some(&network), include_str!("data/fingerprint-nnue.txt")),
    ] {
        let found: String = fingerprint(judge).unwrap().iter().map(|mark| format!("{mark}\n")).collect();
        assert_eq!(found, record);
    }
}

#[wasm_bindgen_test]
fn random_networks_give_the_values_on_record() {
    for (seed, expected) in (0..).zip(network::RECORD) {
        assert_eq!(network::values_in_random_games(seed), expected, "seed {seed}");
    }
}

#[wasm_bindgen_test]
fn an_engine_takes_a_network_for_the_next_search() {
    let found = |engine: &mut wasm::engine::Engine| {
        engine.begin(fen(START), options(r#"{"nodes": 20000, "moves": ["h2e2"]}"#)).unwrap();
        while !engine.step(&given(40.0), None).unwrap() {}
        let report = JsValue::from(engine.finish().unwrap());
        (number(&get(&report, "score"), "cp"), number(&report, "leaves"))
    };
    let load = |engine: &mut wasm::engine::Engine, bytes: &[u8]| {
        engine.load_network(Uint8Array::from(bytes).unchecked_into()).map_err(JsValue::from)
    };
    let mut engine = wasm::engine::Engine::new(Some(given(4.0))).unwrap();
    let by_hand = found(&mut engine);
    load(&mut engine, NETWORK).unwrap();
    let by_network = found(&mut engine);
    assert_ne!(by_network, by_hand);
    let cut = load(&mut engine, &NETWORK[..100]).expect_err("it is cut");
    assert_eq!((text(&cut, "code"), text(&cut, "reason")), ("badNetwork".to_owned(), "length".to_owned()));
    assert_eq!((text(&cut, "field"), number(&cut, "value")), ("network".to_owned(), 100.0));
    let old = load(&mut engine, &[b"CHUHENN1", &NETWORK[8..]].concat()).expect_err("it is older");
    assert_eq!((text(&old, "reason"), number(&old, "value")), ("version".to_owned(), 1.0));
    assert_eq!(text(&old, "message"), "this is no network: the version of its format is 1, not 3");
    let none = load(&mut engine, b"<!doctype html>").expect_err("a page");
    assert_eq!(text(&none, "reason"), "magic");
    let nothing = JsValue::from(engine.load_network(JsValue::NULL.unchecked_into()).expect_err("nothing"));
    assert_eq!(
        (text(&nothing, "code"), text(&nothing, "reason")),
        ("badNetwork".to_owned(), "notBytes".to_owned())
    );
    engine.new_game();
    assert_eq!(found(&mut engine), by_network, "what was refused changes nothing");
}

#[wasm_bindgen_test]
fn a_report_has_all_its_fields() {
    let report = best(START, r#"{"depth": 5, "multipv": 2, "moves": ["h2e2", "h9g7"]}"#).unwrap();
    assert_eq!(text(&report, "move").len(), 4);
    assert_eq!(text(&report, "ponder").len(), 4);
    assert!(number(&get(&report, "score"), "cp").abs() < 500.0);
    assert_eq!(number(&report, "depth"), 5.0);
    assert!(number(&report, "seldepth") >= 5.0);
    assert!(number(&report, "nodes") > 0.0 && number(&report, "leaves") > 0.0);
    assert!(number(&report, "timeMs") >= 0.0);
    let pv: Array = get(&report, "pv").unchecked_into();
    assert_eq!(pv.get(0), get(&report, "move"));
    let lines: Array = get(&report, "lines").unchecked_into();
    assert_eq!(lines.length(), 2);
    assert_eq!(number(&lines.get(1), "multipv"), 2.0);
}

#[wasm_bindgen_test]
fn a_report_has_bounds_and_resignation() {
    let report = best(START, r#"{"depth": 4}"#).unwrap();
    assert_eq!(text(&report, "bound"), "exact");
    assert_eq!(get(&report, "resigns").as_bool(), Some(false));
    assert_eq!(get(&report, "offersDraw").as_bool(), Some(false));
    let mut engine = wasm::engine::Engine::new(Some(given(1.0))).unwrap();
    assert!(!engine.accepts_draw(), "nothing is known yet");
    // Black is to move and has two advisors against two rooks.
    let lost = "3aka3/9/9/9/R8/8R/9/9/4A4/3AK4 b - - 0 40";
    engine.begin(fen(lost), options(r#"{"nodes": 500}"#)).unwrap();
    while !engine.step(&given(50.0), None).unwrap() {}
    assert!(engine.finish().is_ok() && engine.accepts_draw());
}

#[wasm_bindgen_test]
fn a_hash_table_without_memory_is_refused_and_the_old_one_stays() {
    let mut engine = wasm::engine::Engine::new(Some(given(1.0))).unwrap();
    engine.set_hash(&given(2.0)).unwrap();
    // The memory is reserved but not touched, so it uses only addresses.
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    for _ in 0..64 {
        let mut block = Vec::new();
        if block.try_reserve_exact(64 << 20).is_err() {
            break;
        }
        hoard.push(block);
    }
    let error = JsValue::from(engine.set_hash(&given(512.0)).unwrap_err());
    assert_eq!((text(&error, "code").as_str(), text(&error, "field").as_str()), ("noMemory", "hash"));
    assert_eq!(number(&error, "value"), 512.0);
    let refused = wasm::engine::Engine::new(Some(given(512.0))).err().map(JsValue::from).unwrap();
    assert_eq!(text(&refused, "code"), "noMemory");
    assert_eq!(text(&best(START, r#"{"depth": 2, "hash": 512}"#).unwrap_err(), "code"), "noMemory");
    drop(hoard);
    engine.begin(fen(START), options(r#"{"depth": 4}"#)).unwrap();
    while !engine.step(&given(50.0), None).unwrap() {}
    let report: JsValue = engine.finish().unwrap().into();
    assert_eq!(number(&report, "depth"), 4.0);
    assert_eq!(text(&engine.set_hash(&given(0.5)).unwrap_err().into(), "code"), "badOption");
}

#[wasm_bindgen_test]
fn a_mate_is_reported_in_plies() {
    let report = best("4k4/9/9/9/9/9/9/9/R8/1R1K5 w", r#"{"depth": 4}"#).unwrap();
    assert_eq!(number(&get(&report, "score"), "mate"), 3.0);
}

#[wasm_bindgen_test]
fn without_a_legal_move_there_is_no_best_move() {
    let report = best("3k5/9/9/3R5/9/9/9/9/9/4K4 b", "{}").unwrap();
    assert!(get(&report, "move").is_null());
    assert_eq!(number(&get(&report, "score"), "mate"), 0.0);
}

#[wasm_bindgen_test]
fn a_listener_is_called_for_every_iteration() {
    let heard = Array::new();
    let listener = heard.clone();
    let closure = Closure::<dyn FnMut(JsValue)>::new(move |info| {
        listener.push(&info);
    });
    let asked = JSON::parse(r#"{"depth": 4}"#).unwrap();
    let function: &Function = closure.as_ref().unchecked_ref();
    Reflect::set(&asked, &"onInfo".into(), function).unwrap();
    wasm::engine::get_best_move(fen(START), Some(asked.unchecked_into())).unwrap();
    let depths: Vec<f64> = heard.iter().map(|info| number(&info, "depth")).collect();
    assert_eq!(depths, [1.0, 2.0, 3.0, 4.0]);
}

/// Returns the code, field and value of a thrown error.
fn thrown(result: Result<JsValue, JsValue>) -> (String, String, JsValue) {
    let error = result.expect_err("an error is expected");
    assert!(error.is_instance_of::<js_sys::Error>());
    assert!(!text(&error, "message").is_empty());
    (text(&error, "code"), text(&error, "field"), get(&error, "value"))
}

#[wasm_bindgen_test]
fn bad_input_names_the_field_and_the_value() {
    let cases = [
        (START, r#"{"depth": 0}"#, "badOption", "depth", JsValue::from(0)),
        (START, r#"{"depth": 2.5}"#, "badOption", "depth", JsValue::from(2.5)),
        (START, r#"{"nodes": "many"}"#, "badOption", "nodes", JsValue::from("many")),
        (START, r#"{"movetme": 50}"#, "badOption", "movetme", JsValue::from(50)),
        (START, r#"{"level": 16}"#, "badOption", "level", JsValue::from(16)),
        (START, r#"{"level": 0}"#, "badOption", "level", JsValue::from(0)),
        (START, r#"{"level": 0.99}"#, "badOption", "level", JsValue::from(0.99)),
        (START, r#"{"strength": -1}"#, "badOption", "strength", JsValue::from(-1)),
        (START, r#"{"strength": 2, "level": 2}"#, "badOption", "strength", JsValue::from(2)),
        (START, r#"{"moves": ["h2e2", "x"]}"#, "badMove", "moves", JsValue::from("x")),
        (START, r#"{"moves": ["h2e3"]}"#, "illegalMove", "moves", JsValue::from("h2e3")),
        ("9/9 w", "{}", "badFen", "fen", JsValue::from("9/9 w")),
    ];
    for (fen, json, code, field, value) in cases {
        assert_eq!(thrown(best(fen, json)), (code.to_owned(), field.to_owned(), value), "{fen} {json}");
    }
}

#[wasm_bindgen_test]
fn values_outside_json_are_named() {
    let function: JsValue = Function::new_no_args("").into();
    let symbol: JsValue = js_sys::Symbol::for_("depth").into();
    let cyclic = js_sys::Object::new();
    Reflect::set(&cyclic, &"self".into(), &cyclic).unwrap();
    for (value, shown) in [
        (function, "function"),
        (symbol, "symbol"),
        (JsValue::from(5u64), "bigint"),
        (JsValue::from(f64::NAN), "NaN"),
        (cyclic.into(), "object"),
    ] {
        let asked = js_sys::Object::new();
        Reflect::set(&asked, &"depth".into(), &value).unwrap();
        let result = wasm::engine::get_best_move(fen(START), Some(asked.unchecked_into()));
        let error = result.map(JsValue::from).expect_err("not a depth");
        assert!(text(&error, "message").contains(shown), "{shown}: {}", text(&error, "message"));
        assert_eq!((text(&error, "code"), text(&error, "field")), ("badOption".into(), "depth".into()));
        assert!(js_sys::Object::is(&get(&error, "value"), &value));
    }
}

#[wasm_bindgen_test]
fn a_fen_that_is_no_text_is_refused() {
    for value in [JsValue::UNDEFINED, JsValue::from(5), Array::new().into()] {
        let result = wasm::engine::get_best_move(value.clone().unchecked_into(), None);
        assert_eq!(thrown(result.map(Into::into)), ("badFen".into(), "fen".into(), value));
    }
}

#[wasm_bindgen_test]
fn a_step_without_a_number_is_short() {
    let mut engine = wasm::engine::Engine::new(Some(given(1.0))).unwrap();
    engine.begin(fen(START), None).unwrap();
    for milliseconds in [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0] {
        assert!(!engine.step(&given(milliseconds), None).unwrap());
    }
    assert!(get(&engine.finish().unwrap().into(), "move").is_string());
}

#[wasm_bindgen_test]
fn a_refused_fen_lists_all_its_reasons() {
    let error = best("rnbakabnr/9/1c5c1/p1p1x1p1p/9/9/P1P1P1P1P/1C5C1/8/RNBAKABNR q", "{}").expect_err("bad");
    let reasons: Array = get(&error, "reasons").unchecked_into();
    let found: Vec<(String, JsValue)> =
        reasons.iter().map(|reason| (text(&reason, "code"), get(&reason, "rank"))).collect();
    let expected = [
        ("unknownPiece".to_owned(), JsValue::from("6")),
        ("rankLength".to_owned(), JsValue::from("1")),
        ("unknownSide".to_owned(), JsValue::UNDEFINED),
    ];
    assert_eq!(found, expected);
}

#[wasm_bindgen_test]
fn a_game_is_played_undone_and_judged() {
    let mut game = wasm::game::Game::new(None, None, None).unwrap();
    let dests: Map = JsValue::from(game.dests()).unchecked_into();
    assert_eq!(dests.size(), 16, "every piece can move");
    game.play(&given("h2e2")).unwrap();
    assert_eq!(text(&JsValue::from(game.view(None).unwrap()), "turn"), "b");
    assert_eq!(game.notation(&given("chinese")).unwrap(), ["炮二平五"]);
    let error = JsValue::from(game.play(&given("e2e3")).expect_err("not Black's"));
    assert_eq!(
        (text(&error, "code"), text(&error, "reason")),
        ("illegalMove".to_owned(), "notYours".to_owned())
    );
    assert_eq!(game.undo().as_deref(), Some("h2e2"));
    let verdict = JsValue::from(game.verdict().unwrap());
    assert_eq!((text(&verdict, "result"), get(&verdict, "reason")), ("ongoing".to_owned(), JsValue::NULL));
}

#[wasm_bindgen_test]
fn perpetual_check_is_the_checkers_loss() {
    let cycle = ["a7a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8"];
    let by = |rules| {
        let fen = fen("4k4/9/R8/9/9/9/9/9/9/3K5 w");
        wasm::game::Game::new(Some(fen), Some(list(&cycle)), rules)
    };
    let plain = JsValue::from(by(Some(given("plain"))).unwrap().verdict().unwrap());
    assert_eq!(text(&plain, "result"), "draw", "by plain rules nobody loses");
    let error = JsValue::from(by(Some(given("western"))).err().unwrap());
    assert_eq!((text(&error, "code"), text(&error, "field")), ("badOption".to_owned(), "rules".to_owned()));
    let game = by(None).unwrap();
    let verdict = JsValue::from(game.verdict().unwrap());
    assert_eq!(
        (text(&verdict, "result"), text(&verdict, "reason")),
        ("black".to_owned(), "perpetualCheck".to_owned())
    );
    assert_eq!(text(&verdict, "offender"), "red");
}

/// Converts a JavaScript value to an argument.
fn given<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

/// Converts a list of moves to an argument.
fn list<T: JsCast>(moves: &[&str]) -> T {
    given(moves.iter().map(|mv| JsValue::from(*mv)).collect::<Array>())
}

#[wasm_bindgen_test]
fn a_perpetual_chase_is_explained_and_warned_of() {
    let fen = || Some(fen("3k4n/9/9/9/9/9/9/9/9/4K2R1 w"));
    let lap = ["h0i0", "i9h7", "i0h0", "h7i9"];
    let last = wasm::game::Game::new(fen(), Some(list(&[&lap[..], &lap[..2]].concat())), None).unwrap();
    let loss = |mv: &str| get(&JsValue::from(last.describe(&given(mv)).unwrap()), "loss");
    let warning = loss("i0h0");
    assert_eq!(text(&warning, "reason"), "perpetualChase");
    assert!(loss("i0i1").is_null());
    let game = wasm::game::Game::new(fen(), Some(list(&[&lap[..]; 2].concat())), None).unwrap();
    let verdict = JsValue::from(game.verdict().unwrap());
    let cycle: Array = get(&verdict, "cycle").unchecked_into();
    assert_eq!(cycle.length(), 8);
    let ply = cycle.get(2);
    let target = get(&ply, "targets").unchecked_into::<Array>().get(0);
    let words = [text(&ply, "move"), text(&ply, "side"), text(&ply, "kind"), text(&target, "square")];
    assert_eq!(words, ["i0h0", "red", "chase", "h7"]);
    assert_eq!((get(&ply, "ply"), text(&target, "piece")), (JsValue::from(2), "n".to_owned()));
}

#[wasm_bindgen_test]
fn moves_are_written_and_read_in_every_notation() {
    let game = wasm::game::Game::new(None, Some(list(&["h2e2"])), None).unwrap();
    for (kind, expected) in
        [("chinese", "炮二平五"), ("wxf", "C2.5"), ("iccs", "H2-E2"), ("ucci", "h2e2"), ("uci", "h3e3")]
    {
        assert_eq!(game.notation(&given(kind)).unwrap(), [expected]);
    }
    assert_eq!(game.line(&list(&["h9g7"]), &given("wxf")).unwrap(), ["H8+7"]);
    assert_eq!(game.read_move(&given("馬8進7")).unwrap(), "h9g7");
    let error = JsValue::from(game.read_move(&given("马8进6")).expect_err("no such move"));
    assert_eq!(
        (text(&error, "code"), text(&error, "reason")),
        ("badNotation".to_owned(), "illegal".to_owned())
    );
    assert_eq!(text(&JsValue::from(game.notation(&given("x")).expect_err("bad")), "code"), "badOption");
}

#[wasm_bindgen_test]
fn a_view_equals_the_results_of_single_calls() {
    let game = wasm::game::Game::new(None, Some(list(&["h2e2", "h9g7"])), None).unwrap();
    let view = JsValue::from(game.view(Some(given("wxf"))).unwrap());
    let texts = ["fen", "startFen", "placement"].map(|name| text(&view, name));
    assert_eq!(texts, [game.fen(), game.start_fen(), game.placement()]);
    assert_eq!(text(&view, "turn"), "w");
    let list = |name| get(&view, name).unchecked_into::<Array>().join(" ");
    assert_eq!(list("moves"), "h2e2 h9g7");
    assert_eq!(list("lastMove"), "h9 g7");
    assert_eq!(list("notation"), "C2.5 H8+7");
    assert_eq!(get(&view, "dests").unchecked_into::<Map>().size(), 16);
    assert_eq!(text(&get(&view, "verdict"), "result"), "ongoing");
    assert_eq!(text(&get(&view, "opening"), "zh"), "中炮对进左马");
    assert!(get(&view, "check").is_null());
    let wordless = JsValue::from(game.view(None).unwrap());
    assert_eq!(get(&wordless, "notation").unchecked_into::<Array>().length(), 0);
    assert!(get(&wordless, "opening").is_null());
    let fresh = JsValue::from(wasm::game::Game::new(None, None, None).unwrap().view(None).unwrap());
    assert_eq!(text(&view, "startPlacement"), text(&fresh, "placement"));
    assert!(get(&fresh, "lastMove").is_null());
}

#[wasm_bindgen_test]
fn a_view_follows_the_game() {
    let mut game = wasm::game::Game::new(Some(given("3k5/9/9/9/9/9/9/9/R8/1R3K3 w")), None, None).unwrap();
    let result = |game: &wasm::game::Game| {
        let view = JsValue::from(game.view(None).unwrap());
        (text(&get(&view, "verdict"), "result"), get(&view, "dests").unchecked_into::<Map>().size() > 0)
    };
    assert_eq!(result(&game), ("ongoing".to_owned(), true));
    game.play(&given("a1a8")).unwrap();
    game.play(&given("d9e9")).unwrap();
    game.play(&given("b0b9")).unwrap();
    assert_eq!(result(&game), ("red".to_owned(), false));
    game.undo();
    assert_eq!(result(&game), ("ongoing".to_owned(), true));
    game.declare(&given("agreement"), None).unwrap();
    assert_eq!(result(&game), ("draw".to_owned(), false));
}

#[wasm_bindgen_test]
fn a_move_is_described_before_it_is_played() {
    let game = wasm::game::Game::new(None, None, None).unwrap();
    let describe = |mv: &str| JsValue::from(game.describe(&given(mv)).unwrap());
    let legal = describe("h2h9");
    assert!(get(&legal, "refusal").is_null() && get(&legal, "loss").is_null());
    let told = get(&legal, "told");
    let words = ["side", "piece", "capture"].map(|name| text(&told, name));
    assert_eq!(words, ["red", "C", "n"]);
    assert_eq!(text(&get(&told, "texts"), "chinese"), "炮二进七");
    let refused = describe("a0a5");
    assert_eq!(text(&refused, "refusal"), "cannotReach");
    let obstacle = get(&refused, "obstacle");
    let words = ["kind", "square", "piece"].map(|name| text(&obstacle, name));
    assert_eq!(words, ["blocked", "a3", "P"]);
    assert!(get(&refused, "told").is_null());
    assert_eq!(text(&describe("x"), "refusal"), "badSquare");
    let game = wasm::game::Game::new(Some(given("3k5/4r4/9/9/9/9/9/9/9/R3K4 w")), None, None).unwrap();
    let refused = JsValue::from(game.describe(&given("a0a1")).unwrap());
    assert_eq!(text(&refused, "refusal"), "stillInCheck");
    let view = JsValue::from(game.view(None).unwrap());
    assert_eq!(text(&view, "check"), "e0");
    assert_eq!(get(&view, "checkers").unchecked_into::<Array>().join(" "), "e8");
}

#[wasm_bindgen_test]
fn moves_that_lose_by_repetition_are_found_by_their_piece() {
    let lap = ["h0i0", "i9h7", "i0h0", "h7i9"];
    let chase = [&lap[..], &lap[..2]].concat();
    let start = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w";
    let game = wasm::game::Game::new(Some(given(start)), Some(list(&chase)), None).unwrap();
    let losing = game.losing(&given("i0")).unwrap();
    assert_eq!(losing, ["h0"]);
    for square in Square::all().map(|square| square.to_string()) {
        let mv = format!("i0{square}");
        let described = JsValue::from(game.describe(&given(mv.as_str())).unwrap());
        assert_eq!(!get(&described, "loss").is_null(), losing.contains(&square), "{mv}");
    }
    assert_eq!(text(&JsValue::from(game.losing(&given("x")).expect_err("no point")), "code"), "badOption");
}

#[wasm_bindgen_test]
fn a_set_up_that_cannot_be_played_is_read_with_its_faults() {
    let setup = |fen| JsValue::from(wasm::game::Game::read_setup(&given(fen)).unwrap());
    let sound = setup("4k4/9/9/9/9/9/9/9/9/3K5 b");
    assert_eq!(
        (text(&sound, "turn"), get(&sound, "reasons").unchecked_into::<Array>().length()),
        ("b".to_owned(), 0)
    );
    let doubled = setup("4k4/9/9/9/9/P8/P8/9/9/3K5 w");
    assert_eq!(text(&doubled, "placement").len(), 90);
    let reason = get(&doubled, "reasons").unchecked_into::<Array>().get(0);
    let words = ["code", "color", "role", "file"].map(|name| text(&reason, name));
    assert_eq!(words, ["doubled", "red", "soldier", "a"]);
    assert_eq!(get(&reason, "squares").unchecked_into::<Array>().join(" "), "a3 a4");
    let error = JsValue::from(wasm::game::Game::read_setup(&given("9/9 w")).err().expect("no set-up"));
    assert_eq!(text(&error, "code"), "badFen");
}

#[wasm_bindgen_test]
fn a_declared_result_ends_the_game() {
    let mut game = wasm::game::Game::new(None, None, None).unwrap();
    game.declare(&given("resignation"), Some(given("black"))).unwrap();
    let verdict = JsValue::from(game.verdict().unwrap());
    assert_eq!(
        (text(&verdict, "result"), text(&verdict, "reason")),
        ("red".to_owned(), "resignation".to_owned())
    );
    let error = JsValue::from(game.declare(&given("time"), None).expect_err("whose"));
    assert_eq!((text(&error, "code"), text(&error, "field")), ("badOption".to_owned(), "side".to_owned()));
    game.declare(&given("agreement"), None).unwrap();
    assert_eq!(text(&JsValue::from(game.verdict().unwrap()), "result"), "draw");
}

#[wasm_bindgen_test]
fn values_that_are_not_text_are_refused_with_a_code() {
    let mut game = wasm::game::Game::new(None, None, None).unwrap();
    let number = || JsValue::from(7).unchecked_into();
    let error = JsValue::from(game.play(&number()).expect_err("a number"));
    assert_eq!((text(&error, "code"), get(&error, "value")), ("badMove".to_owned(), JsValue::from(7)));
    let described = JsValue::from(game.describe(&number()).unwrap());
    assert_eq!(text(&described, "refusal"), "badSquare");
    assert_eq!(JsValue::from(game.refusal(&number())), JsValue::from("badSquare"));
}
