//! Writes pictures as SVG.
//!
//! A picture has a width of [`WIDTH`] pixels, so that a phone shows it nearly in full size. Colours are classes of one
//! style, which has a light and a dark form.

use std::fmt::Write as _;

/// The width of every picture in pixels.
pub const WIDTH: f64 = 400.0;

/// The style of all pictures. `m3` to `p3` are the steps from less to more, `s0` to `s6` are lines.
const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#1f2328}
.head{font-size:16px;font-weight:600}.note{font-size:12px;fill:#59636e}.bold{font-weight:600}
.middle{text-anchor:middle}.end{text-anchor:end}
.paper{fill:#fff}.board{stroke:#c3ab83;fill:none}.grid{stroke:#d8dee4}.axis{stroke:#818b98}
.even{stroke:#818b98;stroke-dasharray:4 4}.home{fill:none;stroke:#59636e;stroke-width:1.5}
.bar{fill:#c8d1da}
.m3{fill:#e98a3d}.m2{fill:#f6b57a}.m1{fill:#fbdfc3}.z0{fill:#f1f1ec}.p1{fill:#d2e4f6}.p2{fill:#94c1ec}.p3{fill:#559bdf}
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}
.s0{stroke:#0069b4}.s1{stroke:#007f5b}.s2{stroke:#c94a00}.s3{stroke:#a8457f}.s4{stroke:#2b8cbe;stroke-dasharray:7 3}
.s5{stroke:#a66f00;stroke-dasharray:2 3}.s6{stroke:#6e7781}
.f1{fill:#007f5b}.f2{fill:#c94a00}.f4{fill:#2b8cbe}.hollow{fill:#fff;stroke-width:2}
.frame{fill:none;stroke:#a66f00;stroke-width:2.5}
@media(prefers-color-scheme:dark){
text{fill:#f0f6fc}.note{fill:#9198a1}.paper{fill:#0d1117}.board{stroke:#6b5b3e}.grid{stroke:#2a313a}.axis{stroke:#767e88}
.even{stroke:#767e88}.home{stroke:#b7bdc5}.bar{fill:#3d444d}
.m3{fill:#a4520d}.m2{fill:#773d10}.m1{fill:#4a2d17}.z0{fill:#2a3037}.p1{fill:#1a3855}.p2{fill:#1b528a}.p3{fill:#1c69b8}
.s0{stroke:#58a6e8}.s1{stroke:#2fb98d}.s2{stroke:#f08a4b}.s3{stroke:#d989b8}.s4{stroke:#7cc4ea}.s5{stroke:#dfae4a}
.s6{stroke:#a7afb8}.f1{fill:#2fb98d}.f2{fill:#f08a4b}.f4{fill:#7cc4ea}.hollow{fill:#0d1117}.frame{stroke:#dfae4a}
}";

/// A point of a picture, in pixels from the upper left corner.
pub type Point = (f64, f64);

/// A picture that is being drawn. Every element has the classes of [`STYLE`] that its first argument names.
pub struct Svg {
    height: f64,
    body: String,
}

impl Svg {
    /// Begins a picture of a height in pixels.
    pub fn new(height: f64) -> Svg {
        Svg { height, body: String::new() }
    }

    /// Draws a rectangle with round corners. `at` is its upper left corner.
    pub fn rect(&mut self, class: &str, at: Point, size: Point, radius: f64) {
        let (x, y, width, height) = (number(at.0), number(at.1), number(size.0), number(size.1));
        let radius = number(radius);
        self.push(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>"#
        ));
    }

    /// Draws a circle.
    pub fn circle(&mut self, class: &str, center: Point, radius: f64) {
        let (x, y, radius) = (number(center.0), number(center.1), number(radius));
        self.push(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// Draws a line through points.
    pub fn line(&mut self, class: &str, points: &[Point]) {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            // Writing to a String cannot fail.
            let _ = write!(path, "{letter}{} {}", number(*x), number(*y));
        }
        self.push(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }

    /// Writes a text. `at` is the left end of its base line, unless a class says otherwise.
    pub fn text(&mut self, class: &str, at: Point, text: &str) {
        let (x, y, text) = (number(at.0), number(at.1), escaped(text));
        self.push(format_args!(r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    /// Returns the file. `title` and `description` are for those who cannot see the picture.
    pub fn finish(self, title: &str, description: &str) -> String {
        let (width, height) = (number(WIDTH), number(self.height));
        let (title, description) = (escaped(title), escaped(description));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc">
<title id="title">{title}</title>
<desc id="desc">{description}</desc>
<style>
{STYLE}
</style>
<rect class="paper" width="{width}" height="{height}" rx="8"/>
{}</svg>
"#,
            self.body
        )
    }
}

/// Formats a coordinate with at most one decimal.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let (sign, tenths) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    match tenths % 10 {
        0 => format!("{sign}{}", tenths / 10),
        tenth => format!("{sign}{}.{tenth}", tenths / 10),
    }
}

/// Returns a text with the characters replaced that XML reserves.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Checks that every element of a picture is closed and that no text or attribute breaks it.
#[cfg(test)]
pub fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((text, tail)) = rest.split_once('<') {
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        let (tag, tail) = tail.split_once('>').expect("a tag that ends");
        assert!(!tag.contains('<') && tag.matches('"').count() % 2 == 0, "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split(' ').next().unwrap_or_default()),
        }
        rest = tail;
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    for attribute in ["NaN", "inf"] {
        assert!(!svg.contains(&format!("\"{attribute}")) && !svg.contains(&format!(" {attribute}")), "{svg}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_one_decimal() {
        assert_eq!([3.0, -0.01, 2.25, -2.25, 399.96].map(number), ["3", "0", "2.3", "-2.3", "400"]);
    }

    #[test]
    fn picture_with_reserved_characters_is_well_formed() {
        let mut svg = Svg::new(50.0);
        svg.text("note", (3.0, 20.5), "a < b & \"c\"");
        svg.line("grid", &[(0.0, 0.0), (1.0, 2.0)]);
        svg.circle("m1", (5.0, 5.0), 2.0);
        svg.rect("bar", (1.0, 1.0), (3.0, 4.0), 0.0);
        let text = svg.finish("<title>", "x > y");
        assert_well_formed(&text);
        assert!(text.contains("a &lt; b &amp; &quot;c&quot;") && text.contains("M0 0L1 2"), "{text}");
    }
}
