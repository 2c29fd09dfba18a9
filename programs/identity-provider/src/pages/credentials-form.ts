import { emailField } from './email-field.ts';
import { alert, field, firstWrong } from './fields.ts';
import { type Html, html } from './html.ts';
import { newPasswordField } from './new-password-field.ts';

export const PASSWORD_MISSING = 'Enter your password.';

/** A refused form keeps all values but the password. */
export interface FormProblems {
  errors?: FieldErrors;
  /** About the whole form. */
  problem?: string | undefined;
}

interface FieldErrors {
  email?: string | undefined;
  password?: string | undefined;
}

interface CredentialsForm extends FormProblems {
  action: string;
  email: string;
  isEmailFixed?: boolean;
  offersPasskeys?: boolean;
  password: 'new' | 'existing';
  submit: string;
}

export function credentialsForm({ problem, errors = {}, ...form }: CredentialsForm): Html {
  const focused = firstWrong(['email', 'password'], errors);
  const password = { error: errors.password, isFocused: focused === 'password' };
  return html`${problem !== undefined && alert(problem)}
    <form method="post" action="${form.action}" novalidate>
      ${emailField({
        value: form.email,
        isFixed: form.isEmailFixed === true,
        offersPasskeys: form.offersPasskeys === true,
        error: errors.email,
        isFocused: focused === 'email',
      })}
      ${
        form.password === 'new'
          ? newPasswordField({ label: 'Password', ...password })
          : field({
              name: 'password',
              type: 'password',
              label: 'Password',
              autocomplete: 'current-password',
              checks: { missing: PASSWORD_MISSING },
              ...password,
            })
      }
      <button class="button primary" type="submit">${form.submit}</button>
    </form>`;
}
