//! Solves endings by retrograde analysis, stores the tables, and looks positions up.

use chuhe::rules::Position;
use chuhe_endings::{Distance, Material, NATURAL_LIMIT, Offender, Side, Solving, Table, Tables, Value};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Instant;

/// Solve an ending, and all endings that it can become.
#[derive(Args)]
pub struct Solve {
    /// The endings, such as "R vs AAEE" or "RN vs K"
    #[arg(required = true)]
    endings: Vec<String>,
    /// Read and write the tables in this folder; without it nothing is stored
    #[arg(long)]
    out: Option<PathBuf>,
    /// Number of threads; by default one a processor
    #[arg(long)]
    threads: Option<usize>,
    /// Compare each value with those of the positions after it
    #[arg(long)]
    verify: bool,
    /// Count the positions where a side can draw only by perpetual checks, attacks or chases
    #[arg(long)]
    cycles: bool,
    /// Show the longest win to the next capture, if a mate takes more plies than the rules allow without one
    #[arg(long)]
    captures: bool,
    /// Write a row of a Markdown table for each ending
    #[arg(long)]
    markdown: bool,
    /// Show so many positions of the rarer outcome with the attackers to move
    #[arg(long, default_value_t = 0)]
    rare: usize,
}

impl Solve {
    /// Solves the endings. Succeeds if no check found a fault.
    pub fn run(self) -> Result<bool, String> {
        let mut tables = Tables::default();
        let mut is_faultless = true;
        for text in &self.endings {
            let material: Material = text.parse().map_err(|error| format!("{error}"))?;
            for material in tables.missing(material) {
                is_faultless &= self.add(&mut tables, material)?;
            }
        }
        Ok(is_faultless)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
    }

    /// Reads or solves a material whose smaller tables are there, and reports on it.
    fn add(&self, tables: &mut Tables, material: Material) -> Result<bool, String> {
        let path = self.out.as_ref().map(|folder| folder.join(format!("{}.end", material.file_stem())));
        let begin = Instant::now();
        let table = match path.as_deref().filter(|path| path.exists()) {
            Some(path) => read(path)?,
            None => self.solve(tables, material, path.as_deref())?,
        };
        self.report(&table, begin.elapsed().as_secs_f64());
        if self.captures {
            self.report_captures(tables, &table)?;
        }
        let is_faultless = self.check(tables, &table)?;
        tables.insert(table);
        Ok(is_faultless)
    }

    fn solve(&self, tables: &Tables, material: Material, path: Option<&Path>) -> Result<Table, String> {
        let mut solving = tables.begin(material, self.threads()).map_err(|error| error.to_string())?;
        while solving.step().is_some() {}
        let table = solving.finish();
        if let Some(path) = path {
            let bytes = table.to_bytes().map_err(|error| error.to_string())?;
            let failed = |error| format!("{}: {error}", path.display());
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(path, bytes).map_err(failed)?;
        }
        Ok(table)
    }

    fn report(&self, table: &Table, seconds: f64) {
        if self.markdown {
            println!("{}", markdown_row(table));
            return;
        }
        println!("{}: {} indices, {seconds:.1} s", table.material(), table.index().len());
        for (side, name) in [(Side::Strong, "attackers"), (Side::Weak, "defence")] {
            let share = table.share(side);
            let percent = |count: u64| format!("{count} ({})", percent(count, share.positions()));
            println!(
                "  {name} to move: {} positions, won {}, drawn {}, lost {}",
                share.positions(),
                percent(share.won),
                percent(share.drawn),
                percent(share.lost)
            );
            if let Some((plies, index)) = share.longest {
                println!("    longest mate: {plies} plies, {}", fen(table, index, side));
            }
            if share.beyond > 0 {
                println!("    won in more than {NATURAL_LIMIT} plies: {}", percent(share.beyond));
            }
        }
        rarest(table, self.rare).for_each(|fen| println!("    rare: {fen}"));
    }

    /// Solves the material again with the distance to the next capture, if that can matter.
    fn report_captures(&self, tables: &Tables, table: &Table) -> Result<(), String> {
        if Side::ALL.iter().all(|side| table.share(*side).beyond == 0) {
            return Ok(());
        }
        let find = |material| tables.get(material);
        let solving = Solving::counting(table.material(), find, Distance::Capture, self.threads());
        let mut solving = solving.map_err(|error| error.to_string())?;
        while solving.step().is_some() {}
        println!("  longest win to the next capture or mate: {} plies", solving.plies().unwrap_or(0));
        Ok(())
    }

    fn check(&self, tables: &Tables, table: &Table) -> Result<bool, String> {
        let mut is_faultless = true;
        if self.verify {
            let faults = tables.verify(table, self.threads()).map_err(|error| error.to_string())?;
            is_faultless = faults.is_empty();
            println!("  verified: {} values do not follow from the moves", faults.len());
            if let Some(fault) = faults.first() {
                println!("    {}", fen(table, fault.index, fault.to_move));
            }
        }
        if self.cycles {
            for offender in Offender::ALL {
                let report =
                    tables.cycles(table, offender, self.threads()).map_err(|error| error.to_string())?;
                let (bound, endless) = (report.bound.len(), report.endless.len());
                println!("  {offender:?}: bound {bound}, for ever {endless}");
                if let Some(index) = report.endless.first() {
                    println!("    {}", fen(table, *index, offender.side()));
                }
            }
        }
        Ok(is_faultless)
    }
}

