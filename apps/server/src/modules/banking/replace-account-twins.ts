import type { TwinChoice } from '@oinkly/contract/banking';
import { handOverAccounts, type AccountPair, type LedgerTransaction } from '../ledger/index.ts';
import { deleteTwins, listTwins, setTwinChoices, upsertTwins, type Twin } from './account-twins.queries.ts';
import { noteOldHistory, replaceAccounts } from './accounts.queries.ts';

export interface Decision {
  twin: Twin;
  choice: Exclude<TwinChoice, 'both'>;
}

/**
 * Replaces an account of each pair with the other one, in order. Where an earlier pair replaced the older account, the
 * younger one is compared with the account that took its place, and waits for a choice of its own unless it is replaced.
 * Returns the ids of the decided pairs.
 */
export async function replaceTwins(
  tx: LedgerTransaction,
  decisions: readonly Decision[],
  now: Date,
): Promise<Set<string>> {
  if (decisions.length === 0) return new Set();
  const { userId } = tx.ledger;
  const successors = new Map<string, string>();
  const currentOf = (id: string): string => {
    const next = successors.get(id);
    return next === undefined ? id : currentOf(next);
  };
  const pairs: AccountPair[] = [];
  const decided: Decision[] = [];
  for (const decision of decisions) {
    const { twin, choice } = decision;
    const [olderId, youngerId] = [currentOf(twin.olderAccountId), twin.youngerAccountId];
    const isReplaced = successors.has(youngerId) || olderId === youngerId;
    if (isReplaced || (choice === 'younger' && olderId !== twin.olderAccountId)) continue;
    const [chosenId, replacedId] = choice === 'older' ? [olderId, youngerId] : [youngerId, olderId];
    pairs.push({ olderId, youngerId, chosenId });
    decided.push(decision);
    successors.set(replacedId, chosenId);
  }
  for (const choice of ['older', 'younger'] as const)
    await setTwinChoices(
      tx,
      userId,
      decided.filter((one) => one.choice === choice).map(({ twin }) => twin.id),
      choice,
    );
  await handOver(tx, pairs, now);
  // Other accounts that look like a replaced one now wait for the chosen one.
  const waiting = (await listTwins(tx, userId)).filter(
    (twin) => twin.choice === null && successors.has(twin.olderAccountId),
  );
  await deleteTwins(
    tx,
    userId,
    waiting.map(({ id }) => id),
  );
  await upsertTwins(
    tx,
    userId,
    waiting
      .filter(({ isHeld }) => isHeld)
      .map((twin) => ({
        id: twin.id,
        olderAccountId: currentOf(twin.olderAccountId),
        youngerAccountId: twin.youngerAccountId,
        noticedAt: twin.noticedAt,
      })),
  );
  return new Set(decided.map(({ twin }) => twin.id));
}

/** Hands the histories over. The accounts that were not chosen leave their connections. */
export async function handOver(
  tx: LedgerTransaction,
  pairs: readonly AccountPair[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  const { userId } = tx.ledger;
  await handOverAccounts(tx, pairs, now);
  const replacedIds = pairs.map(({ olderId, youngerId, chosenId }) =>
    chosenId === olderId ? youngerId : olderId,
  );
  await replaceAccounts(tx, userId, replacedIds, now);
  await noteOldHistory(
    tx,
    userId,
    pairs.map(({ chosenId }) => chosenId),
  );
}
