import { html, type SafeHtml } from '@oinkly/test-banks/html';
import { testLogin } from '../credentials.ts';
import type { Institution } from '../institutions.ts';
import { frameScriptName } from './browser-files.ts';
import { drawings, markOf } from './drawings.ts';
import { stylesheetName } from './stylesheet.ts';

/** Needed by every page, also one without a session. */
export interface PageShell {
  /** Without a trailing slash. */
  basePath: string;
  /** Null follows the system. */
  appearance: 'light' | 'dark' | null;
  /** JSON for the page around; null outside a frame. */
  frameState: string | null;
}

export interface PageFrame extends PageShell {
  /** Without a trailing slash. */
  linkPath: string;
  clientName: string;
}

/** Plaid shows this for names over 30 characters. */
const anonymousClient = 'This Application';

export function displayedClientName(clientName: string): string {
  return clientName.length > 30 ? anonymousClient : clientName;
}

const stepNames = ['Permission', 'Bank', 'Log in', 'Accounts'] as const;

export function progress(step: number): SafeHtml {
  return html`<ol class="steps" aria-hidden="true">
      ${stepNames.map((_, index) => (index < step ? html`<li class="done"></li>` : html`<li></li>`))}
    </ol>
    <p class="count">Step ${step} of ${stepNames.length}: ${stepNames[step - 1] ?? ''}</p>`;
}

export function leaveForm(frame: PageFrame): SafeHtml {
  return html`<form method="post" action="${frame.linkPath}/leave">
    <button class="text-button" type="submit">Leave</button>
  </form>`;
}

/** Shown by `frame.js` when a form gets no answer. */
const noAnswerBox = html`<div class="no-answer">
  <div class="error" role="alert">
    ${drawings.warning}
    <div><b>Bank Link isn&rsquo;t responding</b>Check your connection, then try again.</div>
  </div>
  <button class="button quiet" type="button">Try again</button>
</div>`;

/** `corner` is at the right of the header. The script runs before there is anything to press, so that it sees each press. */
export function layout(
  { basePath, appearance, frameState }: PageShell,
  title: string,
  corner: SafeHtml | null,
  body: SafeHtml,
): string {
  const script =
    frameState === null
      ? null
      : html`<template>${noAnswerBox}</template>
          <div hidden data-link-state="${frameState}"></div>
          <script src="${basePath}/link/assets/${frameScriptName}"></script>`;
  return html`<!doctype html>
    <html lang="en"${appearance === null ? null : html` data-appearance="${appearance}"`}>
      <head>
        <meta charset="utf-8" />
        <title>${`${title} · Bank Link`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#f7f3ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161412" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${basePath}/hosted-link/assets/${stylesheetName}" />
      </head>
      <body${frameState === null ? null : html` class="framed"`}>
        ${script}
        <header class="head">
          <div class="top"><span class="brand">${drawings.lock}Bank Link</span>${corner}</div>
          <p class="notice">${drawings.info}<span>Test bank. No real account is involved.</span></p>
        </header>
        <main class="card">${body}</main>
        <footer class="foot">Bank Link shares only what you agree to. You can disconnect at any time.</footer>
      </body>
    </html>`.markup;
}

/** `bank` is set in update mode. */
export function consentPage(frame: PageFrame, bank: Institution | null): string {
  const heading =
    bank === null ? `${frame.clientName} would like to connect to your bank` : `Log in to ${bank.name} again`;
  const lead =
    bank === null
      ? html`Bank Link lets you share account data with <strong>${frame.clientName}</strong>. Here is what
          happens next.`
      : html`<strong>${frame.clientName}</strong> lost its connection. Log in again to restore it. Nothing
          else changes.`;
  return layout(
    frame,
    'Permission',
    leaveForm(frame),
    html`${progress(1)}
      <h1>${heading}</h1>
      <p class="lead">${lead}</p>
      <ul class="points">
        <li>
          ${drawings.eye}
          <div>
            <b>What is shared</b
            ><span>Account names, balances and transactions of the accounts you choose.</span>
          </div>
        </li>
        <li>
          ${drawings.key}
          <div>
            <b>What is not</b
            ><span
              >Your login stays with your bank. ${frame.clientName} never sees it and cannot move money.</span
            >
          </div>
        </li>
        <li>
          ${drawings.door}
          <div><b>You stay in charge</b><span>Leave now or disconnect later, whenever you like.</span></div>
        </li>
      </ul>
      <form class="actions" method="post" action="${frame.linkPath}/consent">
        <button class="button" type="submit">Continue</button>
      </form>`,
  );
}

