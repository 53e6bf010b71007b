//! Tests of the command `chuhe games`, which selects games from files and folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary folder of files, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("chuhe-games-{name}-{}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Folder(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.arg("games").arg(&self.0).args(arguments).output().expect("it runs")
    }

    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn numbers(&self, arguments: &[&str]) -> Vec<u32> {
        let said = self.said(arguments);
        said.lines()
            .map(|line| line.split('\t').next().and_then(|n| n.parse().ok()).expect("a number"))
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FIRST: &str = "[Event \"甲\"]\n[Date \"1996.04.17\"]\n[Red \"胡荣华\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 1-0\n\n\
                     [Event \"乙\"]\n[Date \"2001.01.02\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n\n1. c3c4 *\n";
const SECOND: &str =
    "[Event \"丙\"]\n[Result \"0-1\"]\n\n1. b2e2 b9c7 2. h0g2 0-1\n\n[Event \"丁\"]\n\n1. a0a9 *\n";

fn folder(name: &str) -> Folder {
    Folder::new(name, &[("b.pgn", SECOND), ("a.pgn", FIRST), ("deeper/again.pgn", FIRST)])
}

#[test]
fn games_are_picked_by_names_dates_results_and_length() {
    let folder = folder("picked");
    assert_eq!(folder.numbers(&[]), [1, 2, 3]);
    assert_eq!(folder.numbers(&["--player", "胡荣华"]), [1, 2]);
    assert_eq!(folder.numbers(&["--black", "胡荣华"]), [2]);
    assert_eq!(folder.numbers(&["--event", "丙"]), [3]);
    assert_eq!(folder.numbers(&["--from", "1997"]), [2]);
    assert_eq!(folder.numbers(&["--from", "1996", "--to", "1996"]), [1]);
    assert_eq!(folder.numbers(&["--result", "0-1"]), [3]);
    assert_eq!(folder.numbers(&["--min-plies", "2", "--sort", "plies", "--descending"]), [3, 1]);
    assert_eq!(folder.said(&["--player", "胡荣华", "--count"]), "2\n");
    assert_eq!(folder.numbers(&["--opening", "immortal points"]), [2]);
    assert_eq!(folder.numbers(&["--sort", "opening"]), [1, 3, 2]);
    assert!(folder.said(&[]).contains("乙\t仙人指路\n"));
}

#[test]
fn games_are_picked_by_positions() {
    let folder = folder("board");
    let after = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
    assert_eq!(folder.numbers(&["--position", after]), [1, 3]);
    assert_eq!(folder.numbers(&["--position", after, "--no-mirror"]), [1]);
    let anywhere = format!("?????????{}/?????????", "/?????????".repeat(8));
    assert_eq!(folder.numbers(&["--pattern", &anywhere]), [1, 2, 3]);
    assert_eq!(
        folder.numbers(&["--soldiers", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b"]),
        [2]
    );
    let replies = folder.said(&["--replies", "startpos"]);
    assert_eq!(replies.lines().count(), 2, "one cannon or the other is one move at the start");
    assert!(replies.contains("h2e2\t炮二平五\t2\t+1 =0 -1\t1996-1996\t胡荣华\n"), "{replies}");
}

#[test]
fn broken_and_duplicate_games_are_reported_and_skipped() {
    let output = folder("broken").run(&["--count"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("b.pgn: game 2: the record cannot be read as pgn: line 8, move 1 of red, 'a0a9'"),
        "{said}"
    );
    assert!(said.contains("2 games came more than once, 1 cannot be read"), "{said}");
    let noted = FIRST.replace("h9g7", "h9g7 {a horse}");
    let twice = Folder::new("twice", &[("a.pgn", FIRST), ("b.pgn", &noted)]);
    assert_eq!(twice.said(&["--count", "--json"]), "{\"games\":2,\"duplicates\":2}\n");
    assert_eq!(twice.numbers(&["--words", "a horse"]), [1]);
    let empty = Folder::new("empty", &[("x.pgn", "[Event \"丁\"]\n\n1. a0a9 *\n")]);
    assert_eq!(empty.run(&[]).status.code(), Some(2));
    for bad in [
        ["--position", "9/9 w"],
        ["--pattern", "9/9"],
        ["--from", "soon"],
        ["--sort", "size"],
        ["--result", "2-0"],
    ] {
        let output = folder("bad").run(&bad);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{bad:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(bad[1]), "{bad:?}");
    }
}

#[test]
fn written_games_are_read_back() {
    let folder = folder("written");
    let pgn = folder.said(&["--export", "pgn-iccs"]);
    let again = Folder::new("again", &[("all.pgn", &pgn)]);
    assert_eq!(again.said(&[]), folder.said(&[]));
    assert_eq!(again.said(&["--export", "ucci", "--result", "1-0"]), "position startpos moves h2e2 h9g7\n");
}

#[test]
fn convert_writes_all_games_of_a_file() {
    let folder = folder("convert");
    let path = folder.0.join("b.pgn").to_string_lossy().into_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let first = folder.0.join("a.pgn");
    let output =
        command.args(["convert", &first.to_string_lossy(), "--to", "iccs"]).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "H2-E2 H9-G7\nC3-C4\n");
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["convert", &path, "--to", "iccs"])
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "B2-E2 B9-C7 H0-G2\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("b.pgn: game 2: "));
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.args(["convert", "/dev/zero", "--to", "iccs"]).output().expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("are more than"), "{output:?}");
}

/// Runs `chuhe` in the folder of the test archives.
fn in_archives(arguments: &[&str]) -> Output {
    let archives = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/archives");
    Command::new(env!("CARGO_BIN_EXE_chuhe")).args(arguments).current_dir(archives).output().expect("it runs")
}

#[test]
fn archives_are_read_file_by_file() {
    let archives = ["info-zip.zip", "streamed.zip", "gbk.zip", "locked.zip", "bzip2.zip"];
    let output = in_archives(&[&["games"], &archives[..]].concat());
    let (said, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "what is nothing but locked ends it: {told}");
    let output = in_archives(&[&["games"], &archives[..3]].concat());
    let listed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.is_empty());
    let players: Vec<&str> = listed.lines().filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(players, ["Hu", "Li"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("notice: info-zip.zip/games/broken.pgn: game 1: "), "{told}");
    assert!(told.contains("notice: gbk.zip/"), "{told}");
    assert!(!told.contains("MACOSX") && !told.contains(".DS_Store"), "{told}");
    for (archive, why) in [("locked.zip", "assword"), ("bzip2.zip", "ompression")] {
        let output = in_archives(&["games", archive]);
        let told = String::from_utf8_lossy(&output.stderr);
        let name = format!("notice: {archive}/games/1998/two.pgn: left out: ");
        assert!(output.status.code() == Some(2) && told.contains(&name) && told.contains(why), "{told}");
    }
    let output = in_archives(&["convert", "streamed.zip", "--to", "pgn-iccs"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("[Red ").count(), 2);
}

#[test]
fn unreadable_files_of_a_folder_are_named_and_the_rest_is_read() {
    // The second file begins like an archive but is not one.
    let folder =
        Folder::new("partly", &[("a.pgn", SECOND), ("b.zip", "PK\u{3}\u{4}broken"), ("deeper/c.pgn", FIRST)]);
    let name = folder.0.join("b.zip");
    let notice = format!("notice: {}: left out: ", name.display());
    for (command, rest, answers) in [("games", &[][..], 3), ("convert", &["--to", "ucci"], 3)] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let output = program.arg(command).arg(&folder.0).args(rest).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), answers, "{told}");
        assert!(told.contains(&notice) && told.ends_with("error: 1 of the files cannot be read\n"), "{told}");
    }
}

