import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type PasswordFlaw,
  passwordLength,
} from './password-rules.ts';

/** What is wrong with a new password and what would be right, for the person who chose it. */
export function describePasswordFlaw(flaw: PasswordFlaw, password: string): string {
  switch (flaw) {
    case 'empty':
      return 'Choose a password.';
    case 'too-short':
      return `Use at least ${MIN_PASSWORD_LENGTH} characters; this has ${passwordLength(password)}.`;
    case 'too-long':
      return `Use at most ${MAX_PASSWORD_LENGTH.toLocaleString('en-US')} characters.`;
    case 'is-email':
      return 'Choose something other than your email.';
    case 'too-common':
      return 'Too easy to guess. Add another word or two.';
  }
}
