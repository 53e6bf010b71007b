// What a player had left on the clock after a move, as PGN has it in the comment of the move: `[%clk 0:03:12]` (hours,
// minutes, seconds, perhaps with a fraction).

const COMMAND = /\s*\[%clk (\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\]\s*/;

/** The time that a comment tells, in milliseconds or null, and the comment without it. @param {string} comment */
export function splitComment(comment) {
  const found = COMMAND.exec(comment);
  if (!found) return { clock: null, comment };
  const [command, hours, minutes, seconds] = found;
  const clock = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  const parts = [comment.slice(0, found.index), comment.slice(found.index + command.length)];
  return { clock, comment: parts.filter((part) => part !== "").join(" ") };
}

/** The other way round. @param {number|null} clock  milliseconds @param {string} comment */
export function joinComment(clock, comment) {
  if (clock === null) return comment;
  const seconds = Math.floor(clock / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const time = [Math.floor(seconds / 3600), two(Math.floor(seconds / 60) % 60), two(seconds % 60)];
  const fraction = clock % 1000 === 0 ? "" : `.${String(clock % 1000).padStart(3, "0")}`;
  const command = `[%clk ${time.join(":")}${fraction}]`;
  return comment === "" ? command : `${command} ${comment}`;
}
