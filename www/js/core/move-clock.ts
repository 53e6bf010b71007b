// What a player had left on the clock after a move, as PGN has it at the head of the move's comment: `[%clk 0:03:12]` (hours,
// minutes, seconds, perhaps with a fraction). Anywhere else it is text.

const HOUR = 3_600_000;
const COMMAND = /^\s*\[%clk (\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\]\s*/;

/** The time that a comment tells, in milliseconds or null, and the comment without it. @param {string} comment */
export function splitComment(comment) {
  const found = COMMAND.exec(comment);
  if (!found) return { clock: null, comment };
  const [command, hours, minutes, seconds] = found;
  const clock = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  return { clock, comment: comment.slice(command.length) };
}

/** The other way round. @param {number|null} clock  milliseconds @param {string} comment */
export const joinComment = (clock, comment) =>
  clock === null ? comment : `[%clk ${formatClock(clock)}] ${comment}`.trim();

/** Such as `0:03:12`. @param {number} clock  milliseconds */
export function formatClock(clock) {
  // 1970-01-01T00:03:12.500Z
  const rest = new Date(clock % HOUR).toISOString().slice(13, clock % 1000 ? 23 : 19);
  return Math.floor(clock / HOUR) + rest;
}
