//! A finished game of a match, and its PGN.

use super::score::Half;
use super::{NAMES, limit::Limit};
use chuhe::records::{self, Export, Record};
use chuhe::rules::fen::Position;
use chuhe::rules::game::Outcome;
use chuhe::rules::notation::Notation;
use chuhe::rules::types::{Color, Move};
use serde::{Deserialize, Serialize};

/// The engine's depth, score and time for a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The depth of the engine's last line.
    pub depth: u32,
    /// The engine's last score for the side to move, in centipawns.
    pub score: Option<i32>,
    /// Milliseconds from the request to the answer.
    pub ms: f64,
    /// True if the time exceeded the limit and its tolerance.
    pub late: bool,
}

/// A game of a match. Engines are numbered 0 (A) and 1 (B).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The game's number from 0. Games 2n and 2n + 1 have the same opening; A is Red in the former.
    pub index: u64,
    /// The names that the engines report, by engine.
    pub names: [String; 2],
    /// The result for A.
    pub half: Half,
    /// The reason why the game ended: the code of a verdict, or `fault`, `tooLong`, `resignRule`, `drawRule`.
    pub reason: String,
    /// The error and the engine that caused it.
    pub fault: Option<String>,
    /// The name of the opening.
    pub opening: String,
    /// The position before the first move, as FEN.
    pub start: String,
    /// All moves, with ranks counted from 0.
    pub moves: Vec<String>,
    /// The notes on the moves after the opening, in order.
    pub notes: Vec<Note>,
}

/// Returns the colour of engine A in a game.
pub fn color_of_a(index: u64) -> Color {
    if index % 2 == 0 { Color::Red } else { Color::Black }
}

impl Played {
    /// Returns the number of moves of the opening.
    pub fn opening_plies(&self) -> usize {
        self.moves.len() - self.notes.len().min(self.moves.len())
    }

    /// Returns the colour that moved first.
    pub fn first(&self) -> Color {
        // A FEN in which Black moves first has `b` after the board.
        if self.start.split(' ').nth(1) == Some("b") { Color::Black } else { Color::Red }
    }

    /// Returns the engine that made the move of a ply.
    pub fn engine_at(&self, ply: usize) -> usize {
        let mover = if ply % 2 == 0 { self.first() } else { !self.first() };
        usize::from(mover != color_of_a(self.index))
    }

    /// Iterates over the notes, each with the number of its engine.
    pub fn efforts(&self) -> impl Iterator<Item = (usize, &Note)> {
        let opened = self.opening_plies();
        self.notes.iter().enumerate().map(move |(index, note)| (self.engine_at(opened + index), note))
    }

    fn outcome(&self) -> Outcome {
        let a = color_of_a(self.index);
        match self.half {
            Half::Win => Outcome::Win(a),
            Half::Draw => Outcome::Draw,
            Half::Loss => Outcome::Win(!a),
        }
    }

    /// Converts the game to a record.
    ///
    /// # Errors
    /// A message when its position or a move cannot be read, which happens if a file was edited.
    pub fn record(&self, limits: &[Limit; 2]) -> Result<Record, String> {
        let start: Position = self.start.parse().map_err(|error| format!("{error}"))?;
        let moves: Result<Vec<Move>, _> = self.moves.iter().map(|text| text.parse::<Move>()).collect();
        let moves = moves.map_err(|error| error.to_string())?;
        let mut record = Record::from_moves(start, &moves).map_err(|error| error.to_string())?;
        self.comment(&mut record);
        record.result = self.outcome();
        self.tag(&mut record, limits);
        Ok(record)
    }

