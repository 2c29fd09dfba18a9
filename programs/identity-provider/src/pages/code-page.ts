import { alert, field } from './fields.ts';
import { type Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { CODE_ERRORS } from '../authenticator-apps/second-factor.ts';

interface CodePage {
  logInPath: string;
  asksForRecoveryCode: boolean;
  error?: string;
  /** About the whole form. */
  problem?: string;
}

export function codePage(site: Site, { logInPath, asksForRecoveryCode, error, problem }: CodePage): string {
  const path = `${logInPath}/code`;
  return layout(site, {
    title: 'One more step',
    mood: problem === undefined ? 'content' : 'worried',
    lead: asksForRecoveryCode
      ? 'Enter one of the recovery codes that you kept.'
      : 'Enter the code that your authenticator app shows.',
    content: html`${problem !== undefined && alert(problem)}
      <form method="post" action="${path}" novalidate>
        ${asksForRecoveryCode ? recoveryCodeField(error) : codeField({ error, isFocused: true })}
        <button class="button primary" type="submit">Continue</button>
      </form>
      ${
        asksForRecoveryCode
          ? html`<a class="button secondary" href="${path}">Use the app</a>`
          : html`<a class="button secondary" href="${path}?with=recovery-code">Use a recovery code</a>`
      }
      ${asksForRecoveryCode && withoutBoth(site, logInPath)}
      <p class="more small"><a href="${logInPath}">Back to log in</a></p>`,
  });
}

export function codeField(options: { error?: string | undefined; isFocused: boolean }): Html {
  return field({
    name: 'code',
    type: 'text',
    label: 'Code',
    autocomplete: 'one-time-code',
    isNumeric: true,
    isCode: true,
    hint: 'Six digits, new every 30 seconds.',
    checks: { missing: CODE_ERRORS.missing },
    ...options,
  });
}

function recoveryCodeField(error?: string): Html {
  return field({
    name: 'recoveryCode',
    type: 'text',
    label: 'Recovery code',
    autocomplete: 'off',
    isCode: true,
    hint: 'Such as abcde-23456. Each works once.',
    checks: { missing: CODE_ERRORS.missingRecoveryCode },
    error,
    isFocused: true,
  });
}

function withoutBoth({ sendsMail, supportEmail }: Site, logInPath: string): Html {
  if (sendsMail)
    return html`<p class="more small">
      No app and no recovery codes? <a href="${logInPath}/forgot-password">Choose a new password by mail</a>,
      and remove the app there.
    </p>`;
  if (supportEmail === undefined)
    return html`<p class="more small">No app and no recovery codes? Ask the person who runs this server.</p>`;
  return html`<p class="more small">
    No app and no recovery codes? Write to <a href="mailto:${supportEmail}">${supportEmail}</a>
  </p>`;
}
