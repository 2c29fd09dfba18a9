import { MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { alert, field, firstWrong } from './fields.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

/** What is wrong with the fields. */
export interface PasswordErrors {
  current?: string | undefined;
  password?: string | undefined;
}

/** Where somebody changes their password. */
export function passwordPage(
  site: Site,
  { email, errors = {}, problem }: { email: string; errors?: PasswordErrors; problem?: string | undefined },
): string {
  const home = `${site.basePath}/account`;
  const focused = firstWrong(['current', 'password'], errors);
  return layout(site, {
    title: 'Change password',
    mood: problem === undefined ? 'content' : 'worried',
    lead: 'Your other devices will need it to log in again.',
    content: html`${problem !== undefined && alert(problem)}
      <form method="post" action="${home}/password" novalidate>
        ${field({
          name: 'email',
          type: 'email',
          label: 'Email',
          autocomplete: 'username',
          value: email,
          isFixed: true,
        })}
        ${field({
          name: 'current',
          type: 'password',
          label: 'Current password',
          autocomplete: 'current-password',
          error: errors.current,
          isFocused: focused === 'current',
        })}
        ${field({
          name: 'password',
          type: 'password',
          label: 'New password',
          autocomplete: 'new-password',
          hint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row work well.`,
          error: errors.password,
          isFocused: focused === 'password',
        })}
        <button class="button primary" type="submit">Change password</button>
      </form>
      <a class="button secondary" href="${home}">Cancel</a>`,
  });
}
