//! Computes a person's rating, which the page stores.

use super::engine::{bad_option, property};
use super::given::JsNumber;
use super::to_object;
use chuhe::engine::level::Strength;
use chuhe::engine::rating::{self, Experience, Played};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A person's stated experience: never played, no answer, knows the rules, plays often, plays well. */
export type Experience = "none" | "unknown" | "rules" | "practice" | "strong";
/** An estimate of a person's strength from the rated games. */
export type Rating = {
  /** Strength on the scale of the levels, 0 to 15; an equal opponent has this level. */
  level: number;
  /** The number of levels by which the next game changes the rating. */
  step: number;
  /** The number of games won in a row; negative for games lost in a row. */
  run: number;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// A person's own description of his experience.
    #[wasm_bindgen(typescript_type = "Experience")]
    pub type JsExperience;
    /// Rating of a person.
    #[wasm_bindgen(typescript_type = "Rating")]
    pub type JsRating;
}

/// A rating as a plain object.
#[derive(Serialize)]
struct Rating {
    level: f64,
    step: f64,
    run: i32,
}

fn write(rating: rating::Rating) -> Result<JsRating, JsValue> {
    let rating::Rating { level, step, run } = rating;
    to_object(&Rating { level, step, run })
}

/// Returns a person's first rating. Throws `badOption`.
#[wasm_bindgen(js_name = beginRating)]
pub fn begin_rating(experience: &JsExperience) -> Result<JsRating, JsValue> {
    let code = experience.as_string();
    let found = code.as_deref().and_then(Experience::from_code);
    let error = || bad_option("experience", experience, "none, unknown, rules, practice or strong");
    write(rating::Rating::beginning(found.ok_or_else(error)?))
}

/// Returns the rating after a game against an opponent with a level from 0 to 15. `points` is 0, 0.5 or 1, and
/// `weight`, from 0 to 1, is the influence of the game. Throws `badOption`.
#[wasm_bindgen(js_name = rateGame)]
pub fn rate_game(
    rating: &JsRating,
    opponent: &JsNumber,
    points: &JsNumber,
    weight: &JsNumber,
) -> Result<JsRating, JsValue> {
    let share = |name: &str, value: &JsNumber| {
        let share = value.as_f64().filter(|share| (0.0..=1.0).contains(share));
        share.ok_or_else(|| bad_option(name, value, "a number from 0 to 1"))
    };
    let field = |name| property(rating, name).and_then(|value| value.as_f64());
    let is_good = |rating: &rating::Rating| {
        Strength::of(rating.level).is_some()
            && (rating::LEAST_STEP..=rating::GREATEST_STEP).contains(&rating.step)
    };
    let error = || bad_option("rating", rating, "an object with level, step and run");
    let read = field("level").zip(field("step")).zip(field("run"));
    let read = read.map(|((level, step), run)| rating::Rating { level, step, run: run as i32 });
    let rating = read.filter(is_good).ok_or_else(error)?;
    let fits = || bad_option("opponent", opponent, "a level");
    let game = Played {
        opponent: opponent.as_f64().and_then(Strength::of).ok_or_else(fits)?,
        points: share("points", points)?,
        weight: share("weight", weight)?,
    };
    write(rating.after(&game))
}
