import { MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { field } from './fields.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

interface NewPasswordPage {
  /** The path of this page. */
  path: string;
  email: string;
  error?: string;
}

/** The page on which a person replaces a password that an administrator gave them. */
export function newPasswordPage(site: Site, { path, email, error }: NewPasswordPage): string {
  return layout(site, {
    title: 'Choose a new password',
    mood: 'content',
    lead: 'You logged in with a temporary password. Replace it with one that only you know.',
    content: html`<form method="post" action="${path}" novalidate>
      ${field({
        name: 'email',
        type: 'email',
        label: 'Email',
        autocomplete: 'username',
        value: email,
        isFixed: true,
      })}
      ${field({
        name: 'password',
        type: 'password',
        label: 'New password',
        autocomplete: 'new-password',
        hint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row work well.`,
        error,
        isFocused: error !== undefined,
      })}
      <button class="button primary" type="submit">Save password</button>
    </form>`,
  });
}
