import { type Html, html } from './html.ts';

/** A field of a form; its label is its name for people. */
export interface Field {
  name: string;
  type: 'email' | 'password' | 'text';
  label: string;
  /** Tells password managers what it is. */
  autocomplete: string;
  value?: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Gets the focus when the page opens. */
  isFocused?: boolean;
  /** Shows a value that cannot be changed here. */
  isFixed?: boolean;
  maxLength?: number;
}

/** A labelled field with its error and its hint, tied together for screen readers. */
export function field({ name, error, hint, ...options }: Field): Html {
  const described = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(
    Boolean,
  );
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${options.type}"
      autocomplete="${options.autocomplete}"
      ${options.isFixed === true ? html`readonly` : html`required`}
      ${options.type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      ${options.value !== undefined && html`value="${options.value}"`}
      ${options.maxLength !== undefined && html`maxlength="${String(options.maxLength)}"`}
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true"`}
      ${options.isFocused === true && html`autofocus`}
    />
    ${error !== undefined && message(error, `${name}-error`)}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

/** The name of the first of these fields that has an error: it gets the focus. */
export function firstWrong<N extends string>(
  names: readonly N[],
  errors: Partial<Record<N, string | undefined>>,
): N | undefined {
  return names.find((name) => errors[name] !== undefined);
}

/** A message about the form as a whole, read out at once. */
export function alert(text: string): Html {
  return html`<div class="alert" role="alert">${message(text)}</div>`;
}

/** Says that something is done, read out when there is a pause. */
export function notice(text: string): Html {
  return html`<div class="notice" role="status">
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" />
      <path
        d="M6.2 10.3l2.6 2.6 5-5.4"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
    <p>${text}</p>
  </div>`;
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
