//! The command `chuhe games`: lists, counts and writes the games of many files.

use crate::codes::{column, date, export, export_names, label, result};
use crate::error::CliError;
use crate::pack;
use crate::sources::{Notices, each_source, without_left_out};
use crate::{json, say, told};
use chuhe::records::library::kept::Kept;
use chuhe::records::library::{Added, Column, Id, Library, Pattern, Query, event, last_day_of, opening};
use chuhe::records::openings::{Name, Names};
use chuhe::records::{self, Export, Opened, ReadError, result_text};
use chuhe::rules::fen::Position;
use chuhe::rules::notation::Notation;
use chuhe::{Board, Outcome};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// List, count or write the games of many files that meet all conditions
#[derive(Args)]
pub struct FindGames {
    /// Files of any format, folders or ZIP archives of them, or `-` for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Name, or part of the name, of either player
    #[arg(long, default_value = "", hide_default_value = true)]
    player: String,
    /// Red's name or part of it
    #[arg(long, default_value = "", hide_default_value = true)]
    red: String,
    /// Black's name or part of it
    #[arg(long, default_value = "", hide_default_value = true)]
    black: String,
    /// Event or title, or part of it
    #[arg(long, default_value = "", hide_default_value = true)]
    event: String,
    /// Opening, or part of it: as the record names it, as Chuhe names it, or the ECCO code
    #[arg(long, default_value = "", hide_default_value = true)]
    opening: String,
    /// Text to find in a comment or any other text about the game
    #[arg(long, default_value = "", hide_default_value = true)]
    words: String,
    /// Earliest date, such as 1996 or 1996-04-17
    #[arg(long, value_parser = date)]
    from: Option<u32>,
    /// Latest date
    #[arg(long, value_parser = date)]
    to: Option<u32>,
    /// Result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_parser = result)]
    result: Option<Outcome>,
    /// Least number of plies
    #[arg(long, default_value_t = 0)]
    min_plies: usize,
    /// Greatest number of plies
    #[arg(long)]
    max_plies: Option<usize>,
    /// Games that reach the position of this FEN or its mirror image
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Games with the soldiers placed as in this FEN
    #[arg(long, value_name = "FEN")]
    soldiers: Option<String>,
    /// Games with the same number of each piece as in this FEN
    #[arg(long, value_name = "FEN")]
    material: Option<String>,
    /// Placement as in a FEN, with `?` for anything, `X` for any red piece and `x` for any black piece
    #[arg(long)]
    pattern: Option<String>,
    /// Do not count mirrored positions
    #[arg(long)]
    no_mirror: bool,
    /// Order of the list: added, red, black, event, date, result, plies or opening
    #[arg(long, default_value = "added", value_parser = column)]
    sort: Column,
    /// Sort in descending order
    #[arg(long)]
    descending: bool,
    /// Print only the number of games
    #[arg(long, conflicts_with_all = ["export", "replies", "pack"])]
    count: bool,
    #[arg(
        long, value_name = "FORMAT", value_parser = export,
        help = format!("Write the games: {}", export_names())
    )]
    export: Option<Export>,
    /// List the moves played in the position of this FEN, with their results
    #[arg(long, value_name = "FEN", conflicts_with = "export")]
    replies: Option<String>,
    /// Write the games as a pack, the compact form for a page; in a ZIP archive if the name ends in .zip
    #[arg(long, value_name = "FILE", conflicts_with_all = ["export", "replies"])]
    pack: Option<PathBuf>,
    /// Label that each game of the pack gets
    #[arg(long, value_name = "TEXT", requires = "pack", value_parser = label)]
    label: Option<String>,
    /// Answer in JSON, one object a line; an object with `error` names a game that cannot be read
    #[arg(long, conflicts_with = "export")]
    pub json: bool,
}

impl FindGames {
    /// Reads the files and answers.
    pub fn run(self) -> Result<(), CliError> {
        let mut library = Library::default();
        let notices = Notices::of(self.json);
        let (mut reading, mut left_out) = (Reading::default(), None);
        for file in &self.files {
            let read = each_source(Path::new(file), notices, &mut |source| {
                let file = source.name;
                source.each_game(|number, game| reading.take(&mut library, notices, (file, number), game))
            });
            left_out = without_left_out(read)?.or(left_out);
        }
        reading.tell();
        if library.is_empty()
            && let Some(error) = reading.first_error
        {
            return Err(if self.json { CliError::Reported(Box::new(error)) } else { error });
        }
        let mut ids = self.select(&library)?;
        if let Some(file) = &self.pack {
            let unpacked = pack::write(file, self.label.as_deref(), library.games(ids.iter().copied()))?;
            reading.tell_unpacked(&unpacked);
            ids.retain(|id| !unpacked.contains(id));
        }
        say(self.answer(&library, &ids, &reading)?)?;
        left_out.map_or(Ok(()), Err)
    }

