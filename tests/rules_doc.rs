//! The examples of `docs/RULES.md` must get the verdicts in its text, and its diagrams must show them.

use chuhe::rules::chase::Offence;
use chuhe::rules::fen::Position;
use chuhe::rules::game::{ASIAN, CyclePly, Game, PlyKind, Reason, Verdict};
use chuhe::rules::types::{ByColor, Color};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Largest size of a diagram, in bytes.
const LARGEST: usize = 25_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Chinese and the English part.
fn parts() -> [String; 2] {
    let text = read(&folder().join("RULES.md"));
    let (chinese, english) = text.split_once("<a id=\"english\">").expect("an English part");
    [chinese.to_owned(), english.to_owned()]
}

/// An example: the picture above it and the fields of its block. Names of fields may repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Example {
    alt: String,
    image: String,
    fields: Vec<(String, String)>,
}

impl Example {
    fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    fn diagram(&self) -> &str {
        self.get("diagram").unwrap_or_else(|| panic!("no diagram: {self:?}"))
    }

    fn fen(&self) -> &str {
        self.get("fen").unwrap_or_else(|| panic!("no fen: {self:?}"))
    }

    fn start(&self) -> Position {
        self.fen().parse().unwrap_or_else(|error| panic!("{}: {error}", self.diagram()))
    }

    fn game(&self) -> Game {
        let mut game = Game::new(self.start());
        for text in self.get("moves").unwrap_or_default().split_whitespace() {
            let mv = text.parse().expect("a move");
            game.play(mv).unwrap_or_else(|error| panic!("{}: {error}", self.diagram()));
        }
        game
    }
}

/// Reads `![alt](rules/name.svg)`.
fn image(line: &str) -> Option<(String, String)> {
    let (alt, rest) = line.strip_prefix("![")?.split_once("](rules/")?;
    Some((alt.to_owned(), rest.strip_suffix(".svg)")?.to_owned()))
}

fn examples(part: &str) -> Vec<Example> {
    let mut above = None;
    let mut found = Vec::new();
    let mut lines = part.lines();
    while let Some(line) = lines.next() {
        above = image(line).or(above);
        if line == "```example" {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let fields =
                block.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("no field: {line}")));
            let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let (alt, image) = above.take().expect("a picture above each example");
            found.push(Example { alt, image, fields });
        }
    }
    assert!(above.is_none(), "a picture without an example: {above:?}");
    found
}

/// Formats a verdict as in the examples.
fn told(verdict: &Verdict) -> String {
    let reason = verdict.reason.map_or("-", Reason::code);
    let offender = verdict.offender.map_or("-", Color::name);
    format!("{} reason={reason} offender={offender}", verdict.outcome.code())
}

/// Formats a ply as in the examples: `R:idle`, `B:chase(c5)`, `R:check(f1)` for a check that also chases.
fn ply_told(ply: &CyclePly) -> String {
    let side = if ply.color == Color::Red { 'R' } else { 'B' };
    let kind = ply.kind.code();
    let targets: Vec<String> = ply.targets.iter().map(|(square, _)| square.to_string()).collect();
    if targets.is_empty() || ply.kind == PlyKind::Idle {
        format!("{side}:{kind}")
    } else {
        format!("{side}:{kind}({})", targets.join(","))
    }
}

