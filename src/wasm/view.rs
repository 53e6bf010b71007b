//! All that a page shows of a position, and all that it has to know of a move, each as one object.

use super::error;
use super::plain::{nullable, object, point, points, text, texts};
use super::set;
#[cfg(feature = "lab")]
use chuhe::records::library::kept::Kept;
use chuhe::records::openings::{Name, Names};
use chuhe::rules::board::Board;
use chuhe::rules::fen::Setup;
use chuhe::rules::game::{self, Game, Obstacle};
use chuhe::rules::notation::Notation;
use chuhe::rules::types::{Color, Move, Piece, Square};
use js_sys::{Array, Object};
use std::sync::LazyLock;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** All that is to be shown of a position. */
export type PositionView = {
  fen: string;
  /** Of the position that the game started from. */
  startFen: string;
  /** Those played, such as `h2e2`. */
  moves: string[];
  /** 90 letters, index `rank * 9 + file`, `.` for an empty point. */
  placement: string;
  /** The same, before the first move. */
  startPlacement: string;
  turn: "w" | "b";
  /** The legal moves by the point they leave; empty when the game is over. */
  dests: Map<string, string[]>;
  /** The points that it left and reached. */
  lastMove: [string, string] | null;
  /** The point of the general in check. */
  check: string | null;
  /** The points of the pieces that give it. */
  checkers: string[];
  verdict: Verdict;
  /** What the moves are called; null without a notation. */
  opening: Opening | null;
  /** The moves in the notation asked for, parallel to `moves`; empty without one. */
  notation: string[];
};
/** Why a move would be refused. */
export type Refusal = "noPiece" | "notYours" | "cannotReach" | "ownPiece" | "leavesCheck" | "stillInCheck"
  | "generalsFace" | "gameOver" | "badSquare";
/** What keeps a piece from a point. */
export type Obstacle = {
  /** `screens`: a cannon takes over exactly one piece; `notAcross`: a soldier goes aside only across the river. */
  kind: "notItsMove" | "blocked" | "screens" | "river" | "palace" | "back" | "notAcross";
  /** Where the piece stands that is in the way: at a horse's leg, in an elephant's eye, or the first on the line. */
  square: string | null;
  /** That piece. */
  piece: string | null;
  /** How many pieces a cannon has between itself and its target. */
  screens: number | null;
};
/** A position as it was set up, whether it can be played or not. */
export type SetupView = { placement: string; turn: "w" | "b"; reasons: FenReason[] };
/** Something that is wrong with a FEN. */
export type FenReason = {
  code: string;
  message: string;
  rank?: string;
  file?: string;
  value?: string;
  color?: Color;
  role?: string;
  /** The points at fault; only in a `SetupView`. */
  squares?: string[];
  /** No game leads there, but it can be played; only in a `SetupView`. */
  isOdd?: boolean;
};
/** What there is to say of a legal move, by whoever plays it. */
export type ToldMove = {
  move: string;
  /** As each notation writes it. */
  texts: { chinese: string; wxf: string; iccs: string };
  side: Color;
  piece: string;
  /** The piece taken. */
  capture: string | null;
};
/** What there is to know of a move before it is played. */
export type MoveDescription = {
  /** Null when it can be played. */
  refusal: Refusal | null;
  /** What keeps the piece from there, where it cannot reach it. */
  obstacle: Obstacle | null;
  /** Null of a move that is not legal on the board. */
  told: ToldMove | null;
  /**
   * The verdict by which the mover would lose through repetition: at once, or when the other side completes the
   * repetition.
   */
  loss: Verdict | null;
};
"#;

/// The names of the tradition, read when the first is asked for.
static NAMES: LazyLock<Names> = LazyLock::new(Names::default);

/// 90 letters, index `rank * 9 + file`, `.` for an empty point.
pub fn letters(squares: impl Fn(Square) -> Option<Piece>) -> String {
    Square::all().map(|square| squares(square).map_or('.', Piece::letter)).collect()
}

/// `w` for Red, `b` for Black.
pub const fn turn_letter(color: Color) -> &'static str {
    match color {
        Color::Red => "w",
        Color::Black => "b",
    }
}

/// `Opening`: what the opening of a game is called, if it has a name.
fn opening(game: &Game) -> Option<JsValue> {
    NAMES.of(game).map(|name| named(name).into())
}

