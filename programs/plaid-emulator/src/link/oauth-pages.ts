import { html, type SafeHtml } from '@oinkly/test-banks/html';
import { testLogin } from '../credentials.ts';
import type { Institution } from '../institutions.ts';
import { drawings, markOf } from './drawings.ts';
import {
  bankHead,
  credentialFields,
  layout,
  leaveForm,
  type PageFrame,
  type Problem,
  problemBox,
  progress,
} from './pages.ts';
import { stylesheetName } from './stylesheet.ts';

export function oauthPage(
  frame: PageFrame,
  bank: Institution,
  problem: Problem | null,
  opensWindow: boolean,
  backPath: string,
): string {
  const lead = opensWindow
    ? `${bank.name} opens its login in another window. Come back here afterward.`
    : `${bank.name} asks you to log in on its own pages, then sends you back here.`;
  return layout(
    frame,
    problem === null ? `Continue at ${bank.name}` : `Error: continue at ${bank.name}`,
    leaveForm(frame),
    html`${progress(3)} ${bankHead(bank)}
      <h1>Continue at your bank</h1>
      <p class="lead">${lead}</p>
      ${problem === null ? null : problemBox('Not connected', problem.message)}
      <form method="post" action="${frame.linkPath}/oauth" ${opensWindow ? html` target="_blank"` : null}>
        <button class="button" type="submit">
          ${problem === null ? `Continue to ${bank.name}` : 'Try again'}
        </button>
      </form>
      <div class="actions"><a class="text-button" href="${backPath}">Back</a></div>`,
  );
}

/** The link is for a window that stays. */
export function toBankPage(frame: PageFrame, bank: Institution, bankAddress: string): string {
  return layout(
    frame,
    `On to ${bank.name}`,
    leaveForm(frame),
    html`${progress(3)} ${bankHead(bank)}
      <h1>On to your bank</h1>
      <p class="lead">Taking you to ${bank.name}.</p>
      <a class="button" href="${bankAddress}" target="_top">Go to ${bank.name}</a>`,
  );
}

function bankLayout(basePath: string, bank: Institution, title: string, body: SafeHtml): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${`${title} · ${bank.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${basePath}/hosted-link/assets/${stylesheetName}" />
      </head>
      <body class="bank-site">
        <header class="masthead">
          <div>${markOf(bank)}<span>${bank.name}</span></div>
        </header>
        <main class="card">
          <p class="notice">${drawings.info}<span>Test bank. No real account is involved.</span></p>
          ${body}
        </main>
        <footer class="foot">${bank.name}. Not insured, because it holds no money.</footer>
      </body>
    </html>`.markup;
}

export function bankConsentPage(
  basePath: string,
  bank: Institution,
  clientName: string,
  action: string,
  enteredUsername: string,
  problem: Problem | null,
): string {
  return bankLayout(
    basePath,
    bank,
    problem === null ? 'Share your data' : 'Error: share your data',
    html`<h1>Share your data with ${clientName}</h1>
      <p class="lead">
        Log in to let <strong>${clientName}</strong> see your account names, balances and transactions. It
        cannot move money.
      </p>
      ${problem === null ? null : problemBox('Login not accepted', problem.message)}
      <p class="hint">
        Username <code>${testLogin.username}</code>, password <code>${testLogin.password}</code>.
      </p>
      <form method="post" action="${action}">
        ${credentialFields(enteredUsername, problem)}
        <div class="actions">
          <button class="button" type="submit" name="decision" value="allow">Allow</button
          ><button class="button quiet" type="submit" name="decision" value="refuse" formnovalidate>
            Do not allow
          </button>
        </div>
      </form>`,
  );
}

export function bankDonePage(basePath: string, bank: Institution, heading: string, text: string): string {
  return bankLayout(
    basePath,
    bank,
    heading,
    html`<h1>${heading}</h1>
      <p class="lead">${text}</p>`,
  );
}
