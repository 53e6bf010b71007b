//! Tests of the tree of a record.

use super::{moves, show};
use chuhe::records::{self, AddError, Export, MAX_PLIES, NodeId, Record};
use chuhe::rules::notation::Notation;
use chuhe::rules::types::Move;

fn line(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().expect("a move")).collect()
}

fn forked() -> Record {
    let mut record = Record::from_moves(Default::default(), &line("h2e2 h9g7 h0g2 i9h9")).expect("legal");
    let first = record.main_nodes().next().expect("a move");
    record.add(first, "b9c7".parse().expect("a move")).expect("legal");
    record.add(NodeId::ROOT, "b0c2".parse().expect("a move")).expect("legal");
    record
}

#[test]
fn adding_a_move_twice_finds_it() {
    let mut record = forked();
    let count = record.nodes().len();
    let again = record.add(NodeId::ROOT, "b0c2".parse().expect("a move")).expect("legal");
    assert_eq!(record.nodes().len(), count);
    assert_eq!(record.line_to(again), line("b0c2"));
    assert_eq!(show(&record), "h2e2 (b0c2) h9g7 (b9c7) h0g2 i9h9");
}

#[test]
fn a_node_is_found_only_by_its_index() {
    let record = forked();
    let last = record.main_nodes().last().expect("a move");
    assert_eq!(record.id(last.index()), Some(last));
    assert_eq!(record.id(0), Some(NodeId::ROOT));
    for index in [record.nodes().len(), usize::MAX] {
        assert_eq!(record.id(index), None);
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut record = forked();
    let before = record.clone();
    let mv = "e0e5".parse().expect("a move");
    assert!(matches!(record.add(NodeId::ROOT, mv), Err(AddError::Illegal(_))));
    assert!(matches!(record.set_main_line(&line("b0c2 b9c7 a0a9")), Err(AddError::Illegal(_))));
    assert!(record == before);
}

#[test]
fn setting_the_main_line_loses_nothing() {
    let mut record = forked();
    record.set_main_line(&line("h2e2 b9c7 h0g2")).expect("legal");
    assert_eq!(show(&record), "h2e2 (b0c2) b9c7 (h9g7 h0g2 i9h9) h0g2");
    record.set_main_line(&line("b0c2")).expect("legal");
    assert_eq!(show(&record), "b0c2 (h2e2 b9c7 (h9g7 h0g2 i9h9) h0g2)");
    record.set_main_line(&line("h2e2")).expect("legal");
    assert_eq!(moves(&record), "h2e2 b9c7 h0g2");
}

#[test]
fn promoting_keeps_the_order_of_the_others() {
    let mut record = Record::default();
    let children: Vec<NodeId> = ["a0a1", "b0c2", "c3c4", "h2e2"]
        .map(|mv| record.add(NodeId::ROOT, mv.parse().expect("a move")).expect("legal"))
        .to_vec();
    record.promote(children[2]);
    assert_eq!(show(&record), "c3c4 (a0a1) (b0c2) (h2e2)");
    record.promote(NodeId::ROOT);
}

#[test]
fn trees_are_equal_however_they_came_about() {
    let mut other = Record::from_moves(Default::default(), &line("b0c2")).expect("legal");
    other.set_main_line(&line("h2e2 b9c7")).expect("legal");
    other.set_main_line(&line("h2e2 h9g7 h0g2 i9h9")).expect("legal");
    assert!(other == forked());
    other.node_mut(NodeId::ROOT).annotate("!", None);
    assert!(other != forked() && !other.same_tree(&forked()));
    let mut promoted = forked();
    promoted.set_main_line(&line("b0c2")).expect("legal");
    assert!(promoted != forked());
}

#[test]
fn every_move_has_its_text() {
    let record = forked();
    let texts = record.texts(Notation::Chinese);
    assert_eq!(texts, ["", "炮二平五", "马８进７", "马二进三", "车９平８", "马２进３", "马八进七"]);
}

#[test]
fn a_line_has_a_greatest_length() {
    let round = line("a0a1 a9a8 a1a0 a8a9");
    let long: Vec<Move> = round.iter().copied().cycle().take(MAX_PLIES).collect();
    let mut record = Record::from_moves(Default::default(), &long).expect("short enough");
    let last = record.main_nodes().last().expect("a move");
    assert_eq!(record.add(last, round[0]), Err(AddError::TooManyPlies));
    let longer: Vec<Move> = round.iter().copied().cycle().take(MAX_PLIES + 1).collect();
    assert_eq!(record.set_main_line(&longer), Err(AddError::TooManyPlies));
    assert_eq!(record.main_line().len(), MAX_PLIES);
}

#[test]
fn tags_are_kept_clean() {
    let mut record = Record::default();
    for (name, value) in
        [("Red", " 许银川\n"), ("Bl\"ack", "a]\"b"), ("Result", "1-0"), ("", "x"), ("Event", " ")]
    {
        record.tags.set(name, value);
    }
    let tags: Vec<(&str, &str)> = record.tags.iter().collect();
    assert_eq!(tags, [("Red", "许银川"), ("Black", "a]\"b")]);
    record.tags.set("Red", "");
    assert_eq!(record.tags.get("Red"), None);
}

#[test]
fn control_characters_of_a_comment_are_spaces_and_it_is_read_again() {
    // From a fuzzer: a CBF comment full of control characters made the written PGN look like a binary file.
    let mut record = forked();
    record.node_mut(NodeId::ROOT).annotate("\u{85}顺\0\u{10}\u{1b}&#0;炮\r\n\t车\u{7f}", None);
    assert_eq!(record.nodes()[0].comment(), "顺    炮\n\t车");
    for export in [Export::Pgn(Notation::Chinese), Export::Dhtmlxq] {
        let text = records::write(&record, export);
        assert!(super::open(&text).record == record, "{text}");
    }
}
