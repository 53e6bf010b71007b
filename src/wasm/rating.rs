//! A person's rating, for the page to keep.

use super::engine::{bad_option, property};
use super::given::JsNumber;
use super::to_object;
use chuhe::engine::level::Strength;
use chuhe::engine::rating::{self, Experience, Played};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A person's answer about experience: never played, no answer, knows the rules, plays often, plays well. */
export type Experience = "none" | "unknown" | "rules" | "practice" | "strong";
/** How strong a person plays, as far as the games say. */
export type Rating = {
  /** On the scale of the levels, 0 to 15; the opponent that fits has this level. */
  level: number;
  /** By how many levels the next game moves it. */
  step: number;
  /** Games won in a row, or lost where it is negative. */
  run: number;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// What a person says of himself.
    #[wasm_bindgen(typescript_type = "Experience")]
    pub type JsExperience;
    /// A rating.
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

/// The rating that a person begins with. Throws `badOption`.
#[wasm_bindgen(js_name = beginRating)]
pub fn begin_rating(experience: &JsExperience) -> Result<JsRating, JsValue> {
    let code = experience.as_string();
    let found = code.as_deref().and_then(Experience::from_code);
    let error = || bad_option("experience", experience, "none, unknown, rules, practice or strong");
    write(rating::Rating::beginning(found.ok_or_else(error)?))
}

/// The rating after a game against an opponent of some level, 0 to 15: the person's points are 0, 0.5 or 1, and the
/// game counts by its weight, 0 to 1. Throws `badOption`.
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
