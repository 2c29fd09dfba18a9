import { emailField } from './email-field.ts';
import { alert } from './fields.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

interface ForgotPasswordPage {
  logInPath: string;
  email: string;
  error?: string;
  /** About the whole form. */
  problem?: string;
}

export function forgotPasswordPage(
  site: Site,
  { logInPath, email, error, problem }: ForgotPasswordPage,
): string {
  return layout(site, {
    title: 'Forgot your password?',
    mood: problem === undefined ? 'content' : 'worried',
    lead: 'We’ll email you a link to choose a new one.',
    content: html`${problem !== undefined && alert(problem)}
      <form method="post" action="${logInPath}/forgot-password" novalidate>
        ${emailField({ value: email, error, isFocused: error !== undefined })}
        <button class="button primary" type="submit">Send the link</button>
      </form>
      <a class="button secondary" href="${logInPath}">Back to log in</a>`,
  });
}

/** The same whether or not the email has an account. */
export function linkSentPage(
  site: Site,
  { logInPath, email }: Pick<ForgotPasswordPage, 'logInPath' | 'email'>,
): string {
  return layout(site, {
    title: 'Check your email',
    mood: 'content',
    lead: `If ${email} has an account here, a link is on its way. It works for an hour.`,
    content: html`<p class="more small">
        Nothing there? Look in your spam folder, and check the email for typos.
      </p>
      <a class="button primary" href="${logInPath}">Back to log in</a>`,
  });
}
