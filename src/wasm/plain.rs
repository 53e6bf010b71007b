//! Builds plain JavaScript objects, arrays and strings by hand, which needs less code to download than serde.

use super::set;
use chuhe::rules::types::Square;
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

thread_local! {
    /// Names of the squares as JavaScript strings, cached because creating one is slow.
    static POINTS: Vec<JsValue> = Square::all().map(text).collect();
}

/// Returns the name of a square.
pub fn point(square: Square) -> JsValue {
    POINTS.with(|points| points[square.index()].clone())
}

/// Creates a plain object with these fields.
pub fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

/// Creates an array of the squares' names.
pub fn points(squares: impl IntoIterator<Item = Square>) -> JsValue {
    squares.into_iter().map(point).collect::<Array>().into()
}

/// Converts a value to a JavaScript string.
pub fn text(value: impl ToString) -> JsValue {
    value.to_string().into()
}

/// Creates an array of strings.
pub fn texts(values: impl IntoIterator<Item = String>) -> JsValue {
    values.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// Returns the value, or `null` if it is missing.
pub fn nullable(value: Option<JsValue>) -> JsValue {
    value.unwrap_or(JsValue::NULL)
}
