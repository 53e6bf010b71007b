//! What the page and the worker call, through wasm-bindgen.
//!
//! The same module is instantiated twice: on the page for [`Game`] (instant answers, never behind a
//! search) and in the worker for the engine. Text in, text and plain objects out; bad input throws a
//! JavaScript `Error` with `code`, `field` and `value`.

// These docs become JSDoc, which says what a function "throws".
#![allow(clippy::missing_errors_doc)]

pub mod engine;
mod error;
pub mod game;
pub mod given;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "lab")]
pub mod lab_explain;
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

/// Sends panics to the console with their message.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The version of this build.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A plain JavaScript object of a serialisable value; what is missing is `null`.
fn to_object<T: Serialize, U: JsCast>(value: &T) -> Result<U, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?.unchecked_into())
}

/// Sets a property of an object that was just made here, which cannot fail.
fn set(target: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(target, &name.into(), value);
}
