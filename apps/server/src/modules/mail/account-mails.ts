import { PRODUCT_NAME } from '@oinkly/contract/product';
import { IDENTITY_PATH } from '@oinkly/contract/own-paths';
import type { Deps } from '../deps.ts';
import type { MailJob } from '../../jobs/job-list.ts';
import type { Mail } from '../../mail/mailer.ts';
import { EMBEDDED_ISSUER, findUserByIdentity } from '../identity/index.ts';
import type { IdentityDeps } from '../identity/index.ts';

export type AccountMailJob = Extract<MailJob, { subject: string | null }>;

type AccountMailDeps = Pick<Deps, 'publicUrl'> & Pick<IdentityDeps, 'issuerAccounts'>;

/** Queues what the embedded log-in pages send. */
export function mailOnLogInPages({ db, queue }: Pick<Deps, 'db' | 'queue'>) {
  const enqueue = async (kind: AccountMailJob['kind'], subject: string | null) => {
    // The same two statements with and without an account, so that the time reveals nothing.
    const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject: subject ?? '' });
    await queue.send('send-mail', { kind, userId: user?.id ?? null, subject });
  };
  return {
    passwordLink: (subject: string | undefined) => enqueue('password-link', subject ?? null),
    passwordChanged: (subject: string) => enqueue('password-changed', subject),
    passkeyAdded: (subject: string) => enqueue('passkey-added', subject),
    authenticatorAppAdded: (subject: string) => enqueue('authenticator-app-added', subject),
    authenticatorAppRemoved: (subject: string) => enqueue('authenticator-app-removed', subject),
  };
}

/** Null if there is nothing to send: the account is deleted, or its email confirmed. */
export async function accountMail(
  { issuerAccounts, publicUrl }: AccountMailDeps,
  { kind, subject }: AccountMailJob,
): Promise<Mail | null> {
  if (subject === null) return null;
  const addressOf = (path: string) => new URL(`${IDENTITY_PATH}${path}`, publicUrl);
  switch (kind) {
    case 'password-link': {
      const link = await issuerAccounts.createMailedPasswordLink(subject);
      return link ? passwordLinkMail(link.email, addressOf(link.path)) : null;
    }
    case 'email-confirmation': {
      const link = await issuerAccounts.createConfirmationLink(subject);
      return link ? confirmationMail(link.email, addressOf(link.path)) : null;
    }
    case 'password-changed': {
      const email = await issuerAccounts.findEmail(subject);
      return email === undefined ? null : passwordChangedMail(email, publicUrl);
    }
    case 'passkey-added': {
      const email = await issuerAccounts.findEmail(subject);
      return email === undefined ? null : passkeyAddedMail(email, addressOf('/account'));
    }
    case 'authenticator-app-added': {
      const email = await issuerAccounts.findEmail(subject);
      return email === undefined ? null : authenticatorAppAddedMail(email, publicUrl);
    }
    case 'authenticator-app-removed': {
      const email = await issuerAccounts.findEmail(subject);
      return email === undefined ? null : authenticatorAppRemovedMail(email, publicUrl);
    }
  }
}

function passwordLinkMail(to: string, url: URL): Mail {
  return {
    kind: 'password-link',
    to,
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    paragraphs: [
      'Someone, probably you, asked for a new password.',
      'This link works once, for an hour. A newer link replaces it.',
    ],
    link: { label: 'Choose a new password', url },
    notes: ['If it wasn’t you, do nothing: your password stays as it is.'],
  };
}

function passwordChangedMail(to: string, publicUrl: URL): Mail {
  return {
    kind: 'password-changed',
    to,
    subject: `Your ${PRODUCT_NAME} password was changed`,
    paragraphs: [
      'Your password was just changed, and your other devices were signed out.',
      'If it was you, there’s nothing to do. If it wasn’t, choose a new password now: open the log-in page and click “Forgot your password?”.',
    ],
    link: { label: 'Open the log-in page', url: new URL('/api/login', publicUrl) },
  };
}

function passkeyAddedMail(to: string, url: URL): Mail {
  return {
    kind: 'passkey-added',
    to,
    subject: `A passkey was added to your ${PRODUCT_NAME} account`,
    paragraphs: [
      `A passkey was just added to your ${PRODUCT_NAME} account. It logs in without your password.`,
      'If it was you, there’s nothing to do. If it wasn’t, open the page below, remove the passkey and change your password.',
    ],
    link: { label: 'Password and passkeys', url },
  };
}

function authenticatorAppAddedMail(to: string, publicUrl: URL): Mail {
  return {
    kind: 'authenticator-app-added',
    to,
    subject: `An authenticator app protects your ${PRODUCT_NAME} account`,
    paragraphs: [
      'From now on, your password also needs a code of the app, and your other devices were signed out.',
      'If it was you, there’s nothing to do. If it wasn’t, choose a new password now and remove the app there: open the log-in page and click “Forgot your password?”.',
    ],
    link: { label: 'Open the log-in page', url: new URL('/api/login', publicUrl) },
  };
}

function authenticatorAppRemovedMail(to: string, publicUrl: URL): Mail {
  return {
    kind: 'authenticator-app-removed',
    to,
    subject: `The authenticator app of your ${PRODUCT_NAME} account was removed`,
    paragraphs: [
      'Your password alone logs you in now, and other devices were signed out.',
      'If it was you, there’s nothing to do. If it wasn’t, choose a new password now: open the log-in page and click “Forgot your password?”. Then set up the app again.',
    ],
    link: { label: 'Open the log-in page', url: new URL('/api/login', publicUrl) },
  };
}

function confirmationMail(to: string, url: URL): Mail {
  return {
    kind: 'email-confirmation',
    to,
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    paragraphs: [
      `Someone, probably you, created an account at ${PRODUCT_NAME} with this email.`,
      'This link works once, for three days.',
    ],
    link: { label: 'Confirm your email', url },
    notes: ['If it wasn’t you, do nothing.'],
  };
}
