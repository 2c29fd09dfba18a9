import { PASSWORD_MISSING, describeTooShort } from '../passwords/password-messages.ts';
import { MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { field } from './fields.ts';
import type { Html } from './html.ts';

interface NewPasswordField {
  label: string;
  error?: string | undefined;
  isFocused: boolean;
}

export function newPasswordField(options: NewPasswordField): Html {
  return field({
    name: 'password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row work well.`,
    checks: {
      missing: PASSWORD_MISSING,
      tooShort: describeTooShort('{length}'),
      minLength: MIN_PASSWORD_LENGTH,
    },
    ...options,
  });
}
