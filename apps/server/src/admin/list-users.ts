import { Command } from '@commander-js/extra-typings';
import { formatTable } from './format-table.ts';
import { countUsers, listUsers } from './admin-users.queries.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

/** Users that fit a screen. */
const MOST = 200;

export function listUsersCommand({ answer }: Opener) {
  return new Command('users')
    .argument('[text...]')
    .description('lists users; with a text, those whose name or email contains it')
    .action((words) => answer((installation) => describeUsers(installation, words.join(' '))));
}

async function describeUsers({ db }: Installation, text: string): Promise<string> {
  const found = await listUsers(db, text, MOST);
  if (found.length === 0)
    return text === '' ? 'There are no users yet.' : `No user has '${text}' in the name or email.`;
  const rows = found.map(({ id, email, fullName, createdAt, banks, lastSeenAt }) => [
    id,
    email,
    fullName ?? '',
    dayOf(createdAt),
    String(banks),
    lastSeenAt === null ? 'signed out' : `${lastSeenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]);
  const table = formatTable(['id', 'email', 'name', 'since', 'banks', 'last seen'], rows);
  const more = (await countUsers(db, text)) - found.length;
  return more > 0 ? `${table}\n… and ${more} more. Add a part of the name or email.` : table;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
