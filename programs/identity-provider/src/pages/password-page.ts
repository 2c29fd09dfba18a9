import { alsoRemoveFields, type Removable, type Removals } from './also-remove-fields.ts';
import { emailField } from './email-field.ts';
import { alert, field, firstWrong } from './fields.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { newPasswordField } from './new-password-field.ts';

export const CURRENT_PASSWORD_MISSING = 'Enter your current password.';

export interface PasswordErrors {
  current?: string | undefined;
  password?: string | undefined;
}

interface PasswordPage {
  email: string;
  removable: Removable;
  removals?: Removals;
  errors?: PasswordErrors;
  problem?: string | undefined;
}

export function passwordPage(
  site: Site,
  { email, removable, removals, errors = {}, problem }: PasswordPage,
): string {
  const home = `${site.basePath}/account`;
  const focused = firstWrong(['current', 'password'], errors);
  return layout(site, {
    title: 'Change password',
    mood: problem === undefined ? 'content' : 'worried',
    lead: 'Your other devices will need it to log in again.',
    content: html`${problem !== undefined && alert(problem)}
      <form method="post" action="${home}/password" novalidate>
        ${emailField({ value: email, isFixed: true })}
        ${field({
          name: 'current',
          type: 'password',
          label: 'Current password',
          autocomplete: 'current-password',
          checks: { missing: CURRENT_PASSWORD_MISSING },
          error: errors.current,
          isFocused: focused === 'current',
        })}
        ${newPasswordField({
          label: 'New password',
          error: errors.password,
          isFocused: focused === 'password',
        })}
        ${alsoRemoveFields(removable, removals)}
        <button class="button primary" type="submit">Change password</button>
      </form>
      <a class="button secondary" href="${home}">Cancel</a>`,
  });
}
