import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { Deps } from '../deps.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { UserRow } from '../identity/index.ts';

/** Names no token: the person who made it chose its name. */
export function tokenCreatedMail({ publicUrl }: Pick<Deps, 'publicUrl'>, { email }: UserRow): Mail {
  return {
    kind: 'token-created',
    to: email,
    subject: `A personal token was created for your ${PRODUCT_NAME} account`,
    paragraphs: [
      `A personal token was just created for your ${PRODUCT_NAME} account. It lets another program add expenses or read your week, without your password.`,
      'If it was you, there’s nothing to do. If it wasn’t, open the page below, revoke the token, sign out everywhere and change your password.',
    ],
    link: { label: 'Security', url: new URL('/my-account/security', publicUrl) },
  };
}
