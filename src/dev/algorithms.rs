//! Writes docs/ALGORITHMS.md and docs/ALGORITHMS.zh.md from templates, with every number measured.
//!
//! A template is Markdown. A line `<!-- table NAME -->` stands above the head of a table whose body is measured.
//! `{NAME}` within a line stands for a single number.

use chuhe::lab::figures::report_d;
use chuhe::lab::measure::{Row, measure, saved};
use chuhe::lab::route::{Grid, Heuristic, solve};
use chuhe::lab::tree::{DepthRule, Judge, Method};
use chuhe::rules::fen;
use clap::Args;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Each template and its document, relative to the folder of the documents.
const DOCUMENTS: [(&str, &str); 2] =
    [("algorithms/en.md", "ALGORITHMS.md"), ("algorithms/zh.md", "ALGORITHMS.zh.md")];
/// The greatest depth in plies at which each method is measured; a search there takes a few seconds.
const DEPTHS: [(Method, u32); 7] = [
    (Method::Minimax, 4),
    (Method::AlphaBeta, 5),
    (Method::Ordered, 6),
    (Method::Pvs, 6),
    (Method::PvsReversed, 5),
    (Method::PvsTable, 6),
    (Method::Chuhe, 8),
];
/// The number of times that a search is repeated; the shortest time counts.
const REPEATS: usize = 3;
/// The resolution of Linux's processor times. Shorter searches are timed by the wall clock.
const TICKS: Duration = Duration::from_millis(20);
/// The time in seconds from which a search is measured only once.
const SLOW: f64 = 1.5;
/// The depth at which methods are compared side by side.
const SIDE_BY_SIDE: u32 = 4;
const JUDGE: Judge = Judge::ReportC;
/// Grids for route search, in the folder of the templates.
const GRIDS: [&str; 4] = ["detour.txt", "open.txt", "comb.txt", "desert.txt"];
/// Game plies at which the depth rule of report D changes.
const PLIES: [usize; 5] = [0, 9, 10, 49, 50];

/// Write docs/ALGORITHMS.md and docs/ALGORITHMS.zh.md, every number measured
#[derive(Args)]
pub struct Algorithms {
    /// The folder of the documents
    #[arg(long, default_value = "docs")]
    folder: PathBuf,
}

impl Algorithms {
    /// Measures and writes the documents.
    pub fn run(self) -> io::Result<bool> {
        let measured = Measured::new(&self.folder.join("algorithms"))?;
        for (template, document) in DOCUMENTS {
            let text = fs::read_to_string(self.folder.join(template))?;
            fs::write(self.folder.join(document), measured.fill(&text)?)?;
            println!("{document}");
        }
        Ok(true)
    }
}

/// The cells of a table.
type Body = Vec<Vec<String>>;

/// All measured values.
struct Measured {
    /// Measurements by `[method][depth - 1]`, methods as in [`DEPTHS`].
    rows: Vec<Vec<Row>>,
    /// Leaf evaluations at [`SIDE_BY_SIDE`] by `[judge][method]`.
    judges: Vec<(Judge, Vec<u64>)>,
    routes: Body,
}

impl Measured {
    fn new(grids: &Path) -> io::Result<Measured> {
        let routes = GRIDS.iter().map(|name| route(grids, name)).collect::<io::Result<_>>()?;
        let rows: Vec<Vec<Row>> = DEPTHS.iter().map(|(method, depth)| climb(*method, *depth)).collect();
        let board = fen::start();
        let methods = || DEPTHS.iter().map(|(method, _)| *method).filter(|method| by_judge(*method));
        let leaves = |judge| {
            methods().map(|it| measure(&board, it, judge, SIDE_BY_SIDE).found.counts.leaves).collect()
        };
        let judges = Judge::ALL.into_iter().map(|judge| (judge, leaves(judge))).collect();
        Ok(Measured { rows, judges, routes })
    }

