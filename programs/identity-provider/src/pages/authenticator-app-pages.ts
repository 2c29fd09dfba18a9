import { CODE_ERRORS } from '../authenticator-apps/second-factor.ts';
import type { SetUp } from '../authenticator-apps/authenticator-apps.ts';
import type { AuthenticatorApp } from '../storage/authenticator-apps.ts';
import { codeField } from './code-page.ts';
import { day } from './day.ts';
import { alert, field, notice } from './fields.ts';
import { type Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { qrCode } from './qr-code.ts';

interface SetUpPage {
  email: string;
  setUp: SetUp;
  error?: string;
  /** About the whole form. */
  problem?: string;
}

export function setUpPage(site: Site, { email, setUp, error, problem }: SetUpPage): string {
  const home = `${site.basePath}/account`;
  return layout(site, {
    title: 'Set up an authenticator app',
    mood: 'content',
    lead: `For ${email}`,
    content: html`${problem !== undefined && alert(problem)}
      <section class="card">
        <h2>1. Add the account</h2>
        <p class="soft">Scan this picture with your app, or type the key into it.</p>
        ${qrCode(setUp.uri, 'QR code with the key below')}
        <p class="center"><code class="key-text">${inGroups(setUp.secret)}</code></p>
        <p class="more small"><a href="${setUp.uri}">Open in an app on this device</a></p>
      </section>
      <section class="card">
        <h2>2. Enter its code</h2>
        <form method="post" action="${home}/authenticator-app" novalidate>
          <input type="hidden" name="setUp" value="${setUp.sealed}" />
          ${codeField({ error, isFocused: error !== undefined })}
          <button class="button primary" type="submit">Turn on</button>
        </form>
      </section>
      <a class="button secondary" href="${home}">Cancel</a>`,
  });
}

interface RecoveryCodesPage {
  email: string;
  codes: readonly string[];
  /** Whether the app was just added; otherwise the codes replace others. */
  isNew: boolean;
  /** What failed beside the change. */
  problems?: readonly string[];
}

const KEEP_THEM = 'Keep them apart from your phone. They’re shown only now.';
const KEPT = 'I’ve kept them';

/** The only page with them. */
export function recoveryCodesPage(
  site: Site,
  { email, codes, isNew, problems = [] }: RecoveryCodesPage,
): string {
  return layout(site, {
    title: 'Your recovery codes',
    mood: 'proud',
    lead: 'Without your phone, each of them logs you in once, after your password.',
    content: html`${problems.map(alert)}
      ${notice(isNew ? 'The authenticator app is on. Other devices need its code to log in again.' : 'The earlier recovery codes no longer work.')}
      <section class="card">
        <p class="soft">For ${email}. ${KEEP_THEM}</p>
        <ol class="codes" id="recovery-codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ol>
        <button class="button secondary" type="button" data-copy="recovery-codes" hidden>Copy</button>
        <p class="hint center" role="status" id="recovery-codes-copied"></p>
        <button class="button secondary" type="button" data-print hidden>Print</button>
      </section>
      <a class="button primary" href="${site.basePath}/account">${KEPT}</a>`,
  });
}

interface AuthenticatorAppPage {
  app: AuthenticatorApp;
  /** Whether another one was to be added. */
  isAlreadyOn?: boolean;
  refused?: {
    change: 'recovery-codes' | 'remove';
    error?: string;
    /** About the whole form. */
    problem?: string;
  };
}

const ALREADY_ON =
  'An app is on. A key that you scanned after that isn’t in use. If you didn’t see the recovery codes, make new ones.';

export function authenticatorAppPage(
  site: Site,
  { app, isAlreadyOn = false, refused }: AuthenticatorAppPage,
): string {
  const home = `${site.basePath}/account`;
  const path = `${home}/authenticator-app`;
  const codeOf = (change: 'recovery-codes' | 'remove') => {
    const error = refused?.change === change ? refused.error : undefined;
    return field({
      id: `${change}-code`,
      name: 'code',
      type: 'text',
      label: 'Code, or a recovery code',
      autocomplete: 'one-time-code',
      isCode: true,
      checks: { missing: CODE_ERRORS.missing },
      error,
      isFocused: error !== undefined,
    });
  };
  return layout(site, {
    title: 'Your authenticator app',
    mood: refused?.problem === undefined ? 'content' : 'worried',
    content: html`<p class="lead center">Added ${day(app.addedAt)}, ${describeRecoveryCodes(app)}</p>
      ${refused?.problem !== undefined && alert(refused.problem)} ${isAlreadyOn && notice(ALREADY_ON)}
      <section class="card">
        <h2>Recovery codes</h2>
        <p class="soft">Ten new ones replace those that you have.</p>
        <form method="post" action="${path}/recovery-codes" novalidate>
          ${codeOf('recovery-codes')}
          <button class="button secondary" type="submit">Make new recovery codes</button>
        </form>
      </section>
      <section class="card">
        <h2>Remove it</h2>
        <p class="soft">
          Your password alone will log you in. To use another phone, set it up again after that.
        </p>
        <form method="post" action="${path}/remove" novalidate>
          ${codeOf('remove')}
          <button class="button danger" type="submit">Remove authenticator app</button>
        </form>
      </section>
      <p class="more"><a href="${home}">Back to password and passkeys</a></p>`,
  });
}

/** The account page's part. */
export function authenticatorAppCard(site: Site, app: AuthenticatorApp | undefined): Html {
  const path = `${site.basePath}/account/authenticator-app`;
  return html`<section class="card">
    <h2>Authenticator app</h2>
    ${
      app === undefined
        ? html`<p class="soft">A second step after your password: a code from an app on your phone.</p>
            <a class="button secondary" href="${path}">Set up an authenticator app</a>`
        : html`<p class="soft">On since ${day(app.addedAt)}, ${describeRecoveryCodes(app)}</p>
            <a class="button secondary" href="${path}">Change</a>`
    }
  </section>`;
}

function describeRecoveryCodes({ recoveryCodes }: AuthenticatorApp): string {
  if (recoveryCodes === 0) return 'with no recovery codes left.';
  return recoveryCodes === 1 ? 'with one recovery code left.' : `with ${recoveryCodes} recovery codes left.`;
}

function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
