import { commonCores, commonPasswords } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;

/** Why a password is refused. */
export type PasswordFlaw = 'empty' | 'too-short' | 'too-long' | 'is-email' | 'too-common';

/**
 * The first thing wrong with a new password, or undefined. Length counts code points; nothing about capitals or digits is asked
 * (NIST SP 800-63B 3.1.1.2: length and a list of what is guessed first, no composition rules).
 */
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

/** The length as a person counts it, near enough: code points. */
export function passwordLength(password: string): number {
  return Array.from(password).length;
}

function repeatsEmail(plain: string, email: string): boolean {
  const name = email.split('@')[0] ?? '';
  return plain === email || (name.length > 3 && stripDecoration(plain) === stripDecoration(name));
}

/** 'P@ssw0rd2024!', 'qwerty!!!!!' and 'sunshinesunshine' are guessed as early as the words in them. */
function isDressedUpCore(plain: string): boolean {
  const bare = stripDecoration(plain);
  return commonCores.has(repeatedUnit(bare)) || commonCores.has(repeatedUnit(unleet(bare)));
}

/** One sign or a short group over and over, or a run along the alphabet, the digits or a row of keys. */
function isPattern(plain: string): boolean {
  const unit = repeatedUnit(plain);
  return unit.length <= 4 || (unit.length < plain.length && isRun(unit)) || isRun(plain);
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
];
const ALL_RUNS = RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]);

/** Whether the text is made of at most two runs of neighbours, such as 'qwerty123456' or '0987654321'. */
function isRun(text: string): boolean {
  const first = longestRun(text);
  const rest = text.slice(first);
  return rest === '' || (first >= 3 && longestRun(rest) === rest.length);
}

function longestRun(text: string): number {
  let length = text.length;
  while (length > 0 && !ALL_RUNS.some((run) => run.includes(text.slice(0, length)))) length -= 1;
  return length;
}

/** The shortest text that makes `text` when repeated; `text` itself when none does. */
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
