import { alsoRemoveFields, type Removable, type Removals } from './also-remove-fields.ts';
import { emailField } from './email-field.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { newPasswordField } from './new-password-field.ts';

interface NewPasswordPage {
  path: string;
  email: string;
  lead: string;
  removable: Removable;
  removals?: Removals;
  error?: string | undefined;
}

export function newPasswordPage(
  site: Site,
  { path, email, lead, removable, removals, error }: NewPasswordPage,
): string {
  return layout(site, {
    title: 'Choose a new password',
    mood: 'content',
    lead,
    content: html`<form method="post" action="${path}" novalidate>
      ${emailField({ value: email, isFixed: true })}
      ${newPasswordField({ label: 'New password', error, isFocused: error !== undefined })}
      ${alsoRemoveFields(removable, removals)}
      <button class="button primary" type="submit">Save password</button>
    </form>`,
  });
}
