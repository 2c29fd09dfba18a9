import { AppError } from '../app-error.ts';
import { nextTurn } from './event-loop-turns.ts';

/** An import of 10,000 rows has 100,000 values: its rows and their fields. */
const MAX_VALUES = 120_000;
/** The contract nests four levels deep. */
const MAX_DEPTH = 16;
/** No body of the contract has half as many. Measured: 100,000 distinct keys take `JSON.parse` 0.2 s, as many of ten keys 0.01 s. */
const MAX_DISTINCT_KEYS = 64;

/** Takes a millisecond or two. */
const STEP_BYTES = 256 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;

/** Which bytes mean something outside a string: most don't, and one look-up passes over them. */
const MARKS = new Uint8Array(256);
for (const mark of '",:[]{}') MARKS[mark.charCodeAt(0)] = 1;

/**
 * Refuses JSON that would be costly to parse, or that has a key of `Object.prototype`, before anything is built from it: one pass over its
 * bytes, in steps (SEC-14, SEC-22). Does not check that they are JSON. Throws PAYLOAD_TOO_LARGE or MALFORMED_BODY.
 */
export async function checkJsonOutline(json: Buffer): Promise<void> {
  const outline: Outline = { at: 0, values: 0, depth: 0, stringStart: 0, stringEnd: 0, keys: new Set() };
  while (outline.at < json.length) {
    if (outline.at > 0) await nextTurn();
    readStep(json, outline);
  }
  for (const key of outline.keys) if (isForbidden(key)) throw new AppError('MALFORMED_BODY');
}

/** How far the pass has come, and what it has counted. */
interface Outline {
  at: number;
  values: number;
  depth: number;
  /** Of the last string, its quotes. */
  stringStart: number;
  stringEnd: number;
  /** With their quotes, as latin1. */
  keys: Set<string>;
}

/** Reads one step. It keeps its counts in locals and looks at plain bytes: that halves its time. */
function readStep(json: Buffer, outline: Outline): void {
  const bytes = new Uint8Array(json.buffer, json.byteOffset, json.length);
  const stepEnd = Math.min(outline.at + STEP_BYTES, json.length);
  let { at, values, depth, stringStart, stringEnd } = outline;
  for (; at < stepEnd; at += 1) {
    const byte = bytes[at] ?? 0;
    if (MARKS[byte] === 0) continue;
    if (byte === QUOTE) {
      stringStart = at;
      at = endOfString(bytes, at);
      stringEnd = at;
    } else if (byte === COLON) {
      outline.keys.add(json.toString('latin1', stringStart, stringEnd + 1));
      if (outline.keys.size > MAX_DISTINCT_KEYS) throw tooMuch('keys');
    } else if (byte === COMMA) {
      values += 1;
      if (values > MAX_VALUES) throw tooMuch('values');
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw tooMuch('levels');
    } else {
      depth -= 1;
    }
  }
  Object.assign(outline, { at, values, depth, stringStart, stringEnd });
}

/** Where the string ends that begins at `start`: at its closing quote, or at the end of the bytes. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const byte = json[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Keys such as `toString` too: code that makes text or a number of an object would fail on one that has its own. */
function isForbidden(quotedKey: string): boolean {
  try {
    const key: unknown = JSON.parse(quotedKey);
    return typeof key !== 'string' || key in Object.prototype || key === 'prototype';
  } catch {
    // What is no key here is no JSON either.
    return true;
  }
}

function tooMuch(what: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', { cause: new Error(`Too many ${what} in a JSON body`) });
}
