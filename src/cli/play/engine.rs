//! Plays the engine's turn and gives hints.

use super::{Language, Table};
use chuhe::engine::level::Strength;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Info, Options, Report};
use chuhe::rules::game::Declaration;
use chuhe::rules::types::{Color, Move};
use std::io::{self, Write};
use std::time::Duration;

/// Search time of a hint.
const HINT_TIME: Duration = Duration::from_millis(1_500);
/// Time between two updates of the progress bar.
const LOOK: Duration = Duration::from_millis(100);
/// Width of the progress bar in characters.
const BAR: usize = 20;
/// Number of moves shown of a line.
const LINE: usize = 6;

impl<W: Write> Table<W> {
    /// Lets the engine move, resign or offer a draw.
    pub(crate) fn reply(&mut self) -> io::Result<()> {
        let options = Options {
            level: Strength::level(self.setup.level),
            seed: self.setup.seed,
            book: true,
            ..Options::default()
        };
        let report = self.think(options)?;
        self.takes_draw = self.session.accepts_draw();
        if report.resigns && !self.plays_on {
            self.game.declare(Declaration::Resignation(self.turn()));
            self.tell_standing()?;
            return self.tell("想接着下就输入 playon。", "Type playon to go on all the same.");
        }
        let Some(mv) = report.best else { return Ok(()) };
        self.play(mv)?;
        if report.offers_draw && !self.is_over() {
            self.is_draw_offered = true;
            self.tell("电脑提和：输入 draw 同意。", "The engine offers a draw: type draw to take it.")?;
        }
        Ok(())
    }

    /// Runs a search, and in a terminal shows its progress.
    fn think(&mut self, options: Options) -> io::Result<Report> {
        self.session.begin(&self.game, options);
        while !self.session.step(LOOK, &mut |_| {}) {
            if self.setup.is_live {
                let text = self.progress(&self.session.snapshot());
                write!(self.out, "\r\x1b[K{text}")?;
                self.out.flush()?;
            }
        }
        if self.setup.is_live {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(self.session.finish())
    }

    fn progress(&self, info: &Info) -> String {
        let done = (info.progress * BAR as f64).round() as usize;
        let bar = format!("{}{}", "#".repeat(done.min(BAR)), "-".repeat(BAR - done.min(BAR)));
        let line: Vec<Move> = info.line.pv.iter().copied().take(LINE).collect();
        let depth = self.pick("层", "plies");
        let moves = self.pick("着", "moves");
        format!(
            "[{bar}] {} {depth}, {}/{} {moves}, {}",
            info.iteration,
            info.root_done,
            info.root_moves,
            self.written(&line).join(" ")
        )
    }

    /// Prints the move that the engine would play at full strength.
    pub(crate) fn hint(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.try_move("");
        }
        let limits = Limits { movetime: Some(HINT_TIME), ..Limits::default() };
        let report = self.think(Options { limits, ..Options::default() })?;
        let line: Vec<Move> = report.info.line.pv.iter().copied().take(LINE).collect();
        let score = self.score(report.info.line.score);
        let text = format!("{} ({score})", self.written(&line).join(" "));
        self.say(&text)
    }

    /// Writes a score from Red's side.
    fn score(&self, score: Score) -> String {
        let sign = if self.turn() == Color::Red { 1 } else { -1 };
        match score {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(sign * value) / 100.0),
            Score::Mate(plies) => {
                let winner = if plies > 0 { self.turn() } else { !self.turn() };
                let (side, moves) = (self.setup.language.side(winner), (plies.abs() + 1) / 2);
                match self.setup.language {
                    Language::Chinese => format!("{side} {moves} 步杀"),
                    Language::English => format!("{side} mates in {moves}"),
                }
            }
        }
    }
}
