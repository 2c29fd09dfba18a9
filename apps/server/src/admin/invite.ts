import { Command } from '@commander-js/extra-typings';
import {
  createInvite,
  inviteUrl,
  listInvites,
  revokeInvite,
  type Invite,
} from '../modules/sign-up/sign-up.service.ts';
import { AdminError } from './admin-error.ts';
import { formatTable } from './format-table.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

export function inviteCommand({ answer }: Opener) {
  return new Command('invite')
    .description('makes a link with which one person can create an account, and shows it once')
    .action(() => answer(invite));
}

export function listInvitesCommand({ answer }: Opener) {
  return new Command('invites')
    .description('lists open invitations: made by invite, unused and not expired')
    .action(() => answer(describeInvites));
}

export function revokeInviteCommand({ answer }: Opener) {
  return new Command('revoke-invite')
    .argument('<id>', "Which one? Give an id from 'invites'.")
    .description('ends an invitation')
    .action((id) => answer((installation) => revoke(installation, id)));
}

/** Throws an `AdminError` if sign-up is closed. */
async function invite({ db, publicUrl, signUp }: Installation): Promise<string> {
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
async function describeInvites({ db }: Installation): Promise<string> {
  const invites = await listInvites({ db, clock });
  if (invites.length === 0) return 'No invitation is open.';
  const rowOf = ({ id, createdAt, expiresAt }: Invite) => [id, minuteOf(createdAt), minuteOf(expiresAt)];
  return formatTable(['id', 'made', 'expires'], invites.map(rowOf));
}

/** Throws an `AdminError` if no open invitation has the id. */
async function revoke({ db }: Installation, id: string): Promise<string> {
  if (await revokeInvite({ db, clock }, id)) return `Revoked invitation ${id}. Its link no longer works.`;
  throw new AdminError(`No open invitation has the id ${id}. 'invites' lists them.`);
}

const clock = () => new Date();

function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
