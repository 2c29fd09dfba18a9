import { emailField } from './email-field.ts';
import { alert, field, firstWrong } from './fields.ts';
import { type Html, html } from './html.ts';
import { newPasswordField } from './new-password-field.ts';

export const PASSWORD_MISSING = 'Enter your password.';

/** What was wrong with a form that was sent. Its fields keep what was typed, except the password. */
export interface FormProblems {
  errors?: FieldErrors;
  /** Something about the whole form. */
  problem?: string | undefined;
}

/** Errors by field; the first one in the order of the form gets the focus. */
interface FieldErrors {
  email?: string | undefined;
  password?: string | undefined;
}

interface CredentialsForm extends FormProblems {
  /** The path that the form is sent to. */
  action: string;
  email: string;
  /** Shows the email without letting it be changed. */
  isEmailFixed?: boolean;
  /** Lets the browser offer passkeys where the email is typed. */
  offersPasskeys?: boolean;
  /** Whether a password is chosen here, or one that exists is asked for. */
  password: 'new' | 'existing';
  /** What the button says. */
  submit: string;
}

/** The form for email and password, with errors above it and at its fields. */
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