    fn tag(&self, record: &mut Record, limits: &[Limit; 2]) {
        let red = usize::from(color_of_a(self.index) != Color::Red);
        let name = |engine: usize| format!("{} ({})", self.names[engine], NAMES[engine]);
        for (tag, value) in [
            ("Event", "Chuhe match".to_owned()),
            ("Round", format!("{}.{}", self.index / 2 + 1, self.index % 2 + 1)),
            ("Red", name(red)),
            ("Black", name(1 - red)),
            ("RedLimit", limits[red].to_string()),
            ("BlackLimit", limits[1 - red].to_string()),
            ("Opening", self.opening.clone()),
            ("OpeningPlies", self.opening_plies().to_string()),
            ("PlyCount", self.moves.len().to_string()),
            ("Termination", self.reason.clone()),
            ("Fault", self.fault.clone().unwrap_or_default()),
        ] {
            record.tags.set(tag, &value);
        }
    }

    /// Adds value, depth and time as comments to the moves, and the error to the last one.
    fn comment(&self, record: &mut Record) {
        let nodes: Vec<_> = record.main_nodes().collect();
        let line = &nodes[nodes.len() - self.moves.len()..];
        for (index, note) in self.notes.iter().enumerate() {
            let ply = self.opening_plies() + index;
            let mover = if ply % 2 == 0 { self.first() } else { !self.first() };
            let node = record.node_mut(line[ply]);
            let evaluation = note.score.map(|score| if mover == Color::Red { score } else { -score });
            let late = if note.late { ", late" } else { "" };
            node.annotate(&format!("d{} {:.0} ms{late}", note.depth, note.ms), evaluation);
        }
        if let (Some(fault), Some(last)) = (&self.fault, nodes.last()) {
            let node = record.node_mut(*last);
            node.annotate(&format!("{}\n{fault}", node.comment()), node.evaluation());
        }
    }

    /// Formats the game as PGN, followed by a blank line.
    ///
    /// # Errors
    /// As [`Played::record`].
    pub fn pgn(&self, limits: &[Limit; 2]) -> Result<String, String> {
        Ok(records::write(&self.record(limits)?, Export::Pgn(Notation::Iccs)) + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::records::read_native;

    fn played(index: u64) -> Played {
        let note = |score| Note { depth: 5, score: Some(score), ms: 12.6, late: score == 7 };
        Played {
            index,
            names: ["One".to_owned(), "Two".to_owned()],
            half: Half::Win,
            reason: "fault".to_owned(),
            fault: Some("engine B: it answers 'bestmove {x}'".to_owned()),
            opening: "random 2".to_owned(),
            start: chuhe::rules::fen::START.to_owned(),
            moves: ["h2e2", "h9g7", "h0g2"].map(str::to_owned).to_vec(),
            notes: vec![note(-20), note(7)],
        }
    }

    #[test]
    fn a_game_is_written_and_read_back_whole() {
        for (index, red, outcome) in
            [(6, "One (A)", Outcome::Win(Color::Red)), (7, "Two (B)", Outcome::Win(Color::Black))]
        {
            let game = played(index);
            let limits =
                [Limit { nodes: Some(9), ..Limit::default() }, Limit { depth: Some(8), ..Limit::default() }];
            let opened = read_native(game.pgn(&limits).expect("a record").as_bytes()).expect("a PGN");
            assert_eq!(opened.record, game.record(&limits).expect("a record"));
            assert_eq!((opened.record.tags.get("Red"), opened.record.result), (Some(red), outcome));
            assert_eq!(opened.record.tags.get("Round"), Some(if index == 6 { "4.1" } else { "4.2" }));
            let nodes: Vec<_> = opened.record.main_nodes().map(|id| opened.record.node(id)).collect();
            let last = nodes.last().expect("moves");
            assert_eq!(last.evaluation(), Some(7));
            assert_eq!(last.comment(), "d5 13 ms, late\nengine B: it answers 'bestmove {x}'");
            assert_eq!(nodes[nodes.len() - 2].evaluation(), Some(20));
        }
    }

    #[test]
    fn moves_belong_to_the_engine_that_made_them() {
        let engines = |index| played(index).efforts().map(|(engine, _)| engine).collect::<Vec<_>>();
        assert_eq!((engines(0), engines(1)), (vec![1, 0], vec![0, 1]));
        let black = "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned();
        let game = Played { start: black, ..played(0) };
        assert_eq!((game.first(), game.engine_at(0)), (Color::Black, 1));
    }
}