export function institutionsPage(frame: PageFrame, query: string, found: readonly Institution[]): string {
  const results =
    found.length === 0
      ? html`<p class="lead" role="status">
          No bank matches ${`“${query}”`}. Check the spelling or
          <a href="${frame.linkPath}/institutions">see all banks</a>.
        </p>`
      : html`<form method="post" action="${frame.linkPath}/institutions">
          <ul class="list">
            ${found.map(
              (bank) =>
                html`<li>
                  <button class="bank" type="submit" name="institution_id" value="${bank.institutionId}">
                    ${markOf(bank)}<span><b>${bank.name}</b><span>${new URL(bank.website).host}</span></span
                    >${drawings.chevron}
                  </button>
                </li>`,
            )}
          </ul>
        </form>`;
  return layout(
    frame,
    'Choose your bank',
    leaveForm(frame),
    html`${progress(2)}
      <h1>Choose your bank</h1>
      <form class="search" method="get" action="${frame.linkPath}/institutions" role="search">
        <div class="field">
          <label for="q">Search for your bank</label
          ><input id="q" name="q" type="search" value="${query}" autocomplete="off" maxlength="100" />
        </div>
        <button class="button quiet" type="submit">Search</button>
      </form>
      ${results}
      <div class="actions"><a class="text-button" href="${frame.linkPath}">Back</a></div>`,
  );
}

export interface Problem {
  code: string;
  message: string;
}

/** Fields refer to the box as `problem`. */
export function problemBox(title: string, message: string): SafeHtml {
  return html`<div class="error" role="alert" id="problem">
    ${drawings.warning}
    <div><b>${title}</b>${message}</div>
  </div>`;
}

export function bankHead(bank: Institution, note = new URL(bank.website).host): SafeHtml {
  return html`<div class="at">
    ${markOf(bank)}
    <div><b>${bank.name}</b><span>${note}</span></div>
  </div>`;
}

function isRejected(problem: Problem | null): boolean {
  return problem?.code === 'INVALID_CREDENTIALS';
}

/** After an error the password is empty and has the focus. */
export function credentialFields(enteredUsername: string, problem: Problem | null): SafeHtml {
  const invalid = isRejected(problem) ? html` aria-invalid="true" aria-describedby="problem"` : null;
  return html`<div class="field">
      <label for="username">Username</label
      ><input
        id="username"
        name="username"
        type="text"
        value="${enteredUsername}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength="200"
        required${invalid}${problem === null ? html` autofocus` : null}
      />
    </div>
    <div class="field">
      <label for="password">Password</label
      ><input
        id="password"
        name="password"
        type="password"
        autocomplete="off"
        maxlength="200"
        required${invalid}${problem === null ? null : html` autofocus`}
      />
    </div>`;
}

export function loginPage(
  frame: PageFrame,
  bank: Institution,
  enteredUsername: string,
  problem: Problem | null,
  backPath: string,
): string {
  const shown =
    problem === null
      ? null
      : problemBox(isRejected(problem) ? 'Login not accepted' : 'Login not possible', problem.message);
  return layout(
    frame,
    problem === null ? `Log in to ${bank.name}` : `Error: log in to ${bank.name}`,
    leaveForm(frame),
    html`${progress(3)} ${bankHead(bank)}
      <h1>Log in</h1>
      <p class="lead">Use your online banking login. It goes to ${bank.name} only.</p>
      ${shown}
      <p class="hint" id="hint">
        This is a test bank. Username <code>${testLogin.username}</code>, password
        <code>${testLogin.password}</code>.
      </p>
      <form method="post" action="${frame.linkPath}/login">
        ${credentialFields(enteredUsername, problem)}
        <button class="button" type="submit">Log in</button>
      </form>
      <div class="actions"><a class="text-button" href="${backPath}">Back</a></div>`,
  );
}