#[test]
fn every_example_is_judged_as_the_text_says() {
    let mut wrong = Vec::new();
    let (mut repetitions, mut others) = (0, 0);
    for example in examples(&parts()[1]) {
        let Some(expected) = example.get("verdict") else { continue };
        let verdict = example.game().verdict();
        let plies: Vec<String> = verdict.cycle.iter().map(ply_told).collect();
        let lap: Vec<&str> = example.get("plies").unwrap_or_default().split_whitespace().collect();
        if told(&verdict) != expected {
            wrong.push(format!("{}: {}, not {expected}", example.diagram(), told(&verdict)));
        }
        // The text has the last lap, or both laps if they differ.
        let is_whole = plies.len() == lap.len() || plies.len() == 2 * lap.len();
        if !is_whole || plies[plies.len() - lap.len()..] != lap {
            wrong.push(format!("{}: {}, not {}", example.diagram(), plies.join(" "), lap.join(" ")));
        }
        if plies.is_empty() { others += 1 } else { repetitions += 1 }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(repetitions >= 25 && others >= 4, "{repetitions} on repetition, {others} others");
}

#[test]
fn the_pieces_go_where_the_text_says() {
    let mut compared = 0;
    for example in examples(&parts()[1]) {
        let legal = example.start().board.legal_moves();
        for text in example.all("legal") {
            let (from, to) = text.split_once(" -> ").expect("a square, an arrow and squares");
            let mine = legal.iter().map(|mv| mv.to_string()).filter(|mv| mv.starts_with(from));
            let found: BTreeSet<String> = mine.map(|mv| mv[2..].to_owned()).collect();
            let expected: BTreeSet<String> = to.split_whitespace().map(str::to_owned).collect();
            assert_eq!(found, expected, "{} from {from}", example.diagram());
            compared += 1;
        }
    }
    assert!(compared >= 5, "{compared} pieces");
}

#[test]
fn both_languages_have_the_same_examples() {
    let [chinese, english] = parts().map(|part| examples(&part));
    let bare = |examples: &[Example]| -> Vec<_> { examples.iter().map(|one| one.fields.clone()).collect() };
    assert_eq!(bare(&chinese), bare(&english));
    for (one, other) in chinese.iter().zip(&english) {
        assert!(!one.alt.is_ascii() && one.alt.chars().count() > 10, "{}", one.alt);
        assert!(other.alt.len() > 10 && !other.alt.contains('红'), "{}", other.alt);
    }
}

#[test]
fn named_cases_exist_in_the_test_data() {
    let text = include_str!("data/verdicts.txt");
    let cases: BTreeMap<&str, &str> = text
        .split("\n\n")
        .filter_map(|block| {
            let at = block.find("case: ")?;
            Some((block[at + 6..].lines().next()?.trim(), &block[at..]))
        })
        .collect();
    let mut compared = 0;
    for example in examples(&parts()[1]) {
        let named = example.get("case").or(example.get("after"));
        let Some(name) = named else { continue };
        let case = cases.get(name).unwrap_or_else(|| panic!("no case {name}"));
        if example.get("case").is_some() {
            assert!(case.contains(&format!("\nfen: {}\n", example.fen())), "{name}: another position");
            let moves = example.get("moves").expect("moves");
            assert!(case.contains(&format!("\nmoves: {moves}\n")), "{name}: other moves");
            let source = example.get("source").expect("a source");
            assert!(case.contains(&format!("\nsource: {source}")), "{name}: another source");
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} cases");
}

/// Returns the placement of a picture's pieces, as the first field of a FEN.
fn placement(svg: &str) -> String {
    let letters = BTreeMap::from([
        ("general", 'k'),
        ("advisor", 'a'),
        ("elephant", 'b'),
        ("horse", 'n'),
        ("rook", 'r'),
        ("cannon", 'c'),
        ("soldier", 'p'),
    ]);
    let mut board = [[None; 9]; 10];
    let pieces = svg.split_once("<g id=\"pieces\">").expect("the pieces").1;
    for line in pieces.split("</g>").next().unwrap_or_default().lines() {
        let value = |name: &str| {
            let text = line.split_once(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{name}: {line}")).1;
            text.split('"').next().unwrap_or_default().to_owned()
        };
        let (x, y): (usize, usize) = (value("x").parse().expect("x"), value("y").parse().expect("y"));
        assert!(x % 100 == 0 && y % 100 == 0, "{line}");
        let id = value("href");
        let (side, role) = id.trim_start_matches('#').split_once('-').expect("a side and a role");
        let letter = letters[role];
        let letter = if side == "red" { letter.to_ascii_uppercase() } else { letter };
        assert!(board[y / 100][x / 100].replace(letter).is_none(), "two pieces: {line}");
    }
    let rows = board.map(|row| {
        let text: String = row.iter().map(|letter| letter.unwrap_or('1')).collect();
        let ones = |count: usize| "1".repeat(count);
        (2..10).rev().fold(text, |text, count| text.replace(&ones(count), &count.to_string()))
    });
    rows.join("/")
}

#[test]
fn every_diagram_shows_the_position_of_its_examples() {
    let rules = folder().join("rules");
    let mut used = BTreeSet::new();
    for example in examples(&parts()[1]) {
        assert_eq!(example.image, example.diagram(), "the picture above the example");
        let svg = read(&rules.join(format!("{}.svg", example.image)));
        let placed = example.fen().split(' ').next().unwrap_or_default();
        assert_eq!(placement(&svg), placed, "{}", example.image);
        assert!(svg.len() < LARGEST, "{} has {} bytes", example.image, svg.len());
        for part in ["role=\"img\"", "<title id=\"title\">", "<desc id=\"desc\">"] {
            assert!(svg.contains(part), "{} has no {part}", example.image);
        }
        for part in ["<text", "font-family", "<script", "http://", "https://"] {
            let svg = svg.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
            assert!(!svg.contains(part), "{} has {part}", example.image);
        }
        used.insert(format!("{}.svg", example.image));
    }
    let names = fs::read_dir(&rules).expect("docs/rules").map(|entry| entry.expect("an entry").file_name());
    let there: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let there: BTreeSet<String> = there.into_iter().filter(|name| name.ends_with(".svg")).collect();
    assert_eq!(there, used);
}

#[test]
fn the_marks_of_a_diagram_are_those_of_its_examples() {
    let text = read(&folder().join("rules/diagrams.json"));
    let diagrams: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    let all = examples(&parts()[1]);
    for diagram in &diagrams {
        let list = |name: &str| -> Vec<&str> {
            let items = diagram[name].as_array().into_iter().flatten();
            items.map(|item| item.as_str().expect("text")).collect()
        };
        let name = diagram["name"].as_str().expect("a name");
        let example = all.iter().find(|example| example.diagram() == name);
        let example = example.unwrap_or_else(|| panic!("{name} is not in the text"));
        assert_eq!(diagram["fen"], example.fen(), "{name}");
        let moves: Vec<&str> = example.get("moves").unwrap_or_default().split_whitespace().collect();
        assert!(moves.starts_with(&list("arrows")), "{name}: the arrows");
        let ends = example.all("legal").filter_map(|text| text.split_once(" -> "));
        let points: BTreeSet<&str> = ends.flat_map(|(_, to)| to.split_whitespace()).collect();
        assert_eq!(list("dots").into_iter().collect::<BTreeSet<_>>(), points, "{name}: the dots");
        assert!(list("crosses").iter().all(|square| !points.contains(square)), "{name}: the crosses");
    }
}

#[test]
fn every_reason_is_explained_in_both_languages() {
    for part in parts() {
        for reason in Reason::ALL {
            let row = format!("| `{}` |", reason.code());
            assert_eq!(part.matches(&row).count(), 1, "{row}");
        }
    }
}

#[test]
fn the_table_of_offences_is_that_of_the_program() {
    let sides = [["和", "红负", "黑负"], ["draw", "Red loses", "Black loses"]];
    let order = [Offence::None, Offence::Chase, Offence::Check];
    for (part, [draw, red, black]) in parts().iter().zip(sides) {
        let table = part.split_once("<!-- offences -->").expect("the table").1;
        let rows = table.lines().filter(|line| line.starts_with('|')).skip(2).take(3);
        let found: Vec<Vec<&str>> =
            rows.map(|row| row.trim_matches('|').split('|').skip(1).map(str::trim).collect()).collect();
        let expected = order.map(|of_red| {
            let cell = |of_black| match ASIAN.offender(ByColor([of_red, of_black])) {
                None => draw,
                Some((Color::Red, _)) => red,
                Some((Color::Black, _)) => black,
            };
            order.map(cell).to_vec()
        });
        assert_eq!(found, expected);
    }
}
