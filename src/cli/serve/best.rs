//! Answers `POST /best`: finds a move for a position and the moves played from it.

use super::fault::{Fault, wants_json};
use super::nearest::nearest;
use super::pool::{Found, Pool, Refused};
use super::{MAX_BODY, SENDING};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chuhe::engine::etiquette::{self, Outlook};
use chuhe::engine::level::{self, Strength};
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{MAX_DEPTH, MAX_LINES, MAX_TIME, Options};
use chuhe::report::SearchReport;
use chuhe::rules::fen::Position;
use chuhe::rules::game::{ASIAN, Declaration, Game, Ruleset};
use chuhe::rules::types::Move;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Seconds after which a client should repeat a request that was refused because the queue was full.
const RETRY: HeaderValue = HeaderValue::from_static("1");
/// Content type of a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// Names of the form's fields.
const FIELDS: [&str; 12] = [
    "fen", "move", "rules", "depth", "nodes", "movetime", "level", "strength", "seed", "multipv", "book",
    "scores",
];

/// The fields of the form as text, so that a fault can name a field and its value.
#[derive(Default)]
struct Asked {
    fen: Option<String>,
    moves: Option<String>,
    rules: Option<String>,
    depth: Option<String>,
    nodes: Option<String>,
    movetime: Option<String>,
    level: Option<String>,
    strength: Option<String>,
    seed: Option<String>,
    multipv: Option<String>,
    book: Option<String>,
    scores: Option<String>,
}

/// The result of the search, with the decisions on resigning and draws that follow from the earlier scores too.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Best {
    #[serde(skip)]
    mv: Move,
    #[serde(flatten)]
    report: SearchReport,
    nps: u64,
    accepts_draw: bool,
}

impl Best {
    /// Creates the answer; `None` if there is no move. `earlier` holds the scores of the side's earlier moves.
    fn of(found: Found, earlier: Vec<Score>) -> Option<Best> {
        let Found { report, outlook } = found;
        let outlook = outlook.map(|last| Outlook { scores: [earlier, last.scores].concat(), ..last });
        let conduct = outlook.as_ref().and_then(etiquette::conduct);
        Some(Best {
            mv: report.best?,
            nps: report.info.nodes_a_second(),
            accepts_draw: outlook.as_ref().is_some_and(etiquette::accepts),
            report: SearchReport {
                resigns: matches!(conduct, Some(Declaration::Resignation(_))),
                offers_draw: conduct == Some(Declaration::Agreement),
                ..SearchReport::from(&report)
            },
        })
    }
}

/// Answers a request as text, or in JSON if the client requests it.
pub(crate) async fn answer(State(pool): State<Arc<Pool>>, request: Request) -> Response {
    let is_json = wants_json(request.headers());
    match find(&pool, request).await {
        Ok(best) if is_json => axum::Json(best).into_response(),
        Ok(best) => best.mv.to_string().into_response(),
        Err(fault) => {
            let status = fault.status;
            let mut response = fault.answer(is_json);
            if status == StatusCode::SERVICE_UNAVAILABLE {
                response.headers_mut().insert(header::RETRY_AFTER, RETRY);
            }
            response
        }
    }
}

/// Reads the form within the time limit.
async fn read(request: Request) -> Result<Asked, Fault> {
    // Refuse fields in the address: they would be ignored without a message.
    if let Some(query) = request.uri().query().filter(|query| !query.is_empty()) {
        let field = query.split('&').next().unwrap_or_default();
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        let message = format!("{name}: fields are read from the form, not from the address{}", meant(name));
        return Err(Fault::new("unknownField", name, value, message));
    }
    let encoding = value(request.headers(), header::CONTENT_ENCODING);
    if !["", "identity"].contains(&encoding.to_ascii_lowercase().as_str()) {
        let message = format!("Content-Encoding: '{encoding}' is not read here; send the form as it is");
        return Err(strange("Content-Encoding", &encoding, message));
    }
    let kind = value(request.headers(), header::CONTENT_TYPE);
    let is_late = |_| Fault {
        status: StatusCode::REQUEST_TIMEOUT,
        ..Fault::new("slow", "body", "", format!("the form has not come within {} s", SENDING.as_secs()))
    };
    let read = timeout(SENDING, Form::from_request(request, &())).await.map_err(is_late)?;
    let Form(fields) = read.map_err(|cause| unread(&cause, &kind))?;
    Asked::of(fields)
}

