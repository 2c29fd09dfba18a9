import { JobQueue } from '../jobs/job-queue.ts';
import { printableError } from '../log/log-errors.ts';
import { deleteAccount } from '../modules/account/account.service.ts';
import type { Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';
import { findOneUser } from './find-one-user.ts';
import { visibleText } from './visible-text.ts';

/**
 * Deletes a user's account, for issuers that never report when a user last authenticated. Throws an
 * `AdminError` unless `isSure`.
 */
export async function deleteAccountCommand(
  { db, databaseUrl, identities }: Admin,
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
