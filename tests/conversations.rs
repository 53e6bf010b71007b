//! Conversations of graphical programs and of other engines' tests with an engine. `tests/data/conversations`
//! contains them, with their sources and the meaning of their signs.
//!
//! Each `go` must get one legal answer. The last reported line must begin with it, and only expected errors may be
//! reported.

use crate::talk::Engine;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::types::Move;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/conversations");

/// A conversation in progress.
struct Talk {
    engine: Engine,
    /// The end of each line that is sent.
    line_end: &'static str,
    is_ucci: bool,
    /// The last position that was set.
    game: Game,
    /// The moves of the conversation's game.
    moves: Vec<String>,
    /// The last answer: the best move, and the move to ponder on.
    answer: Option<(String, Option<String>)>,
    /// The lines read last.
    heard: Vec<String>,
}

impl Talk {
    fn start(line_end: &'static str) -> Talk {
        let (game, moves, heard) = (Game::default(), Vec::new(), Vec::new());
        Talk { engine: Engine::start(), line_end, is_ucci: false, game, moves, answer: None, heard }
    }

    /// Executes a line of a conversation file.
    fn take(&mut self, line: &str) {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            ">" => self.send(rest),
            "<" => self.read(rest),
            "~" => assert!(self.heard.iter().any(|line| line.contains(rest)), "{:#?}", self.heard),
            "^" => self.check_shape(rest),
            "!" => {
                let complaint = self.engine.next();
                assert!(complaint.contains("error") && complaint.contains(rest), "{complaint}");
            }
            "+" => self.play(rest),
            "=" => self.moves.clear(),
            "#" => {}
            other => panic!("the sign '{other}'"),
        }
    }

    fn send(&mut self, line: &str) {
        let line = line.replace("{moves}", &self.moves.join(" "));
        self.is_ucci |= line == "ucci";
        if let Some((start, moves)) = position(&line) {
            self.game = Game::new(start);
            for text in moves {
                self.game.play(text.parse().expect("a move")).expect("a legal move");
            }
        }
        self.engine.say(&format!("{line}{}", self.line_end));
    }

    /// Reads up to a line that begins with `start`, and checks it if it is an answer.
    fn read(&mut self, start: &str) {
        self.heard = self.engine.until(start);
        let complaint = self.heard.iter().find(|line| line.contains("error"));
        assert_eq!(complaint, None, "nothing is complained of");
        let answers = self.heard.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, usize::from(start.starts_with("bestmove")), "{:#?}", self.heard);
        if start.starts_with("bestmove") {
            self.judge_answer();
        }
    }

    fn judge_answer(&mut self) {
        let answer = self.heard.last().expect("an answer");
        let words: Vec<&str> = answer.split(' ').collect();
        let best: Move = words[1].parse().unwrap_or_else(|_| panic!("{answer}"));
        assert!(self.game.board().is_legal(best), "{answer}");
        let ponder = words.iter().position(|word| *word == "ponder").map(|place| words[place + 1].to_owned());
        if let Some(expected) = &ponder {
            let mut game = self.game.clone();
            game.play(best).expect("a legal move");
            assert!(game.board().is_legal(expected.parse().expect("a move")), "{answer}");
        }
        // A program that reads a single line takes the last one in UCCI, and the last one of rank 1 in UCI.
        let is_best =
            |line: &&String| line.contains(" pv ") && (self.is_ucci || line.contains(" multipv 1 "));
        if let Some(line) = self.heard.iter().rfind(is_best) {
            assert!(line.contains(&format!(" pv {best}")), "{:#?}", self.heard);
        }
        self.answer = Some((best.to_string(), ponder));
    }

    fn check_shape(&self, shape: &str) {
        let is_number = |word: &str| word.parse::<i64>().is_ok();
        for line in
            self.heard.iter().filter(|line| line.starts_with("info depth") && !line.contains("currmove"))
        {
            let words: Vec<&str> = line.split(' ').collect();
            for (place, wanted) in shape.split(' ').enumerate() {
                let word = words.get(place).copied().unwrap_or_default();
                assert!(word == wanted || wanted == "N" && is_number(word), "{line}\n{shape}");
            }
        }
    }

    fn play(&mut self, who: &str) {
        let (best, ponder) = self.answer.clone().expect("an answer");
        let mut game = self.game.clone();
        let mut others = || {
            game.play(best.parse().expect("a move")).expect("a legal move");
            let mut moves: Vec<String> = game.board().legal_moves().iter().map(Move::to_string).collect();
            moves.sort_unstable();
            moves.into_iter()
        };
        let text = match who {
            // A search may expect no reply; then any legal move serves.
            "ponder" => ponder.or_else(|| others().next()).expect("a legal move"),
            "other" => others().find(|text| Some(text) != ponder.as_ref()).expect("a legal move"),
            "engine" => best,
            other => panic!("'{other}' plays no move"),
        };
        self.moves.push(text);
    }

    fn end(self) {
        let is_ucci = self.is_ucci;
        let (lines, succeeded) = self.engine.close();
        assert!(succeeded);
        assert_eq!(lines, if is_ucci { vec!["bye"] } else { vec![] });
    }
}

/// Returns the position of a command and the moves after it.
fn position(line: &str) -> Option<(Position, Vec<String>)> {
    let line = line.strip_prefix("position ").unwrap_or(line);
    let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
    let start = match start.split_once(' ') {
        None if start == "startpos" => Position::default(),
        Some(("fen", fen)) => fen.parse().expect("a position"),
        _ => return None,
    };
    Some((start, moves.split_whitespace().map(str::to_owned).collect()))
}

/// Runs all conversations of a file, with both kinds of line ends.
fn hold(name: &str) {
    let text = fs::read_to_string(format!("{FOLDER}/{name}.txt")).expect("the conversation is there");
    for line_end in ["", "\r"] {
        for conversation in text.split("---\n") {
            let mut talk = Talk::start(line_end);
            conversation.lines().for_each(|line| talk.take(line));
            talk.end();
        }
    }
}

#[test]
fn fairy_stockfishs_protocol_tests_pass() {
    hold("fairy-stockfish");
}

#[test]
fn pikafishs_protocol_tests_pass() {
    hold("pikafish");
}

#[test]
fn python_chess_is_answered() {
    hold("python-chess");
}

#[test]
fn cutechess_plays_and_ponders() {
    hold("cutechess");
}

#[test]
fn xboard_plays_through_uci2wb_in_uci() {
    hold("uci2wb-uci");
}

#[test]
fn xboard_plays_through_uci2wb_in_ucci() {
    hold("uci2wb-ucci");
}

#[test]
fn tchess_plays_and_analyses_in_ucci() {
    hold("tchess");
}
