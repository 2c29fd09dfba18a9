import { MIN_PASSWORD_LENGTH } from '../passwords/password-rules.ts';
import { credentialsForm, type FormProblems } from './credentials-form.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

export interface SignUpPage extends FormProblems {
  /** The path of this interaction, where logging in is. */
  path: string;
  email: string;
}

/** Where an account is created; the way back to the log-in stands below. */
export function signUpPage(site: Site, { path, ...form }: SignUpPage): string {
  return layout(site, {
    title: 'Create an account',
    mood: form.problem === undefined ? 'proud' : 'worried',
    lead: 'Two fields, and you’re in.',
    content: html`${credentialsForm({
        ...form,
        action: `${path}/sign-up`,
        passwordAutocomplete: 'new-password',
        passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row work well.`,
        submit: 'Create account',
      })}
      <p class="more">Already have an account?</p>
      <a class="button secondary" href="${path}">Log in</a>`,
  });
}
