//! Finds the name that a misspelt name probably means.

/// Longest name, in bytes, that is compared with the valid names.
const LONGEST: usize = 40;

/// Returns the valid name nearest to `name`, if the distance is at most a third of the longer one's length,
/// rounded up.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let measured = known.iter().map(|it| (distance(&name, it), *it));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= name.chars().count().max(nearest.len()).div_ceil(3)).then_some(nearest)
}

/// Returns the optimal string alignment distance: the number of letters to insert, delete, replace or swap with a
/// neighbour.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // rows[i][j] is the distance between the first i letters of `from` and the first j of `to`.
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = match (i, j) {
                (0, _) | (_, 0) => i + j,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                    let mut least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                        least = least.min(rows[i - 2][j - 2] + 1);
                    }
                    least
                }
            };
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_names_find_the_nearest_valid_name() {
        let known = ["fen", "move", "depth", "movetime", "multipv", "level", "strength"];
        for (name, meant) in [
            ("moves", Some("move")),
            ("depht", Some("depth")),
            ("Depth", Some("depth")),
            ("move_time", Some("movetime")),
            ("multi-pv", Some("multipv")),
            ("lvl", Some("level")),
            ("x", None),
            ("", None),
            ("position", None),
        ] {
            assert_eq!(nearest(name, &known), meant, "{name}");
        }
        assert_eq!(nearest(&"x".repeat(2_000), &known), None);
    }
}