/// Suggests the intended field for an unknown name, as the end of a message.
fn meant(name: &str) -> String {
    let suggestion = |field| if field == name { String::new() } else { format!("; is it '{field}'?") };
    nearest(name, &FIELDS).map_or_else(String::new, suggestion)
}

/// Returns the value of a header; empty if the header is missing.
fn value(headers: &HeaderMap, name: HeaderName) -> String {
    let bytes = headers.get(name).map(HeaderValue::as_bytes).unwrap_or_default();
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// Creates the fault of a form with an unsupported type or encoding.
fn strange(field: &'static str, value: &str, message: String) -> Fault {
    Fault { status: StatusCode::UNSUPPORTED_MEDIA_TYPE, ..Fault::new("badForm", field, value, message) }
}

/// Creates the fault of an unreadable form with the content type `kind`.
fn unread(cause: &FormRejection, kind: &str) -> Fault {
    match (cause, cause.status()) {
        (FormRejection::InvalidFormContentType(_), _) => {
            strange("Content-Type", kind, format!("Content-Type: '{kind}' is not that of a form, {FORM}"))
        }
        (_, status @ StatusCode::PAYLOAD_TOO_LARGE) => {
            let message = format!("the form is longer than {MAX_BODY} bytes");
            Fault { status, ..Fault::new("badForm", "body", "", message) }
        }
        (_, status) => Fault { status, ..Fault::new("badForm", "body", "", "the form has not come whole") },
    }
}

async fn find(pool: &Pool, request: Request) -> Result<Best, Fault> {
    let asked = read(request).await?;
    let (game, options) = asked.question()?;
    let earlier = asked.earlier()?;
    let found = pool.ask(game, options).await.map_err(|refused| match refused {
        Refused::Busy => Fault {
            status: StatusCode::SERVICE_UNAVAILABLE,
            ..Fault::new("busy", "", "", "too many requests wait; ask again in a second")
        },
        Refused::Failed => Fault {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            ..Fault::new("failed", "", "", "the search has failed")
        },
    })?;
    let over = || Fault {
        status: StatusCode::CONFLICT,
        ..Fault::new("gameOver", "fen", "", "the game is over: there is no move")
    };
    Best::of(found, earlier).ok_or_else(over)
}

impl Asked {
    /// Collects the fields of a form; refuses unknown and repeated fields.
    fn of(fields: Vec<(String, String)>) -> Result<Asked, Fault> {
        let mut asked = Asked::default();
        for (name, value) in fields {
            let Some((field, place)) = asked.place(&name) else {
                let message = format!("{name}: the form has no such field{}", meant(&name));
                return Err(Fault::new("unknownField", &name, &value, message));
            };
            if place.is_some() {
                let message = format!("{field}: the form has this field more than once, then as '{value}'");
                return Err(Fault::new("repeatedField", field, &value, message));
            }
            *place = Some(value);
        }
        Ok(asked)
    }

    /// Returns the field with this name.
    fn place(&mut self, name: &str) -> Option<(&'static str, &mut Option<String>)> {
        Some(match name {
            "fen" => ("fen", &mut self.fen),
            "move" => ("move", &mut self.moves),
            "rules" => ("rules", &mut self.rules),
            "depth" => ("depth", &mut self.depth),
            "nodes" => ("nodes", &mut self.nodes),
            "movetime" => ("movetime", &mut self.movetime),
            "level" => ("level", &mut self.level),
            "strength" => ("strength", &mut self.strength),
            "seed" => ("seed", &mut self.seed),
            "multipv" => ("multipv", &mut self.multipv),
            "book" => ("book", &mut self.book),
            "scores" => ("scores", &mut self.scores),
            _ => return None,
        })
    }

    /// Reads the game and the options of the search.
    fn question(&self) -> Result<(Game, Options), Fault> {
        let fen = self.fen.as_deref().map(str::trim).filter(|fen| !fen.is_empty());
        let fen = fen.ok_or_else(|| Fault::new("badFen", "fen", "", "the field 'fen' is missing"))?;
        let position: Position =
            fen.parse().map_err(|cause| Fault::new("badFen", "fen", fen, format!("fen: {cause}")))?;
        let mut game = Game::new(position).under(ruleset(&self.rules)?);
        let moves = self.moves.as_deref().unwrap_or_default();
        for text in moves.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let refuse =
                |code, cause: String| Fault::new(code, "move", text, format!("move: '{text}': {cause}"));
            let mv: Move =
                text.parse().map_err(|_| refuse("badMove", "this is no move such as h2e2".into()))?;
            game.play(mv).map_err(|cause| refuse("illegalMove", cause.to_string()))?;
        }
        let level = self.strength()?;
        let limits = Limits {
            depth: number(&self.depth, "depth", 1, MAX_DEPTH as u64)?.map(|depth| depth as i32),
            nodes: number(&self.nodes, "nodes", 1, u64::MAX)?,
            movetime: number(&self.movetime, "movetime", 1, MAX_TIME.as_millis() as u64)?
                .map(Duration::from_millis),
            ..Limits::default()
        };
        let options = Options {
            limits,
            multipv: number(&self.multipv, "multipv", 1, MAX_LINES as u64)?.unwrap_or(1) as usize,
            level,
            seed: number(&self.seed, "seed", 0, u64::MAX)?.unwrap_or_default(),
            book: flag(&self.book, "book")?,
        };
        Ok((game, options.ending()))
    }

    /// Reads the strength from `level` or `strength`.
    fn strength(&self) -> Result<Option<Strength>, Fault> {
        let level = strength(&self.level, "level", level::MIN, Strength::from_level)?;
        let strength = strength(&self.strength, "strength", 0, Strength::of)?;
        if level.is_some() && strength.is_some() {
            let value = self.strength.as_deref().unwrap_or_default();
            let message = "strength: it stands in place of the field 'level', which is there too";
            return Err(Fault::new("badOption", "strength", value, message));
        }
        Ok(level.or(strength))
    }

    /// Reads the scores of the same side's earlier moves, in the order of the game.
    fn earlier(&self) -> Result<Vec<Score>, Fault> {
        let texts = self.scores.as_deref().unwrap_or_default().split(',').map(str::trim);
        let read = |text: &str| match text.strip_prefix("mate") {
            Some(plies) => plies.parse().ok().map(Score::Mate),
            None => text.parse().ok().map(Score::Centipawns),
        };
        let message =
            |text: &str| format!("scores: '{text}' is neither a score such as -35 nor one such as mate-6");
        texts
            .filter(|text| !text.is_empty())
            .map(|text| read(text).ok_or_else(|| Fault::new("badOption", "scores", text, message(text))))
            .collect()
    }
}

