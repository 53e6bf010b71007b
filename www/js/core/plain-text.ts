// Texts in a form in which they are compared and searched.

/** Normalizes a text for comparison: lower case, without accents and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
