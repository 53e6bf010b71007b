//! Tests of the exported functions in a dedicated worker of a browser, where the engine runs.
#![cfg(target_arch = "wasm32")]

use chuhe::engine::eval::nnue::Network;
use chuhe::lab::bench::fingerprint;
use chuhe_wasm::engine::{Engine, get_best_move};
use chuhe_wasm::given::JsFen;
use js_sys::{JSON, Reflect};
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const NETWORK: &[u8] = include_bytes!("../www/assets/chuhe.nnue");
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

/// Converts a JavaScript value to an argument.
fn given<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

fn fen(text: &str) -> JsFen {
    JsValue::from(text).unchecked_into()
}

#[wasm_bindgen_test]
fn version_is_the_crates() {
    assert_eq!(chuhe_wasm::version(), env!("CARGO_PKG_VERSION"));
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
fn an_endless_search_is_cut_into_slices_and_finished() {
    let mut engine = Engine::new(Some(given(4.0))).unwrap();
    engine.begin(fen(START), None).unwrap();
    for _ in 0..5 {
        assert!(!engine.step(&given(20.0), None).unwrap(), "without a limit it is never over");
    }
    assert!(get(&engine.info().unwrap(), "nodes").as_f64().unwrap() > 0.0);
    let report = JsValue::from(engine.finish().unwrap());
    assert_eq!(get(&report, "move").as_string().unwrap().len(), 4);
}

#[wasm_bindgen_test]
fn a_refused_job_leaves_the_running_one_alone() {
    let mut engine = Engine::new(Some(given(4.0))).unwrap();
    engine.begin(fen(START), None).unwrap();
    assert!(engine.begin(fen("9/9 w"), None).is_err());
    assert!(
        engine.begin(fen(START), Some(JSON::parse(r#"{"depth": -1}"#).unwrap().unchecked_into())).is_err()
    );
    assert!(!engine.step(&given(20.0), None).unwrap());
    assert!(get(&JsValue::from(engine.finish().unwrap()), "move").is_string());
}

#[wasm_bindgen_test]
fn a_search_ends_alike_for_every_slice_length() {
    let asked = || JSON::parse(r#"{"depth": 9, "hash": 4}"#).unwrap().unchecked_into();
    let essence = |report: JsValue| ["move", "depth", "nodes"].map(|name| get(&report, name));
    let at_once = essence(get_best_move(fen(START), Some(asked())).unwrap().into());
    for budget in [1.0, 7.0] {
        let mut engine = Engine::new(Some(given(4.0))).unwrap();
        engine.begin(fen(START), Some(asked())).unwrap();
        while !engine.step(&given(budget), None).unwrap() {}
        assert_eq!(essence(engine.finish().unwrap().into()), at_once);
    }
}
