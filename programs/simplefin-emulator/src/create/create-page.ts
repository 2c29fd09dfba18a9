import { createHash } from 'node:crypto';
import type { TestBank } from '@oinkly/test-banks/banks';
import { html, SafeHtml } from '@oinkly/test-banks/html';

const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f5f6f3; --card: #ffffff; --ink: #1d2321; --soft: #56605c; --line: #dde2dd; --edge: #85908a;
  --accent: #1d5c46; --on-accent: #ffffff; --tint: #e6f0ea; --warn: #9b1c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131614; --card: #1c211e; --ink: #eef2ee; --soft: #b1bbb5; --line: #343b37; --edge: #8a958f;
    --accent: #8fd3b4; --on-accent: #10291f; --tint: #203329; --warn: #ffb0a8;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 24px 16px 48px; background: var(--paper); color: var(--ink);
  font: 400 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif;
  overflow-wrap: break-word;
}
main { max-width: 34rem; margin: 0 auto; }
h1 { margin: 0 0 8px; font-size: 1.625rem; line-height: 1.2; }
h2 { margin: 0 0 8px; font-size: 1.125rem; }
p { margin: 0 0 16px; color: var(--soft); }
section { margin-top: 20px; padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label { display: flex; gap: 12px; align-items: center; min-height: 48px; padding: 8px 0; border-bottom: 1px solid var(--line); cursor: pointer; }
label span { color: var(--soft); }
label b { margin-right: 8px; color: var(--ink); }
input { flex: none; width: 22px; height: 22px; margin: 0; accent-color: var(--accent); }
button {
  min-height: 44px; padding: 8px 18px; border: 1.5px solid transparent; border-radius: 10px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
}
button.quiet { border-color: var(--edge); background: transparent; color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code {
  display: block; padding: 14px; border-radius: 10px; background: var(--tint);
  font: 0.9375rem/1.45 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; user-select: all;
}
ul { margin: 0; padding: 0; list-style: none; }
li { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between; padding: 12px 0; border-top: 1px solid var(--line); }
li span { display: block; color: var(--soft); font-size: 0.9375rem; }
button.copy { margin-top: 12px; }
.error { color: var(--warn); font-weight: 600; }
`;

/** The policy's hash is of exactly this text. */
const styleElement = new SafeHtml(`<style>${stylesheet}</style>`);

const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** Without it, a tap on the token selects all of it. */
const copyScript = `
const button = document.querySelector('button.copy');
button.hidden = false;
button.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(document.querySelector('code').textContent);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied: select the token';
  }
});
`;
const scriptElement = new SafeHtml(`<script>${copyScript}</script>`);
const scriptHash = createHash('sha256').update(copyScript).digest('base64');

export const pagePolicy = `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export interface ListedToken {
  tokenId: string;
  bankNames: readonly string[];
  state: 'unused' | 'in use' | 'disabled';
  createdAt: string;
}

const checked = new SafeHtml('checked');

function newTokenSection(setupToken: string): SafeHtml {
  return html`<section aria-labelledby="new">
    <h2 id="new">Your setup token</h2>
    <p>Copy it and paste it into the app. It works once, and this page shows it only now.</p>
    <code>${setupToken}</code>
    <button type="button" class="quiet copy" hidden>Copy</button>
    ${scriptElement}
  </section>`;
}

function bankChoice(basePath: string, banks: readonly TestBank[], problem: string | null): SafeHtml {
  const choices = banks.map(
    ({ key, name, customer }, index) =>
      html`<label>
        <input type="checkbox" name="bank" value="${key}" ${index < 2 ? checked : null} />
        <span><b>${name}</b> ${customer.city}</span>
      </label>`,
  );
  return html`<section>
    <form method="post" action="${basePath}/create">
      <fieldset>
        <legend>Choose test banks</legend>
        ${choices}
      </fieldset>
      ${problem === null ? null : html`<p class="error" role="alert">${problem}</p>`}
      <button>Create setup token</button>
    </form>
  </section>`;
}

function tokenList(basePath: string, tokens: readonly ListedToken[]): SafeHtml {
  const rows = tokens.map(
    ({ tokenId, bankNames, state, createdAt }) =>
      html`<li>
        <div id="${tokenId}">
          ${bankNames.length === 0 ? 'No banks' : bankNames.join(', ')}
          <span>Created ${createdAt.slice(0, 16).replace('T', ' ')} UTC, ${state}</span>
        </div>
        ${
          state === 'disabled'
            ? null
            : html`<form method="post" action="${basePath}/create/disable">
                <button class="quiet" name="token_id" value="${tokenId}" aria-describedby="${tokenId}">
                  Disable
                </button>
              </form>`
        }
      </li>`,
  );
  return html`<section aria-labelledby="tokens">
    <h2 id="tokens">Tokens</h2>
    ${
      tokens.length === 0
        ? html`<p>There are none yet.</p>`
        : html`<ul>
            ${rows}
          </ul>`
    }
  </section>`;
}

/** `basePath` is the emulator's prefix as a browser sees it. */
export function createPage({
  basePath,
  banks,
  tokens,
  setupToken = null,
  problem = null,
}: {
  basePath: string;
  banks: readonly TestBank[];
  tokens: readonly ListedToken[];
  setupToken?: string | null;
  problem?: string | null;
}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>SimpleFIN test banks</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>SimpleFIN test banks</h1>
          <p>These banks are made up. Choose some, and give an app access to them.</p>
          ${setupToken === null ? null : newTokenSection(setupToken)} ${bankChoice(basePath, banks, problem)}
          ${tokenList(basePath, tokens)}
        </main>
      </body>
    </html> `.markup;
}
