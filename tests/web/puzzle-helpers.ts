/** The puzzles and endings of the page, read from their files. */

import { readFileSync } from "node:fs";
import { Course } from "../../www/js/practice/puzzle-course.ts";
import { decodeChapters } from "../../www/js/puzzles/endings.ts";

const FOLDER = new URL("../../www/assets/puzzles/", import.meta.url);

/** Returns the contents of a file of the course. */
export const readPuzzles = async (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

/** All puzzles, in the order of the course. */
export const PUZZLES = await (await Course.begin(readPuzzles)).all();

/** The chapters of endings, in the order of the page. */
export const ENDING_CHAPTERS = decodeChapters(
  JSON.parse(readFileSync(new URL("../endings.json", FOLDER), "utf8")),
);

/** All endings, in the order of the page. */
export const ENDINGS = ENDING_CHAPTERS.flatMap(({ endings }) => endings);
