import { EMAIL_PATTERN } from '../email-address.ts';
import { field } from './fields.ts';
import type { Html } from './html.ts';

export const EMAIL_ERRORS = {
  missing: 'Enter your email.',
  malformed: 'That doesn’t look like an email. Check it for typos.',
};

interface EmailField {
  value: string;
  isFixed?: boolean;
  offersPasskeys?: boolean;
  error?: string | undefined;
  isFocused?: boolean;
}

/** A fixed one lets password managers find the password. */
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
