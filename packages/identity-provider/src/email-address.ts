/** The longest address that mail can be sent to (RFC 5321 4.5.3.1.3, less the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/** The form in which an e-mail is stored and compared: without space around it, in lower case. */
export function normalizeEmail(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Whether a text has characters that are not shown, or that turn the writing around: two emails can look the same by them. */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Whether a normalised text can be an e-mail: one name, one @, a domain with a dot. More can only be known by writing to it. */
export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    /^[^\s@"<>(),;:\\[\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(
      text,
    )
  );
}
