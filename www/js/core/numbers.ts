export const isIntegerIn = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
