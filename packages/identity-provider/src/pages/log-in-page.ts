import { alert, field, type FieldErrors, focusedField } from './form.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

export interface LogInPage {
  /** The path of this interaction. */
  path: string;
  email: string;
  /** The person is logged in already and has to say the password once more. */
  again: boolean;
  errors?: FieldErrors;
  /** Something about the whole form. */
  problem?: string | undefined;
}

/** The first page of every flow. */
export function logInPage(site: Site, page: LogInPage): string {
  const errors = page.errors ?? {};
  const focused = focusedField(errors);
  return layout(site, {
    title: 'Log in',
    mood: page.problem === undefined ? 'content' : 'worried',
    lead: page.again ? 'Your password once more, so we know it’s you.' : 'Your week is waiting.',
    content: html`${page.problem !== undefined && alert(page.problem)}
      <form method="post" action="${page.path}" novalidate>
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
          autocomplete: 'current-password',
          error: errors.password,
          focused: focused === 'password',
        })}
        <button class="button primary" type="submit">Log in</button>
      </form>
      <p class="more">New here?</p>
      <a class="button secondary" href="${page.path}/sign-up">Create an account</a>
      ${
        site.supportEmail !== undefined &&
        html`<p class="more small">
          Forgot your password? Write to <a href="mailto:${site.supportEmail}">${site.supportEmail}</a>
        </p>`
      }`,
  });
}
