import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { Deps } from '../deps.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { UserRow } from '../identity/index.ts';

const ADDED = {
  'token-created': {
    subject: `A personal token was created for your ${PRODUCT_NAME} account`,
    happened: `A personal token was just created for your ${PRODUCT_NAME} account. It may let another program add expenses or read all of them, without your password.`,
    remedy: 'revoke the token',
    link: { label: 'Security', path: '/my-account/security' },
  },
  'message-place-added': {
    subject: `A place for messages was added to your ${PRODUCT_NAME} account`,
    happened: `A place for messages was just added to your ${PRODUCT_NAME} account. A webhook or an ntfy topic now gets your notifications.`,
    remedy: 'remove the place',
    link: { label: 'Notifications', path: '/notifications' },
  },
} as const;

/** Names no token and no place: the person who made it chose its name. */
export function accessAddedMail(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { email }: UserRow,
  kind: keyof typeof ADDED,
): Mail {
  const { subject, happened, remedy, link } = ADDED[kind];
  return {
    kind,
    to: email,
    subject,
    paragraphs: [
      happened,
      `If it was you, there’s nothing to do. If it wasn’t, open the page below, ${remedy}, sign out everywhere and change your password.`,
    ],
    link: { label: link.label, url: new URL(link.path, publicUrl) },
  };
}
