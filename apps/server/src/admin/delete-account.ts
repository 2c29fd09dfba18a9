import { Command } from '@commander-js/extra-typings';
import { JobQueue } from '../jobs/job-queue.ts';
import { printableError } from '../log/log-errors.ts';
import { deleteAccount } from '../modules/account/account.service.ts';
import type { Installation } from './installation.ts';
import { AdminError } from './admin-error.ts';
import { findOneUser } from './find-one-user.ts';
import type { Opener } from './open-installation.ts';
import { visibleText } from './visible-text.ts';

/** Deletes an account by the operator's hand, for issuers that never report when a user last authenticated. */
export function deleteAccountCommand({ answer }: Opener) {
  return new Command('delete')
    .argument('<email|id>', 'Delete whom? Give an email or a user id.')
    .option('--yes')
    .description('with --yes, deletes an account and everything in it')
    .action((who, { yes: isSure = false }) =>
      answer((installation) => deleteUser(installation, { who, isSure })),
    );
}

/** Throws an `AdminError` unless `isSure`. */
async function deleteUser(
  { db, databaseUrl, identities }: Installation,
  { who, isSure }: { who: string; isSure: boolean },
): Promise<string> {
  const { id, email } = await findOneUser(db, who);
  const name = `${visibleText(email)} (${id})`;
  if (!isSure) {
    throw new AdminError(
      `This permanently deletes ${name} with all expenses, budgets, banks and friends. To delete it, add --yes.`,
    );
  }
  const print = (problem: unknown) => console.error(printableError(problem));
  const queue = new JobQueue(databaseUrl, print);
  try {
    await queue.open();
    await deleteAccount(
      {
        db,
        clock: () => new Date(),
        queue,
        issuerAccounts: identities,
        log: { warn: ({ err }) => print(err) },
      },
      id,
    );
  } finally {
    await queue.close();
  }
  return `Deleted ${name}. The server disconnects the banks now, or when it next runs.`;
}
