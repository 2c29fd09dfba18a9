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

/** Said of pictures, programs and noise. */
const NOT_TEXT = 'We can’t read this file. Please choose a CSV, OFX, QFX or QIF file.';

/** The share of control characters that a text file may contain. */
const MAX_STRAY_SHARE = 0.02;
const MIN_ZERO_SHARE = 0.1;

const PROBE_BYTES = 4096;

/**
 * Decodes UTF-8, UTF-16 in either byte order, with or without a BOM, or Windows-1252. Throws a FileProblem
 * for other files.
 */
export function decodeText(bytes: Uint8Array): string {
  for (const [beginning, advice] of OTHER_KINDS) {
    if (beginning.every((byte, index) => bytes[index] === byte)) throw new FileProblem(advice);
  }
  // DOS programs end a text with this character.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\x1A', '');
  const probe = text.slice(0, PROBE_BYTES);
  // Some programs pad files with zeros.
  const controls = probe.match(/[^\P{Cc}\0\t\n\v\f\r]/gu)?.length ?? 0;
  if (controls > MAX_STRAY_SHARE * probe.length) throw new FileProblem(NOT_TEXT);
  if (/^\s*<(?:!doctype html|html)/i.test(probe))
    throw new FileProblem(
      'This is a web page, not a bank file. Log in to your bank and download the file again.',
    );
  // The server rejects control characters, and one bad row would block the others.
  return text.replace(/\0+$/, '').replace(/[^\P{Cc}\t\n\v\f\r]/gu, ' ');
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = (odd: 0 | 1) => probe.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  // Every other byte of Latin text is zero; in other scripts, those of digits and separators.
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > MIN_ZERO_SHARE * probe.length && even * 10 < odd) return 'utf-16le';
  if (even > MIN_ZERO_SHARE * probe.length && odd * 10 < even) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return 'windows-1252';
  }
}
