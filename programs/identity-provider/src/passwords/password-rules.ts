import { commonCores, commonPasswords } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;

export type PasswordFlaw = 'empty' | 'too-short' | 'too-long' | 'is-email' | 'too-common';

/** The first flaw. There are no composition rules (NIST SP 800-63B 3.1.1.2). */
export function findPasswordFlaw(password: string, email: string): PasswordFlaw | undefined {
  const length = passwordLength(password);
  if (length === 0) return 'empty';
  if (length < MIN_PASSWORD_LENGTH) return 'too-short';
  if (length > MAX_PASSWORD_LENGTH) return 'too-long';
  const plain = password.normalize('NFKC').toLowerCase();
  if (repeatsEmail(plain, email)) return 'is-email';
  if (commonPasswords.has(withoutGaps(plain)) || isDressedUpCore(plain) || isPattern(plain))
    return 'too-common';
  return undefined;
}

/** Counts code points. */
export function passwordLength(password: string): number {
  return Array.from(password).length;
}

function repeatsEmail(plain: string, email: string): boolean {
  const name = email.split('@')[0] ?? '';
  return plain === email || (name.length > 3 && stripDecoration(plain) === stripDecoration(name));
}

/** 'P@ssw0rd2024!', 'qwerty!!!!!' and 'sunshinesunshine' are guessed as early as their words. */
function isDressedUpCore(plain: string): boolean {
  const bare = stripDecoration(plain);
  return commonCores.has(repeatedUnit(bare)) || commonCores.has(repeatedUnit(unleet(bare)));
}

/** A password of fewer guessable pieces is as weak as a short one. */
const MIN_PIECES = 5;
const MIN_PIECE_LENGTH = 3;

/** A short text repeated, or few key runs, common words and copies of its beginning. */
function isPattern(plain: string): boolean {
  const unit = repeatedUnit(plain);
  return (unit.length < plain.length && unit.length < MIN_PASSWORD_LENGTH) || !hasPieces(plain, MIN_PIECES);
}

/** Other characters count one each. */
function hasPieces(text: string, count: number): boolean {
  let at = 0;
  for (let found = 0; found < count; found += 1) {
    if (at >= text.length) return false;
    at += longestPiece(text, at);
  }
  return true;
}

function longestPiece(text: string, at: number): number {
  const rest = text.slice(at);
  const before = text.slice(0, at);
  const same = /^(.)\1*/su.exec(rest)?.[0].length ?? 0;
  let longest = Math.max(same, longestRun(rest));
  while (longest < rest.length && before.includes(rest.slice(0, longest + 1))) longest += 1;
  for (const word of commonCores) {
    if (word.length > longest && rest.startsWith(word)) longest = word.length;
  }
  return longest < MIN_PIECE_LENGTH ? 1 : longest;
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
];
const ALL_RUNS = RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]);

function longestRun(text: string): number {
  let length = 0;
  while (length < text.length && ALL_RUNS.some((run) => run.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}

function repeatedUnit(text: string): string {
  const period = (text + text).indexOf(text, 1);
  return text.slice(0, period);
}

function stripDecoration(text: string): string {
  return withoutGaps(text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
}

function withoutGaps(text: string): string {
  return text.replace(/[\s._-]/g, '');
}

function unleet(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
}