    fn fill(&self, template: &str) -> io::Result<String> {
        let mut text = String::new();
        let mut lines = template.lines();
        while let Some(line) = lines.next() {
            text += &self.with_numbers(line);
            text.push('\n');
            let Some(name) = line.strip_prefix("<!-- table ").and_then(|rest| rest.strip_suffix(" -->"))
            else {
                continue;
            };
            let head = lines.next().unwrap_or_default();
            let body = self.table(name).ok_or_else(|| {
                io::Error::new(ErrorKind::InvalidData, format!("there is no table '{name}'"))
            })?;
            text += &format!("\n{head}\n");
            text += &format!("|{}\n", " ---: |".repeat(head.matches('|').count() - 1));
            for cells in body {
                text += &format!("| {} |\n", cells.join(" | "));
            }
        }
        Ok(text)
    }

    fn with_numbers(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for (name, value) in self.numbers() {
            line = line.replace(&format!("{{{name}}}"), &value);
        }
        line
    }

    /// Returns the single numbers with their names in the templates.
    fn numbers(&self) -> Vec<(&'static str, String)> {
        let [all, cut] = [Method::Minimax, Method::AlphaBeta].map(|method| self.at(method, SIDE_BY_SIDE));
        let leaves = |row: Option<&Row>| row.map_or(0, |row| row.found.counts.leaves);
        let millis = |row: Option<&Row>| row.map_or(0.0, |row| row.time.as_secs_f64());
        vec![
            ("depth", SIDE_BY_SIDE.to_string()),
            ("leaves saved", format!("{:.1}", saved(leaves(all) as f64, leaves(cut) as f64))),
            ("time saved", format!("{:.0}", saved(millis(all), millis(cut)))),
        ]
    }

    fn at(&self, method: Method, depth: u32) -> Option<&Row> {
        self.rows.iter().flatten().find(|row| row.method == method && row.depth == depth)
    }

    fn table(&self, name: &str) -> Option<Body> {
        Some(match name {
            "leaves" => self.leaves(),
            "time" => self.by_depth(ms),
            "branching" => self.by_depth(|row| format!("{:.1}", row.branching)),
            "saving" => self.saving(),
            "work" => self.work(),
            "judges" => self.by_judge(),
            "phases" => phases(),
            "routes" => self.routes.clone(),
            _ => return None,
        })
    }

    /// Builds a table with a row for each depth and a column for each method.
    fn by_depth(&self, cell: impl Fn(&Row) -> String) -> Body {
        let deepest = DEPTHS.iter().map(|(_, depth)| *depth).max().unwrap_or_default();
        let line = |depth: u32| {
            let cells = DEPTHS.iter().map(|(method, _)| self.at(*method, depth).map_or(String::new(), &cell));
            [depth.to_string()].into_iter().chain(cells).collect()
        };
        (1..=deepest).map(line).collect()
    }

    /// Builds a table of leaf evaluations, each beside the number that report D lists for the same method.
    fn leaves(&self) -> Body {
        let deepest = DEPTHS.iter().map(|(_, depth)| *depth).max().unwrap_or_default();
        let line = |depth: u32| {
            let mut cells = vec![depth.to_string()];
            for (method, _) in DEPTHS {
                let own = self.at(method, depth).map(|row| count(row.found.counts.leaves));
                cells.push(own.unwrap_or_default());
                if report_d(method, 5).is_some() {
                    cells.push(report_d(method, depth).map(count).unwrap_or_default());
                }
            }
            cells
        };
        (1..=deepest).map(line).collect()
    }

    /// Compares minimax with alpha-beta, depth by depth.
    fn saving(&self) -> Body {
        let line = |depth: u32| {
            let [all, cut] = [Method::Minimax, Method::AlphaBeta].map(|method| self.at(method, depth));
            let (all, cut) = (all?, cut?);
            let [more, less] = [all, cut].map(|row| row.found.counts.leaves);
            let percent = |all: f64, part: f64| format!("{:.1} %", saved(all, part));
            let time = percent(all.time.as_secs_f64(), cut.time.as_secs_f64());
            let share = percent(more as f64, less as f64);
            Some(vec![depth.to_string(), count(more), count(less), share, ms(all), ms(cut), time])
        };
        (1..=SIDE_BY_SIDE).filter_map(line).collect()
    }

