//! Writes and reads every notation on the positions of `tests/data/notation.txt`. The head of that file describes its
//! lines and their sources.

use chuhe::rules::board::Board;
use chuhe::rules::fen::{self, Position};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::notation::{Notation, NotationReason, chinese, read_any, wxf};
use chuhe::rules::types::{Color, Move, POINTS, Piece, Role, Square};

const CASES: &str = include_str!("data/notation.txt");

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// Returns the outcome of reading a text: a move, or a code with details of the error.
fn outcome(board: &Board, text: &str) -> String {
    match read_any(board, text, RankBase::Zero) {
        Ok(mv) => mv.to_string(),
        Err(error) => {
            let more: Vec<String> = match &error.reason {
                NotationReason::Ambiguous { candidates } => candidates.iter().map(Move::to_string).collect(),
                NotationReason::Illegal { mv: Some(mv), .. } => vec![mv.to_string()],
                NotationReason::Illegal { from: Some(from), .. } => vec![from.to_string()],
                _ => Vec::new(),
            };
            assert_eq!(error.text, text);
            [error.code()].into_iter().map(str::to_owned).chain(more).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Asserts that exactly one notation recognises the text as a move, with the same result as `read_any`.
fn assert_one_notation(board: &Board, text: &str) {
    let kinds = [Notation::Chinese, Notation::Wxf, Notation::Ucci];
    let read = kinds.map(|notation| notation.read(board, text));
    let taken = read.iter().filter(|read| !matches!(read, Err(e) if e.code() == "notANotation"));
    let taken: Vec<_> = taken.collect();
    assert!(taken.len() <= 1, "{text}: {read:?}");
    let any = read_any(board, text, RankBase::Zero);
    assert_eq!(taken.first().copied(), Some(&any).filter(|_| !taken.is_empty()), "{text}");
    assert_eq!(Notation::Iccs.read(board, text), Notation::Ucci.read(board, text));
}

/// Collects all failures, so that a run shows every one of them.
#[derive(Default)]
struct Report(Vec<String>);

impl Report {
    fn compare(&mut self, line: usize, what: &str, found: &str, expected: &str) {
        if found != expected {
            self.0.push(format!("line {line}: {what}: {found} instead of {expected}"));
        }
    }

    fn write(&mut self, line: usize, board: &Board, parts: &[&str]) {
        let &[name, chinese, wxf] = parts else { panic!("line {line}: write MOVE CHINESE WXF") };
        for (notation, text) in [(Notation::Chinese, chinese), (Notation::Wxf, wxf)] {
            let written = notation.write(board, mv(name)).unwrap_or_default();
            self.compare(line, name, &written, text);
        }
        self.read(line, board, parts);
    }

    fn read(&mut self, line: usize, board: &Board, parts: &[&str]) {
        for text in &parts[1..] {
            self.compare(line, text, &outcome(board, text), parts[0]);
            assert_one_notation(board, text);
        }
    }

    fn refuse(&mut self, line: usize, board: &Board, parts: &[&str]) {
        let &[code, text, ref more @ ..] = parts else { panic!("line {line}: refuse CODE TEXT") };
        let sorted = |said: &str| {
            let mut words: Vec<String> = said.split(' ').skip(1).map(str::to_owned).collect();
            words.sort_unstable();
            format!("{} {words:?}", said.split(' ').next().unwrap_or_default())
        };
        let expected = [&[code], more].concat().join(" ");
        self.compare(line, text, &sorted(&outcome(board, text)), &sorted(&expected));
        assert_one_notation(board, text);
    }
}

#[test]
fn notations_are_written_and_read_as_published() {
    let (mut board, mut report, mut texts) = (fen::start(), Report::default(), 0);
    for (number, line) in CASES.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let parts: Vec<&str> = rest.split(' ').collect();
        match kind {
            "" | "#" => {}
            "board" => {
                let position = rest.parse::<Position>();
                board = position.unwrap_or_else(|error| panic!("line {number}: {error}")).board;
            }
            "write" => report.write(number, &board, &parts),
            "read" => report.read(number, &board, &parts),
            "refuse" => report.refuse(number, &board, &parts),
            _ => panic!("line {number}: {line}"),
        }
        texts += usize::from(matches!(kind, "write" | "read" | "refuse")) * (parts.len() - 1);
    }
    assert!(report.0.is_empty(), "tests/data/notation.txt:\n{}", report.0.join("\n"));
    assert!(texts > 400, "only {texts} texts");
}

/// Fairy-Stockfish omits signs and numbers soldiers by file; each of its texts must be understood.
#[test]
fn texts_of_fairy_stockfish() {
    let mut texts = 0;
    for line in include_str!("data/notation_fairy.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, moves) = line.split_once(" | ").expect("a bar");
        let board = fen.parse::<Position>().unwrap_or_else(|error| panic!("{error}")).board;
        let moves: Vec<&str> = moves.split(' ').collect();
        for pair in moves.chunks(2) {
            let mv = Notation::Uci.read(&board, pair[0]);
            assert!(mv.is_ok());
            assert_eq!(Notation::Wxf.read(&board, pair[1]), mv, "{} on\n{board}", pair[1]);
            texts += 1;
        }
        assert_eq!(moves.len(), 2 * board.legal_moves().len());
    }
    assert!(texts > 2_000, "only {texts} texts");
}

#[test]
fn coordinates_of_both_bases() {
    let board = fen::start();
    for (notation, text) in [(Notation::Ucci, "h2e2"), (Notation::Iccs, "H2-E2"), (Notation::Uci, "h3e3")] {
        assert_eq!(notation.write(&board, mv("h2e2")).as_deref(), Some(text));
        assert_eq!(notation.read(&board, text), Ok(mv("h2e2")));
    }
    let corner: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b".parse().unwrap();
    assert_eq!(Notation::Uci.write(&corner.board, mv("a9a8")).as_deref(), Some("a10a9"));
    for text in ["a10a9", "A10-A9", "a10 - a9", "ａ１０－ａ９"] {
        assert_eq!(Notation::Uci.read(&corner.board, text), Ok(mv("a9a8")), "{text}");
        assert_eq!(read_any(&corner.board, text, RankBase::One), Ok(mv("a9a8")), "{text}");
    }
    for text in ["a1-0a9", "a10--a9", "a0a1", "a11a9"] {
        assert_eq!(Notation::Uci.read(&corner.board, text).unwrap_err().code(), "notANotation", "{text}");
    }
    // The same text is another move with the other base.
    assert_eq!(Notation::Ucci.read(&board, "a0a1"), Ok(mv("a0a1")));
    assert_eq!(Notation::Ucci.read(&board, "h3h4").unwrap_err().code(), "illegal");
    assert_eq!(Notation::Uci.read(&board, "h3h4"), Ok(mv("h2h3")));
}

#[test]
fn white_space_in_moves_is_ignored() {
    let board = fen::start();
    for text in [
        " 炮二平五 ",
        "炮 二 平 五",
        "炮二平五\r\n",
        "\u{feff}炮二平五",
        "炮二　平五",
        "C2 . 5",
        "h2 e2",
        "\tH2 - E2",
    ] {
        assert_eq!(read_any(&board, text, RankBase::Zero), Ok(mv("h2e2")), "{text:?}");
    }
    for text in ["", " ", "\u{3000}"] {
        assert_eq!(read_any(&board, text, RankBase::Zero).unwrap_err().code(), "notANotation");
    }
}

#[test]
fn only_legal_moves_are_written() {
    for notation in Notation::ALL {
        assert_eq!(Notation::from_code(notation.code()), Some(notation));
        for refused in ["e5e6", "h2h8", "h7e7", "h0g0"] {
            assert_eq!(notation.write(&fen::start(), mv(refused)), None);
        }
    }
    assert_eq!(Notation::from_code("san"), None);
    assert_eq!(chinese::write(&fen::start(), mv("e5e6")), None);
    assert_eq!(wxf::write(&fen::start(), mv("e5e6")), None);
}

#[test]
fn errors_name_the_text_and_what_is_wrong() {
    let board: Position = "3k5/9/9/4C4/9/9/4C4/9/9/5K3 w".parse().expect("two cannons on a file");
    let said = |text: &str| read_any(&board.board, text, RankBase::Zero).unwrap_err().to_string();
    assert_eq!(said("炮五平九"), "'炮五平九': fits several moves: e6a6, e3a3");
    assert_eq!(said("R1+1"), "'R1+1': no rook of the side to move stands so");
    assert_eq!(said("后炮进三"), "'后炮进三': the move e3e6 is not legal");
    assert_eq!(said("前炮进四"), "'前炮进四': the piece on e6 cannot move so");
    assert_eq!(said("炮五进九"), "'炮五进九': no piece can move so");
    assert_eq!(said("hello"), "'hello': not a move in this notation");
    let long = "炮".repeat(1 << 20);
    assert_eq!(said(&long), format!("'{}…': not a move in this notation", "炮".repeat(32)));
}

/// During editing, a position may have more pieces than a set.
#[test]
fn moves_of_crowded_boards_are_written_without_a_panic() {
    let mut squares = [Some(Piece::new(Color::Red, Role::Soldier)); POINTS];
    squares[4] = Some(Piece::new(Color::Red, Role::General));
    squares[85] = Some(Piece::new(Color::Black, Role::General));
    for role in [Role::Rook, Role::Elephant, Role::Soldier] {
        for square in Square::all().filter(|square| square.rank() % 2 == 1 && square.index() != 85) {
            squares[square.index()] = (role != Role::Soldier).then_some(Piece::new(Color::Red, role));
        }
        let board = Board::from_pieces(&squares, Color::Red).expect("both generals");
        for mv in board.legal_moves() {
            for notation in Notation::ALL {
                let text = notation.write(&board, mv).unwrap_or_default();
                if let Ok(read) = notation.read(&board, &text) {
                    assert!(board.is_legal(read), "{text}");
                }
            }
        }
    }
}
