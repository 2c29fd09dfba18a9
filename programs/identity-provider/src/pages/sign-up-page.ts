import { credentialsForm, type FormProblems } from './credentials-form.ts';
import { html } from './html.ts';
import { layout, noticeLinks, type Site } from './layout.ts';

export interface SignUpPage extends FormProblems {
  path: string;
  email: string;
}

/** For a person whom the server doesn't let create an account. */
export function signUpRefusedPage(site: Site, { path, refusal }: { path: string; refusal: string }): string {
  return layout(site, {
    title: 'Not open to everyone',
    mood: 'asleep',
    lead: refusal,
    content: html`<p class="more">Already have an account?</p>
      <a class="button secondary" href="${path}">Log in</a>
      ${noticeLinks(site)}`,
  });
}

export function signUpPage(site: Site, { path, ...form }: SignUpPage): string {
  return layout(site, {
    title: 'Create an account',
    mood: form.problem === undefined ? 'proud' : 'worried',
    lead: 'Two fields, and you’re in.',
    content: html`${credentialsForm({
        ...form,
        action: `${path}/sign-up`,
        password: 'new',
        submit: 'Create an account',
      })}
      <p class="more">Already have an account?</p>
      <a class="button secondary" href="${path}">Log in</a>
      ${noticeLinks(site)}`,
  });
}
