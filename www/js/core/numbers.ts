/**
 * Is it an integer within these bounds?
 * @param {unknown} value @param {number} low @param {number} high
 * @returns {value is number}
 */
export const isIntegerIn = (value, low, high) =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