    /// Builds a table of all counters, one row for each method.
    fn work(&self) -> Body {
        let line = |(method, _): &(Method, u32)| {
            let row = self.at(*method, SIDE_BY_SIDE)?;
            let counts = row.found.counts;
            let counted = [counts.nodes, counts.leaves, counts.cutoffs, counts.researches, counts.known];
            let cells = counted.into_iter().map(count);
            Some([format!("`{}`", method.code())].into_iter().chain(cells).chain([ms(row)]).collect())
        };
        DEPTHS.iter().filter_map(line).collect()
    }

    fn by_judge(&self) -> Body {
        let line = |(judge, leaves): &(Judge, Vec<u64>)| {
            [format!("`{}`", judge.code())].into_iter().chain(leaves.iter().copied().map(count)).collect()
        };
        self.judges.iter().map(line).collect()
    }
}

/// Returns true for methods whose leaves depend on the evaluation. Minimax visits all leaves with any evaluation; the
/// engine uses its own.
fn by_judge(method: Method) -> bool {
    !matches!(method, Method::Minimax | Method::Chuhe)
}

/// Measures a method at every depth up to `deepest`.
fn climb(method: Method, deepest: u32) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for depth in 1..=deepest {
        let search = || on_processor(|| measure(&fen::start(), method, JUDGE, depth));
        let mut row = search();
        for _ in 1..REPEATS {
            if row.time.as_secs_f64() < SLOW {
                row.time = row.time.min(search().time);
            }
        }
        eprintln!("{} {depth}: {} ms", method.code(), ms(&row));
        rows.push(row);
    }
    rows
}

/// Runs a search and times it by its processor time where the system reports one, as other programs may be running.
/// Very short searches keep the time of the wall clock.
fn on_processor(search: impl Fn() -> Row) -> Row {
    let before = processor_time();
    let row = search();
    match (before, processor_time()) {
        (Some(before), Some(after)) if after >= before + TICKS => Row { time: after - before, ..row },
        _ => row,
    }
}

/// Returns the processor time of this thread. Linux reports it in nanoseconds as the first of three numbers.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Returns the depths that the rules of reports D and E give.
fn phases() -> Body {
    let by_phase = PLIES.map(|plies| DepthRule::ByPhase.depth_at(plies, 32));
    let by_pieces = [32, 28, 12, 6].map(|pieces| DepthRule::ByPieces(4).depth_at(0, pieces));
    vec![by_phase.iter().chain(&by_pieces).map(u32::to_string).collect()]
}

/// Returns a table row for a grid: its size and stamina, the steps, and the states that A* and uniform-cost search
/// expand.
fn route(folder: &Path, name: &str) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(folder.join(name))?;
    let grid: Grid =
        text.parse().map_err(|cause| io::Error::new(ErrorKind::InvalidData, format!("{name}: {cause}")))?;
    let [informed, blind] = [Heuristic::Manhattan, Heuristic::Zero].map(|heuristic| solve(&grid, heuristic));
    let steps = informed.route.map_or("-1".to_owned(), |route| route.steps().len().to_string());
    let share = format!("{:.0} %", saved(blind.expanded as f64, informed.expanded as f64));
    let size = format!("{} x {}", grid.rows(), grid.columns());
    let expanded = [informed.expanded, blind.expanded].map(|expanded| count(expanded as u64));
    let [informed, blind] = expanded;
    Ok(vec![
        format!("[{name}](algorithms/{name})"),
        size,
        grid.stamina().to_string(),
        steps,
        informed,
        blind,
        share,
    ])
}

fn ms(row: &Row) -> String {
    let millis = row.time.as_secs_f64() * 1000.0;
    if millis < 10.0 { format!("{millis:.2}") } else { count(millis.round() as u64) }
}

/// Formats a number with commas between the thousands.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