/// Look a position up in tables of endings.
#[derive(Args)]
pub struct Probe {
    /// The folder of the tables, or one file
    tables: PathBuf,
    /// The position
    fen: String,
    /// Show the moves of this many plies of the best play
    #[arg(long, default_value_t = 0)]
    line: usize,
}

impl Probe {
    /// Prints the value of the position and of each move. Succeeds if the tables have the position.
    pub fn run(self) -> Result<bool, String> {
        let position: Position = self.fen.parse().map_err(|error| format!("{error}"))?;
        let mut tables = Tables::default();
        for path in files(&self.tables)? {
            tables.insert(read(&path)?);
        }
        let Some(value) = tables.probe(&position.board) else {
            println!("no table has this position");
            return Ok(false);
        };
        println!("{}", describe(value));
        match tables.probe_moves(&position.board) {
            Some(moves) => moves.iter().for_each(|(mv, value)| println!("  {mv} {}", describe(*value))),
            None => println!("  a table of a capture is missing, so the moves are not valued"),
        }
        if self.line > 0 {
            let moves = tables.best_line(&position.board, self.line);
            println!("{}", moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        }
        Ok(true)
    }
}

fn describe(value: Value) -> String {
    match value {
        Value::Win(plies) => format!("won in {plies} plies"),
        Value::Draw => "drawn".to_owned(),
        Value::Loss(plies) => format!("lost in {plies} plies"),
    }
}

/// Returns the files of tables in a folder, or the file itself.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| format!("{}: {error}", path.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|extension| extension == "end") {
            files.push(file);
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<Table, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Table::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the FEN of an index.
fn fen(table: &Table, index: usize, to_move: Side) -> String {
    let board = table.index().board(index, to_move);
    board.map_or_else(String::new, |board| Position { board, no_capture: 0, fullmove: 1 }.to_string())
}

/// Returns the FENs of at most `most` positions of the rarer outcome with the attackers to move.
fn rarest(table: &Table, most: usize) -> impl Iterator<Item = String> + '_ {
    let share = table.share(Side::Strong);
    let is_drawn = share.drawn < share.won;
    let fits = move |index: &usize| match table.value(*index, Side::Strong) {
        Some(Value::Draw) => is_drawn,
        Some(Value::Win(_)) => !is_drawn,
        _ => false,
    };
    (0..table.index().len()).filter(fits).take(most).map(|index| fen(table, index, Side::Strong))
}

/// Returns a share of positions in percent, never rounded to 0 % or 100 % unless exact.
fn percent(count: u64, all: u64) -> String {
    let value = 100.0 * count as f64 / all.max(1) as f64;
    match count {
        0 => "0 %".to_owned(),
        count if count == all => "100 %".to_owned(),
        _ => format!("{:.2} %", value.clamp(0.01, 99.99)),
    }
}

/// Returns a row: ending, positions with either side to move, shares that the attackers win when they are to move and
/// when the defence is, plies of the longest mate, its FEN.
fn markdown_row(table: &Table) -> String {
    let [strong, weak] = Side::ALL.map(|side| table.share(side));
    let longest = [(strong, Side::Strong), (weak, Side::Weak)];
    let longest = longest.into_iter().filter_map(|(share, side)| Some((share.longest?, side)));
    let longest = longest.max_by_key(|((plies, _), _)| *plies);
    let (plies, fen) = longest.map_or(("–".to_owned(), "–".to_owned()), |((plies, index), side)| {
        (plies.to_string(), format!("`{}`", fen(table, index, side)))
    });
    format!(
        "| {} | {} | {} | {} | {plies} | {fen} |",
        table.material(),
        strong.positions() + weak.positions(),
        percent(strong.won, strong.positions()),
        percent(weak.lost, weak.positions()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_to_neither_nothing_nor_all() {
        let shares =
            [percent(0, 9), percent(1, 1_000_000), percent(1, 8), percent(999_999, 1_000_000), percent(9, 9)];
        assert_eq!(shares, ["0 %", "0.01 %", "12.50 %", "99.99 %", "100 %"]);
    }

    #[test]
    fn a_row_has_the_shares_and_the_longest_mate() {
        let mut tables = Tables::default();
        let material: Material = "R vs K".parse().expect("a material");
        tables.solve(material, 1).expect("needs no other table");
        let row = markdown_row(&tables.get(material).expect("it is solved"));
        assert_eq!(row, "| R vs K | 4806 | 100 % | 97.26 % | 4 | `9/9/4k4/9/9/9/9/9/9/R2K5 b - - 0 1` |");
    }

    #[test]
    fn a_stored_table_is_read_again() {
        let folder = std::env::temp_dir().join(format!("chuhe-endings-{}", std::process::id()));
        let solve = || Solve {
            endings: vec!["P vs K".to_owned()],
            out: Some(folder.clone()),
            threads: Some(1),
            verify: true,
            cycles: true,
            captures: true,
            markdown: false,
            rare: 2,
        };
        assert_eq!(solve().run(), Ok(true));
        assert_eq!(solve().run(), Ok(true));
        let probe = |fen: &str| Probe { tables: folder.clone(), fen: fen.to_owned(), line: 3 }.run();
        assert_eq!(probe("9/9/4k4/9/9/9/P8/9/9/3K5 w"), Ok(true));
        assert_eq!(probe("9/9/4k4/9/9/9/N8/9/9/3K5 w"), Ok(false));
        assert!(probe("9/9").is_err());
        fs::remove_dir_all(folder).expect("the folder of the test");
    }
}
