//! The command `chuhe solve`: solves endings by retrograde analysis and stores the tables.

mod report;

use crate::error::CliError;
use crate::tables::{create, read, threads, write, write_set};
use crate::{json, say};
use chuhe::endings::{Distance, Fault, Material, Offender, Side, Solving, Table, Tables};
use clap::Args;
use report::{EndingReport, fen, in_words, markdown_row};
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Solve an ending, and all endings that it can become
#[derive(Args)]
pub struct Solve {
    /// The endings, such as "R vs AAEE" or "RN vs K": R rook, N horse, C cannon, P soldier, A advisor, E elephant, K the
    /// general alone
    #[arg(required = true)]
    endings: Vec<String>,
    /// Read and write the tables in this folder; without it nothing is stored
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write all these tables into one small file, for the engine and for pages
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// Number of threads; by default one a processor
    #[arg(long)]
    threads: Option<usize>,
    /// Compare each value with those of the positions after it
    #[arg(long)]
    verify: bool,
    /// Count the positions where a side can draw only by perpetual checks, attacks or chases
    #[arg(long, conflicts_with = "json")]
    cycles: bool,
    /// Show the longest win to the next capture, if a mate takes more plies than the rules allow without one
    #[arg(long, conflicts_with = "json")]
    captures: bool,
    /// Write a row of a Markdown table for each ending
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Show this many positions of the rarer outcome with the attackers to move
    #[arg(long, value_name = "COUNT", default_value_t = 0, conflicts_with = "json")]
    rare: usize,
    /// Answer in JSON, an object for each ending
    #[arg(long)]
    pub json: bool,
}

impl Solve {
    /// Solves the endings and reports each.
    ///
    /// # Errors
    /// [`CliError::Ending`], [`CliError::File`], [`CliError::Table`]; [`CliError::Faults`] at the end, if `--verify`
    /// finds one.
    pub fn run(self) -> Result<(), CliError> {
        let materials: Vec<Material> = self
            .endings
            .iter()
            .map(|text| text.parse().map_err(CliError::Ending))
            .collect::<Result<_, _>>()?;
        if let Some(folder) = &self.out {
            create(folder)?;
        }
        let mut tables = Tables::default();
        let mut faults = 0;
        for material in materials {
            for material in tables.missing(material) {
                faults += self.add(&mut tables, material)?;
            }
        }
        if let Some(path) = &self.set {
            write_set(path, &tables)?;
        }
        if faults == 0 { Ok(()) } else { Err(CliError::Faults(faults)) }
    }

    /// Reads or solves a material whose smaller tables are there, and reports on it. Returns the number of faults.
    fn add(&self, tables: &mut Tables, material: Material) -> Result<usize, CliError> {
        let begin = Instant::now();
        let stored = self.out.as_deref().map_or(Ok(None), |folder| read(folder, material))?;
        let table = match stored {
            Some(table) => table,
            None => self.solve(tables, material)?,
        };
        let seconds = begin.elapsed().as_secs_f64();
        let faults = self.verify.then(|| self.faults(tables, &table)).transpose()?;
        let count = faults.as_ref().map(Vec::len);
        say(match (self.json, self.markdown) {
            (true, _) => json(&EndingReport::new(&table, count)),
            (_, true) => markdown_row(&table),
            _ => in_words(&table, seconds, self.rare),
        })?;
        if let Some(faults) = faults.filter(|_| !self.json) {
            say(format!("  verified: {} values do not follow from the moves\n", faults.len()))?;
            faults
                .first()
                .map_or(Ok(()), |fault| say(format!("    {}\n", fen(&table, fault.index, fault.to_move))))?;
        }
        if self.captures {
            say(self.captures(tables, &table)?)?;
        }
        if self.cycles {
            say(self.cycles(tables, &table)?)?;
        }
        tables.insert(table);
        Ok(count.unwrap_or(0))
    }

    fn solve(&self, tables: &Tables, material: Material) -> Result<Table, CliError> {
        let mut solving = tables.begin(material, threads(self.threads)).map_err(io::Error::other)?;
        while solving.step().is_some() {}
        let table = solving.finish();
        if let Some(folder) = &self.out {
            write(folder, &table)?;
        }
        Ok(table)
    }

    /// Solves the material again with the distance to the next capture, if that can matter.
    fn captures(&self, tables: &Tables, table: &Table) -> Result<String, CliError> {
        if Side::ALL.iter().all(|side| table.share(*side).beyond == 0) {
            return Ok(String::new());
        }
        let find = |material| tables.get(material);
        let solving = Solving::counting(table.material(), find, Distance::Capture, threads(self.threads));
        let mut solving = solving.map_err(io::Error::other)?;
        while solving.step().is_some() {}
        let plies = solving.plies().unwrap_or(0);
        Ok(format!("  longest win to the next capture or mate: {plies} plies\n"))
    }

    /// Returns the values that do not follow from the moves.
    fn faults(&self, tables: &Tables, table: &Table) -> Result<Vec<Fault>, CliError> {
        Ok(tables.verify(table, threads(self.threads)).map_err(io::Error::other)?)
    }

    /// Counts the positions in which a side is bound to offend, and those in which it is so for ever.
    fn cycles(&self, tables: &Tables, table: &Table) -> Result<String, CliError> {
        let mut text = String::new();
        for offender in Offender::ALL {
            let report = tables.cycles(table, offender, threads(self.threads)).map_err(io::Error::other)?;
            let (bound, endless) = (report.bound.len(), report.endless.len());
            text += &format!("  {offender:?}: bound {bound}, for ever {endless}\n");
            if let Some(index) = report.endless.first() {
                text += &format!("    {}\n", fen(table, *index, offender.side()));
            }
        }
        Ok(text)
    }
}
