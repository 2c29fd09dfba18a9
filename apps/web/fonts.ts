import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights from `--font-weight-normal` to `--font-weight-bold`. */
const WEIGHTS = { min: 400, max: 700 };
const FACES: { family: string; files: string; axes: FontAxes }[] = [
  {
    family: 'Fraunces',
    files: 'fraunces/files/fraunces-*-soft-normal.woff2',
    axes: { wght: WEIGHTS, SOFT: 100 },
  },
  {
    family: 'Source Serif',
    files: 'source-serif-4/files/source-serif-4-*-wght-normal.woff2',
    axes: { wght: WEIGHTS },
  },
];
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
/** What the product's own texts and almost all merchants are written with: ASCII and `·‘’“”–—…•×−←↑→↓` with the no-break space. */
const COMMON: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
/** The rest of each of the families' two files. */
const LATIN: Range[] = [
  [0xa1, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x300, 0x36f],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
];
const LATIN_EXT: Range[] = [
  [0x100, 0x2ba],
  [0x2bd, 0x2c5],
  [0x2c7, 0x2cc],
  [0x2ce, 0x2d7],
  [0x2dd, 0x2ff],
  [0x1d00, 0x1dbf],
  [0x1e00, 0x1e9f],
  [0x1ef2, 0x1eff],
  [0x20a0, 0x20ab],
  [0x20ad, 0x20c0],
  [0x2113, 0x2113],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7ff],
];

type FontAxes = Record<string, number | { min: number; max: number }>;
type Range = readonly [first: number, last: number];

/** Chromium reads even fonts within a stylesheet only once a text needs them, a frame too late. */
const LOAD = FACES.map(({ family }) => `document.fonts.load('1em "${family}"');`).join('');

/**
 * Adds the typefaces to the page: a stylesheet that contains their common characters and a script that reads them before anything is
 * painted. So no text is ever painted in another typeface and then moved (PD-96). Other characters come as files when a text needs them.
 */
export function fonts(): Plugin {
  const folder = new URL('.fonts/', import.meta.url);
  let urls = { stylesheet: '', script: '' };
  return {
    name: 'fonts',
    async buildStart() {
      const isBuild = this.environment.mode === 'build';
      /** Returns the URL. */
      const publish = async (name: string, extension: string, content: Uint8Array | string) => {
        const file = `${name}-${hashOf(content)}.${extension}`;
        if (isBuild) this.emitFile({ type: 'asset', fileName: `assets/${file}`, source: content });
        else await writeFile(new URL(file, folder), content);
        return isBuild ? `/assets/${file}` : `/.fonts/${file}`;
      };
      if (!isBuild) await mkdir(folder, { recursive: true });
      const rules: string[] = [];
      for (const { family, files, axes } of FACES) {
        const subset = async (script: string, ranges: Range[]) => {
          const path = `@fontsource-variable/${files.replace('*', script)}`;
          const full = await readFile(fileURLToPath(import.meta.resolve(path)));
          const options = { targetFormat: 'woff2' as const, variationAxes: axes, keepFeatures: FEATURES };
          return subsetFont(full, charactersOf(ranges), options);
        };
        const name = family.toLowerCase().replace(' ', '-');
        const [latin, latinExt, common] = await Promise.all([
          subset('latin', LATIN),
          subset('latin-ext', LATIN_EXT),
          subset('latin', COMMON),
        ]);
        // Of faces with the same character, browsers take the last.
        rules.push(
          face(family, await publish(`${name}-latin-ext`, 'woff2', latinExt), LATIN_EXT),
          face(family, await publish(`${name}-latin`, 'woff2', latin), LATIN),
          face(family, `data:font/woff2;base64,${common.toString('base64')}`, COMMON),
        );
      }
      urls = {
        stylesheet: await publish('fonts', 'css', rules.join('\n')),
        script: await publish('load-fonts', 'js', LOAD),
      };
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: urls.stylesheet }, injectTo: 'head-prepend' },
      // It waits for the stylesheet, and the page for it.
      { tag: 'script', attrs: { src: urls.script }, injectTo: 'head-prepend' },
    ],
  };
}

function face(family: string, url: string, ranges: Range[]): string {
  const hex = (code: number) => code.toString(16).toUpperCase();
  const unicodeRange = ranges.map(([first, last]) => `U+${hex(first)}-${hex(last)}`).join(',');
  return `@font-face{font-family:'${family}';font-weight:400 700;font-display:swap;src:url('${url}') format('woff2');unicode-range:${unicodeRange}}`;
}

function charactersOf(ranges: Range[]): string {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
    .map((code) => String.fromCodePoint(code))
    .join('');
}

function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
