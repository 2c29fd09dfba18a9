import { credentialsForm, type FormProblems } from './credentials-form.ts';
import { type Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';
import { passkeyForm, passkeyScript } from './passkey-form.ts';

export interface LogInPage extends FormProblems {
  /** The path of this interaction. */
  path: string;
  /** What goes behind the path when somebody else than the one who is known logs in; else empty. */
  query: string;
  email: string;
  /** What the browser is asked for when somebody has a passkey; undefined where there are none. */
  passkeyOptions: object | undefined;
}

/** The first page of every flow. */
export function logInPage(site: Site, { path, query, passkeyOptions, ...form }: LogInPage): string {
  return layout(site, {
    title: 'Log in',
    mood: form.problem === undefined ? 'content' : 'worried',
    lead: 'Your week is waiting.',
    content: html`${credentialsForm({
        ...form,
        action: `${path}${query}`,
        offersPasskeys: passkeyOptions !== undefined,
        passwordAutocomplete: 'current-password',
        submit: 'Log in',
      })}
      ${passkeyOptions && passkeyButton(`${path}/passkey${query}`, passkeyOptions, 'Log in with a passkey')}
      <p class="more">New here?</p>
      <a class="button secondary" href="${path}/sign-up">Create an account</a>
      ${forgotten(site)}`,
    script: passkeyOptions && passkeyScript(site),
  });
}

export interface ConfirmPage extends FormProblems {
  /** The path of this interaction. */
  path: string;
  /** Whom it asks. */
  email: string;
  /** What the browser is asked for; undefined when the account has no passkey. */
  passkeyOptions: object | undefined;
  /** Whether the application would take somebody else as well. */
  canBeSomebodyElse: boolean;
}

/** Asks somebody who is known already to prove once more who they are. */
export function confirmPage(
  site: Site,
  { path, passkeyOptions, canBeSomebodyElse, ...form }: ConfirmPage,
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
      passwordAutocomplete: 'current-password',
      submit: 'Confirm',
    })}
    ${passkeyOptions && passkeyButton(`${path}/passkey`, passkeyOptions, 'Confirm with a passkey')}
    ${
      canBeSomebodyElse &&
      html`<p class="more small">Not you? <a href="${path}?as=somebody-else">Log in as someone else</a></p>`
    }
    ${forgotten(site)}`,
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

function forgotten({ supportEmail }: Site): Html | false {
  return (
    supportEmail !== undefined &&
    html`<p class="more small">
      Forgot your password? Write to <a href="mailto:${supportEmail}">${supportEmail}</a>
    </p>`
  );
}
