//! Tests of repetitions under several rule sets, with the diagrams of the rule books and their verdicts.

use crate::common::Mirror;
use chuhe::engine::limits::Limits;
use chuhe::engine::score::Score;
use chuhe::engine::session::{Options, Session};
use chuhe::rules::chase::Offence::{self, Attack, Check};
use chuhe::rules::fen::Position;
use chuhe::rules::game::{self, ASIAN, CHINESE, Game, PLAIN, Reason, Referee, Ruleset, Ruling};
use chuhe::rules::types::{ByColor, Color, Move};

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse::<Position>().expect("a valid FEN"));
    for text in moves.split_whitespace() {
        game.play(text.parse().expect("a move")).unwrap_or_else(|error| panic!("{error} in {fen}"));
    }
    game
}

/// Returns the cases of `tests/data/verdicts.txt` by name.
fn cases() -> Vec<(&'static str, Game)> {
    let blocks = include_str!("data/verdicts.txt").split("\n\n");
    let field = |block: &'static str, name: &str| {
        block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
    };
    let read = |block| Some((field(block, "case")?, game(field(block, "fen")?, field(block, "moves")?)));
    blocks.filter_map(read).collect()
}

fn case(name: &str) -> Game {
    cases().into_iter().find(|(found, _)| *found == name).unwrap_or_else(|| panic!("no case {name}")).1
}

fn losers(referee: &Referee) -> [&'static str; 3] {
    Ruleset::ALL.map(|ruleset| referee.verdict_under(ruleset).loser.map_or("draw", Color::name))
}

/// Formats the last lap as the Chinese rules name it: `R:kill B:idle`.
fn chinese(referee: &Referee, plies: usize) -> String {
    let lap = &referee.plies[referee.plies.len() - plies..];
    let told = lap.iter().map(|found| {
        let side = if found.ply.color == Color::Red { 'R' } else { 'B' };
        format!("{side}:{}", found.chinese.code())
    });
    told.collect::<Vec<_>>().join(" ")
}

/// A case of `verdicts.txt`; the loser under Asian, Chinese and plain rules; the last lap in Chinese terms.
const DIAGRAMS: [(&str, [&str; 3], &str); 26] = [
    ("check-rook", ["red", "red", "draw"], "R:check B:idle R:check B:idle"),
    ("check-mutual", ["draw", "draw", "draw"], "B:check R:check B:check R:check"),
    ("check-two-for-one", ["red", "red", "draw"], "R:check B:check R:check B:kill"),
    ("check-against-chase", ["red", "red", "draw"], "R:check B:idle R:check B:idle"),
    ("check-idle-cannon", ["draw", "draw", "draw"], "R:check B:idle R:idle B:idle"),
    // Alternating check and chase, alternating check and threat of mate, threats of mate only: 24.13.
    ("checks-and-one-chase", ["draw", "red", "draw"], "R:chase B:idle R:check B:idle R:chase B:idle R:check"),
    ("check-chase-rook", ["draw", "red", "draw"], "R:check B:idle R:chase B:idle"),
    ("check-kill-rook", ["draw", "red", "draw"], "R:kill B:idle R:check B:idle"),
    ("kill-rook", ["draw", "red", "draw"], "R:kill B:idle R:kill B:idle"),
    ("kill-horse", ["draw", "red", "draw"], "R:kill B:idle R:kill B:idle"),
    ("kill-cannon", ["draw", "red", "draw"], "R:kill B:idle R:kill B:idle"),
    // A block is allowed, unlike the move that it parries (like the Chinese diagram 7).
    ("block", ["draw", "black", "draw"], "R:idle B:kill R:idle B:kill"),
    // Perpetual chases of an unprotected piece, of a protected rook by a cannon, and of a pinned piece.
    ("rook-horse-open-board", ["red", "red", "draw"], "R:chase B:idle R:chase B:idle"),
    ("cannon-rook-protected-by-rook", ["red", "red", "draw"], "R:chase B:chase R:chase B:idle"),
    ("horse-rook-edge", ["red", "red", "draw"], "R:chase B:chase R:chase B:idle"),
    ("false-root-pinned-horse", ["red", "red", "draw"], "R:chase B:idle R:chase B:idle"),
    ("protected-by-soldier-at-home", ["draw", "draw", "draw"], "R:idle B:idle R:idle B:idle"),
    ("mutual-horse-rook", ["draw", "draw", "draw"], "R:chase B:chase R:chase B:chase"),
    // Both sides commit an offence, which is a draw, while the Asian rules compare the chases of one piece.
    ("rook-cannon-black-first", ["red", "draw", "draw"], "B:kill R:chase B:kill R:chase"),
    // Several pieces are chased alternately: the Chinese rules count one piece or several (24.11).
    ("rook-two-soldiers", ["draw", "red", "draw"], "B:idle R:chase B:idle R:chase"),
    ("general-chases", ["draw", "draw", "draw"], "B:idle R:idle B:idle R:idle"),
    ("soldier-chases", ["draw", "draw", "draw"], "R:idle B:idle R:idle B:idle"),
    ("general-uncovers-horses", ["red", "red", "draw"], "R:chase B:idle R:chase B:idle"),
    ("cannon-follows-cannon", ["draw", "draw", "draw"], "R:idle B:idle R:idle B:idle"),
    // Offers of an exchange against threats of mate (like the Chinese diagram 29).
    ("rook-offers-rook", ["draw", "black", "draw"], "R:idle B:kill R:idle B:kill"),
    // A capture after which the captor is mated at once is not a chase (24.3).
    ("two-rooks-cannon-alternate", ["draw", "draw", "draw"], "B:idle R:chase B:idle R:idle"),
];