/// `Opening | null`: what the position after a move is called.
#[cfg(feature = "lab")]
pub fn opening_after(board: &Board, mv: Move) -> JsValue {
    let mut after = board.clone();
    after.make(mv);
    nullable(NAMES.at(&after).map(|name| JsValue::from(named(name))))
}

/// What the opening of a game in a library is called.
#[cfg(feature = "lab")]
pub fn opening_of(game: Kept<'_>) -> Option<Name> {
    NAMES.of_kept(game)
}

/// `Opening`
pub fn named(Name { zh, en, vi }: Name) -> Object {
    object(&[("zh", zh.into()), ("en", en.into()), ("vi", vi.into())])
}

/// `PositionView`, but for the legal moves: the position on the board, with the verdict on it.
pub fn position(game: &Game, verdict: JsValue, notation: Option<Notation>) -> Object {
    let (board, start) = (game.board(), &game.start().board);
    let moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
    let placement = |board: &Board| letters(|square| board.piece_at(square)).into();
    let last = moves.last().map(|mv| points([mv.from(), mv.to()]));
    let written = notation.map_or_else(Vec::new, |kind| kind.write_line(start, moves.iter().copied()));
    object(&[
        ("fen", game.position().to_string().into()),
        ("startFen", game.start().to_string().into()),
        ("moves", texts(moves.iter().map(Move::to_string))),
        ("placement", placement(board)),
        ("startPlacement", placement(start)),
        ("turn", turn_letter(board.turn()).into()),
        ("lastMove", nullable(last)),
        ("check", nullable(game::checked_general(board).map(point))),
        ("checkers", points(board.checkers())),
        ("verdict", verdict),
        ("opening", nullable(notation.and_then(|_| opening(game)))),
        ("notation", texts(written)),
    ])
}

/// `MoveDescription` of a move, if it is one, with why it is refused, what is in its way, and the verdict by which it
/// loses through repetition.
pub fn describe(board: &Board, mv: Option<Move>, refused: Option<Refused>, loss: JsValue) -> Object {
    let (refusal, obstacle) = refused.unzip();
    object(&[
        ("refusal", nullable(refusal.map(JsValue::from))),
        ("obstacle", nullable(obstacle.flatten().map(|obstacle| obstructed(board, obstacle).into()))),
        ("told", nullable(mv.and_then(|mv| told(board, mv)).map(JsValue::from))),
        ("loss", loss),
    ])
}

/// Why a move cannot be played, as a code, and what keeps its piece from there.
pub type Refused = (&'static str, Option<Obstacle>);

/// `Obstacle`
fn obstructed(board: &Board, obstacle: Obstacle) -> Object {
    let (square, screens) = match obstacle {
        Obstacle::Blocked(square) => (Some(square), None),
        Obstacle::Screens(count) => (None, Some(count)),
        _ => (None, None),
    };
    let piece = square.and_then(|square| board.piece_at(square));
    object(&[
        ("kind", obstacle.code().into()),
        ("square", nullable(square.map(point))),
        ("piece", nullable(piece.map(Piece::letter).map(text))),
        ("screens", nullable(screens.map(JsValue::from))),
    ])
}

/// `ToldMove` of a move that is legal on the board.
fn told(board: &Board, mv: Move) -> Option<Object> {
    let write = |notation: Notation| notation.write(board, mv).map(JsValue::from);
    let written = [
        ("chinese", write(Notation::Chinese)?),
        ("wxf", write(Notation::Wxf)?),
        ("iccs", write(Notation::Iccs)?),
    ];
    let piece = board.piece_at(mv.from())?;
    Some(object(&[
        ("move", text(mv)),
        ("texts", object(&written).into()),
        ("side", piece.color().name().into()),
        ("piece", text(piece.letter())),
        ("capture", nullable(board.piece_at(mv.to()).map(Piece::letter).map(text))),
    ]))
}

/// `SetupView`: a position as it was set up, with all that keeps it from being played.
pub fn setup(setup: &Setup) -> Object {
    let reasons = setup.validate_for_play().into_iter().map(|reason| {
        let report = error::reason(&reason);
        set(&report, "squares", &points(reason.squares(setup)));
        set(&report, "isOdd", &reason.is_odd().into());
        report
    });
    object(&[
        ("placement", letters(|square| setup.squares[square.index()]).into()),
        ("turn", turn_letter(setup.turn).into()),
        ("reasons", reasons.collect::<Array>().into()),
    ])
}
