//! The native program as a child process with pipes.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The longest time to wait for an answer before a test fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// The running program and its pipes.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the program.
    pub fn start() -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { input: child.stdin.take(), child, lines }
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program reads");
    }

    /// Returns the next line.
    pub fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// Returns all lines up to the first that begins with `start`, including it.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines.last().is_some_and(|line| line.starts_with(start)) {
            lines.push(self.next());
        }
        lines
    }

    /// Sends a command and returns the lines up to the one that begins with `last`.
    pub fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        self.until(last)
    }

    /// Returns the FEN of the current position.
    pub fn fen(&mut self) -> String {
        self.ask("d", "Fen: ").pop().unwrap().split_off("Fen: ".len())
    }

    /// Sends a command that must be refused and returns the error message.
    pub fn complaint(&mut self, line: &str) -> String {
        let mut lines = self.ask(line, "info string error: ");
        assert_eq!(lines.len(), 1, "{lines:?}");
        lines.pop().unwrap()
    }

    /// Closes the input. Returns all remaining lines, and true if the program succeeded.
    pub fn close(mut self) -> (Vec<String>, bool) {
        self.input = None;
        let lines = self.lines.iter().collect();
        (lines, self.child.wait().expect("the program ends").success())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process has ended already unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the word after another one.
pub fn word<'a>(line: &'a str, after: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|word| *word != after);
    words.nth(1).unwrap_or_else(|| panic!("no {after} in '{line}'"))
}

/// Returns the number after a word.
pub fn number(line: &str, after: &str) -> u64 {
    word(line, after).parse().unwrap_or_else(|_| panic!("{after} is no number in '{line}'"))
}
