//! Calibration: expected results against real ones.

use super::chart::Area;
use super::mean::Mean;
use super::picture::{Picture, percent};
use super::survey::Sample;
use super::svg::{Svg, WIDTH};
use chuhe::engine::eval::nnue::SCALE;
use chuhe::engine::score::{Score, Value};
use chuhe::engine::wdl::expectation;

/// Number of equally wide bins of the expected result.
const BINS: usize = 20;
/// The fewest positions of a shown bin.
const FEWEST: u64 = 30;

/// Expected and real results by expected result.
#[derive(Clone, Copy, Default)]
struct Series {
    /// `[bin]`: the expected results.
    expected: [Mean; BINS],
    /// `[bin]`: the results of the games.
    real: [Mean; BINS],
}

impl Series {
    fn add(&mut self, expected: f64, real: f64) {
        let bin = ((expected * BINS as f64) as usize).min(BINS - 1);
        self.expected[bin].add(expected);
        self.real[bin].add(real);
    }

    fn merge(&mut self, other: &Series) {
        self.expected.iter_mut().zip(&other.expected).for_each(|(mean, other)| mean.merge(other));
        self.real.iter_mut().zip(&other.real).for_each(|(mean, other)| mean.merge(other));
    }

    /// Returns the mean distance of the expected from the real results of a bin, weighted by its positions.
    fn error(&self) -> f64 {
        let bins = self.expected.iter().zip(&self.real);
        let sum: f64 = bins.map(|(expected, real)| (expected.sum() - real.sum()).abs()).sum();
        sum / self.count().max(1) as f64
    }

    fn count(&self) -> u64 {
        self.real.iter().map(Mean::count).sum()
    }

    /// Returns the expected and the real result of each shown bin.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let bins = self.expected.iter().zip(&self.real).filter(|(_, real)| real.count() >= FEWEST);
        bins.map(|(expected, real)| (expected.mean(), real.mean()))
    }
}

/// Expected results by three ways, against the results of the games.
#[derive(Default)]
pub struct Calibration {
    /// The network's value by the curve of the engine.
    value: Series,
    /// The network's value by the logistic curve of the training.
    training: Series,
    /// The score of the search by the curve of the engine.
    search: Series,
}

impl Calibration {
    /// Counts a position.
    pub fn add(&mut self, sample: &Sample<'_>) {
        self.value.add(expectation(Score::Centipawns(sample.value)), sample.result);
        self.training.add(logistic(sample.value), sample.result);
        self.search.add(expectation(Score::Centipawns(sample.score)), sample.result);
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Calibration) {
        self.value.merge(&other.value);
        self.training.merge(&other.training);
        self.search.merge(&other.search);
    }

    /// Draws expected against real results, with the number of positions of each bin below.
    pub fn picture(&self) -> Picture {
        let area = Area { corners: [(56.0, 76.0), (WIDTH - 24.0, 376.0)], x: [0.0, 1.0], y: [0.0, 1.0] };
        let mut svg = Svg::new(492.0);
        svg.text("head middle", (WIDTH / 2.0, 28.0), "Expected and real results");
        svg.circle("f1", (88.0, 54.0), 3.5);
        svg.text("", (100.0, 58.5), "network's value");
        svg.circle("hollow s2", (228.0, 54.0), 7.0);
        svg.text("", (240.0, 58.5), "search of the game");
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            area.level(&mut svg, share, &percent(share));
        }
        area.line(&mut svg, "even", &[(0.0, 0.0), (1.0, 1.0)]);
        for (x, y) in self.search.points() {
            svg.circle("hollow s2", area.at(x, y), 7.0);
        }
        for (x, y) in self.value.points() {
            svg.circle("f1", area.at(x, y), 3.5);
        }
        self.draw_counts(&mut svg, &area);
        let title = "Expected results against the results of the games".to_owned();
        Picture::new("calibration".to_owned(), svg, title, self.alt())
    }

    fn draw_counts(&self, svg: &mut Svg, area: &Area) {
        let most = self.value.real.iter().map(Mean::count).max().unwrap_or(0).max(1);
        let bars = Area { corners: [(area.corners[0].0, 388.0), (area.corners[1].0, 428.0)], ..*area };
        for (bin, mean) in self.value.real.iter().enumerate() {
            let [from, to] = [bin, bin + 1].map(|edge| edge as f64 / BINS as f64);
            let (left, top) = bars.at(from, mean.count() as f64 / most as f64);
            let (right, bottom) = bars.at(to, 0.0);
            svg.rect("bar", (left + 1.0, top), (right - left - 2.0, bottom - top), 0.0);
        }
        svg.line("axis", &[bars.at(0.0, 0.0), bars.at(1.0, 0.0)]);
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            bars.below(svg, share, &percent(share));
        }
        let note = "right: points expected, up: points scored, bars: how often";
        svg.text("note middle", (WIDTH / 2.0, 468.0), note);
    }

    fn alt(&self) -> String {
        let points: Vec<(f64, f64)> = self.value.points().collect();
        let nearest = |share: f64| {
            points.iter().min_by(|a, b| (a.0 - share).abs().total_cmp(&(b.0 - share).abs())).copied()
        };
        let texts = [0.1, 0.3, 0.5, 0.7, 0.9].into_iter().filter_map(nearest);
        let texts: Vec<String> =
            texts.map(|(expected, real)| format!("{} for {}", percent(real), percent(expected))).collect();
        format!("Real points for expected ones by the network: {}.", texts.join(", "))
    }

    /// Returns the errors in a sentence.
    pub fn finding(&self) -> String {
        let points = |series: &Series| format!("{:.1}", 100.0 * series.error());
        let (value, search, training) = (points(&self.value), points(&self.search), points(&self.training));
        format!(
            "On average the expectation and the result of a bin differ by {value} percentage points for the network's \
             value alone and by {search} for the score of the search, both by the curve that the engine shows to \
             players (`src/engine/wdl.rs`). By the plain logistic curve of the training ({SCALE} centipawns) the \
             network's error is {training}."
        )
    }
}

/// Returns the expected result by the curve that the training uses.
fn logistic(value: Value) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / f64::from(SCALE)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(numbers: &[(f64, f64)]) -> Series {
        let mut series = Series::default();
        numbers.iter().for_each(|(expected, real)| series.add(*expected, *real));
        series
    }

    #[test]
    fn error_weighs_bins_by_their_positions() {
        assert_eq!(Series::default().error(), 0.0);
        // Two positions in one bin average out; the third is off by 0.2.
        let error = series(&[(0.52, 1.0), (0.52, 0.04), (0.8, 1.0)]).error();
        assert!((error - 0.2 / 3.0).abs() < 1e-12, "{error}");
    }

    #[test]
    fn certain_results_fall_into_the_outermost_bins() {
        let series = series(&[(0.0, 0.0), (1.0, 1.0), (0.999, 1.0)]);
        assert_eq!((series.real[0].count(), series.real[BINS - 1].count()), (1, 2));
    }

    #[test]
    fn logistic_curve_is_even_at_zero_and_symmetric() {
        assert_eq!(logistic(0), 0.5);
        assert!((logistic(SCALE) + logistic(-SCALE) - 1.0).abs() < 1e-12);
    }
}
