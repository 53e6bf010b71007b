//! Reads arguments from JavaScript. They may have any type, whatever the declarations say; a wrong type is refused
//! like any other bad input, with `code`, `field` and `value`.

use super::engine::bad_option;
use super::error;
use chuhe::rules::game::{ASIAN, Ruleset};
use js_sys::{Array, Error, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// String.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsText;
    /// FEN of a position.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsFen;
    /// Move such as `h2e2`.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsMove;
    /// Moves such as `h2e2`.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type JsMoves;
    /// Code of a rule set.
    #[wasm_bindgen(typescript_type = "RulesetCode")]
    pub type JsRuleset;
    /// Array of strings.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type JsTexts;
    /// Contents of a file.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type JsBytes;
    /// Number.
    #[wasm_bindgen(typescript_type = "number")]
    pub type JsNumber;
    /// Array of numbers.
    #[wasm_bindgen(typescript_type = "number[]")]
    pub type JsNumbers;
}

/// Reads a string.
pub fn text(value: &JsValue, code: &str, field: &str) -> Result<String, Error> {
    value.as_string().ok_or_else(|| error::no_text(code, field, value))
}

/// Reads the contents of a file.
pub fn bytes(value: JsBytes, field: &str, code: &str) -> Result<Vec<u8>, Error> {
    let bytes = JsValue::from(value).dyn_into::<Uint8Array>();
    bytes.map(|bytes| bytes.to_vec()).map_err(|value| error::no_bytes(code, field, &value))
}

/// Reads an optional FEN as a string.
pub fn fen(value: Option<JsFen>) -> Result<Option<String>, Error> {
    value.map(|value| text(&value, "badFen", "fen")).transpose()
}

/// Reads the code of a rule set; without one, returns the Asian rules.
pub fn ruleset(value: Option<JsValue>) -> Result<&'static Ruleset, Error> {
    let Some(value) = value.filter(|value| !value.is_undefined() && !value.is_null()) else {
        return Ok(&ASIAN);
    };
    let found = value.as_string().and_then(|code| Ruleset::from_code(&code));
    found.ok_or_else(|| bad_option("rules", &value, "asian, chinese or plain"))
}

/// Reads an array of moves as strings.
pub fn moves(value: &JsValue) -> Result<Vec<String>, Error> {
    list(value, "moves", "a list of moves such as h2e2", |item| item.as_string())
}

/// Reads each item of an array; `expected` describes the array in the error.
pub fn list<T>(
    value: &JsValue,
    field: &str,
    expected: &str,
    read: impl Fn(JsValue) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let items = value.dyn_ref::<Array>().and_then(|list| list.iter().map(read).collect());
    items.ok_or_else(|| bad_option(field, value, expected))
}

/// Reads a whole number from `min` to `max`.
pub fn whole(field: &str, value: &JsValue, min: i32, max: u32) -> Result<f64, Error> {
    let is_good = |number: &f64| number.fract() == 0.0 && (f64::from(min)..=f64::from(max)).contains(number);
    let expected = || bad_option(field, value, &format!("a whole number from {min} to {max}"));
    value.as_f64().filter(is_good).ok_or_else(expected)
}
