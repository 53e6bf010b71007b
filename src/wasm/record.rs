//! Reads, edits and writes game records for the page.

use super::game::{read_game, read_move};
use super::given::{self, JsFen, JsMove, JsMoves, JsNumber, JsNumbers, JsText, JsTexts};
use super::plain::{nullable, object, text, texts};
use super::{error, set};
use chuhe::records::{
    self, AddError, BadShape, Encoding, Export, Format, MAX_BYTES, Node, NodeId, ReadError, ReadReason, Shape,
};
use chuhe::rules::game::Outcome;
use chuhe::rules::notation::Notation;
use chuhe::rules::types::Move;
use js_sys::{Array, Error, Object, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::TextDecoder;

#[wasm_bindgen(typescript_custom_section)]
const FORMATS: &str = Format::TYPE_SCRIPT;

#[wasm_bindgen(typescript_custom_section)]
const EXPORTS: &str = Export::TYPE_SCRIPT;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type RecordEncoding = "utf-8" | "gb18030" | "big5" | "utf-16" | "binary";
export type RecordResult = Color | "draw" | "ongoing";
/**
 * A node of the tree: `[0]` is the root, and the first child is the main one. Evaluations are centipawns from Red's
 * view. Signs are the numeric annotation glyphs of PGN, 1 for `!`. Shapes are drawn on the board: G, R, Y or B for the
 * colour, then one square for a ring or two for an arrow, such as `Gh2e2`.
 */
export type RecordNode = {
  move: string | null; notation: string; comment: string; evaluation: number | null; signs: number[];
  shapes: string[]; children: number[];
};
"#;

#[wasm_bindgen]
extern "C" {
    /// Bytes or text of a record.
    #[wasm_bindgen(typescript_type = "Uint8Array | string")]
    pub type JsData;
    /// Name of a format.
    #[wasm_bindgen(typescript_type = "RecordFormat")]
    pub type JsFormat;
    /// Name of a format for writing.
    #[wasm_bindgen(typescript_type = "RecordExport")]
    pub type JsExport;
    /// Name of an encoding.
    #[wasm_bindgen(typescript_type = "RecordEncoding")]
    pub type JsEncoding;
    /// Function that encodes a text.
    #[cfg(feature = "lab")]
    #[wasm_bindgen(extends = js_sys::Function, typescript_type = "(text: string) => Uint8Array")]
    pub type JsEncode;
    /// Result of a game.
    #[wasm_bindgen(typescript_type = "RecordResult")]
    pub type JsResult;
    /// Tags by name.
    #[wasm_bindgen(typescript_type = "{ [name: string]: string }")]
    pub type JsTags;
    /// Faults of a position.
    #[wasm_bindgen(typescript_type = "FenReason[]")]
    pub type JsReasons;
    /// Nodes of the tree, indexed by their numbers.
    #[wasm_bindgen(typescript_type = "RecordNode[]")]
    pub type JsTree;
}

/// Converts a node to a JavaScript object.
fn node_report(node: &Node, notation: String) -> Object {
    let signs = node.signs().iter().map(|sign| JsValue::from(*sign));
    let children = node.children().iter().map(|child| JsValue::from(child.index() as f64));
    object(&[
        ("move", nullable(node.mv().map(text))),
        ("notation", notation.into()),
        ("comment", node.comment().into()),
        ("evaluation", nullable(node.evaluation().map(JsValue::from))),
        ("signs", signs.collect::<Array>().into()),
        ("shapes", texts(node.shapes().iter().map(Shape::to_string))),
        ("children", children.collect::<Array>().into()),
    ])
}

/// Creates the error of an unreadable record: `reason`, `format`, `token`, `moveNumber`, `side`, `line`,
/// `refusal`, and for a bad start position the `reasons` of a bad FEN; null where they do not apply.
pub fn bad_record(cause: &ReadError) -> Error {
    let token = cause.token.as_deref().map_or(JsValue::NULL, JsValue::from);
    let error = error::error(&cause.to_string(), "badRecord", "record", &token);
    let refusal = match cause.reason {
        ReadReason::IllegalMove(refusal) => refusal.map(|refusal| refusal.code()),
        _ => None,
    };
    let reasons = match &cause.reason {
        ReadReason::BadPosition(cause) => Some(error::reasons(cause).into()),
        _ => None,
    };
    let properties: [(&str, Option<JsValue>); 8] = [
        ("reason", Some(cause.reason.code().into())),
        ("format", cause.format.map(|format| format.code().into())),
        ("token", Some(token)),
        ("moveNumber", cause.at.map(|(number, _)| number.into())),
        ("side", cause.at.map(|(_, side)| side.name().into())),
        ("line", cause.line.map(|line| (line as f64).into())),
        ("refusal", refusal.map(JsValue::from)),
        ("reasons", reasons),
    ];
    for (name, value) in properties {
        set(&error, name, &value.unwrap_or(JsValue::NULL));
    }
    error
}

fn bad_line(cause: AddError) -> Error {
    match cause {
        AddError::Illegal(cause) => error::illegal_move("moves", cause),
        _ => bad_record(&ReadError::from(cause)),
    }
}

/// Decodes bytes by the browser's decoder; invalid bytes become U+FFFD.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Option<String> {
    TextDecoder::new_with_label(encoding.code()).ok()?.decode_with_u8_array(bytes).ok()
}

