import type { PasskeyObstacle } from '../passkeys/availability.ts';
import type { AuthenticatorApp } from '../storage/authenticator-apps.ts';
import type { Passkey } from '../storage/passkeys.ts';
import { authenticatorAppCard } from './authenticator-app-pages.ts';
import { alert, notice } from './fields.ts';
import { type Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';
import { day } from './day.ts';

export const ACCOUNT_DEEDS = [
  'password-changed',
  'password-changed-and-more',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'authenticator-app-removed',
] as const;

export type AccountDeed = (typeof ACCOUNT_DEEDS)[number];

export interface AccountPage {
  email: string;
  passkeys: readonly Passkey[];
  authenticatorApp: AuthenticatorApp | undefined;
  obstacle: PasskeyObstacle | undefined;
  addingOptions: object | undefined;
  deed?: AccountDeed | undefined;
  problem?: string | undefined;
}

export interface HalfDonePage {
  email: string;
  deed: AccountDeed;
  /** What failed beside the change. */
  problems: readonly string[];
}

const TITLE = 'Password and passkeys';

const DEEDS: Record<AccountDeed, string> = {
  'password-changed': 'Password changed. Other devices need the new one to log in again.',
  'password-changed-and-more':
    'Password changed, and what you chose is removed. Other devices need the new password to log in again.',
  'passkey-added': 'Your passkey is ready. Next time, log in with it.',
  'passkey-renamed': 'Passkey renamed.',
  'passkey-removed': 'Passkey removed. It can no longer log you in.',
  'authenticator-app-removed': 'Authenticator app removed. Your password alone logs you in.',
};

const OBSTACLES: Record<PasskeyObstacle, string> = {
  'plain-http': 'Passkeys need an address that begins with https://. This one begins with http://.',
  'no-name':
    'Passkeys need a named address, and this one is a number. Open this site by its name to use them.',
};

const INTRODUCTION = 'Log in with your fingerprint, your face or your screen lock. Nothing to remember.';
const WITHOUT_SCRIPT =
  'This browser doesn’t support passkeys, or JavaScript is off. You can still remove passkeys here.';
const ENOUGH = 'You’ve reached the limit. Remove a passkey to add another.';

export function accountPage(site: Site, page: AccountPage): string {
  const { email, passkeys, authenticatorApp, obstacle, addingOptions, deed, problem } = page;
  return layout(site, {
    title: TITLE,
    mood: problem === undefined ? (deed === undefined ? 'content' : 'proud') : 'worried',
    lead: `For ${email}`,
    content: html`${problem !== undefined && alert(problem)} ${deed !== undefined && notice(DEEDS[deed])}
      <section class="card">
        <h2>Password</h2>
        <p class="soft">A few words in a row work well.</p>
        <a class="button secondary" href="${site.basePath}/account/password">Change password</a>
      </section>
      ${authenticatorAppCard(site, authenticatorApp)}
      <section class="card">
        <h2>Passkeys</h2>
        <p class="soft">${obstacle === undefined ? INTRODUCTION : OBSTACLES[obstacle]}</p>
        ${passkeys.length > 0 && passkeyList(site, passkeys)}
        ${
          addingOptions !== undefined &&
          html`<p class="hint" data-without-passkeys>${WITHOUT_SCRIPT}</p>
            ${passkeyForm({
              action: `${site.basePath}/account/passkeys`,
              does: 'add',
              options: addingOptions,
              label: 'Add a passkey',
              kind: 'primary',
            })}`
        }
        ${addingOptions === undefined && obstacle === undefined && html`<p class="hint">${ENOUGH}</p>`}
      </section>
      <p class="more"><a href="${site.returnUrl}">Back to ${site.productName}</a></p>`,
    script: addingOptions && passkeyScript(site),
  });
}

/** Reports a change whose follow-up failed. Needs no database, which may be the cause. */
export function halfDonePage(site: Site, { email, deed, problems }: HalfDonePage): string {
  return layout(site, {
    title: TITLE,
    mood: 'worried',
    lead: `For ${email}`,
    content: html`${problems.map(alert)} ${notice(DEEDS[deed])}
      <a class="button primary" href="${site.basePath}/account">Continue</a>
      <p class="more"><a href="${site.returnUrl}">Back to ${site.productName}</a></p>`,
  });
}

function passkeyList(site: Site, passkeys: readonly Passkey[]): Html {
  return html`<ul class="passkeys">
    ${passkeys.map(
      ({ id, name, createdAt, lastUsedAt }) =>
        html`<li>
          <a href="${site.basePath}/account/passkeys/${id}">
            <span class="name">${name}</span>
            <span class="change">Change</span>
            <span class="hint">
              Added ${day(createdAt)},
              ${lastUsedAt === null ? 'not used yet' : html`last used ${day(lastUsedAt)}`}
            </span>
          </a>
        </li>`,
    )}
  </ul>`;
}
