//! Plain objects, lists and texts of JavaScript, put together by hand: less to download than what serde makes of a type.

use super::set;
use chuhe::rules::types::Square;
use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The names of the points as strings of JavaScript: to make one takes longer than all else about it.
    static POINTS: Vec<JsValue> = Square::all().map(text).collect();
}

/// The name of a point.
pub fn point(square: Square) -> JsValue {
    POINTS.with(|points| points[square.index()].clone())
}

/// A plain object of these fields.
pub fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

/// A list of points.
pub fn points(squares: impl IntoIterator<Item = Square>) -> JsValue {
    squares.into_iter().map(point).collect::<Array>().into()
}

/// A text.
pub fn text(value: impl ToString) -> JsValue {
    value.to_string().into()
}

/// A list of texts.
pub fn texts(values: impl IntoIterator<Item = String>) -> JsValue {
    values.into_iter().map(JsValue::from).collect::<Array>().into()
}

/// What is missing is `null`.
pub fn nullable(value: Option<JsValue>) -> JsValue {
    value.unwrap_or(JsValue::NULL)
}
