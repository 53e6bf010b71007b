//! Answers `POST /review` like the command of this name with `--json`: annotates a game.

use super::State;
use super::convert::NAME;
use super::events::{Sender, channel};
use super::fault::{Fault, failed};
use super::fields::{Fields, RECORD, Upload, busy, place};
use super::pool::{LOOK, Pool, Refused};
use crate::codes::{pgn, words};
use crate::error::CliError;
use crate::review::work::{Reviewed, Work, game_of};
use crate::review::{Settings, Words};
use crate::sources::Source;
use axum::body::Bytes;
use axum::extract::{self, Request};
use axum::response::Response;
use chuhe::engine::session::Options;
use chuhe::records::{Export, Opened, ReadReason};
use chuhe::review::{Answer, Engine, Nodes, SearchLimit, Walk};
use chuhe::rules::game::Game;
use chuhe::rules::notation::Notation;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::{select, time};

/// Names of the fields.
pub(crate) const FIELDS: &[&str] = &[RECORD, "game", "nodes", "to", "lang"];

/// Greatest number of reviews at the same time. Each occupies a thread that waits for its searches.
pub(crate) const MOST: usize = 256;

#[derive(Serialize)]
struct Progress {
    /// Number of evaluated positions and moves.
    done: usize,
    /// Number of positions and moves of the game.
    total: usize,
}

/// Answers by events as the review goes on, or in JSON by its result.
pub(crate) async fn answer(
    extract::State(state): extract::State<State>,
    request: Request,
) -> Result<Response, Fault> {
    let headers = request.headers().clone();
    let large = place(&headers, &state.large)?;
    let Upload { fields, record } = Fields::of_upload(request, FIELDS).await?;
    let nodes = fields.number("nodes", 1, u32::MAX.into())?.unwrap_or(Nodes::USUAL.position);
    let to = fields.read("to", pgn)?.unwrap_or(Export::Pgn(Notation::Chinese));
    let words = fields.read("lang", words)?.or_else(|| Words::of("en")).ok_or_else(failed)?;
    let number = fields.number("game", 1, u32::MAX.into())?.map(|number| number as usize);
    let review = state.reviews.try_acquire_owned().map_err(|_| busy())?;
    let read = spawn_blocking(move || read(&record, number)).await.map_err(|_| failed())?;
    let (number, opened) = read?;
    let settings = Settings::new(nodes as u32, to, words.code());
    let work = Work { settings, words, to, is_json: true, jobs: 1 };
    let (sender, events) = channel();
    let (handle, pool) = (Handle::current(), state.pool.clone());
    spawn_blocking(move || {
        let mut engine = Remote { pool: &pool, handle, sender: &sender };
        let line = reviewed(&work, &mut engine, number, opened);
        drop((review, large));
        sender.end(line);
    });
    Ok(events.answer(&headers).await)
}

/// Reads the game with a number, or the only one.
fn read(record: &Bytes, number: Option<usize>) -> Result<(usize, Opened), Fault> {
    let (mut chosen, mut count) = (None, 0);
    let mut input = &**record;
    Source::new(NAME, &mut input).each_game(|at, game| {
        count = at;
        if number.unwrap_or(1) == at {
            chosen = Some(game);
        }
        Ok(())
    })?;
    let unread = |cause| Fault::from(CliError::Record { file: NAME.to_owned(), cause: Box::new(cause) });
    match (number, chosen) {
        (None, _) if count > 1 => {
            let message = format!("game: the file holds {count} games; name the one to review");
            Err(Fault::new("severalGames", "game", "", message))
        }
        (Some(number), None) if count > 0 => {
            let message = format!("game: '{number}' is no whole number from 1 to {count}");
            Err(Fault::new("badOption", "game", &number.to_string(), message))
        }
        (number, Some(game)) => Ok((number.unwrap_or(1), game.map_err(unread)?)),
        (_, None) => Err(unread(ReadReason::Empty.into())),
    }
}

/// Reviews a game; returns its line of JSON.
fn reviewed(work: &Work, engine: &mut Remote<'_>, number: usize, opened: Opened) -> Result<String, Fault> {
    let Opened { record, left_out, .. } = opened;
    let (game, nodes, sender) = (game_of(&record), Nodes::of(work.settings.nodes.into()), engine.sender);
    let mut walk = Walk { game: &game, engine, nodes };
    let review = walk.review_watched(&mut |done, total| sender.step("progress", &Progress { done, total }));
    let review = review.map_err(Fault::from)?;
    let left_out = left_out.map(|error| error.detail().to_string());
    let (_, line) = work.written(Reviewed { file: NAME, number, record, left_out, review: &review });
    Ok(line)
}

/// The engine of a review: the pool. Each search waits for its turn, so that reviews and other requests share the threads.
struct Remote<'a> {
    pool: &'a Pool,
    handle: Handle,
    sender: &'a Sender,
}

impl Engine for Remote<'_> {
    type Error = Refused;

    fn ask(&mut self, game: &Game, limit: SearchLimit) -> Result<Answer, Refused> {
        let options = Options { limits: limit.into(), ..Options::default() };
        let found = async {
            loop {
                match self.pool.ask(game.clone(), options).await {
                    Err(Refused::Busy) => time::sleep(LOOK).await,
                    answer => return answer,
                }
            }
        };
        let report = self.handle.block_on(async {
            select! {
                // The end of the server closes the channel first; after that, waiting for a time would panic.
                biased;
                () = self.sender.closed() => Err(Refused::Failed),
                found = found => found,
            }
        })?;
        let line = report.report.info.line;
        Ok(Answer { best: report.report.best, score: line.score, pv: line.pv, depth: line.depth })
    }
}
