import { alert, field, firstWrong } from './fields.ts';
import { type Html, html } from './html.ts';

/** What was wrong with a form that comes back; the fields keep what was typed, but for the password. */
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
  /** Whose password is asked for is settled. */
  isEmailFixed?: boolean;
  /** Lets the browser offer passkeys where the e-mail is typed. */
  offersPasskeys?: boolean;
  /** Tells password managers whether to fill one in or to make one up. */
  passwordAutocomplete: 'current-password' | 'new-password';
  passwordHint?: string;
  /** What the button says. */
  submit: string;
}

/** The form of e-mail and password, with what is wrong above it and at its fields. */
export function credentialsForm({ problem, errors = {}, ...form }: CredentialsForm): Html {
  const focused = firstWrong(['email', 'password'], errors);
  return html`${problem !== undefined && alert(problem)}
    <form method="post" action="${form.action}" novalidate>
      ${field({
        name: 'email',
        type: 'email',
        label: 'Email',
        autocomplete: form.offersPasskeys === true ? 'username webauthn' : 'username',
        value: form.email,
        isFixed: form.isEmailFixed === true,
        error: errors.email,
        isFocused: focused === 'email',
      })}
      ${field({
        name: 'password',
        type: 'password',
        label: 'Password',
        autocomplete: form.passwordAutocomplete,
        hint: form.passwordHint,
        error: errors.password,
        isFocused: focused === 'password',
      })}
      <button class="button primary" type="submit">${form.submit}</button>
    </form>`;
}
