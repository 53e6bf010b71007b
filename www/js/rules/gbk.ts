// Encodes texts in GBK, which browsers only decode. The table is made by decoding every pair of bytes once.

let table: Map<string, [number, number]> | null = null;

/** Returns the two bytes of each character that GBK has beyond ASCII. */
function makeTable(): Map<string, [number, number]> {
  const made = new Map<string, [number, number]>();
  const decoder = new TextDecoder("gbk");
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      const character = decoder.decode(new Uint8Array([lead, trail]));
      const isOne = [...character].length === 1 && character !== "\ufffd";
      if (isOne && !made.has(character)) made.set(character, [lead, trail]);
    }
  return made;
}

/** Encodes a text in GBK; a character that GBK lacks becomes `&#N;`. */
export function encodeGbk(text: string): Uint8Array {
  table ??= makeTable();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else
      bytes.push(...(table.get(character) ?? [...`&#${code};`].map((sign) => sign.charCodeAt(0))));
  }
  return new Uint8Array(bytes);
}
