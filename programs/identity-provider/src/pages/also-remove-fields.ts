import { type Html, html } from './html.ts';

export interface Removable {
  passkeys: boolean;
  /** Its name; undefined for none. */
  otherAccess: string | undefined;
}

/** What the user wants to remove together with the old password. */
export interface Removals {
  removesPasskeys: boolean;
  removesOtherAccess: boolean;
}

/** Renders the choice of what else to remove with a password; nothing if there is nothing. */
export function alsoRemoveFields({ passkeys, otherAccess }: Removable, chosen?: Removals): Html | undefined {
  if (!passkeys && otherAccess === undefined) return undefined;
  return html`<fieldset class="choices">
    <legend>Also remove</legend>
    ${passkeys && choice('removesPasskeys', 'Passkeys', chosen?.removesPasskeys)}
    ${otherAccess !== undefined && choice('removesOtherAccess', otherAccess, chosen?.removesOtherAccess)}
    <p class="hint">Otherwise they keep working. Remove them if someone else may have used your account.</p>
  </fieldset>`;
}

function choice(name: keyof Removals, label: string, isChosen = false): Html {
  return html`<label class="choice">
    <input type="checkbox" name="${name}" ${isChosen && html`checked`} />
    <span>${label}</span>
  </label>`;
}
