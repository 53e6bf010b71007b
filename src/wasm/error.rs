//! Converts errors to JavaScript: an `Error` with `code`, `field`, `value` and, where they apply, `reason` (why a
//! move is illegal) or `reasons` (all faults of a FEN).

use super::set;
use chuhe::endings::FileError;
use chuhe::engine::book::BookError;
use chuhe::engine::eval::nnue::file::NetworkError;
use chuhe::engine::tt::NoMemory;
use chuhe::rules::fen::{FenError, FenReason};
use chuhe::rules::game::IllegalMove;
use chuhe::rules::notation::{NotationError, NotationReason};
use chuhe::rules::types::{Color, CoordinateError, Role};
use js_sys::{Array, Error, Object};
use wasm_bindgen::JsValue;

/// Creates an `Error` with a code, the name of the field and its offending value.
pub fn error(message: &str, code: &str, field: &str, value: &JsValue) -> Error {
    let error = Error::new(message);
    error.set_name("ChuheError");
    set(&error, "code", &code.into());
    set(&error, "field", &field.into());
    set(&error, "value", value);
    error
}

/// Creates the error of an invalid FEN.
pub fn bad_fen(cause: &FenError) -> Error {
    let error = error(&cause.to_string(), "badFen", "fen", &cause.text.as_str().into());
    set(&error, "reasons", &reasons(cause));
    error
}

/// Lists the faults of a FEN as objects with `code`, `message`, and `rank`, `file`, `value`, `color`, `role` where
/// they apply.
pub fn reasons(cause: &FenError) -> Array {
    cause.reasons.iter().map(reason).collect()
}

/// Creates the error of a value that is not a string.
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

/// Converts one fault of a FEN.
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

/// Creates the error of a hash table that does not fit in memory.
pub fn no_memory(cause: NoMemory) -> Error {
    error(&cause.to_string(), cause.code(), "hash", &(cause.megabytes as f64).into())
}

/// Creates the error of a text that is not a move.
pub fn bad_move(field: &str, cause: &CoordinateError) -> Error {
    error(&cause.to_string(), "badMove", field, &cause.value.as_str().into())
}

/// Creates the error of an illegal move.
pub fn illegal_move(field: &str, cause: IllegalMove) -> Error {
    let error = error(&cause.to_string(), "illegalMove", field, &cause.mv.to_string().into());
    set(&error, "reason", &cause.refusal.code().into());
    error
}

/// Creates the error of bytes that are not a network.
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

/// Creates the error of a file's content that is not a `Uint8Array`.
pub fn no_bytes(code: &str, field: &str, value: &JsValue) -> Error {
    let error = error(&format!("'{field}' is no Uint8Array"), code, field, value);
    set(&error, "reason", &"notBytes".into());
    error
}

/// Creates the error of bytes that are not an opening book.
pub fn bad_book(cause: BookError) -> Error {
    let error = error(&format!("this is no opening book: {cause}"), "badBook", "book", &JsValue::NULL);
    set(&error, "reason", &cause.code().into());
    error
}

/// Creates the error of bytes that are no set of solved endings.
pub fn bad_endings(cause: &FileError) -> Error {
    let message = format!("these are no solved endings: {cause}");
    let error = error(&message, "badEndings", "endings", &JsValue::NULL);
    set(&error, "reason", &cause.code().into());
    error
}

/// Creates the error of a text that does not name a legal move.
pub fn bad_notation(cause: &NotationError) -> Error {
    let error = error(&cause.to_string(), "badNotation", "move", &cause.text.as_str().into());
    set(&error, "reason", &cause.code().into());
    if let NotationReason::Ambiguous { candidates } = &cause.reason {
        let moves: Array = candidates.iter().map(|mv| JsValue::from(mv.to_string())).collect();
        set(&error, "candidates", &moves);
    }
    error
}
