import { type Html, html } from './html.ts';

/** A field of a form; its label is its name for people. */
export interface Field {
  name: 'email' | 'password';
  label: string;
  type: 'email' | 'password';
  autocomplete: 'username' | 'current-password' | 'new-password';
  value?: string;
  hint?: string;
  error?: string | undefined;
  /** Gets the focus when the page opens. */
  focused?: boolean;
}

/** A labelled field with its hint and its error, tied together for screen readers. */
export function field(options: Field): Html {
  const { name, error, hint } = options;
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(
    Boolean,
  );
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${options.type}"
      autocomplete="${options.autocomplete}"
      required
      ${options.type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      ${options.value !== undefined && html`value="${options.value}"`}
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true"`}
      ${options.focused === true && html`autofocus`}
    />
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && message(error, `${name}-error`)}
  </div>`;
}

/** A message about the form as a whole, read out at once. */
export function alert(text: string): Html {
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

/** Errors by field; the first one in the order of the form gets the focus. */
export interface FieldErrors {
  email?: string | undefined;
  password?: string | undefined;
}

/** Which field gets the focus: the first with an error. */
export function focusedField(errors: FieldErrors): 'email' | 'password' | undefined {
  if (errors.email !== undefined) return 'email';
  return errors.password !== undefined ? 'password' : undefined;
}
