//! The JavaScript interface of Chuhe, for the page and the worker, through wasm-bindgen.
//!
//! The same module is instantiated twice: on the page for [`Game`], whose answers never wait for a search, and in
//! the worker for the engine. Functions take text and return text and plain objects; bad input throws a JavaScript
//! `Error` with `code`, `field` and `value`.

// These docs become JSDoc, where "Throws" replaces the section of errors.
#![allow(clippy::missing_errors_doc)]

#[cfg(feature = "lab")]
pub mod endings;
pub mod engine;
mod error;
pub mod game;
pub mod given;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "lab")]
pub mod lab_explain;
#[cfg(feature = "lab")]
pub mod lab_solve;
#[cfg(feature = "lab")]
pub mod library;
#[cfg(feature = "lab")]
pub mod opening_book;
mod plain;
pub mod rating;
pub mod record;
#[cfg(feature = "lab")]
pub mod review;
#[cfg(target_feature = "atomics")]
pub mod threads;
mod view;

use js_sys::{Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Writes the message of a panic to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Returns the version of this build.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Converts a serialisable value to a plain JavaScript object; missing values become `null`.
fn to_object<T: Serialize, U: JsCast>(value: &T) -> Result<U, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?.unchecked_into())
}

/// Sets a property of an object created here, which cannot fail.
fn set(target: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(target, &name.into(), value);
}
