//! The exported functions in a dedicated worker of a browser, where the engine runs.
#![cfg(target_arch = "wasm32")]

use chuhe::front::bench::fingerprint;
use chuhe::front::wasm::{self, engine::Engine};
use js_sys::{JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

#[wasm_bindgen_test]
fn version_is_the_crates() {
    assert_eq!(wasm::version(), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn searches_find_what_is_on_record() {
    let found: String = fingerprint().unwrap().iter().map(|mark| format!("{mark}\n")).collect();
    assert_eq!(found, include_str!("data/fingerprint.txt"));
}

#[wasm_bindgen_test]
fn an_endless_search_is_cut_into_slices_and_finished() {
    let mut engine = Engine::new(Some(4.0)).unwrap();
    engine.begin(START, None).unwrap();
    for _ in 0..5 {
        assert!(!engine.step(20.0, None), "without a limit it is never over");
    }
    assert!(get(&engine.info().unwrap(), "nodes").as_f64().unwrap() > 0.0);
    let report = JsValue::from(engine.finish().unwrap());
    assert_eq!(get(&report, "move").as_string().unwrap().len(), 4);
}

#[wasm_bindgen_test]
fn a_refused_job_leaves_the_running_one_alone() {
    let mut engine = Engine::new(Some(4.0)).unwrap();
    engine.begin(START, None).unwrap();
    assert!(engine.begin("9/9 w", None).is_err());
    assert!(engine.begin(START, Some(JSON::parse(r#"{"depth": -1}"#).unwrap().unchecked_into())).is_err());
    assert!(!engine.step(20.0, None));
    assert!(get(&JsValue::from(engine.finish().unwrap()), "move").is_string());
}

#[wasm_bindgen_test]
fn a_job_of_few_nodes_is_done_in_one_step_and_alike_each_time() {
    let run = || {
        let mut engine = Engine::new(Some(4.0)).unwrap();
        let asked = JSON::parse(r#"{"nodes": 20000}"#).unwrap().unchecked_into();
        engine.begin(START, Some(asked)).unwrap();
        assert!(engine.step(1.0, None));
        let report = JsValue::from(engine.finish().unwrap());
        (get(&report, "move").as_string(), get(&report, "nodes").as_f64())
    };
    assert_eq!(run(), run());
}
