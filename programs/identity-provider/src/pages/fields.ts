import { type Html, html } from './html.ts';

export interface Field {
  name: string;
  /** By default, the name. */
  id?: string;
  type: 'email' | 'password' | 'text';
  label: string;
  autocomplete: string;
  value?: string;
  hint?: string | undefined;
  error?: string | undefined;
  isFocused?: boolean;
  isFixed?: boolean;
  isNumeric?: boolean;
  /** Keeps phones from correcting it, and browsers from sending it to a spell check. */
  isCode?: boolean;
  maxLength?: number;
  /** Validated by the browser first, which keeps the values, and again by the server. */
  checks?: FieldChecks | undefined;
}

interface FieldChecks {
  missing: string;
  pattern?: string;
  malformed?: string;
  minLength?: number;
  /** `{length}` is replaced by the entered length. */
  tooShort?: string;
}

/** Renders a labeled field with error and hint tied to it for screen readers. */
export function field({ name, id = name, error, hint, ...options }: Field): Html {
  const { type, label, checks } = options;
  const described = hint === undefined ? `${id}-error` : `${id}-error ${id}-hint`;
  const input = html`<input
    id="${id}"
    name="${name}"
    type="${type}"
    autocomplete="${options.autocomplete}"
    ${options.isFixed === true ? html`readonly` : html`required`}
    ${type === 'email' && html`inputmode="email"`}
    ${options.isNumeric === true && html`inputmode="numeric"`}
    ${(type !== 'text' || options.isCode === true) && html`autocapitalize="none" spellcheck="false"`}
    ${options.value !== undefined && html`value="${options.value}"`}
    ${options.maxLength !== undefined && html`maxlength="${String(options.maxLength)}"`}
    ${checks && checkAttributes(checks)}
    aria-describedby="${described}"
    ${error !== undefined && html`aria-invalid="true"`}
    ${options.isFocused === true && html`autofocus`}
  />`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${type === 'password' ? html`<div class="secret">${input} ${revealButton(id, label)}</div>` : input}
    ${message(error, `${id}-error`)}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

function revealButton(name: string, label: string): Html {
  return html`<button class="reveal" type="button" aria-controls="${name}" hidden>
    <span>Show</span><span class="unseen"> ${label.toLowerCase()}</span>
  </button>`;
}

function checkAttributes({ missing, pattern, malformed, minLength, tooShort }: FieldChecks): Html {
  return html`data-missing="${missing}" ${pattern !== undefined && html`pattern="${pattern}"`}
  ${malformed !== undefined && html`data-malformed="${malformed}"`}
  ${minLength !== undefined && html`data-min-length="${String(minLength)}"`}
  ${tooShort !== undefined && html`data-too-short="${tooShort}"`}`;
}

export function firstWrong<N extends string>(
  names: readonly N[],
  errors: Partial<Record<N, string | undefined>>,
): N | undefined {
  return names.find((name) => errors[name] !== undefined);
}

/** Renders a form's message, announced at once. */
export function alert(text: string): Html {
  return html`<div class="alert" role="alert">${message(text)}</div>`;
}

/** Renders a success message, announced politely. */
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

/** Hidden while empty. */
function message(text: string | undefined, id?: string): Html {
  return html`<p class="error" ${id !== undefined && html`id="${id}"`} ${text === undefined && html`hidden`}>
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M10 5.5v5.5m0 3.2v.1" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
    <span>${text}</span>
  </p>`;
}
