// What an import has brought so far, and what could not be read.

import { errorDetails } from "../core/error-details.ts";

/** @import { ImportReport, Refusal } from "./types.ts" */
/** @typedef {import("../../pkg-lab/lab.js").LibraryImport} LibraryImport */

/** Refusals that a report names; the others are counted. */
const NAMED = 200;

/** @returns {ImportReport} */
export const noReport = () => ({
  added: 0,
  updated: 0,
  known: 0,
  refusals: 0,
  refused: [],
  isCancelled: false,
});

/** A file that the browser cannot read. */
const UNREADABLE = { code: "badRecord", reason: "unreadable" };

/**
 * What cannot be read is refused, and the import goes on.
 * @template T @param {ImportReport} report @param {string} file @param {() => Promise<T>} read @returns {Promise<T|undefined>}
 */
export async function attempt(report, file, read) {
  try {
    return await read();
  } catch (error) {
    const isTold = errorDetails(error).code === "badRecord";
    if (!isTold && !(error instanceof DOMException)) throw error;
    const fault = isTold ? { message: "", ...errorDetails(error) } : UNREADABLE;
    refuse(report, { file, game: 0, partial: false, fault });
    return undefined;
  }
}

/** @param {ImportReport} report @param {Refusal} refusal */
function refuse(report, refusal) {
  report.refusals++;
  if (report.refused.length < NAMED) report.refused.push(refusal);
}

/** @param {ImportReport} report @param {string} file @param {LibraryImport} brought */
export function add(report, file, { added, updated, known, refused }) {
  report.added += added.length;
  report.updated += updated;
  report.known += known;
  for (const error of refused) {
    const { game, partial, message } = error;
    refuse(report, { file, game, partial, fault: { message, ...errorDetails(error) } });
  }
}