/// Reads a record. The wasm module of the Lab reads every format; that of the game is smaller and only names the
/// rare formats in its error.
fn read(bytes: &[u8]) -> Result<records::Opened, ReadError> {
    if cfg!(feature = "lab") { records::read(bytes, &decode) } else { records::read_usual(bytes, &decode) }
}

fn bytes_of(data: &JsValue) -> Result<Vec<u8>, Error> {
    if let Some(text) = data.as_string() {
        return Ok(text.into_bytes());
    }
    let Some(array) = data.dyn_ref::<Uint8Array>() else {
        return Err(error::error("the data are neither text nor bytes", "badRecord", "record", data));
    };
    if array.length() as usize > MAX_BYTES {
        return Err(bad_record(&ReadReason::TooLarge(array.length() as usize).into()));
    }
    Ok(array.to_vec())
}

/// A game record: a tree of moves with comments, evaluations, tags and a result.
#[wasm_bindgen]
pub struct Record {
    record: records::Record,
    format: Format,
    encoding: Encoding,
    games: usize,
    left_out: Option<ReadError>,
}

#[wasm_bindgen]
impl Record {
    /// Reads a record and detects its format and encoding. Reads only the first of several games. Throws
    /// `badRecord` with `reason`, `format`, `token`, `moveNumber`, `side`, `line`, `refusal` and `reasons`.
    #[wasm_bindgen(constructor)]
    pub fn new(data: JsData) -> Result<Record, Error> {
        let bytes = bytes_of(&data)?;
        let opened = read(&bytes).map_err(|cause| bad_record(&cause))?;
        let records::Opened { record, format, encoding, games, left_out } = opened;
        Ok(Record { record, format, encoding, games, left_out })
    }

    /// Creates a record of moves such as `h2e2` from a FEN, by default from the start position.
    ///
    /// Throws `badFen`, `badMove`, `illegalMove`, `badOption` if the moves are not an array of strings, or
    /// `badRecord` if there are too many.
    #[wasm_bindgen(js_name = fromMoves)]
    pub fn from_moves(fen: Option<JsFen>, moves: &JsMoves) -> Result<Record, Error> {
        let game = read_game(given::fen(fen)?.as_deref(), &given::moves(moves)?)?;
        let moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
        let record = records::Record::from_moves(game.start().clone(), &moves).map_err(bad_line)?;
        Ok(Record { record, format: Format::Moves, encoding: Encoding::Utf8, games: 1, left_out: None })
    }

    /// Returns the format of the file.
    pub fn format(&self) -> JsFormat {
        JsValue::from(self.format.code()).unchecked_into()
    }

    /// Returns the encoding of the file.
    pub fn encoding(&self) -> JsEncoding {
        JsValue::from(self.encoding.code()).unchecked_into()
    }

    /// Returns the apparent number of games in the file.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the error at which reading stopped after the end of the main line; undefined if the whole game was
    /// read.
    #[wasm_bindgen(js_name = leftOut)]
    pub fn left_out(&self) -> Option<Error> {
        self.left_out.as_ref().map(bad_record)
    }

    /// Returns the reasons why no game can lead to the start position, in the form of a bad FEN's reasons; empty
    /// if one can.
    pub fn oddities(&self) -> JsReasons {
        let reasons: Array = self.record.start().oddities().iter().map(error::reason).collect();
        JsValue::from(reasons).unchecked_into()
    }

    /// Returns the FEN of the position before the first move.
    #[wasm_bindgen(js_name = startFen)]
    pub fn start_fen(&self) -> String {
        self.record.start().to_string()
    }

    /// Returns the moves of the main line, such as `h2e2`.
    pub fn moves(&self) -> Vec<String> {
        self.record.main_line().iter().map(Move::to_string).collect()
    }

    /// Returns the result of the game.
    pub fn result(&self) -> JsResult {
        JsValue::from(self.record.result.code()).unchecked_into()
    }

    /// Returns the tags of the game, such as `Event`, `Red`, `Black` and `Date`.
    pub fn tags(&self) -> JsTags {
        let tags = Object::new();
        for (name, value) in self.record.tags.iter() {
            set(&tags, name, &value.into());
        }
        JsValue::from(tags).unchecked_into()
    }

    /// Returns the whole tree; each move is given in coordinates and in Chinese notation.
    pub fn tree(&self) -> JsTree {
        let texts = self.record.texts(Notation::Chinese);
        let nodes = self.record.nodes().iter().zip(texts).map(|(node, notation)| node_report(node, notation));
        JsValue::from(nodes.collect::<Array>()).unchecked_into()
    }

