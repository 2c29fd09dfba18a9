import {
  createInvite,
  inviteUrl,
  listInvites,
  revokeInvite,
  type Invite,
} from '../modules/sign-up/sign-up.service.ts';
import type { Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';
import { formatTable } from './format-table.ts';

/** Makes a one-time invitation. Throws an `AdminError` if sign-up is closed. */
export async function inviteCommand({ db, publicUrl, signUp }: Admin): Promise<string> {
  if (signUp === 'closed') {
    throw new AdminError('SIGN_UP=closed refuses invitations too: set it to invited and restart the server.');
  }
  const { id, token, expiresAt } = await createInvite({ db, clock });
  return [
    `Invitation ${id}, shown only once:`,
    '',
    `  ${inviteUrl(publicUrl, token).href}`,
    '',
    `One person can create an account with it until ${minuteOf(expiresAt)}.`,
    ...(signUp === 'open' ? ['SIGN_UP=open: people can also sign up without it.'] : []),
  ].join('\n');
}

/** Lists the invitations that still admit someone. Their links are not stored. */
export async function listInvitesCommand({ db }: Admin): Promise<string> {
  const invites = await listInvites({ db, clock });
  if (invites.length === 0) return 'No invitation is open.';
  const rowOf = ({ id, createdAt, expiresAt }: Invite) => [id, minuteOf(createdAt), minuteOf(expiresAt)];
  return formatTable(['id', 'made', 'expires'], invites.map(rowOf));
}

/** Throws an `AdminError` if no open invitation has the id. */
export async function revokeInviteCommand({ db }: Admin, id: string): Promise<string> {
  if (await revokeInvite({ db, clock }, id)) return `Revoked invitation ${id}. Its link no longer works.`;
  throw new AdminError(`No open invitation has the id ${id}. 'invites' lists them.`);
}

const clock = () => new Date();

function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
