/**
 * Formats a time as minutes and seconds, with hours from one hour on. A time below 10 s is formatted as seconds with
 * tenths.
 */
export function formatTime(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const twoDigits = (value: number) => String(value % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${twoDigits(seconds)}`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}
