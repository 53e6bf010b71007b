//! Builds the objects with everything that a page shows of a position or a move.

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
/** Everything that a page shows of a position. */
export type PositionView = {
  fen: string;
  /** The FEN of the start position of the game. */
  startFen: string;
  /** The moves played, such as `h2e2`. */
  moves: string[];
  /** The pieces as 90 letters with the index `rank * 9 + file`; `.` is an empty square. */
  placement: string;
  /** The `placement` before the first move. */
  startPlacement: string;
  turn: "w" | "b";
  /** The legal targets of each movable piece, by its square; empty if the game is over. */
  dests: Map<string, string[]>;
  /** The squares that the last move left and reached. */
  lastMove: [string, string] | null;
  /** The square of the general in check. */
  check: string | null;
  /** The squares of the pieces that give check. */
  checkers: string[];
  verdict: Verdict;
  /** The name of the opening; null without a notation. */
  opening: Opening | null;
  /** The moves in the requested notation, parallel to `moves`; empty without one. */
  notation: string[];
};
/** The reason why a move would be refused. */
export type Refusal = "noPiece" | "notYours" | "cannotReach" | "ownPiece" | "leavesCheck" | "stillInCheck"
  | "generalsFace" | "gameOver" | "badSquare";
/** The obstacle that keeps a piece from a square. */
export type Obstacle = {
  /** `screens`: a cannon captures over exactly one piece; `notAcross`: a soldier moves sideways beyond the river. */
  kind: "notItsMove" | "blocked" | "screens" | "river" | "palace" | "back" | "notAcross";
  /** The square of the blocking piece: at a horse's leg, in an elephant's eye, or the first on the line. */
  square: string | null;
  /** The blocking piece. */
  piece: string | null;
  /** The number of pieces between a cannon and its target. */
  screens: number | null;
};
/** The contents of a FEN, playable or not. */
export type SetupView = { placement: string; turn: "w" | "b"; reasons: FenReason[] };
/** A fault of a FEN. */
export type FenReason = {
  code: string;
  message: string;
  rank?: string;
  file?: string;
  value?: string;
  color?: Color;
  role?: string;
  /** The squares at fault; only in a `SetupView`. */
  squares?: string[];
  /** True if no game leads to the position but it can be played; only in a `SetupView`. */
  isOdd?: boolean;
};
/** A legal move with the parts of its announcement. */
export type ToldMove = {
  move: string;
  /** The move in each notation. */
  texts: { chinese: string; wxf: string; iccs: string };
  side: Color;
  piece: string;
  /** The captured piece. */
  capture: string | null;
};
/** A description of a move before it is played. */
export type MoveDescription = {
  /** Null if the move can be played. */
  refusal: Refusal | null;
  /** The obstacle, if the piece cannot reach the square. */
  obstacle: Obstacle | null;
  /** Null if the move is not legal on the board. */
  told: ToldMove | null;
  /**
   * The verdict by which the mover would lose through repetition: at once, or when the other side completes the
   * repetition.
   */
  loss: Verdict | null;
};
"#;

/// The traditional names of openings, read at the first use.
static NAMES: LazyLock<Names> = LazyLock::new(Names::default);

/// Returns the pieces as 90 letters with the index `rank * 9 + file`; `.` is an empty square.
pub fn letters(squares: impl Fn(Square) -> Option<Piece>) -> String {
    Square::all().map(|square| squares(square).map_or('.', Piece::letter)).collect()
}

/// Returns `w` for Red and `b` for Black.
pub const fn turn_letter(color: Color) -> &'static str {
    match color {
        Color::Red => "w",
        Color::Black => "b",
    }
}

/// Returns the name of a game's opening as an `Opening`, if it has one.
fn opening(game: &Game) -> Option<JsValue> {
    NAMES.of(game).map(|name| named(name).into())
}

/// Returns the name of the position after a move, as an `Opening` or null.
#[cfg(feature = "lab")]
pub fn opening_after(board: &Board, mv: Move) -> JsValue {
    let mut after = board.clone();
    after.make(mv);
    nullable(NAMES.at(&after).map(|name| JsValue::from(named(name))))
}

/// Returns the name of the opening of a game in a library.
#[cfg(feature = "lab")]
pub fn opening_of(game: Kept<'_>) -> Option<Name> {
    NAMES.of_kept(game)
}

/// Creates an `Opening`.
pub fn named(Name { zh, en, vi }: Name) -> Object {
    object(&[("zh", zh.into()), ("en", en.into()), ("vi", vi.into())])
}

/// Creates a `PositionView` of the current position without the legal moves.
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

/// Creates a `MoveDescription`. `mv` is `None` for a text that is not a move; `loss` is the verdict by which the
/// move loses through repetition, or null.
pub fn describe(board: &Board, mv: Option<Move>, refused: Option<Refused>, loss: JsValue) -> Object {
    let (refusal, obstacle) = refused.unzip();
    object(&[
        ("refusal", nullable(refusal.map(JsValue::from))),
        ("obstacle", nullable(obstacle.flatten().map(|obstacle| obstructed(board, obstacle).into()))),
        ("told", nullable(mv.and_then(|mv| told(board, mv)).map(JsValue::from))),
        ("loss", loss),
    ])
}

/// The code of the reason why a move cannot be played, with the obstacle of its piece.
pub type Refused = (&'static str, Option<Obstacle>);

/// Creates an `Obstacle`.
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

/// Creates a `ToldMove`; returns `None` if the move is not legal on the board.
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

/// Creates a `SetupView`: the contents of a FEN with all faults that prevent playing it.
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
