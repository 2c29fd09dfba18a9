import { EMAIL_PATTERN } from '../email-address.ts';
import { field } from './fields.ts';
import type { Html } from './html.ts';

export const EMAIL_ERRORS = {
  missing: 'Enter your email.',
  malformed: 'That doesn’t look like an email. Check it for typos.',
};

interface EmailField {
  value: string;
  /** Shows whose password is asked for, where that is already known. */
  isFixed?: boolean;
  /** Lets the browser offer passkeys where the email is typed. */
  offersPasskeys?: boolean;
  error?: string | undefined;
  isFocused?: boolean;
}

/** The field for an email; a fixed one tells password managers whose password is typed beside it. */
export function emailField({ offersPasskeys = false, isFixed = false, ...options }: EmailField): Html {
  return field({
    name: 'email',
    type: 'email',
    label: 'Email',
    autocomplete: offersPasskeys ? 'username webauthn' : 'username',
    isFixed,
    checks: isFixed ? undefined : { ...EMAIL_ERRORS, pattern: EMAIL_PATTERN },
    ...options,
  });
}
