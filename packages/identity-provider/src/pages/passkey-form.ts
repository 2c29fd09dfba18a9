import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

interface PasskeyForm {
  /** The path that the browser's answer is sent to. */
  action: string;
  /** Whether one is asked for or made. */
  does: 'log-in' | 'add';
  /** What the browser is asked for, as the standard has it in JSON. */
  options: object;
  label: string;
  kind: 'primary' | 'secondary';
}

/**
 * A button that has the browser ask for a passkey, or make one. The script shows it where the browser knows them, and fills in the answer;
 * without the script it stays hidden.
 */
export function passkeyForm({ action, does, options, label, kind }: PasskeyForm): Html {
  return html`<form
    class="passkey"
    method="post"
    action="${action}"
    data-passkey="${does}"
    data-options="${JSON.stringify(options)}"
    hidden
  >
    <input type="hidden" name="answer" value="" />
    <button class="button ${kind}" type="submit">${KEY}<span>${label}</span></button>
    <p class="hint" role="status"></p>
  </form>`;
}

/** The script that brings such buttons to life, for the end of a document. */
export function passkeyScript({ basePath, passkeyScript: { name } }: Site): Html {
  return html`<script src="${basePath}/assets/${name}"></script>`;
}

const KEY = html`<svg class="key" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="8" cy="15.5" r="4.5" />
    <path d="M11.5 12.2 20 4m-3.6 3.4 3.1 3M14 9.8l1.9 1.9" />
  </g>
</svg>`;
