//! The order of the puzzles: a course in stages, each of which begins with something short, rises, and ends harder than the
//! one before. Every stage has mates of several lengths, so that nobody does fifty of one kind in a row.

use super::candidates::name;
use super::{Puzzle, facts, motifs};
use std::collections::HashMap;

/// Number of stages.
pub const STAGES: usize = 12;

/// The first and last stage, from 0, over which puzzles of a kind and length are spread.
fn span(puzzle: &Puzzle) -> (usize, usize) {
    match (puzzle.is_mate, puzzle.length()) {
        (true, 1) => (0, 4),
        (true, 2) => (0, 5),
        (false, 1 | 2) => (1, 6),
        (true, 3) => (2, 7),
        (true, 4) => (3, 8),
        (false, 3) => (4, 9),
        (true, 5) => (6, 10),
        (true, 6) => (8, 11),
        _ => (9, 11),
    }
}

/// The puzzles of each stage, the shorter and easier first. Within a kind the easier come earlier, and motifs take turns.
pub fn course(puzzles: &[Puzzle]) -> Vec<Vec<&Puzzle>> {
    let mut kinds: HashMap<(bool, usize), Vec<(u8, &Puzzle)>> = HashMap::new();
    for puzzle in puzzles {
        let grade = facts::grade(&puzzle.game, &puzzle.moves);
        kinds.entry((puzzle.is_mate, puzzle.length())).or_default().push((grade, puzzle));
    }
    let mut stages: Vec<Vec<(usize, u8, u64, &Puzzle)>> = vec![Vec::new(); STAGES];
    for kind in kinds.into_values() {
        let count = kind.len();
        for (place, (grade, puzzle)) in in_turns(kind).into_iter().enumerate() {
            let (first, last) = span(puzzle);
            let stage = first + place * (last + 1 - first) / count;
            stages[stage].push((puzzle.length(), grade, name(puzzle.game.board()), puzzle));
        }
    }
    let rising = |mut stage: Vec<(usize, u8, u64, _)>| {
        stage.sort_by_key(|(length, grade, name, _)| (*length, *grade, *name));
        stage.into_iter().map(|(.., puzzle)| puzzle).collect()
    };
    stages.into_iter().map(rising).collect()
}

/// The easier first; of one grade first one of each motif, then the second of each, and so on.
fn in_turns(mut kind: Vec<(u8, &Puzzle)>) -> Vec<(u8, &Puzzle)> {
    kind.sort_by_cached_key(|(grade, puzzle)| (*grade, name(puzzle.game.board())));
    let mut seen: HashMap<(u8, &str), usize> = HashMap::new();
    let mut turns: Vec<(u8, usize, &Puzzle)> = Vec::new();
    for (grade, puzzle) in kind {
        let motif = if puzzle.is_mate { motifs::motifs(&puzzle.game, &puzzle.moves) } else { Vec::new() };
        let turn = seen.entry((grade, motif.first().copied().unwrap_or_default())).or_default();
        turns.push((grade, *turn, puzzle));
        *turn += 1;
    }
    turns.sort_by_key(|(grade, turn, _)| (*grade, *turn));
    turns.into_iter().map(|(grade, _, puzzle)| (grade, puzzle)).collect()
}

/// The file for the page. Every other puzzle after the first stage is the second player's.
pub fn file(puzzles: &[Puzzle]) -> String {
    let stages = course(puzzles);
    let sizes: Vec<String> = stages.iter().map(|stage| stage.len().to_string()).collect();
    let side = |stage: usize, place: usize| if stage > 0 && place % 2 == 1 { "b" } else { "w" };
    let rows: Vec<String> = (stages.iter().enumerate())
        .flat_map(|(at, stage)| stage.iter().enumerate().map(move |(place, it)| it.row(side(at, place))))
        .collect();
    format!("{{\"version\":2,\"stages\":[{}],\"puzzles\":[\n{}\n]}}\n", sizes.join(","), rows.join(",\n"))
}
