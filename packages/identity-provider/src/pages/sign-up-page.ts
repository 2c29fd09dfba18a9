import { MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { alert, field, type FieldErrors, focusedField } from './form.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

export interface SignUpPage {
  /** The path of this interaction, where logging in is. */
  path: string;
  email: string;
  errors?: FieldErrors;
  /** Something about the whole form. */
  problem?: string | undefined;
}

export function signUpPage(site: Site, page: SignUpPage): string {
  const errors = page.errors ?? {};
  const focused = focusedField(errors);
  return layout(site, {
    title: 'Create an account',
    mood: page.problem === undefined ? 'proud' : 'worried',
    lead: 'Two fields, and you’re in.',
    content: html`${page.problem !== undefined && alert(page.problem)}
      <form method="post" action="${page.path}/sign-up" novalidate>
        ${field({
          name: 'email',
          label: 'Email',
          type: 'email',
          autocomplete: 'username',
          value: page.email,
          error: errors.email,
          focused: focused === 'email',
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row work well.`,
          error: errors.password,
          focused: focused === 'password',
        })}
        <button class="button primary" type="submit">Create account</button>
      </form>
      <p class="more">Been here before?</p>
      <a class="button secondary" href="${page.path}">Log in</a>`,
  });
}