/// Reads `true` or `false`; an empty or missing field is `false`.
fn flag(text: &Option<String>, field: &'static str) -> Result<bool, Fault> {
    match text.as_deref().map(str::trim) {
        Some("true") => Ok(true),
        Some("false" | "") | None => Ok(false),
        Some(text) => {
            let message = format!("{field}: '{text}' is neither true nor false");
            Err(Fault::new("badOption", field, text, message))
        }
    }
}

/// Reads a whole number from `min` to `max`.
fn number(text: &Option<String>, field: &'static str, min: u64, max: u64) -> Result<Option<u64>, Fault> {
    let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    let message = || format!("{field}: '{text}' is no whole number from {min} to {max}");
    number.map(Some).ok_or_else(|| Fault::new("badOption", field, text, message()))
}

fn ruleset(text: &Option<String>) -> Result<&'static Ruleset, Fault> {
    let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(&ASIAN);
    };
    let message =
        || format!("rules: '{text}' is none of {}", Ruleset::ALL.map(|ruleset| ruleset.code).join(", "));
    Ruleset::from_code(text).ok_or_else(|| Fault::new("badOption", "rules", text, message()))
}

fn strength(
    text: &Option<String>,
    field: &'static str,
    least: u8,
    read: fn(f64) -> Option<Strength>,
) -> Result<Option<Strength>, Fault> {
    let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let message = || format!("{field}: '{text}' is no number from {least} to {}", level::MAX);
    let strength = text.parse().ok().and_then(read);
    strength.map(Some).ok_or_else(|| Fault::new("badOption", field, text, message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_field_is_read() {
        for name in FIELDS {
            assert_eq!(Asked::default().place(name).map(|(field, _)| field), Some(name));
        }
    }
}