#[test]
fn the_diagrams_are_judged_by_each_rule_book() {
    for (name, expected, lap) in DIAGRAMS {
        let referee = case(name).referee().unwrap_or_else(|| panic!("{name}: no repetition"));
        assert_eq!(chinese(&referee, lap.split(' ').count()), lap, "{name}");
        assert_eq!(losers(&referee), expected, "{name}");
    }
}

#[test]
fn a_chase_that_needs_a_count_of_exchanges_is_idle() {
    // CXA 2020, diagram 30 with the horse on the other wing. By the book Black chases with every move, at f6 because
    // two pieces attack the horse on e6, which has one protector (少根). Chuhe does not detect this.
    let fen = "2bakab2/9/4c1n1c/pCp1N3p/7n1/2P6/P3P1P1P/4CrN2/9/1RBAKAB2 w - - 0 1";
    let referee = game(fen, &["b6b2 f2f6 b2b6 f6f2"; 2].join(" ")).referee().expect("a repetition");
    assert_eq!(chinese(&referee, 4), "R:chase B:idle R:idle B:chase");
    assert_eq!(losers(&referee), ["draw"; 3]);
}

#[test]
fn a_threat_of_mate_by_four_checks_is_seen() {
    // The moves and checks are pyffish's, searched exhaustively: Red's move back threatens mate by four checks and by
    // no fewer.
    let fen = "n2ak1b2/C3a4/2P1b4/1N3R3/8p/9/1c4p2/3A5/4AK3/2r6 w - - 0 1";
    let referee = game(fen, &["a8c8 b3b0 c8a8 b0b3"; 2].join(" ")).referee().expect("a repetition");
    assert_eq!(chinese(&referee, 4), "R:chase B:idle R:kill B:idle");
    assert_eq!(referee.plies[2].kill.map(|mv| mv.to_string()).as_deref(), Some("b6d7"));
    assert_eq!(losers(&referee), ["draw", "red", "draw"]);
    // Four checks already give mate before the move that removes the threat.
    assert_eq!(referee.plies[0].kill, None);
}

#[test]
fn diagrams_of_the_chinese_rules_are_judged_as_published() {
    // CXA 2020, the diagrams with the moves and pieces of a diagram of the AXF: 6 and 15.
    for name in ["check-rook-generals-file", "general-uncovers-horses"] {
        let referee = case(name).referee().expect("a repetition");
        assert_eq!(referee.verdict_under(&CHINESE).loser, Some(Color::Red), "{name}");
    }
    let chinese_of = |name| chinese(&case(name).referee().expect("a repetition"), 4);
    assert_eq!(chinese_of("check-rook-generals-file"), "R:check B:idle R:check B:idle");
    assert_eq!(chinese_of("general-uncovers-horses"), "R:chase B:idle R:chase B:idle");
}

#[test]
fn verdicts_of_the_adopted_rules_end_the_game() {
    for (name, game) in cases() {
        let verdict = game.verdict();
        let Some(referee) = game.referee() else {
            assert!(!verdict.is_over(), "{name}");
            continue;
        };
        assert_eq!(referee.verdict_under(&PLAIN).loser, None);
        if referee.occurrences < 3 {
            assert!(!verdict.is_over(), "{name}");
            continue;
        }
        assert_eq!(referee.verdict_under(&ASIAN).loser, verdict.offender, "{name}");
        let plies: Vec<_> = referee.plies.into_iter().map(|found| found.ply).collect();
        assert_eq!(plies, verdict.cycle, "{name}");
    }
}