    fn select(&self, library: &Library) -> Result<Vec<Id>, CliError> {
        let query = Query {
            player: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            opening: self.opening.clone(),
            words: self.words.clone(),
            dates: (self.from.unwrap_or(0), last_day_of(self.to.unwrap_or(0))),
            result: self.result,
            plies: (self.min_plies, self.max_plies.unwrap_or(0)),
            column: self.sort,
            is_descending: self.descending,
            ..Query::default()
        };
        let names = |Name { zh, en, vi }| vec![zh, en, vi];
        let namer = |game: Kept<'_>| NAMES.of_kept(game).map(names).unwrap_or_default();
        let mut ids = library.select_named(&query, &namer);
        for mut pattern in self.patterns()? {
            pattern.is_mirrored = !self.no_mirror;
            ids = library.find(&pattern, ids).into_iter().map(|(id, _)| id).collect();
        }
        Ok(ids)
    }

    fn patterns(&self) -> Result<Vec<Pattern>, CliError> {
        let mut patterns = Vec::new();
        if let Some(fen) = &self.position {
            patterns.push(Pattern::position(&board(fen)?));
        }
        if let Some(fen) = &self.soldiers {
            patterns.push(Pattern::soldiers(&board(fen)?));
        }
        if let Some(fen) = &self.material {
            patterns.push(Pattern::material(&board(fen)?));
        }
        if let Some(text) = &self.pattern {
            patterns.push(text.parse().map_err(CliError::Pattern)?);
        }
        Ok(patterns)
    }

    fn answer(&self, library: &Library, ids: &[Id], reading: &Reading) -> Result<String, CliError> {
        let games = || ids.iter().filter_map(|id| Some((*id, library.game(*id)?)));
        if let Some(fen) = &self.replies {
            return replies(library, ids, &board(fen)?, self.json);
        }
        if let Some(to) = self.export {
            let records = games().filter_map(|(_, game)| game.record()).enumerate();
            return Ok(records.map(|(place, record)| written(&record, to, place == 0)).collect());
        }
        let count = CountReport { games: ids.len(), duplicates: reading.known };
        Ok(match (self.count || self.pack.is_some(), self.json) {
            (true, true) => json(&count),
            (true, false) => format!("{}\n", ids.len()),
            (false, true) => games().map(|(id, game)| json(&GameReport::new(id, game, reading))).collect(),
            (false, false) => games().map(|(id, game)| listed(id, game, reading)).collect(),
        })
    }
}

/// Writes a game to follow others: in PGN and DhtmlXQ with a blank line before it, except the first.
pub fn written(record: &records::Record, to: Export, is_first: bool) -> String {
    let has_blank = !is_first && matches!(to, Export::Pgn(_) | Export::Dhtmlxq);
    format!("{}{}", if has_blank { "\n" } else { "" }, records::write(record, to))
}

fn board(fen: &str) -> Result<Board, CliError> {
    let fen = if fen == "startpos" { chuhe::rules::fen::START } else { fen };
    Ok(fen.parse::<Position>()?.board)
}

/// The counts of repeated and unreadable games.
#[derive(Default)]
struct Reading {
    /// Number of games that were in the library already.
    known: usize,
    refused: usize,
    first_error: Option<CliError>,
    files: Vec<String>,
    /// For each game of the library, the index of its file in `files` and its number there.
    places: BTreeMap<Id, (usize, usize)>,
}

impl Reading {
    fn take(
        &mut self,
        library: &mut Library,
        notices: Notices,
        (file, number): (&str, usize),
        game: Result<Opened, ReadError>,
    ) -> Result<(), CliError> {
        match game {
            Ok(Opened { record, left_out, .. }) => {
                if let Some(why) = left_out {
                    notice(
                        file,
                        number,
                        &format!("the game is kept up to here, the rest is left out: {}", why.detail()),
                    );
                }
                let added = library.add(&record);
                self.known += usize::from(!matches!(added, Added::New(_)));
                if let Added::New(id) | Added::Updated(id) = added {
                    if self.files.last().is_none_or(|last| last != file) {
                        self.files.push(file.to_owned());
                    }
                    self.places.insert(id, (self.files.len() - 1, number));
                }
            }
            Err(cause) => {
                notices.game(file, number, &cause)?;
                self.refused += 1;
                let cause = Box::new(cause);
                self.first_error.get_or_insert(CliError::Record { file: file.to_owned(), cause });
            }
        }
        Ok(())
    }