    /// Makes a line the main line and adds its missing moves; all other moves stay as variations.
    ///
    /// Throws `badOption`, `badMove`, `illegalMove`, or `badRecord` if there are too many moves; the record then
    /// stays unchanged.
    #[wasm_bindgen(js_name = setMainLine)]
    pub fn set_main_line(&mut self, moves: &JsMoves) -> Result<(), Error> {
        let moves = given::moves(moves)?;
        let read = |text: &String| text.parse::<Move>().map_err(|cause| error::bad_move("moves", &cause));
        let moves = moves.iter().map(read).collect::<Result<Vec<Move>, Error>>()?;
        self.record.set_main_line(&moves).map_err(bad_line)
    }

    /// Adds a move after a node of `tree()` as its last variation, unless the move is there already. Returns the
    /// index of the move's node.
    ///
    /// Throws `badOption`, `badMove`, `illegalMove`, or `badRecord` if there are too many moves; the record then
    /// stays unchanged.
    pub fn add(&mut self, parent: &JsNumber, mv: &JsMove) -> Result<usize, Error> {
        let parent = self.node_at("parent", parent)?;
        self.record.add(parent, read_move(mv)?).map(NodeId::index).map_err(bad_line)
    }

    /// Sets the comment of a node of `tree()`, and its evaluation in centipawns from Red's view. Throws `badOption`.
    pub fn annotate(
        &mut self,
        node: &JsNumber,
        comment: &JsText,
        evaluation: Option<JsNumber>,
    ) -> Result<(), Error> {
        let id = self.node_at("node", node)?;
        let comment = given::text(comment, "badOption", "comment")?;
        let read = |value: JsNumber| given::whole("evaluation", &value, i32::MIN, i32::MAX as u32);
        let evaluation = evaluation.map(read).transpose()?.map(|number| number as i32);
        self.record.node_mut(id).annotate(&comment, evaluation);
        Ok(())
    }

    /// Sets the signs of a node of `tree()` and the shapes on its board, in the form that `tree()` returns. Throws
    /// `badOption`; the record then stays unchanged.
    pub fn mark(&mut self, node: &JsNumber, signs: &JsNumbers, shapes: &JsTexts) -> Result<(), Error> {
        let id = self.node_at("node", node)?;
        let is_sign = |number: &f64| number.fract() == 0.0 && (0.0..=255.0).contains(number);
        let sign = |item: JsValue| item.as_f64().filter(is_sign).map(|number| number as u8);
        let signs = given::list(signs, "signs", "a list of annotation glyphs from 0 to 255", sign)?;
        let read = |text: &String| {
            let bad = |cause: BadShape| error::error(&cause.to_string(), "badOption", "shapes", &text.into());
            text.parse::<Shape>().map_err(bad)
        };
        let shapes =
            given::list(shapes, "shapes", "a list of shapes such as Gh2e2", |item| item.as_string())?;
        let shapes = shapes.iter().map(read).collect::<Result<Vec<Shape>, Error>>()?;
        let node = self.record.node_mut(id);
        node.wipe();
        node.add_signs(&signs);
        node.draw(&shapes);
        Ok(())
    }

    /// Sets the result of the game. Throws `badOption`.
    #[wasm_bindgen(js_name = setResult)]
    pub fn set_result(&mut self, result: JsResult) -> Result<(), Error> {
        let outcome = result.as_string().and_then(|code| Outcome::from_code(&code));
        self.record.result =
            outcome.ok_or_else(|| error::error("this is no result", "badOption", "result", &result))?;
        Ok(())
    }

    /// Sets a tag of the game; an empty value removes the tag. Throws `badOption`.
    #[wasm_bindgen(js_name = setTag)]
    pub fn set_tag(&mut self, name: &JsText, value: &JsText) -> Result<(), Error> {
        let [name, value] =
            [(name, "name"), (value, "value")].map(|(value, field)| given::text(value, "badOption", field));
        self.record.tags.set(&name?, &value?);
        Ok(())
    }

    /// Returns the record as an XQF file. `encode` encodes a text in GBK.
    #[cfg(feature = "lab")]
    #[wasm_bindgen(js_name = exportXqf)]
    pub fn export_xqf(&self, encode: &JsEncode) -> Vec<u8> {
        let encode = |text: &str| {
            let bytes = encode.call1(&JsValue::NULL, &text.into());
            bytes
                .ok()
                .and_then(|bytes| bytes.dyn_into::<Uint8Array>().ok())
                .map_or_else(Vec::new, |bytes| bytes.to_vec())
        };
        records::write_xqf(&self.record, &encode)
    }

    /// Returns the record as text in a format. Throws `badOption`.
    pub fn export(&self, format: &JsExport) -> Result<String, Error> {
        let export = format.as_string().and_then(|code| Export::from_code(&code));
        let error = || error::error("this is no format that is written", "badOption", "format", format);
        Ok(records::write(&self.record, export.ok_or_else(error)?))
    }
}

impl Record {
    /// Returns the node with the index that a caller gave.
    fn node_at(&self, field: &str, index: &JsValue) -> Result<NodeId, Error> {
        let found = index.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
        let found = found.and_then(|number| self.record.id(number as usize));
        found.ok_or_else(|| error::error("there is no such node", "badOption", field, index))
    }
}
