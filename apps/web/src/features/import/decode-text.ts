import { FileProblem } from './file-problem.ts';

/** The first bytes of other file types, and what to do about them. */
const OTHER_KINDS: [beginning: number[], advice: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This is a workbook (such as .xlsx) or a zip file. Open it in a spreadsheet app, save the sheet as CSV, and import that file.',
  ],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'This is an old or password-protected workbook. Open it in a spreadsheet app, save the sheet as CSV, and import that file.',
  ],
  [
    [0x25, 0x50, 0x44, 0x46],
    'This is a PDF. Most banks also offer CSV, OFX or QIF. Please download one of those instead.',
  ],
  [[0x1f, 0x8b], 'This file is compressed. Please unpack it first.'],
];

/** Said of other alphabets, whose names would become noise. */
const OTHER_ALPHABET =
  'We can’t tell which encoding this file uses. Open it in a spreadsheet app, save it as “CSV UTF-8”, and import that file.';

/** Said of pictures, programs and noise. */
const NOT_TEXT = 'We can’t read this file. Please choose a CSV, OFX, QFX or QIF file.';

/** The share of control characters that a text file may contain. */
const MAX_STRAY_SHARE = 0.02;
const MIN_ZERO_SHARE = 0.1;

const PROBE_BYTES = 4096;

/** Letters of other alphabets in a row, which no language of Windows-1252 writes. */
const RUN_OF_LETTERS = /[\u00A1-\u00FF]{3,}/g;
/** What letters of Windows-1250, ISO 8859-2 or old Macs become inside a word. */
const STRANGE_IN_WORDS =
  /[A-Za-z\u00C0-\u00FF][\u00A3\u00A5\u00AF\u00B3\u00B9\u00BC\u00BE\u00BF][A-Za-z\u00C0-\u00FF]|[a-z][\u0192\u2020\u2021\u02C6\u2030\u0160\u0152\u017D\u0178]|[\u0081\u008D\u008F\u0090\u009D]/;

/**
 * Decodes UTF-8, UTF-16 in either byte order, with or without a BOM, or Windows-1252. Throws a FileProblem
 * for other files and for other alphabets.
 */
export function decodeText(bytes: Uint8Array): string {
  for (const [beginning, advice] of OTHER_KINDS) {
    if (beginning.every((byte, index) => bytes[index] === byte)) throw new FileProblem(advice);
  }
  // DOS programs end a text with this character.
  const encoding = encodingOf(bytes);
  const text = withoutUtf7(new TextDecoder(encoding).decode(bytes).replaceAll('\x1A', ''));
  const probe = text.slice(0, PROBE_BYTES);
  // Some programs pad files with zeros.
  const controls = probe.match(/[^\P{Cc}\0\t\n\v\f\r\u0080-\u009F]/gu)?.length ?? 0;
  if (controls > MAX_STRAY_SHARE * probe.length) throw new FileProblem(NOT_TEXT);
  if (/^\s*<(?:!doctype html|html)/i.test(probe))
    throw new FileProblem(
      'This is a web page, not a bank file. Log in to your bank and download the file again.',
    );
  if (encoding === 'windows-1252' && isOtherAlphabet(text)) throw new FileProblem(OTHER_ALPHABET);
  // The server rejects control characters, and one bad row would block the others.
  return text.replace(/\0+$/, '').replace(/[^\P{Cc}\t\n\v\f\r]/gu, ' ');
}

function isOtherAlphabet(text: string): boolean {
  const beyondAscii = text.match(/[\u0080-\u00FF]/g)?.length ?? 0;
  const inRuns = (text.match(RUN_OF_LETTERS) ?? [])
    .filter((run) => new Set(run).size > 1)
    .reduce((count, run) => count + run.length, 0);
  return inRuns * 2 > beyondAscii || STRANGE_IN_WORDS.test(text);
}

/** Decodes the parts that UTF-7 writes in base 64, such as `+AC0-` for a minus. */
function withoutUtf7(text: string): string {
  if (!/\+A[A-Za-z0-9/]{2,}-/.test(text)) return text;
  return text.replace(/\+([A-Za-z0-9/]{3,64})-/g, (whole, coded: string) => {
    const bits = Array.from(coded, (letter) => BASE_64.indexOf(letter).toString(2).padStart(6, '0')).join('');
    const units = (bits.match(/.{16}/g) ?? []).map((unit) => Number.parseInt(unit, 2));
    // Padding is zero and shorter than a letter.
    const rest = bits.slice(units.length * 16);
    return rest.length < 6 && !rest.includes('1') ? String.fromCharCode(...units) : whole;
  });
}

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = (odd: 0 | 1) => probe.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  // Every other byte of Latin text is zero; in other scripts, those of digits and separators.
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > MIN_ZERO_SHARE * probe.length && even * 10 < odd) return 'utf-16le';
  if (even > MIN_ZERO_SHARE * probe.length && odd * 10 < even) return 'utf-16be';
  const text = new TextDecoder('utf-8').decode(bytes);
  // One broken letter does not make all others wrong. In other encodings, hardly a letter is also one of UTF-8.
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[\u{80}-\u{FFFC}\u{10000}-\u{10FFFF}]/gu)?.length ?? 0;
  return broken === 0 || (whole > 0 && whole >= broken) ? 'utf-8' : 'windows-1252';
}
