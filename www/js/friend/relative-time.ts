const UNITS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Says how long ago a time was: "2 hours ago", "yesterday"; "now" in the first minute. Times are in milliseconds. */
export function formatSince(time: number, now: number, lang: string): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const seconds = Math.max(0, (now - time) / 1000);
  const [unit, length] = UNITS.find((each) => seconds >= each[1]) ?? ["second", 0];
  return format.format(length === 0 ? 0 : -Math.floor(seconds / length), unit);
}
