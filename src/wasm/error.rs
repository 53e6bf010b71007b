//! Errors as JavaScript sees them: an `Error` with `code`, `field`, `value` and, where they apply,
//! `reason` (why a move is illegal) or `reasons` (all that is wrong with a FEN).

use super::set;
use chuhe::engine::book::BookError;
use chuhe::engine::eval::nnue::file::NetworkError;
use chuhe::engine::tt::NoMemory;
use chuhe::rules::fen::{FenError, FenReason};
use chuhe::rules::game::IllegalMove;
use chuhe::rules::notation::{NotationError, NotationReason};
use chuhe::rules::types::{Color, CoordinateError, Role};
use js_sys::{Array, Error, Object};
use wasm_bindgen::JsValue;

/// An `Error` with a code, the name of the field and its offending value.
pub fn error(message: &str, code: &str, field: &str, value: &JsValue) -> Error {
    let error = Error::new(message);
    error.set_name("ChuheError");
    set(&error, "code", &code.into());
    set(&error, "field", &field.into());
    set(&error, "value", value);
    error
}

/// A refused FEN.
pub fn bad_fen(cause: &FenError) -> Error {
    let error = error(&cause.to_string(), "badFen", "fen", &cause.text.as_str().into());
    set(&error, "reasons", &reasons(cause));
    error
}

/// All that is wrong with a FEN: objects with `code`, `message`, and `rank`, `file`, `value`, `color`, `role`
/// where they apply.
pub fn reasons(cause: &FenError) -> Array {
    cause.reasons.iter().map(reason).collect()
}

/// Something else where a text belongs.
pub fn no_text(code: &str, field: &str, value: &JsValue) -> Error {
    let error = error(&format!("the {field} is no string"), code, field, value);
    set(&error, "reason", &"notText".into());
    if code == "badFen" {
        let reason = Object::new();
        set(&reason, "code", &"notText".into());
        set(&error, "reasons", &Array::of1(&reason));
    }
    error
}

/// One thing that is wrong with a FEN.
pub fn reason(reason: &FenReason) -> Object {
    let object = Object::new();
    set(&object, "code", &reason.code().into());
    set(&object, "message", &reason.to_string().into());
    let texts = [
        ("rank", reason.rank().map(|rank| rank.to_string())),
        ("file", reason.file().map(String::from)),
        ("value", reason.value()),
        ("color", reason.color().map(Color::name).map(str::to_owned)),
        ("role", reason.role().map(Role::name).map(str::to_owned)),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            set(&object, name, &text.into());
        }
    }
    object
}

/// A hash table that there is no memory for.
pub fn no_memory(cause: NoMemory) -> Error {
    error(&cause.to_string(), cause.code(), "hash", &(cause.megabytes as f64).into())
}

/// A text that is no move.
pub fn bad_move(field: &str, cause: &CoordinateError) -> Error {
    error(&cause.to_string(), "badMove", field, &cause.value.as_str().into())
}

/// A move that the rules refuse.
pub fn illegal_move(field: &str, cause: IllegalMove) -> Error {
    let error = error(&cause.to_string(), "illegalMove", field, &cause.mv.to_string().into());
    set(&error, "reason", &cause.refusal.code().into());
    error
}

/// Bytes that are no network.
pub fn bad_network(cause: NetworkError) -> Error {
    let value = match cause {
        NetworkError::Version { value, .. }
        | NetworkError::Size { value, .. }
        | NetworkError::Length { value, .. } => JsValue::from(value as f64),
        NetworkError::Magic | NetworkError::Checksum => JsValue::NULL,
    };
    let error = error(&format!("this is no network: {cause}"), "badNetwork", "network", &value);
    set(&error, "reason", &cause.code().into());
    error
}

/// Something else than bytes where a network belongs.
pub fn no_network(value: &JsValue) -> Error {
    let error = error("the network is no Uint8Array", "badNetwork", "network", value);
    set(&error, "reason", &"notBytes".into());
    error
}

/// Bytes that are no opening book.
pub fn bad_book(cause: BookError) -> Error {
    let error = error(&format!("this is no opening book: {cause}"), "badBook", "book", &JsValue::NULL);
    set(&error, "reason", &cause.code().into());
    error
}

/// Something else than bytes where an opening book belongs.
pub fn no_book(value: &JsValue) -> Error {
    let error = error("the opening book is no Uint8Array", "badBook", "book", value);
    set(&error, "reason", &"notBytes".into());
    error
}

/// A text that names no legal move.
pub fn bad_notation(cause: &NotationError) -> Error {
    let error = error(&cause.to_string(), "badNotation", "move", &cause.text.as_str().into());
    set(&error, "reason", &cause.code().into());
    if let NotationReason::Ambiguous { candidates } = &cause.reason {
        let moves: Array = candidates.iter().map(|mv| JsValue::from(mv.to_string())).collect();
        set(&error, "candidates", &moves);
    }
    error
}
