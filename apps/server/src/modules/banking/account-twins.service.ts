import type { BankTwin, TwinChoice } from '@oinkly/contract/banking';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import {
  changeLedger,
  holdAccounts,
  releaseAccounts,
  type LedgerDeps,
  type LedgerTransaction,
} from '../ledger/index.ts';
import {
  deleteTwins,
  findTwin,
  listOpenTwins,
  listOpenTwinsOf,
  listTwinsOfYounger,
  setTwinChoices,
  type OpenTwin,
  type Twin,
} from './account-twins.queries.ts';
import { hasAccounts, replaceAccounts, type BankAccountRow } from './accounts.queries.ts';
import { deleteConnection, findConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import { noticeTwins, type AccountsSync } from './notice-account-twins.ts';
import { replaceTwins, type Decision } from './replace-account-twins.ts';
import type { ConnectionRef } from './sync-runs.queries.ts';
import type { BankingDeps } from './provider.ts';

/**
 * Applies a connection's staged changes so that no account counts twice: accounts that look like another one
 * are held until the user chooses (ADR 31). Until then, each sync with changes rewrites the held rows. Returns the number of new counted
 * expenses.
 */
export async function countOnce(
  tx: LedgerTransaction,
  sync: AccountsSync & { hasChanges: boolean },
  apply: () => Promise<number>,
): Promise<number> {
  const { connection, hasChanges, now } = sync;
  if (!hasChanges) return apply();
  const { userId, id: connectionId } = connection;
  const twins = (await listTwinsOfYounger(tx, { userId, connectionId })).filter(({ twin }) => twin.isHeld);
  // The user linked the older one's bank again, without that account.
  const disconnected = twins.filter((one) => !one.isOlderConnected).map(({ twin }) => twin);
  const replaced = await replaceTwins(
    tx,
    disconnected.map((twin) => ({ twin, choice: 'younger' })),
    now,
  );
  const held = twins.flatMap(({ twin }) => (replaced.has(twin.id) ? [] : [twin.youngerAccountId]));
  // Rows are applied to a history without gaps.
  if (held.length > 0) await releaseAccounts(tx, held);
  const imported = await apply();
  if (held.length > 0) await holdAccounts(tx, held, now);
  const noticed = await noticeTwins(tx, sync);
  return held.length > 0 || noticed ? 0 : imported;
}

/** Lists what the user has not decided: one question for all accounts of a bank that is connected twice. */
export async function listBankTwins(deps: Pick<Deps, 'db'> & BankingDeps, userId: string) {
  const bankOf = ({ provider, institutionName }: BankAccountRow) => ({
    provider,
    provider_name: deps.providers.get(provider)?.displayName ?? provider,
    institution_name: institutionName,
  });
  return byBank(await listOpenTwins(deps.db, userId)).flatMap((pairs) => {
    const [first] = pairs;
    if (!first) return [];
    const accounts = pairs.map(({ older, younger }) => ({
      older: { name: older.name, mask: older.mask },
      younger: { name: younger.name, mask: younger.mask },
    }));
    const [older, younger] = [bankOf(first.older), bankOf(first.younger)];
    return { id: first.twin.id, kind: kindOf(first), older, younger, accounts };
  });
}

/** The pairs of each question. */
function byBank(twins: readonly OpenTwin[]): OpenTwin[][] {
  const groups = Map.groupBy(twins, (one) =>
    kindOf(one) === 'connected-twice'
      ? JSON.stringify([one.older.connectionId, one.younger.connectionId, one.older.institutionName])
      : one.twin.id,
  );
  return [...groups.values()];
}

function kindOf({ twin, older, younger }: OpenTwin): BankTwin['kind'] {
  if (older.connectionId === null || older.connectionId !== younger.connectionId) return 'connected-twice';
  return twin.isHeld ? 'same-purchases' : 'new-card';
}

/**
 * Chooses for all accounts of the question. Repeating the choice changes nothing. Throws TWIN_NOT_FOUND, or TWIN_DECIDED for another
 * choice.
 */
export async function chooseTwin(
  deps: LedgerDeps & Pick<Deps, 'queue'>,
  command: { ownerId: string; id: string; choice: TwinChoice },
): Promise<void> {
  const { ownerId, id, choice } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const asked = await findTwin(tx, ownerId, id);
    if (!asked) throw new AppError('TWIN_NOT_FOUND');
    if (asked.choice === choice) return;
    if (asked.choice !== null) throw new AppError('TWIN_DECIDED');
    const questions = byBank(await listOpenTwins(tx, ownerId));
    const pairs = questions.find((question) => question.some(({ twin }) => twin.id === id)) ?? [];
    const left = await choosePairs(tx, pairs, choice, deps.clock());
    for (const connectionId of left) await endIfEmpty(deps, tx, { userId: ownerId, connectionId });
  });
}

/** Takes the pairs of one question. Returns the connections that accounts have left. */
async function choosePairs(
  tx: LedgerTransaction,
  pairs: readonly OpenTwin[],
  choice: TwinChoice,
  now: Date,
): Promise<Set<string>> {
  const { userId } = tx.ledger;
  const ids = pairs.map(({ twin }) => twin.id);
  if (choice === 'both') {
    await setTwinChoices(tx, userId, ids, choice);
    await releaseAccounts(
      tx,
      pairs.map(({ younger }) => younger.id),
    );
    return new Set();
  }
  const replaced = pairs.map(({ older, younger }) => (choice === 'older' ? younger : older));
  if (pairs.some((pair) => kindOf(pair) === 'new-card')) {
    // The cards' days differ, so there is nothing to pair. The next sync would withdraw rows of the old card from the new one.
    await setTwinChoices(tx, userId, ids, choice);
    await replaceAccounts(
      tx,
      userId,
      replaced.map(({ id }) => id),
      now,
    );
  } else {
    await replaceTwins(
      tx,
      pairs.map(({ twin }) => ({ twin, choice })),
      now,
    );
  }
  return new Set(replaced.flatMap(({ connectionId }) => connectionId ?? []));
}

/** Lets the other account of each pair count from now on. Call it before a connection ends. */
export async function settleTwinsOf(
  tx: LedgerTransaction,
  ref: ConnectionRef,
  { keepsHistory, now }: { keepsHistory: boolean; now: Date },
): Promise<void> {
  const sides = [...Map.groupBy(await listOpenTwinsOf(tx, ref), ({ twin }) => twin.id).values()];
  const settled: Decision[] = [];
  const dropped: Twin[] = [];
  const released: string[] = [];
  for (const ofTwin of sides) {
    const [first] = ofTwin;
    if (!first) continue;
    const { twin } = first;
    if (keepsHistory && twin.isHeld) {
      const isOfYounger = ofTwin.some((side) => !side.isOfOlder);
      settled.push({ twin, choice: isOfYounger ? 'older' : 'younger' });
    } else {
      dropped.push(twin);
      if (ofTwin.some((side) => side.isOfOlder)) released.push(twin.youngerAccountId);
    }
  }
  await replaceTwins(tx, settled, now);
  await deleteTwins(
    tx,
    ref.userId,
    dropped.map(({ id }) => id),
  );
  if (released.length > 0) await releaseAccounts(tx, released);
}

async function endIfEmpty(
  deps: Pick<Deps, 'queue'>,
  tx: LedgerTransaction,
  ref: ConnectionRef,
): Promise<void> {
  const connection = await findConnection(tx, ref);
  if (!connection || (await hasAccounts(tx, ref))) return;
  await endAtProvider(deps, tx, connection);
  await deleteConnection(tx, ref.userId, ref.connectionId);
}
