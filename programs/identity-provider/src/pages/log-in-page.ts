import { credentialsForm, type FormProblems } from './credentials-form.ts';
import { type Html, html } from './html.ts';
import { layout, noticeLinks, type Site } from './layout.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';

export interface LogInPage extends FormProblems {
  path: string;
  query: string;
  email: string;
  /** Undefined where the address allows none. */
  passkeyOptions: object | undefined;
}

export function logInPage(site: Site, { path, query, passkeyOptions, ...form }: LogInPage): string {
  return layout(site, {
    title: 'Log in',
    mood: form.problem === undefined ? 'content' : 'worried',
    lead: 'Your week is waiting.',
    content: html`${credentialsForm({
        ...form,
        action: `${path}${query}`,
        offersPasskeys: passkeyOptions !== undefined,
        password: 'existing',
        submit: 'Log in',
      })}
      ${passkeyOptions && passkeyButton(`${path}/passkey${query}`, passkeyOptions, 'Log in with a passkey')}
      <p class="more">New here?</p>
      <a class="button secondary" href="${path}/sign-up">Create an account</a>
      ${forgotten(site, path)} ${noticeLinks(site)}`,
    script: passkeyOptions && passkeyScript(site),
  });
}

export interface ConfirmPage extends FormProblems {
  path: string;
  email: string;
  /** Undefined without a passkey. */
  passkeyOptions: object | undefined;
  canSwitchUser: boolean;
}

export function confirmPage(
  site: Site,
  { path, passkeyOptions, canSwitchUser, ...form }: ConfirmPage,
): string {
  return layout(site, {
    title: 'Confirm it’s you',
    mood: form.problem === undefined ? 'content' : 'worried',
    lead:
      passkeyOptions === undefined
        ? 'Enter your password again to confirm it’s you.'
        : 'Enter your password again, or use a passkey, to confirm it’s you.',
    content: html`${credentialsForm({
      ...form,
      isEmailFixed: true,
      action: path,
      password: 'existing',
      submit: 'Confirm',
    })}
    ${passkeyOptions && passkeyButton(`${path}/passkey`, passkeyOptions, 'Confirm with a passkey')}
    ${
      canSwitchUser &&
      html`<p class="more small">Not you? <a href="${path}?as=another-user">Log in as someone else</a></p>`
    }
    ${forgotten(site, path)}`,
    script: passkeyOptions && passkeyScript(site),
  });
}

function passkeyButton(action: string, options: object, label: string): Html {
  return passkeyForm({
    action,
    does: 'log-in',
    options,
    label,
    kind: 'secondary',
  });
}

function forgotten({ sendsMail, supportEmail }: Site, path: string): Html | false {
  if (sendsMail) {
    return html`<p class="more small"><a href="${path}/forgot-password">Forgot your password?</a></p>`;
  }
  return (
    supportEmail !== undefined &&
    html`<p class="more small">
      Forgot your password? Write to <a href="mailto:${supportEmail}">${supportEmail}</a>
    </p>`
  );
}
