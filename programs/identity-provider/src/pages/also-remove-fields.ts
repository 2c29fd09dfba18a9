import { type Html, html } from './html.ts';

const PASSKEYS = 'Passkeys';
const AUTHENTICATOR_APP = 'Authenticator app';

export interface Removable {
  passkeys: boolean;
  authenticatorApp: boolean;
  /** The names of its kinds. */
  otherAccess: string[];
  /** What is removed without being chosen. */
  goesAnyway?: Omit<Removable, 'goesAnyway'>;
}

/** What the user wants to remove together with the old password. */
export interface Removals {
  removesPasskeys: boolean;
  removesAuthenticatorApp: boolean;
  /** The names of the kinds. */
  removesOtherAccess: string[];
}

/** Renders what goes with the old password, and the choice of what else to remove; nothing if there is nothing. */
export function alsoRemoveFields(removable: Removable, chosen?: Removals): Html {
  return html`${removable.goesAnyway && whatGoesAnyway(removable.goesAnyway)}${choices(removable, chosen)}`;
}

/** The form sends what it promises: the email may be proven in another way before. */
function whatGoesAnyway({ passkeys, authenticatorApp, otherAccess }: Removable): Html | undefined {
  const going: { field: keyof Removals; value: string; name: string }[] = [
    ...(passkeys ? [{ field: 'removesPasskeys' as const, value: 'on', name: PASSKEYS }] : []),
    ...(authenticatorApp
      ? [{ field: 'removesAuthenticatorApp' as const, value: 'on', name: AUTHENTICATOR_APP }]
      : []),
    ...otherAccess.map((name) => ({ field: 'removesOtherAccess' as const, value: name, name })),
  ];
  if (going.length === 0) return undefined;
  const list = new Intl.ListFormat('en-US').format(going.map(({ name }) => name));
  return html`<p class="hint">
      This link is the first proof that the email is yours. Someone else may have set up the account before,
      so these are removed: ${list}.
    </p>
    ${going.map(({ field, value }) => html`<input type="hidden" name="${field}" value="${value}" />`)}`;
}

function choices(
  { passkeys, authenticatorApp, otherAccess }: Removable,
  chosen?: Removals,
): Html | undefined {
  if (!passkeys && !authenticatorApp && otherAccess.length === 0) return undefined;
  return html`<fieldset class="choices">
    <legend>Also remove</legend>
    ${passkeys && choice('removesPasskeys', 'on', PASSKEYS, chosen?.removesPasskeys)}
    ${authenticatorApp && choice('removesAuthenticatorApp', 'on', AUTHENTICATOR_APP, chosen?.removesAuthenticatorApp)}
    ${otherAccess.map((name) => choice('removesOtherAccess', name, name, chosen?.removesOtherAccess.includes(name)))}
    <p class="hint">
      Otherwise they keep working. Remove them if someone else may have used your
      account.${authenticatorApp && ' With the app, your new password needs its code, or a recovery code.'}
    </p>
  </fieldset>`;
}

function choice(name: keyof Removals, value: string, label: string, isChosen = false): Html {
  return html`<label class="choice">
    <input type="checkbox" name="${name}" value="${value}" ${isChosen && html`checked`} />
    <span>${label}</span>
  </label>`;
}
