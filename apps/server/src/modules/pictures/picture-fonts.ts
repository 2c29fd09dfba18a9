import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';
import subsetFont from 'subset-font';
import { DISPLAY_FONT, TEXT_FONT } from './picture-elements.ts';
import { LETTERS } from './picture-letters.ts';

/**
 * The library reads no variable fonts: each is fixed at the values of `tokens.css`, in a tenth of a second. Published static ones lack the soft
 * letterforms.
 */
export async function loadPictureFonts(): Promise<Font[]> {
  return Promise.all([
    loadFont(
      DISPLAY_FONT,
      import.meta.resolve('@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2'),
      { SOFT: 100, wght: 620 },
    ),
    loadFont(
      TEXT_FONT,
      import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
      { wght: 400 },
    ),
  ]);
}

async function loadFont(name: string, url: string, variationAxes: Record<string, number>): Promise<Font> {
  const variable = await readFile(new URL(url));
  return { name, data: await subsetFont(variable, LETTERS, { targetFormat: 'truetype', variationAxes }) };
}
