//! An engine in a process of its own, spoken to in UCI.

use chuhe::game::notation::coordinate::RankBase;
use chuhe::game::rules::Game;
use chuhe::game::types::Move;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to get ready.
const READY: Duration = Duration::from_secs(20);
/// How much longer than its limit an engine may take before it counts as hung.
const GRACE: Duration = Duration::from_secs(5);
/// How long an engine with a limit of nodes may take for a move.
const PATIENCE: Duration = Duration::from_secs(120);

/// What an engine is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program and its arguments, separated by blanks.
    pub command: String,
    /// Options to set, as name and value.
    pub options: Vec<(String, String)>,
    /// How it counts ranks.
    pub base: RankBase,
}

/// What an engine may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Nodes.
    Nodes(u64),
    /// Time.
    Time(Duration),
}

/// Why an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It could not be started.
    Start(String),
    /// It ended.
    Gone,
    /// It did not answer in time.
    Hung,
    /// It answered with something that is no move.
    Nonsense(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Start(cause) => write!(f, "cannot start: {cause}"),
            Trouble::Gone => write!(f, "it has ended"),
            Trouble::Hung => write!(f, "it does not answer"),
            Trouble::Nonsense(line) => write!(f, "it answers '{line}'"),
        }
    }
}

/// What an engine has thought of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Its move.
    pub mv: Move,
    /// The depth of its last line.
    pub depth: u32,
    /// The time from the question to the answer.
    pub time: Duration,
}

/// A running engine.
pub struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    base: RankBase,
}

impl Player {
    /// Starts an engine and waits until it is ready.
    pub fn start(setup: &Setup) -> Result<Player, Trouble> {
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
        let mut player = Player { child, input, lines, base: setup.base };
        player.tell("uci")?;
        player.wait_for("uciok", READY)?;
        for (name, value) in &setup.options {
            player.tell(&format!("setoption name {name} value {value}"))?;
        }
        player.new_game()?;
        Ok(player)
    }

    /// Lets the engine forget earlier games.
    pub fn new_game(&mut self) -> Result<(), Trouble> {
        self.tell("ucinewgame")?;
        self.tell("isready")?;
        self.wait_for("readyok", READY).map(drop)
    }

    /// Asks for a move in a game that began with the start position.
    pub fn think(&mut self, game: &Game, limit: Limit) -> Result<Thought, Trouble> {
        let mut position = "position startpos".to_owned();
        for (index, ply) in game.plies().iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&self.base.write(ply.mv));
        }
        self.tell(&position)?;
        let (go, patience) = match limit {
            Limit::Nodes(nodes) => (format!("go nodes {nodes}"), PATIENCE),
            Limit::Time(time) => (format!("go movetime {}", time.as_millis()), time + GRACE),
        };
        let started = Instant::now();
        self.tell(&go)?;
        let (answer, depth) = self.wait_for("bestmove", patience)?;
        let time = started.elapsed();
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        let mv = self.base.read(text).map_err(|_| Trouble::Nonsense(answer.clone()))?;
        Ok(Thought { mv, depth, time })
    }

    fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| Trouble::Gone)
    }

    /// The line that begins with `word`, and the depth of the last line of play before it.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<(String, u32), Trouble> {
        let deadline = Instant::now() + patience;
        let mut depth = 0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|cause| match cause {
                std::sync::mpsc::RecvTimeoutError::Timeout => Trouble::Hung,
                std::sync::mpsc::RecvTimeoutError::Disconnected => Trouble::Gone,
            })?;
            let mut words = line.split_whitespace();
            if words.next() == Some(word) {
                return Ok((line, depth));
            }
            if line.starts_with("info ") && line.contains(" pv ") {
                depth = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(depth);
            }
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended already, by itself or by a crash.
        let _ = self.tell("quit");
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until the engine or the player ends.
fn read_lines(output: ChildStdout, sender: &Sender<String>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        if sender.send(line).is_err() {
            return;
        }
    }
}
