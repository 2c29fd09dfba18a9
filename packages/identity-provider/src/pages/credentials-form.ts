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
  /** Tells password managers whether to fill one in or to make one up. */
  passwordAutocomplete: 'current-password' | 'new-password';
  passwordHint?: string;
  /** What the button says. */
  submit: string;
}

/** The form of e-mail and password, with what is wrong above it and at its fields. */
export function credentialsForm({ problem, errors = {}, ...form }: CredentialsForm): Html {
  return html`${problem !== undefined && alert(problem)}
    <form method="post" action="${form.action}" novalidate>
      ${field({
        name: 'email',
        label: 'Email',
        autocomplete: 'username',
        value: form.email,
        error: errors.email,
        focused: errors.email !== undefined,
      })}
      ${field({
        name: 'password',
        label: 'Password',
        autocomplete: form.passwordAutocomplete,
        hint: form.passwordHint,
        error: errors.password,
        focused: errors.email === undefined && errors.password !== undefined,
      })}
      <button class="button primary" type="submit">${form.submit}</button>
    </form>`;
}

/** A field of a form, which is of the type that its name says; its label is its name for people. */
interface Field {
  name: 'email' | 'password';
  label: string;
  autocomplete: 'username' | CredentialsForm['passwordAutocomplete'];
  value?: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Gets the focus when the page opens. */
  focused: boolean;
}

/** A labelled field with its error and its hint, tied together for screen readers. */
function field(options: Field): Html {
  const { name, error, hint } = options;
  const described = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(
    Boolean,
  );
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${name}"
      autocomplete="${options.autocomplete}"
      required
      ${name === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      ${options.value !== undefined && html`value="${options.value}"`}
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true"`}
      ${options.focused && html`autofocus`}
    />
    ${error !== undefined && message(error, `${name}-error`)}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

/** A message about the form as a whole, read out at once. */
function alert(text: string): Html {
  return html`<div class="alert" role="alert">${message(text)}</div>`;
}

function message(text: string, id?: string): Html {
  return html`<p class="error" ${id !== undefined && html`id="${id}"`}>
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M10 5.5v5.5m0 3.2v.1" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
    <span>${text}</span>
  </p>`;
}
