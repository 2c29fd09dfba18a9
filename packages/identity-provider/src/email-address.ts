/** The longest address that mail can be sent to (RFC 5321 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** One name, one @, a domain with a dot. Also used by browsers as a field's pattern, hence the escapes of the `v` flag. */
export const EMAIL_PATTERN = String.raw`[^\s@"<>\(\),;:\\\[\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}\-]{2,}`;
const WHOLE_EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, 'v');

/** Returns the form in which an email is stored and compared: without space around it, in lower case. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether a text has characters that are not shown, or that turn the writing around: two emails can look the same by them. */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Whether a normalized text has the shape of an email. Only a message to it could tell more. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && WHOLE_EMAIL.test(text);
}
