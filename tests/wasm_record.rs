//! Tests of reading and writing game records through the JavaScript interface, in node.

use chuhe_wasm::record::Record;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

fn open(data: impl Into<JsValue>) -> Result<Record, js_sys::Error> {
    Record::new(data.into().unchecked_into())
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
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
fn gb18030_is_decoded_by_the_browser() {
    // 1. 炮二平五 马８进７ {好}
    let bytes: &[u8] = b"1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed\xa3\xb8\xbd\xf8\xa3\xb7 {\xba\xc3}";
    let record = open(Uint8Array::from(bytes)).unwrap();
    assert_eq!(JsValue::from(record.encoding()), "gb18030");
    assert_eq!(JsValue::from(record.format()), "moves");
    assert_eq!(record.moves(), ["h2e2", "h9g7"]);
    let tree: Array = JsValue::from(record.tree()).unchecked_into();
    assert_eq!(tree.length(), 3);
    assert!(get(&tree.get(0), "move").is_null() && get(&tree.get(0), "evaluation").is_null());
    assert_eq!(get(&tree.get(2), "notation"), "马８进７");
    assert_eq!(get(&tree.get(2), "comment"), "好");
    assert_eq!(get(&tree.get(1), "children").unchecked_into::<Array>().get(0), 2.0);
}

#[wasm_bindgen_test]
fn exported_records_are_read_back() {
    let mut record = Record::from_moves(None, &list(&["h2e2", "h9g7"])).unwrap();
    record.set_main_line(&list(&["h2e2", "b9c7"])).unwrap();
    record.set_tag(&given("Red"), &given("甲")).unwrap();
    record.set_result(JsValue::from("black").unchecked_into()).unwrap();
    for format in ["pgn-chinese", "pgn-wxf", "pgn-iccs", "dhtmlxq"] {
        let text = record.export(&given(format)).unwrap();
        let again = open(text.as_str()).unwrap();
        assert_eq!(again.export(&given(format)).unwrap(), text);
        assert_eq!(again.moves(), ["h2e2", "b9c7"]);
        assert_eq!(JsValue::from(again.result()), "black");
        let tags: Object = JsValue::from(again.tags()).unchecked_into();
        assert_eq!(get(&tags, "Red"), "甲");
    }
    assert_eq!(get(&record.export(&given("xqf")).unwrap_err(), "code"), "badOption");
}

#[wasm_bindgen_test]
fn a_tree_built_node_by_node_is_read_back() {
    let mut record = Record::from_moves(None, &list(&[])).unwrap();
    assert_eq!(record.add(&given(0), &given("h2e2")).unwrap(), 1);
    assert_eq!(record.add(&given(1), &given("h9g7")).unwrap(), 2);
    assert_eq!(record.add(&given(0), &given("b0c2")).unwrap(), 3);
    assert_eq!(record.add(&given(0), &given("h2e2")).unwrap(), 1);
    record.annotate(&given(3), &given("} quiet; (so)"), Some(given(-25))).unwrap();
    let signs =
        |numbers: &[u8]| given(numbers.iter().map(|number| JsValue::from(*number)).collect::<Array>());
    record.mark(&given(3), &signs(&[16, 5]), &list(&["Gh2e2", "Rh2"])).unwrap();
    for shapes in ["h2e2", "Gh2e", "Gh2e2 "] {
        let error = record.mark(&given(3), &signs(&[]), &list(&["Gh2e2", shapes])).unwrap_err();
        assert_eq!((get(&error, "code"), get(&error, "value")), ("badOption".into(), shapes.into()));
    }
    for (node, marks, field) in [(4, list(&[]), "node"), (3, list(&["1"]), "signs"), (3, given("1"), "signs")]
    {
        let error = record.mark(&given(node), &marks, &list(&[])).unwrap_err();
        assert_eq!((get(&error, "code"), get(&error, "field")), ("badOption".into(), field.into()));
    }
    for (parent, mv, code) in [(9, "a0a1", "badOption"), (0, "x", "badMove"), (0, "a0a9", "illegalMove")] {
        assert_eq!(get(&record.add(&given(parent), &given(mv)).unwrap_err(), "code"), code);
    }
    assert_eq!(get(&record.annotate(&given(4), &given(""), None).unwrap_err(), "value"), 4.0);
    let again = open(record.export(&given("pgn-iccs")).unwrap().as_str()).unwrap();
    let tree: Array = JsValue::from(again.tree()).unchecked_into();
    assert_eq!((tree.length(), again.moves()), (4, vec!["h2e2".to_owned(), "h9g7".to_owned()]));
    let quiet = tree.iter().find(|node| get(node, "move") == "b0c2").unwrap();
    assert_eq!(get(&quiet, "comment"), "} quiet; (so)");
    assert_eq!(get(&quiet, "evaluation"), -25.0);
    let list = |name: &str| get(&quiet, name).unchecked_into::<Array>().join(",").as_string().unwrap();
    assert_eq!((list("signs").as_str(), list("shapes").as_str()), ("5,16", "Rh2,Gh2e2"));
}

#[wasm_bindgen_test]
fn an_error_has_all_its_fields() {
    let error = open("1. 炮二平五 马８进７\n2. 马二进四").err().unwrap();
    for (name, value) in [
        ("name", "ChuheError"),
        ("code", "badRecord"),
        ("reason", "illegalMove"),
        ("format", "moves"),
        ("token", "马二进四"),
        ("value", "马二进四"),
        ("side", "red"),
    ] {
        assert_eq!(get(&error, name), value, "{name}");
    }
    assert_eq!((get(&error, "moveNumber"), get(&error, "line")), (2.0.into(), 2.0.into()));
    let error = open("h2e2 h9g7 e2e7").err().unwrap();
    assert_eq!(get(&error, "refusal"), "cannotReach");
    let error = open(JsValue::from(3)).err().unwrap();
    assert_eq!(get(&error, "code"), "badRecord");
    let error = Record::from_moves(None, &list(&["h2h9x"])).err().unwrap();
    assert_eq!(get(&error, "code"), "badMove");
}
