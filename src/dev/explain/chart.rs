//! Axes and labels of charts.

use super::svg::{Point, Svg};

/// The least distance of the base lines of two labels, in pixels.
const LABEL_HEIGHT: f64 = 16.0;

/// The area of a chart in a picture, and the numbers at its edges.
#[derive(Clone, Copy)]
pub struct Area {
    /// The upper left and the lower right corner in pixels.
    pub corners: [Point; 2],
    /// The numbers at the left and the right edge.
    pub x: [f64; 2],
    /// The numbers at the lower and the upper edge.
    pub y: [f64; 2],
}

impl Area {
    /// Returns the place of two numbers.
    pub fn at(&self, x: f64, y: f64) -> Point {
        let [(left, top), (right, bottom)] = self.corners;
        let share = |value: f64, [from, to]: [f64; 2]| (value - from) / (to - from);
        (left + share(x, self.x) * (right - left), bottom - share(y, self.y) * (bottom - top))
    }

    /// Draws a line through points of the chart.
    pub fn line(&self, svg: &mut Svg, class: &str, points: &[Point]) {
        let places: Vec<Point> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        svg.line(class, &places);
    }

    /// Draws a level line with its text at the left.
    pub fn level(&self, svg: &mut Svg, y: f64, text: &str) {
        let (left, place) = self.at(self.x[0], y);
        svg.line("grid", &[(left, place), (self.corners[1].0, place)]);
        svg.text("note end", (left - 6.0, place + 4.0), text);
    }

    /// Writes a text below the chart.
    pub fn below(&self, svg: &mut Svg, x: f64, text: &str) {
        let (place, bottom) = self.at(x, self.y[0]);
        svg.text("note middle", (place, bottom + 18.0), text);
    }

    /// Draws the axis of the number of pieces, and names the unit of the other one.
    pub fn pieces_axis(&self, svg: &mut Svg) {
        let [(left, _), (right, bottom)] = self.corners;
        svg.line("axis", &[(left, bottom), (right, bottom)]);
        let [most, fewest] = self.x;
        for pieces in (0..=32).step_by(4).map(f64::from).filter(|x| (fewest..=most).contains(x)) {
            self.below(svg, pieces, &format!("{pieces:.0}"));
        }
        svg.text("note middle", ((left + right) / 2.0, bottom + 38.0), "pieces on the board");
        svg.text("note", (12.0, self.corners[0].1 - 14.0), "centipawns");
    }
}

/// Returns the edges of an axis for these numbers of pieces, the greatest first.
pub fn pieces_range(pieces: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let most = pieces.clone().fold(2.0, f64::max);
    [most, pieces.fold(most - 2.0, f64::min)]
}

/// Returns places for labels at wished heights, so that none overlaps another, in the given order.
pub fn spread(wished: &[f64], bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wished.len()).collect();
    order.sort_by(|a, b| wished[*a].total_cmp(&wished[*b]));
    let mut heights = wished.to_vec();
    for pair in order.windows(2) {
        heights[pair[1]] = heights[pair[1]].max(heights[pair[0]] + LABEL_HEIGHT);
    }
    let mut limit = bottom;
    for index in order.into_iter().rev() {
        heights[index] = heights[index].min(limit);
        limit = heights[index] - LABEL_HEIGHT;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_an_area_have_the_numbers_at_its_edges() {
        let area = Area { corners: [(40.0, 10.0), (240.0, 110.0)], x: [32.0, 2.0], y: [0.0, 5.0] };
        assert_eq!([area.at(32.0, 5.0), area.at(2.0, 0.0)], area.corners);
    }

    #[test]
    fn labels_are_moved_apart_and_stay_above_the_bottom() {
        assert_eq!(spread(&[100.0, 20.0, 104.0], 200.0), [100.0, 20.0, 116.0]);
        assert_eq!(spread(&[100.0, 20.0, 104.0], 110.0), [94.0, 20.0, 110.0]);
    }
}
