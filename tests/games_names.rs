//! Tests of the players' names, titles and files' names by which games are found, shown and sorted.

use chuhe::records::library::{Column, Library, Query, event, heading, name_after_file};
use chuhe::records::{self, Record};

fn record(text: &str) -> Record {
    records::read_native(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}")).record
}

/// Returns a library of games between these players. Each game has other moves.
fn library(players: &[(&str, &str)]) -> Library {
    let mut library = Library::default();
    for (index, (red, black)) in players.iter().enumerate() {
        let mv = ["h2e2", "b2e2", "h2d2", "b2f2", "c3c4", "g3g4", "h0g2", "b0c2"][index % 8];
        let date = 1990 + index / 8;
        library
            .add(&record(&format!("[Red \"{red}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n1. {mv} *")));
    }
    assert_eq!(library.len(), players.len());
    library
}

const PLAYERS: [(&str, &str); 10] = [
    ("胡荣华", "柳大华"),
    ("湖北柳大華", "上海胡榮華"),
    ("呂欽", "胡荣华"),
    ("吕  钦", "許銀川"),
    ("廣東呂　欽", "柳大华"),
    ("吕某", "尤颖钦"),
    ("Hu Ronghua", "Huang Ron"),
    ("郭莉萍呂欽", "河南王斌"),
    ("许银川", "王斌"),
    ("郭莉萍", "山東隊 王 斌"),
];

fn players(text: &str) -> Query {
    Query { player: text.into(), ..Query::default() }
}

#[test]
fn words_find_the_games_of_two_players_in_either_colour() {
    let library = library(&PLAYERS);
    for (text, ids) in [
        ("胡荣华 柳大华", &[0, 1][..]),
        ("柳大華、胡榮華", &[0, 1]),
        ("胡荣华　vs　柳大华", &[0, 1]),
        ("胡荣华", &[0, 1, 2]),
        ("吕钦 胡荣华", &[2]),
        // White space in a name does not matter, and single characters are one name: 吕某 plays 尤颖钦.
        ("吕 钦", &[2, 3, 4, 7]),
        ("呂　　欽", &[2, 3, 4, 7]),
        ("廣東呂欽", &[2, 3, 4, 7]),
        ("广东 吕钦", &[2, 3, 4, 7]),
        ("廣東", &[4]),
        // A name of several words is one name, if the library has it.
        ("hu ronghua", &[6]),
        ("ronghua hu", &[6]),
        ("王斌", &[7, 8, 9]),
        ("nobody", &[]),
        ("胡荣华 nobody", &[]),
        (" 　 ", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ] {
        assert_eq!(library.select(&players(text)), ids, "{text}");
    }
}

#[test]
fn a_name_in_quotation_marks_is_the_whole_name_of_a_person() {
    let library = library(&PLAYERS);
    for (text, ids) in [
        ("\"吕钦\"", &[2, 3, 4][..]),
        ("“廣東呂　欽”", &[2, 3, 4]),
        ("\"吕钦\" 胡荣华", &[2]),
        ("\"吕\"", &[]),
        ("\"吕钦", &[2, 3, 4, 7]),
        ("\"hu ronghua\"", &[6]),
    ] {
        assert_eq!(library.select(&players(text)), ids, "{text}");
    }
    let apart = vec!["廣東呂　欽".to_owned()];
    let select = |text: &str| library.select(&Query { apart: apart.clone(), ..players(text) });
    assert_eq!(select("\"吕钦\""), [2, 3]);
    assert_eq!(select("\"廣東呂　欽\""), [4]);
    assert_eq!(select("吕钦"), [2, 3, 4, 7], "a part of a name is in both");
}

#[test]
fn red_and_black_are_asked_apart() {
    let library = library(&PLAYERS);
    let select = |red: &str, black: &str| {
        library.select(&Query { red: red.into(), black: black.into(), ..Query::default() })
    };
    assert_eq!(select("胡荣华", ""), [0]);
    assert_eq!(select("", "胡荣华"), [1, 2]);
    assert_eq!(select("柳大华", "胡荣华"), [1]);
    assert_eq!(select("胡荣华 柳大华", ""), [0; 0]);
}

/// Returns the persons, each with the number of games and the spellings.
fn persons(library: &Library, text: &str, apart: &[&str]) -> Vec<(String, u32, Vec<String>)> {
    let apart: Vec<String> = apart.iter().map(|text| (*text).to_owned()).collect();
    let found = library.persons(text, &apart, 100);
    assert_eq!(found.total, found.persons.len());
    let spellings = |list: Vec<(String, u32)>| list.into_iter().map(|(text, _)| text).collect();
    found.persons.into_iter().map(|each| (each.name, each.games, spellings(each.spellings))).collect()
}

#[test]
fn spellings_of_a_name_are_one_person_and_can_be_split() {
    let mut library = library(&PLAYERS);
    let lu = persons(&library, "吕钦", &[]);
    assert_eq!(lu.len(), 2, "a pair is another player: {lu:?}");
    assert_eq!((lu[0].0.as_str(), lu[0].1), ("呂欽", 3));
    assert_eq!(lu[0].2, ["呂欽", "吕  钦", "廣東呂　欽"]);
    let wang = persons(&library, "王斌", &[]);
    assert_eq!((wang.len(), wang[0].0.as_str(), wang[0].1), (1, "王斌", 3));
    let split = persons(&library, "王斌", &["河南王斌", "unknown"]);
    assert_eq!(
        split.iter().map(|(name, games, _)| (name.as_str(), *games)).collect::<Vec<_>>(),
        [("王斌", 2), ("河南王斌", 1)]
    );
    assert_eq!(persons(&library, "王斌", &[]), wang, "it is united again");
    // A team goes only before a name that is in the library by itself.
    library.set_removed(8, true);
    assert_eq!(persons(&library, "王斌", &[]).len(), 2);
    library.set_removed(8, false);
    assert_eq!(persons(&library, "王斌", &[]), wang);
    let found = library.persons("", &[], 2);
    assert_eq!((found.persons.len(), found.total), (2, 11));
    assert_eq!((found.persons[0].name.as_str(), found.persons[1].games), ("呂欽", 3));
}

#[test]
fn unknown_names_are_no_persons() {
    let library = library(&[("?", "甲一"), ("", "？"), ("...", "甲一")]);
    let names: Vec<String> = persons(&library, "", &[]).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["甲一", "？"]);
}

