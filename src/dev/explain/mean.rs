//! Means of numbers, and of numbers that come from games.

/// The number of standard errors on either side of a mean within which the true one lies with 95 %.
const BOUNDS: f64 = 1.96;

/// The mean of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// Adds the numbers of another mean.
    pub fn merge(&mut self, other: &Mean) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// Returns how many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the sum of the numbers.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// Returns the mean, 0 without numbers.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// The mean of numbers that come from games, with its standard error. The numbers of one game depend on each other, so
/// the error follows from the sums of whole games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameMean {
    all: Mean,
    /// The numbers of the current game.
    game: Mean,
    games: u64,
    /// Sums over games: of the squared sum, of the sum times the count, and of the squared count.
    squares: [f64; 3],
}

impl GameMean {
    /// Adds a number of the current game.
    pub fn add(&mut self, number: f64) {
        self.game.add(number);
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        if game.count > 0 {
            let count = game.count as f64;
            self.all.merge(&game);
            self.games += 1;
            self.squares[0] += game.sum * game.sum;
            self.squares[1] += game.sum * count;
            self.squares[2] += count * count;
        }
    }

    /// Adds the ended games of another mean.
    pub fn merge(&mut self, other: &GameMean) {
        self.all.merge(&other.all);
        self.games += other.games;
        self.squares.iter_mut().zip(other.squares).for_each(|(sum, other)| *sum += other);
    }

    /// Returns how many numbers the ended games have.
    pub fn count(&self) -> u64 {
        self.all.count
    }

    /// Returns how many ended games have a number.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the mean over the ended games, 0 without numbers.
    pub fn mean(&self) -> f64 {
        self.all.mean()
    }

    /// Returns the greatest distance of the true mean with 95 %.
    pub fn bounds(&self) -> f64 {
        BOUNDS * self.error()
    }

    /// Returns the standard error of the mean, 0 without numbers.
    fn error(&self) -> f64 {
        let mean = self.mean();
        let [sums, products, counts] = self.squares;
        let spread = sums - 2.0 * mean * products + mean * mean * counts;
        spread.max(0.0).sqrt() / self.all.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_games(games: &[&[f64]]) -> GameMean {
        let mut mean = GameMean::default();
        for game in games {
            game.iter().for_each(|number| mean.add(*number));
            mean.end_game();
        }
        mean
    }

    #[test]
    fn mean_of_nothing_is_zero() {
        assert_eq!(
            (Mean::default().mean(), GameMean::default().mean(), GameMean::default().error()),
            (0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn merged_means_equal_the_mean_of_all() {
        let mut first = of_games(&[&[1.0, 3.0], &[]]);
        first.merge(&of_games(&[&[8.0]]));
        assert_eq!(first, of_games(&[&[1.0, 3.0], &[8.0]]));
        assert_eq!((first.mean(), first.count(), first.games()), (4.0, 3, 2));
    }

    #[test]
    fn repeated_numbers_of_a_game_do_not_lower_the_error() {
        let once = of_games(&[&[0.0], &[1.0], &[0.0], &[1.0]]);
        let often = of_games(&[&[0.0; 9], &[1.0; 9], &[0.0; 9], &[1.0; 9]]);
        assert!((once.error() - 0.25).abs() < 1e-12);
        assert!((often.error() - 0.25).abs() < 1e-12);
    }
}
