import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FONTS = [
  '@fontsource-variable/fraunces/files/fraunces-latin-soft-normal.woff2',
  '@fontsource-variable/fraunces/files/fraunces-latin-ext-soft-normal.woff2',
  '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  '@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2',
];
/** The weights from `--font-weight-normal` to `--font-weight-bold`. */
const WEIGHTS = { wght: { min: 400, max: 700 } };
const SOFT_WEIGHTS = { ...WEIGHTS, SOFT: 100 };
/** What browsers apply to any text, and the figures of `base.css`. */
const FEATURES = [
  'kern',
  'liga',
  'clig',
  'rlig',
  'calt',
  'ccmp',
  'locl',
  'mark',
  'mkmk',
  'tnum',
  'lnum',
  'case',
];
const CHARACTERS = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');

/**
 * Writes the fonts of `fonts.css` without weights and features that the app never uses. They are half as
 * large.
 */
export function subsetFonts(): Plugin {
  const folder = new URL('.fonts/', import.meta.url);
  return {
    name: 'subset-fonts',
    async buildStart() {
      await mkdir(folder, { recursive: true });
      for (const font of FONTS) {
        const full = await readFile(fileURLToPath(import.meta.resolve(font)));
        const variationAxes = font.includes('soft') ? SOFT_WEIGHTS : WEIGHTS;
        const options = { targetFormat: 'woff2' as const, variationAxes, keepFeatures: FEATURES };
        await writeFile(new URL(basename(font), folder), await subsetFont(full, CHARACTERS, options));
      }
    },
  };
}
