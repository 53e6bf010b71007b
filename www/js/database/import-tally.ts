// Builds the report of an import: the numbers of added games, and the games and files that could not be read.

import type { LibraryImport } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import type { ImportReport, Refusal } from "./types.ts";

/** The greatest number of refusals whose details are stored; further refusals are only counted. */
const DETAILED_REFUSALS = 200;

export const emptyReport = (): ImportReport => ({
  added: 0,
  updated: 0,
  known: 0,
  refusals: 0,
  refused: [],
  isCancelled: false,
});

/** The fault of a file that the browser cannot read. */
const UNREADABLE = { code: "badRecord", reason: "unreadable" };

/**
 * Calls `read`. If the file cannot be read, reports it as refused and returns undefined, so that the import continues.
 */
export async function attempt<Result>(
  report: ImportReport,
  file: string,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    const isBadRecord = errorDetails(error).code === "badRecord";
    if (!isBadRecord && !(error instanceof DOMException)) throw error;
    const fault = isBadRecord ? { message: "", ...errorDetails(error) } : UNREADABLE;
    addRefusal(report, { file, game: 0, partial: false, fault });
    return undefined;
  }
}

function addRefusal(report: ImportReport, refusal: Refusal): void {
  report.refusals++;
  if (report.refused.length < DETAILED_REFUSALS) report.refused.push(refusal);
}

export function addResult(
  report: ImportReport,
  file: string,
  { added, updated, known, refused }: LibraryImport,
): void {
  report.added += added.length;
  report.updated += updated;
  report.known += known;
  for (const error of refused) {
    const { game, partial, message } = error;
    addRefusal(report, { file, game, partial, fault: { message, ...errorDetails(error) } });
  }
}