#[test]
fn notices_of_convert_name_the_file_and_the_game() {
    let odd = "[FEN \"3k1p3/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*\n";
    let folder = Folder::new("odd", &[("a.pgn", odd), ("deeper/b.pgn", &format!("{FIRST}\n{odd}"))]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.arg("convert").arg(&folder.0).args(["--to", "fen"]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let why = "no game leads to this position: black soldier can never stand on f9";
    let (first, second) = (folder.0.join("a.pgn"), folder.0.join("deeper/b.pgn"));
    let notices =
        format!("notice: {}: {why}\nnotice: {}: game 3: {why}\n", first.display(), second.display());
    assert_eq!(told, notices);
}

#[test]
fn a_damaged_archive_is_named() {
    let folder = folder("damaged");
    let whole =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/archives/info-zip.zip"))
            .expect("it is there");
    let path = folder.0.join("cut.zip");
    fs::write(&path, &whole[..whole.len() / 2]).expect("it can be written");
    let output = folder.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cut.zip: "));
    // A flipped bit of compressed data makes the checksum of the file wrong.
    let mut turned = whole.clone();
    let at = whole.windows(12).position(|bytes| bytes == b"1998/two.pgn").expect("a file") + 40;
    turned[at] ^= 1;
    fs::write(&path, turned).expect("it can be written");
    let output = folder.run(&["--player", "Hu"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cut.zip/games/1998/two.pgn: left out: "));
}

#[test]
fn a_pack_has_the_games_that_are_picked_with_a_label() {
    let folder = folder("packed");
    for name in ["picked.pack", "picked.zip"] {
        let path = folder.0.join(name).to_string_lossy().into_owned();
        let said = folder.said(&["--player", "胡荣华", "--pack", &path, "--label", "club"]);
        assert_eq!(said, "2\n");
        let only = Folder(folder.0.join(name));
        let texts = only.said(&["--export", "pgn-iccs"]);
        assert_eq!(texts.matches("[Labels \"club\"]").count(), 2, "{texts}");
        assert!(texts.contains("1. H2-E2 H9-G7\n1-0"), "{texts}");
        fs::remove_file(&path).expect("it was written");
        std::mem::forget(only);
    }
    let output = folder.run(&["--label", "x"]);
    assert!(!output.status.success());
    let output = folder.run(&["--pack", "/no/such/folder/x.zip"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/folder/x.zip"));
}

#[test]
fn games_that_cannot_be_packed_are_named_and_counted() {
    // Just small enough to be read, this game is too large once it has all tags of PGN.
    let large = format!("{FIRST}\n[Event \"戊\"]\n\n1. g3g4 {{{}}} *\n", "a".repeat((8 << 20) - 50));
    let folder = Folder::new("unpacked", &[("a.pgn", SECOND), ("b.pgn", &large)]);
    let path = std::env::temp_dir().join(format!("chuhe-unpacked-{}.pack", std::process::id()));
    let output = folder.run(&["--pack", &path.to_string_lossy()]);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("b.pgn: game 3: left out of the pack: "), "{told}");
    assert!(told.contains("notice: 1 games are left out of the pack\n"), "{told}");
    let packed = Folder(path);
    assert_eq!(packed.said(&["--count"]), "3\n");
    fs::remove_file(&packed.0).expect("it was written");
}

#[test]
fn a_label_with_a_comma_for_a_pack_is_refused() {
    for label in ["a,b", "甲，乙"] {
        let output = folder("comma").run(&["--pack", "x.pack", "--label", label]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(label) && told.contains("commas separate labels"), "{told}");
    }
}

#[test]
fn a_book_of_games_is_played_from() {
    let folder = folder("booked");
    let path = folder.0.join("own.txt").to_string_lossy().into_owned();
    let book = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command
            .arg("book")
            .arg(folder.0.join("a.pgn"))
            .args(["--out", &path])
            .args(arguments)
            .output()
            .expect("it runs")
    };
    let output = book(&["--min-games", "1"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 games, 2 positions\n");
    assert_eq!(fs::read_to_string(&path).expect("a book").lines().next(), Some("chuhe-book 1"));
    let output = book(&["--min-games", "1", "--side", "black"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 games, 1 positions\n");
}
