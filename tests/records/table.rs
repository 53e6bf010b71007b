//! The table of formats is the one in `docs/FORMATS.md`, and writers and readers do what it says.

use chuhe::records::{self, Export, Format, NodeId, Record, Support};
use chuhe::rules::fen::Position;
use chuhe::rules::game::Outcome;
use chuhe::rules::types::Color;
use std::fs;
use std::path::{Path, PathBuf};

/// The cells of a row that come from the table, before the last one, which names the tests.
fn cells(format: Format) -> Vec<String> {
    let exports = Export::ALL.into_iter().filter(|export| export.format() == format).map(Export::code);
    let file = ([Format::Xqf, Format::Pack].contains(&format)).then_some(format.code());
    let written: Vec<String> = exports.chain(file).map(|code| format!("`{code}`")).collect();
    let holds = format.holds();
    let parts = [
        holds.variations,
        holds.comments,
        holds.marks,
        holds.clocks,
        holds.tags,
        holds.result,
        holds.start,
        holds.games,
    ];
    let support = |support| match support {
        Support::No => "no".to_owned(),
        Support::Yes => "yes".to_owned(),
        Support::As(how) => how.to_owned(),
    };
    let begin = [
        format.title().to_owned(),
        format!("`{}`", format.code()),
        if written.is_empty() { "no".to_owned() } else { written.join(", ") },
    ];
    begin.into_iter().chain(parts.map(support)).collect()
}

/// The formats of the exports in their order, then the others in the order of detection.
fn order() -> Vec<Format> {
    let mut order: Vec<Format> = Vec::new();
    for format in Export::ALL.map(Export::format).iter().chain([Format::Xqf].iter()).chain(Format::ALL) {
        if !order.contains(format) {
            order.push(*format);
        }
    }
    order
}

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

/// Run with `CHUHE_BLESS=1` to write the rows again. The cells that name tests stay.
#[test]
fn the_table_of_the_docs_follows_from_the_code() {
    const HEAD: &str = "| format | code |";
    let path = docs("FORMATS.md");
    let text = fs::read_to_string(&path).expect("a document");
    let (before, table) = text.split_at(text.find(HEAD).expect("a table"));
    let (table, after) = table.split_at(table.find("\n\n").expect("an end") + 1);
    let mut lines = table.lines();
    let mut written: Vec<String> = lines.by_ref().take(2).map(str::to_owned).collect();
    let rows: Vec<Vec<&str>> =
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    for format in order() {
        let mut cells = cells(format);
        let row = rows.iter().find(|row| row.get(1) == Some(&cells[1].as_str()));
        let tests = row.and_then(|row| row.last()).copied().unwrap_or_default();
        assert!(tests.contains("`tests/"), "{}: no test is named", cells[0]);
        cells.push(tests.to_owned());
        written.push(format!("| {} |", cells.join(" | ")));
    }
    let written = format!("{before}{}\n{after}", written.join("\n"));
    if std::env::var_os("CHUHE_BLESS").is_some() {
        fs::write(path, written).expect("docs is writable");
    } else {
        assert!(
            text == written,
            "docs/FORMATS.md differs from the table; run with CHUHE_BLESS=1 to write it"
        );
    }
}

#[test]
fn the_docs_of_the_command_line_name_every_export() {
    let text = fs::read_to_string(docs("API.md")).expect("a document");
    let convert = text.lines().find(|line| line.contains("`chuhe convert FILE --to FORMAT`")).expect("a row");
    for code in Export::ALL.map(Export::code).into_iter().chain([Format::Xqf.code()]) {
        let code = if code == "pgn-chinese" { "pgn" } else { code };
        assert!(convert.contains(&format!("`{code}`")), "{code}");
    }
}

/// A game with all that a record can hold.
fn full_record() -> Record {
    let start: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1".parse().expect("a position");
    let mut record = Record::new(start);
    let first = record.add(NodeId::ROOT, "a1a8".parse().expect("a move")).expect("legal");
    record.add(NodeId::ROOT, "a1a9".parse().expect("a move")).expect("legal");
    record.node_mut(first).annotate("a comment [%clk 0:03:12]", Some(35));
    record.node_mut(first).add_signs(&[1]);
    record.tags.set("Red", "甲");
    record.result = Outcome::Win(Color::Red);
    record
}

/// A format whose text is lossy may hold less than the reader understands, never more.
#[test]
fn exports_hold_what_the_table_says() {
    let record = full_record();
    let texts = Export::ALL
        .map(|export| (export.format(), export.is_lossless(), records::write(&record, export).into_bytes()));
    let xqf = (Format::Xqf, true, records::write_xqf(&record, &records::encode));
    for (format, is_lossless, bytes) in texts.into_iter().chain([xqf]) {
        let opened = records::read_native(&bytes).expect("readable");
        assert_eq!(opened.format, format);
        let (read, holds) = (opened.record, format.holds());
        let first = read.main_nodes().next().map(|id| read.node(id));
        let is_held = |support: Support| support != Support::No;
        let found = [
            (read.nodes().len() > read.main_line().len() + 1, holds.variations),
            (first.is_some_and(|node| node.comment().contains("a comment")), holds.comments),
            (first.is_some_and(|node| node.evaluation() == Some(35) && node.signs() == [1]), holds.marks),
            (read.tags.get("Red").is_some(), holds.tags),
            (read.result == record.result, holds.result),
        ];
        for (index, (is_found, support)) in found.into_iter().enumerate() {
            assert!(
                if is_lossless { is_found == is_held(support) } else { !is_found || is_held(support) },
                "{format:?}, {index}"
            );
        }
        let start = if format == Format::Fen {
            record.board_at(record.main_nodes().last().expect("a move"))
        } else {
            record.start().board.clone()
        };
        assert!(is_held(holds.start) && read.start().board == start, "{format:?}");
    }
}
