import { type Html, html } from './html.ts';
import type { Site } from './layout.ts';

interface PasskeyForm {
  action: string;
  does: 'log-in' | 'add';
  /** WebAuthn options as JSON. */
  options: object;
  label: string;
  kind: 'primary' | 'secondary';
}

/** The script unhides the form where the browser supports passkeys. */
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

export function passkeyScript({ basePath, passkeyScript: { name } }: Site): Html {
  return html`<script src="${basePath}/assets/${name}"></script>`;
}

const KEY = html`<svg class="key" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    <circle cx="8" cy="15.5" r="4.5" />
    <path d="M11.5 12.2 20 4m-3.6 3.4 3.1 3M14 9.8l1.9 1.9" />
  </g>
</svg>`;