    /// Returns the file of a game of the library, and the game's number there.
    fn place(&self, id: Id) -> (&str, usize) {
        self.places.get(&id).map_or(("", 0), |(file, number)| (&self.files[*file], *number))
    }

    /// Prints a notice with the counts.
    fn tell(&self) {
        if self.known + self.refused > 0 {
            eprintln!("notice: {} games came more than once, {} cannot be read", self.known, self.refused);
        }
    }

    /// Prints a notice about each game that a pack lacks, and their number.
    fn tell_unpacked(&self, unpacked: &[Id]) {
        for (file, number) in unpacked.iter().map(|id| self.place(*id)) {
            notice(file, number, "left out of the pack: as PGN it cannot be read again");
        }
        if !unpacked.is_empty() {
            eprintln!("notice: {} games are left out of the pack", unpacked.len());
        }
    }
}

/// Prints a notice about a game of a file on standard error.
fn notice(file: &str, number: usize, words: &str) {
    eprintln!("notice: {}", told(&format!("{file}: game {number}: {words}")));
}

/// The names of openings, read at the first use.
static NAMES: LazyLock<Names> = LazyLock::new(Names::default);

#[derive(Serialize)]
struct CountReport {
    games: usize,
    duplicates: usize,
}

#[derive(Serialize)]
struct GameReport<'a> {
    /// Number of the game in the library, from 1. Duplicates have no number.
    number: Id,
    file: &'a str,
    /// Number of the game in the file, from 1.
    game: usize,
    red: &'a str,
    black: &'a str,
    event: &'a str,
    date: &'a str,
    result: &'static str,
    plies: usize,
    opening: String,
}

impl<'a> GameReport<'a> {
    fn new(id: Id, game: Kept<'a>, reading: &'a Reading) -> GameReport<'a> {
        let (file, number) = reading.place(id);
        GameReport {
            number: id + 1,
            file,
            game: number,
            red: game.tag("Red"),
            black: game.tag("Black"),
            event: event(game),
            date: game.tag("Date"),
            result: result_text(game.outcome()),
            plies: game.plies(),
            opening: opening(game, || NAMES.of_kept(game).map(|name| name.zh)),
        }
    }
}

/// Writes a game on a line with its fields separated by tabs.
fn listed(id: Id, game: Kept<'_>, reading: &Reading) -> String {
    let GameReport { number, red, black, event, date, result, plies, opening, .. } =
        GameReport::new(id, game, reading);
    format!("{number}\t{date}\t{red}\t{black}\t{result}\t{plies}\t{event}\t{opening}\n")
}

#[derive(Serialize)]
struct ReplyReport {
    #[serde(rename = "move")]
    mv: String,
    notation: String,
    games: u32,
    red: u32,
    draws: u32,
    black: u32,
    years: Option<(u32, u32)>,
    players: Vec<String>,
}

/// Returns the moves played in a position in the selected games, a line for each move.
fn replies(library: &Library, ids: &[Id], board: &Board, is_json: bool) -> Result<String, CliError> {
    let replies = library.replies(board, ids.iter().copied());
    let lines = replies.moves.iter().map(|reply| {
        let notation = Notation::Chinese.write(board, reply.mv).unwrap_or_default();
        let (mv, results) = (reply.mv.to_string(), reply.results);
        let (red, draws, black) = (results.red, results.draws, results.black);
        let (games, years, players) = (reply.games, reply.years, reply.players.clone());
        let report = ReplyReport { mv, notation, games, red, draws, black, years, players };
        if is_json {
            return json(&report);
        }
        let years = years.map_or(String::new(), |(from, to)| format!("{from}-{to}"));
        let ReplyReport { mv, notation, players, .. } = report;
        format!("{mv}\t{notation}\t{games}\t+{red} ={draws} -{black}\t{years}\t{}\n", players.join(", "))
    });
    Ok(lines.collect())
}
