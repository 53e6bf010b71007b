// Converts days of the person's calendar to numbers of days since 1970 and back.

const DAY_MS = 86_400_000;

export const dayNumber = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);

/** Returns noon of a day in the person's time zone. */
export function dateOfDay(day: number): Date {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12);
}
