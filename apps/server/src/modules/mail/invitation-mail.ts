import { PRODUCT_NAME, PROMISE } from '@oinkly/contract/product';
import { firstName } from '@oinkly/domain/display-name';
import type { Deps } from '../deps.ts';
import type { Mail } from '../../mail/mailer.ts';
import { readInvite } from '../friends/index.ts';
import type { UserRow } from '../identity/index.ts';

/** Names the inviter by first name only. Null if the inviter's email is no longer confirmed. */
export async function invitationMail(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  inviter: UserRow,
  to: string,
): Promise<Mail | null> {
  if (!inviter.isEmailConfirmed) return null;
  const { code } = await readInvite(deps, inviter.id);
  const name = firstName(inviter.fullName) ?? 'A friend';
  return {
    kind: 'invitation',
    to,
    subject: `${name} invites you to ${PRODUCT_NAME}`,
    paragraphs: [`${name} uses ${PRODUCT_NAME} and would like you on the board.`, PROMISE],
    link: { label: 'See the invitation', url: new URL(`/invite/${code}`, deps.publicUrl) },
    notes: [
      `${name} entered your address. We delete it after this mail. If you don’t expect an invitation, do nothing.`,
    ],
  };
}