#[test]
fn games_are_sorted_by_person() {
    let library = library(&PLAYERS);
    let reds: Vec<String> = library
        .games(library.select(&Query { column: Column::Red, ..Query::default() }))
        .map(|(_, game)| game.tag("Red").to_owned())
        .collect();
    assert_eq!(
        reds,
        [
            "Hu Ronghua",
            "吕某",
            "吕  钦",
            "呂欽",
            "廣東呂　欽",
            "湖北柳大華",
            "胡荣华",
            "许银川",
            "郭莉萍",
            "郭莉萍呂欽"
        ]
    );
}

#[test]
fn a_split_spelling_is_sorted_by_itself() {
    let library = library(&[("吕钦", "甲"), ("孙勇征", "甲"), ("廣東呂欽", "甲")]);
    let sorted = |apart: &[&str]| {
        let apart = apart.iter().map(|text| (*text).to_owned()).collect();
        library.select(&Query { column: Column::Red, apart, ..Query::default() })
    };
    assert_eq!(sorted(&[]), [0, 2, 1]);
    assert_eq!(sorted(&["廣東呂欽"]), [0, 1, 2], "广 stands behind 孙");
    assert_eq!(sorted(&[]), [0, 2, 1]);
}

/// Returns a library as an import makes it from files.
fn imported(files: &[(&str, u32, &str)]) -> Library {
    let mut library = Library::default();
    for (file, number, text) in files {
        let mut record = record(text);
        name_after_file(&mut record, file, *number);
        library.add(&record);
    }
    library
}

#[test]
fn a_title_or_else_the_file_stands_for_missing_players() {
    let library = imported(&[
        ("book/第10局.xqf", 1, "1. h2e2 *"),
        ("book/第9局.XQF", 1, "[Event \"书\"]\n\n1. b2e2 *"),
        ("第十一局 a.b.xqf", 1, "[Red \"?\"]\n\n1. h2d2 *"),
        ("x.pgn", 1, "[Title \"顺炮横车\"]\n\n1. b2d2 *"),
        ("x.pgn", 2, "[Red \"Hu\"]\n[Title \"列手炮\"]\n\n1. h0g2 *"),
        ("x.pgn", 3, "1. b0c2 *"),
    ]);
    let all: Vec<(String, String, String)> = library
        .games(0..6)
        .map(|(_, game)| {
            (heading(game).to_owned(), event(game).to_owned(), game.tag("SourceFile").to_owned())
        })
        .collect();
    let told: Vec<(&str, &str, &str)> =
        all.iter().map(|(title, event, file)| (title.as_str(), event.as_str(), file.as_str())).collect();
    assert_eq!(
        told,
        [
            ("第10局", "第10局", "第10局.xqf"),
            ("第9局", "书", "第9局.XQF"),
            ("第十一局 a.b", "第十一局 a.b", "第十一局 a.b.xqf"),
            ("顺炮横车", "顺炮横车", ""),
            ("列手炮", "列手炮", ""),
            ("x 3", "x 3", "x 3"),
        ]
    );
    // The title is found where the players are, and sorted among their names, by the values of numbers.
    assert_eq!(library.select(&players("順炮")), [3]);
    assert_eq!(library.select(&players("第10局")), [0]);
    assert_eq!(library.select(&players("列手炮")), [0; 0], "it is no player");
    let by_event = |text: &str| library.select(&Query { event: text.into(), ..Query::default() });
    assert_eq!((by_event("列手炮"), by_event("第9局")), (vec![4], vec![1]));
    let sorted = |column| library.select(&Query { column, ..Query::default() });
    assert_eq!(sorted(Column::Red), [4, 5, 1, 0, 2, 3]);
    assert_eq!(sorted(Column::Added), [0, 1, 2, 3, 4, 5]);
    assert_eq!(persons(&library, "", &[]).len(), 1, "titles are no players");
    let written = records::write(
        &library.game(0).and_then(|game| game.record()).expect("a game"),
        records::Export::Pgn(chuhe::Notation::Iccs),
    );
    assert!(written.contains("[SourceFile \"第10局.xqf\"]"), "{written}");
}

#[test]
fn replaced_and_reloaded_games_have_their_names() {
    let mut library = library(&PLAYERS);
    let mut changed = library.game(0).and_then(|game| game.record()).expect("a game");
    changed.tags.set("Red", "蔡福如");
    library.replace(0, &changed);
    let mut again = Library::default();
    again.load(&library.block(0)).expect("a block");
    for library in [&library, &again] {
        assert_eq!(library.select(&players("蔡福如")), [0]);
        assert_eq!(library.select(&players("胡荣华")), [1, 2]);
        assert_eq!(persons(library, "胡荣华", &[])[0].1, 2);
    }
}
