import { FileProblem } from './file-problem.ts';

/** What other kinds of files begin with, and what to do about them. */
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

/** Of pictures, programs and noise. */
const NOT_TEXT = 'We can’t read this file. Please choose a CSV, OFX, QFX or QIF file.';

/** The most control characters that a text file may hold by accident. */
const MAX_STRAY_SHARE = 0.02;
/** So many bytes of UTF-16 are zero at least. */
const MIN_ZERO_SHARE = 0.1;

/** How much of a file is read to recognize its kind. */
const PROBE_BYTES = 4096;

/**
 * The text of a file, whatever it was written in: UTF-8, UTF-16 of either order with or without its mark, or what older Windows programs
 * write. Throws a FileProblem for what is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  for (const [beginning, advice] of OTHER_KINDS) {
    if (beginning.every((byte, index) => bytes[index] === byte)) throw new FileProblem(advice);
  }
  // Programs of old end a text with this mark.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\x1A', '');
  const probe = text.slice(0, PROBE_BYTES);
  // Some programs fill what they reserve with zeros.
  const controls = probe.match(/[^\P{Cc}\0\t\n\v\f\r]/gu)?.length ?? 0;
  if (controls > MAX_STRAY_SHARE * probe.length) throw new FileProblem(NOT_TEXT);
  if (/^\s*<(?:!doctype html|html)/i.test(probe))
    throw new FileProblem(
      'This is a web page, not a bank file. Log in to your bank and download the file again.',
    );
  // Nothing that is sent may hold them, and one such line shall not keep the others out.
  return text.replace(/\0+$/, '').replace(/[^\P{Cc}\t\n\v\f\r]/gu, ' ');
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = (odd: 0 | 1) => probe.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  // Every other byte of Latin text is zero, and of other scripts those of digits and separators.
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