/** Amounts are formatted US dollars. */
export interface OfferedAccount {
  value: string;
  name: string;
  kind: string;
  mask: string;
  money: string;
  moneyMeaning: string;
  checked: boolean;
}

/** `missing`: no account was chosen. */
export function accountsPage(
  frame: PageFrame,
  bank: Institution,
  accounts: readonly OfferedAccount[],
  missing: boolean,
  backPath: string,
): string {
  const shown = missing ? problemBox('Nothing chosen', 'Choose at least one account to share.') : null;
  const offered = html`<form method="post" action="${frame.linkPath}/accounts">
<fieldset${missing ? html` aria-describedby="problem"` : null}><legend>Accounts to share with ${frame.clientName}</legend>
<ul class="list">${accounts.map(
    (account) =>
      html`<li>
        <label class="account"
          ><input
            type="checkbox"
            name="account"
            value="${account.value}"
            ${account.checked ? html` checked` : null}
          /><span class="what"
            ><span class="who"
              ><b>${account.name}</b
              ><span>${account.kind} <span class="mask">${`••${account.mask}`}</span></span></span
            ><span class="money">${account.money} <span>${account.moneyMeaning}</span></span></span
          ></label
        >
      </li>`,
  )}</ul></fieldset>
<div class="actions"><button class="button" type="submit">Connect accounts</button></div>
</form>`;
  const none = html`<p class="lead">
    ${bank.name} has no account of the kind that ${frame.clientName} asked for. Go back and choose another
    bank.
  </p>`;
  return layout(
    frame,
    missing ? 'Error: choose accounts' : 'Choose accounts',
    leaveForm(frame),
    html`${progress(4)} ${bankHead(bank, 'Logged in')}
      <h1>Choose accounts</h1>
      ${shown} ${accounts.length === 0 ? none : offered}
      <div class="actions"><a class="text-button" href="${backPath}">Back</a></div>`,
  );
}

export function connectedPage(
  frame: PageFrame,
  bank: Institution,
  accountCount: number,
  canReturn: boolean,
): string {
  const shared = accountCount === 1 ? '1 account is' : `${accountCount} accounts are`;
  const next = canReturn
    ? html`<form class="actions" method="post" action="${frame.linkPath}/finish">
        <button class="button" type="submit">Finish</button>
      </form>`
    : html`<p class="lead">You can close this window.</p>`;
  return layout(
    frame,
    'Connected',
    null,
    html`<div class="seal">${drawings.check}</div>
      <h1>${bank.name} is connected</h1>
      <p class="lead">${shared} now shared with <strong>${frame.clientName}</strong>.</p>
      ${next}`,
  );
}

export type WayOut = { kind: 'address'; address: string; clientName: string } | { kind: 'close' } | null;

export function closedPage(shell: PageShell, heading: string, explanation: string, wayOut: WayOut): string {
  const button =
    wayOut?.kind === 'address'
      ? html`<a class="button" href="${wayOut.address}">Back to ${wayOut.clientName}</a>`
      : html`<button class="button" type="button" data-close>Close</button>`;
  return layout(
    shell,
    heading,
    null,
    html`<div class="seal plain">${drawings.clock}</div>
      <h1>${heading}</h1>
      <p class="lead">${explanation}</p>
      ${wayOut === null ? null : button}`,
  );
}

export function exitQuestionPage(frame: PageFrame): string {
  return layout(
    frame,
    'Leave Bank Link?',
    null,
    html`<div class="seal plain">${drawings.door}</div>
      <h1>Leave Bank Link?</h1>
      <p class="lead">Nothing has changed so far. You can start over at any time.</p>
      <div class="actions">
        <a class="button" href="${frame.linkPath}/resume">Stay</a>
        <form method="post" action="${frame.linkPath}/leave">
          <button class="button quiet" type="submit">Leave</button>
        </form>
      </div>`,
  );
}

/** Shown until the page around the frame takes over. */
export function handoverPage(frame: PageFrame): string {
  return layout(
    frame,
    'One moment',
    null,
    html`<h1>One moment</h1>
      <p class="lead">Taking you back to ${frame.clientName}.</p>`,
  );
}
