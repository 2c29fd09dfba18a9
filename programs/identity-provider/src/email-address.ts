/** RFC 5321 4.5.3.1.3, less the angle brackets. */
const MAX_EMAIL_LENGTH = 254;

/**
 * One name, one @, a domain with a dot. It is also a field's `pattern`, hence the escapes of the `v` flag.
 */
export const EMAIL_PATTERN = String.raw`[^\s@"<>\(\),;:\\\[\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}\-]{2,}`;
const WHOLE_EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, 'v');

/** The stored form. NFKC, because mail to ａ@ｅxample.com reaches a@example.com. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Whether a text has invisible or direction-changing characters, which can make two emails look alike. */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** The address may not exist. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && WHOLE_EMAIL.test(text);
}
