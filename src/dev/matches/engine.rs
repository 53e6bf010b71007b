//! Runs an engine in a process and talks to it.

use super::dialect::{self, Allowance, Protocol};
use chuhe::rules::game::Game;
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::Move;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time until an engine must be ready.
const READY: Duration = Duration::from_secs(30);
/// The longest time until an engine must end after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// The settings with which an engine is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program and its arguments, separated by blanks.
    pub command: String,
    /// The engine's protocol.
    pub protocol: Protocol,
    /// Options to set, as name and value.
    pub options: Vec<(String, String)>,
    /// The number of Red's back rank in its coordinates.
    pub base: RankBase,
}

/// The reason why an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The process could not be started.
    Start(String),
    /// The process ended; with its exit status if available.
    Gone(String),
    /// No answer came within this time.
    Hung(Duration),
    /// The answer is not a move.
    Nonsense(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Start(cause) => write!(f, "cannot start: {cause}"),
            Trouble::Gone(status) => write!(f, "it has ended{status}"),
            Trouble::Hung(time) => write!(f, "no answer within {} ms", time.as_millis()),
            Trouble::Nonsense(line) => write!(f, "it answers '{line}'"),
        }
    }
}

/// An engine's answer for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The engine's move.
    pub mv: Move,
    /// The depth of the engine's last line of play, in plies.
    pub depth: u32,
    /// The engine's last score for the side to move, in centipawns.
    pub score: Option<i32>,
    /// The time from the question to the answer.
    pub time: Duration,
}

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    protocol: Protocol,
    base: RankBase,
    /// The names of its options.
    offered: Vec<String>,
    /// The name that it reports.
    pub name: String,
}

impl Engine {
    /// Starts an engine and waits until it is ready.
    ///
    /// # Errors
    /// [`Trouble`] when it does not become ready.
    pub fn start(setup: &Setup) -> Result<Engine, Trouble> {
        let mut words = setup.command.split_whitespace();
        let program = words.next().ok_or_else(|| Trouble::Start("no command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| Trouble::Start(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble::Start("no pipes".to_owned()));
        };
        let (sender, lines) = channel();
        thread::spawn(move || read_lines(output, &sender));
        let Setup { protocol, base, .. } = *setup;
        let mut engine =
            Engine { child, input, lines, protocol, base, offered: Vec::new(), name: String::new() };
        engine.introduce()?;
        for (name, value) in &setup.options {
            engine.tell(&protocol.set_option(name, value))?;
        }
        engine.new_game()?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        self.tell(self.protocol.hello())?;
        let (mut name, mut offered) = (None, Vec::new());
        self.wait_for(&[self.protocol.ready()], READY, |line| {
            name = name.take().or_else(|| line.strip_prefix("id name ").map(|name| name.trim().to_owned()));
            offered.extend(dialect::offered_option(line));
        })?;
        self.name = name.unwrap_or_else(|| "unnamed".to_owned());
        if offered.iter().any(|option| option == "usemillisec") {
            self.tell(&self.protocol.set_option("usemillisec", "true"))?;
        }
        self.offered = offered;
        Ok(())
    }

    /// Sets an option.
    ///
    /// # Errors
    /// [`Trouble::Gone`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.tell(&self.protocol.set_option(name, value))
    }

    /// Returns true if the engine offers an option of this name.
    pub fn offers(&self, name: &str) -> bool {
        self.offered.iter().any(|option| option == name)
    }

    /// Makes the engine forget earlier games.
    ///
    /// # Errors
    /// [`Trouble`] when it does not become ready.
    pub fn new_game(&mut self) -> Result<(), Trouble> {
        for line in self.protocol.new_game(&self.offered) {
            self.tell(&line)?;
        }
        self.tell("isready")?;
        self.wait_for(&["readyok"], READY, |_| {}).map(drop)
    }

    /// Asks for a move and waits at most `patience` for it.
    ///
    /// # Errors
    /// [`Trouble`] when no move comes. Whether the move is legal is not checked.
    pub fn think(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        patience: Duration,
    ) -> Result<Thought, Trouble> {
        self.tell(&self.protocol.position(game, self.base))?;
        let go = self.protocol.go(allowance);
        let (mut depth, mut score) = (0, None);
        let started = Instant::now();
        self.tell(&go)?;
        let answer = self.wait_for(&["bestmove", "nobestmove"], patience, |line| {
            if let Some(news) = dialect::news(line) {
                depth = news.depth.unwrap_or(depth);
                score = news.score.or(score);
            }
        })?;
        let time = started.elapsed();
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        let mv = self.base.read(text).map_err(|_| Trouble::Nonsense(answer.clone()))?;
        Ok(Thought { mv, depth, score, time })
    }

    fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.map_err(|_| self.gone())
    }

    /// Waits for a line that begins with one of the words. Passes earlier lines to `look`.
    fn wait_for(
        &mut self,
        words: &[&str],
        patience: Duration,
        mut look: impl FnMut(&str),
    ) -> Result<String, Trouble> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Trouble::Hung(patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            };
            if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) {
                return Ok(line);
            }
            look(&line);
        }
    }

    /// Describes the end of an engine whose pipes are closed.
    fn gone(&mut self) -> Trouble {
        let status = self.end_within(FAREWELL);
        Trouble::Gone(status.map(|status| format!(" ({status})")).unwrap_or_default())
    }

    fn end_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may have ended already, on its own or by a crash.
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.end_within(FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes lines on until the engine or its reader ends.
fn read_lines(output: ChildStdout, sender: &Sender<String>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if sender.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}
