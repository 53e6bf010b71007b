// Reads and writes the time on the mover's clock after a move, which PGN stores at the start of the move's comment:
// `[%clk 0:03:12]` (hours, minutes, and seconds with an optional fraction). Anywhere else in a comment, a text of this
// form has no meaning.

const HOUR = 3_600_000;
const COMMAND = /^\s*\[%clk (\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\]\s*/;

/** Splits a comment into the clock in milliseconds, null if there is none, and the remaining comment. */
export function splitComment(comment: string): { clock: number | null; comment: string } {
  const match = COMMAND.exec(comment);
  if (!match) return { clock: null, comment };
  const [command, hours, minutes, seconds] = match;
  const clock = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  return { clock, comment: comment.slice(command.length) };
}

/** Puts a clock in milliseconds at the start of a comment; null leaves the comment unchanged. */
export const joinComment = (clock: number | null, comment: string): string =>
  clock === null ? comment : `[%clk ${formatClock(clock)}] ${comment}`.trim();

/** Formats milliseconds as hours, minutes and seconds, such as `0:03:12`; appends a fraction unless it is 0. */
export function formatClock(clock: number): string {
  // Takes `:03:12.500` from a text such as 1970-01-01T00:03:12.500Z.
  const rest = new Date(clock % HOUR).toISOString().slice(13, clock % 1000 ? 23 : 19);
  return Math.floor(clock / HOUR) + rest;
}
