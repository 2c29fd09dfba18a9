import { MAX_PASSWORD_LENGTH, type PasswordFlaw, passwordLength } from './password-rules.ts';

export const PASSWORD_MISSING = 'Choose a password.';

/** The hint below the field names the least length. `length` is a number, or the browser's placeholder. */
export function describeTooShort(length: string): string {
  return `Too short: this has ${length}.`;
}

export function describePasswordFlaw(flaw: PasswordFlaw, password: string): string {
  switch (flaw) {
    case 'empty':
      return PASSWORD_MISSING;
    case 'too-short':
      return describeTooShort(String(passwordLength(password)));
    case 'too-long':
      return `Use at most ${MAX_PASSWORD_LENGTH.toLocaleString('en-US')} characters.`;
    case 'is-email':
      return 'Choose something other than your email.';
    case 'too-common':
      return 'Too easy to guess. Add another word or two.';
  }
}
