import { credentialsForm, type FormProblems } from './credentials-form.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

export interface LogInPage extends FormProblems {
  /** The path of this interaction. */
  path: string;
  email: string;
  /** The person is logged in already and has to say the password once more. */
  again: boolean;
}

/** The first page of every flow. */
export function logInPage(site: Site, { path, again, ...form }: LogInPage): string {
  return layout(site, {
    title: 'Log in',
    mood: form.problem === undefined ? 'content' : 'worried',
    lead: again ? 'Your password once more, so we know it’s you.' : 'Your week is waiting.',
    content: html`${credentialsForm({
        ...form,
        action: path,
        passwordAutocomplete: 'current-password',
        submit: 'Log in',
      })}
      <p class="more">New here?</p>
      <a class="button secondary" href="${path}/sign-up">Create an account</a>
      ${
        site.supportEmail !== undefined &&
        html`<p class="more small">
          Forgot your password? Write to <a href="mailto:${site.supportEmail}">${site.supportEmail}</a>
        </p>`
      }`,
  });
}