#[test]
fn a_game_is_judged_by_the_rules_that_it_is_played_by() {
    let mut decided = [0; 3];
    for (name, game) in cases() {
        let Some(referee) = game.referee() else { continue };
        for (ruleset, decided) in Ruleset::ALL.into_iter().zip(&mut decided) {
            let game = game.clone().under(ruleset);
            let verdict = game.verdict();
            if referee.occurrences < 3 {
                assert!(!verdict.is_over(), "{name} {}", ruleset.code);
                continue;
            }
            let Ruling { loser, offences, .. } = referee.verdict_under(ruleset);
            assert_eq!(verdict.offender, loser, "{name} {}", ruleset.code);
            let reason = loser.map_or(Reason::Repetition, |loser| match offences[loser] {
                Check => Reason::PerpetualCheck,
                Attack => Reason::PerpetualAttack,
                _ => Reason::PerpetualChase,
            });
            assert_eq!(verdict.reason, Some(reason), "{name} {}", ruleset.code);
            let played =
                game.plies().iter().rev().map(|ply| (ply.mv, ply.captured)).take(referee.plies.len());
            assert_eq!(ruleset.loser(game::offences(ruleset, game.board(), played)), loser, "{name}");
            *decided += usize::from(loser.is_some());
        }
    }
    assert!(decided[0] > 20 && decided[1] > decided[0] && decided[2] == 0, "{decided:?}");
}

#[test]
fn the_engine_plays_by_the_rules_of_the_game() {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    // A session may change its rule set; results of one must not be used with the other.
    let mut session = Session::new(1);
    // Red is lost unless it may continue: with checks; with alternating checks and threats of mate.
    for (name, allowed) in [("check-rook", [false, false, true]), ("check-kill-rook", [true, false, true])] {
        for (ruleset, allowed) in Ruleset::ALL.into_iter().zip(allowed) {
            let mut game = case(name).under(ruleset);
            for _ in 0..game.plies().len() / 2 {
                game.undo();
            }
            let search = |session: &mut Session| {
                session.go(&game, Options { limits, ..Options::default() }, &mut |_| {}).info.line.score
            };
            let found = search(&mut session);
            assert_eq!(found == Score::Centipawns(0), allowed, "{name} {}: {found:?}", ruleset.code);
            assert!(
                allowed || matches!(found, Score::Centipawns(..-200)),
                "{name} {}: {found:?}",
                ruleset.code
            );
            assert_eq!(found, search(&mut Session::new(1)), "{name} {}", ruleset.code);
        }
    }
}

#[test]
fn the_sides_and_the_wings_are_treated_alike() {
    for (name, played) in cases() {
        let Some(referee) = played.referee() else { continue };
        for mirror in Mirror::ALL {
            let board = mirror.board(&played.start().board);
            let mut other = Game::new(Position { board, ..played.start().clone() });
            for ply in played.plies() {
                let mv = Move::new(mirror.square(ply.mv.from()), mirror.square(ply.mv.to()));
                other.play(mv).expect("legal in the mirror");
            }
            let found = other.referee().expect("a repetition");
            let loser = referee.verdict_under(&CHINESE).loser.map(|color| mirror.color(color));
            assert_eq!(found.verdict_under(&CHINESE).loser, loser, "{name} {mirror:?}");
        }
    }
}

#[test]
fn a_second_occurrence_is_explained_before_anything_is_decided() {
    let lap = "h0i0 i9h7 i0h0 h7i9";
    let start = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w";
    assert!(game(start, "h0i0 i9h7 i0h0").referee().is_none());
    let once = game(start, lap);
    let referee = once.referee().expect("the second occurrence");
    assert_eq!((referee.occurrences, referee.plies.len()), (2, 4));
    assert_eq!(losers(&referee), ["red", "red", "draw"]);
    assert!(!once.verdict().is_over());
    let twice = game(start, &[lap; 2].join(" ")).referee().expect("the third occurrence");
    assert_eq!((twice.occurrences, twice.plies.len()), (3, 8));
}

#[test]
fn the_lines_show_who_attacks_what() {
    let chase = case("rook-horse-open-board").referee().expect("a repetition");
    let lines = |index: usize| chase.plies[index].lines.iter().map(Move::to_string).collect::<Vec<_>>();
    assert_eq!((lines(0), lines(1), lines(2)), (vec!["i0i9".into()], vec![], vec!["h0h7".into()]));
    let check = case("check-two-rooks").referee().expect("a repetition");
    let given = &check.plies[0];
    assert_eq!(given.lines.iter().map(Move::to_string).collect::<Vec<_>>(), ["d9d8"]);
    let kill = case("kill-rook").referee().expect("a repetition");
    assert_eq!(kill.plies[0].kill.map(|mv| mv.to_string()).as_deref(), Some("g6g9"));
}

#[test]
fn the_tables_of_the_rule_sets_decide() {
    let loser = |ruleset: &Ruleset, red, black| ruleset.loser(ByColor([red, black]));
    use Offence::{Chase, None as Nothing};
    for offence in [Nothing, Chase, Check, Attack] {
        for other in [Nothing, Chase, Check, Attack] {
            assert_eq!(loser(&PLAIN, offence, other), None);
        }
    }
    assert_eq!(loser(&ASIAN, Attack, Nothing), None);
    assert_eq!(loser(&CHINESE, Attack, Nothing), Some(Color::Red));
    assert_eq!(loser(&CHINESE, Attack, Check), Some(Color::Black));
    assert_eq!(loser(&CHINESE, Attack, Attack), None);
    assert_eq!(loser(&CHINESE, Check, Check), None);
}
