/** Is it a whole number within these bounds? @param {any} value @param {number} low @param {number} high */
export const isWhole = (value, low, high) =>
  Number.isInteger(value) && value >= low && value <= high;
