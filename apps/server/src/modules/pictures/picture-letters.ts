const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');

/** What the pictures' fonts hold: plain English, the letters of Western Europe, an apostrophe and an ellipsis. */
export const LETTERS = `${range(0x20, 0x7e)}${range(0xc0, 0xff)}\u2019\u2026`;

const KNOWN = new Set(LETTERS);

/** Returns a name that can be drawn; null for one with other letters, which would be drawn as boxes. */
export function drawableName(name: string | null): string | null {
  const composed = name?.normalize('NFC') ?? '';
  return composed !== '' && Array.from(composed).every((letter) => KNOWN.has(letter)) ? composed : null;
}
