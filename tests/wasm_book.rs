//! Tests of the opening book and the names of openings through the JavaScript interface, in node.

use chuhe_wasm as wasm;
use js_sys::{Array, JSON, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
const BOOK: &[u8] = include_bytes!("../www/assets/book.bin");

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

/// Converts a JavaScript value to an argument.
fn given<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

fn search(engine: &mut wasm::engine::Engine, options: &str) -> JsValue {
    let options = JSON::parse(options).unwrap().unchecked_into();
    engine.begin(JsValue::from(START).unchecked_into(), Some(options)).unwrap();
    while !engine.step(&given(20.0), None).unwrap() {}
    engine.finish().unwrap().into()
}

fn load(engine: &mut wasm::engine::Engine, bytes: &[u8]) -> Result<(), JsValue> {
    engine.load_book(Uint8Array::from(bytes).unchecked_into()).map_err(JsValue::from)
}

#[wasm_bindgen_test]
fn a_book_is_played_from_when_asked_for() {
    let mut engine = wasm::engine::Engine::new(Some(given(1.0))).unwrap();
    load(&mut engine, BOOK).unwrap();
    let from_book = search(&mut engine, r#"{"level": 15, "seed": 5, "book": true}"#);
    assert_eq!((get(&from_book, "book"), get(&from_book, "nodes")), (JsValue::TRUE, JsValue::from(0)));
    assert!(get(&from_book, "move").is_string());
    assert_eq!(search(&mut engine, r#"{"level": 15, "seed": 5, "book": true}"#).js_typeof(), "object");
    for options in [r#"{"depth": 3}"#, r#"{"level": 1, "book": true}"#] {
        assert_eq!(get(&search(&mut engine, options), "book"), JsValue::FALSE, "{options}");
    }
}

#[wasm_bindgen_test]
fn invalid_book_bytes_are_refused() {
    let mut engine = wasm::engine::Engine::new(Some(given(1.0))).unwrap();
    let cut = load(&mut engine, &BOOK[..BOOK.len() - 1]).expect_err("cut off");
    let nothing = JsValue::from(engine.load_book(JsValue::NULL.unchecked_into()).expect_err("nothing"));
    for (error, reason) in [(cut, "badChecksum"), (nothing, "notBytes")] {
        let found = ["code", "field", "reason"].map(|name| get(&error, name).as_string().unwrap());
        assert_eq!(found, ["badBook", "book", reason]);
    }
    assert_eq!(get(&search(&mut engine, r#"{"depth": 2, "book": true}"#), "book"), JsValue::FALSE);
}

/// Returns the name of a game's opening.
fn opening(game: &wasm::game::Game) -> JsValue {
    get(&game.view(Some(given(JsValue::from("wxf")))).unwrap().into(), "opening")
}

#[wasm_bindgen_test]
fn a_game_knows_its_opening() {
    let mut game = wasm::game::Game::new(None, None, None).unwrap();
    assert!(opening(&game).is_null());
    let names = [
        ("h2e2", ["中炮", "Central Cannon", "Pháo đầu"]),
        ("h7e7", ["顺炮", "Same-Direction Cannons", "Thuận pháo"]),
    ];
    for (mv, wanted) in names {
        game.play(&JsValue::from(mv).unchecked_into()).unwrap();
        let name = opening(&game);
        assert_eq!(["zh", "en", "vi"].map(|lang| get(&name, lang)), wanted.map(JsValue::from));
    }
}

#[wasm_bindgen_test]
fn every_named_opening_lists_its_moves() {
    let openings: Array = JsValue::from(wasm::game::Game::openings()).unchecked_into();
    assert!(openings.length() > 100);
    for opening in openings.iter() {
        let game = wasm::game::Game::new(None, Some(given(get(&opening, "moves"))), None).unwrap();
        assert_eq!(get(&self::opening(&game), "zh"), get(&opening, "zh"));
    }
    let zh = |opening: JsValue| get(&opening, "zh").as_string().unwrap();
    assert!(openings.iter().map(zh).any(|name| name == "中炮对屏风马"));
}
