import { areOneAccount } from '@oinkly/domain/account-likeness';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import {
  changeLedger,
  handOverAccount,
  holdAccounts,
  listPostedRows,
  releaseAccounts,
  type LedgerDeps,
  type LedgerTransaction,
} from '../ledger/index.ts';
import {
  deleteTwin,
  findAccount,
  findTwin,
  listAccountsByAge,
  listHeldTwins,
  listOpenTwins,
  listOpenTwinsOf,
  listTwins,
  setTwinChoice,
  upsertTwin,
  type TwinRow,
} from './account-twins.queries.ts';
import { hasAccounts, noteOldHistory, replaceAccount, type BankAccountRow } from './accounts.queries.ts';
import { deleteConnection, findConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync/sync-runs.queries.ts';

/** Enough days for five common transactions. */
const COMPARED_DAYS = 90;
/** Before any bank's history. */
const EVER = '0001-01-01';

type TwinChoice = NonNullable<TwinRow['choice']>;
type TwinAccounts = Pick<TwinRow, 'userId' | 'olderAccountId' | 'youngerAccountId'>;

/**
 * Applies a connection's staged changes so that no account counts twice: accounts that look like another one
 * are held until the user chooses (ADR 31). Returns the number of new counted expenses.
 */
export async function countOnce(
  tx: LedgerTransaction,
  sync: { connection: ConnectionRow; hasChanges: boolean; now: Date },
  apply: () => Promise<number>,
): Promise<number> {
  const { connection, hasChanges, now } = sync;
  if (!hasChanges) return apply();
  const { userId, id: connectionId } = connection;
  const twins = await listHeldTwins(tx, { userId, connectionId });
  const held = twins.filter((one) => one.isOlderConnected).map(({ twin }) => twin.youngerAccountId);
  // The user linked the older one's bank again, without that account.
  for (const { twin, isOlderConnected } of twins) {
    if (!isOlderConnected) await replaceTwin(tx, twin, 'younger', now);
  }
  // Rows are applied to a history without gaps.
  if (held.length > 0) await releaseAccounts(tx, held);
  const imported = await apply();
  if (held.length > 0) await holdAccounts(tx, held, now);
  const noticed = await noticeTwins(tx, connection, now);
  return held.length > 0 || noticed ? 0 : imported;
}

/** Returns whether an account is now held. */
async function noticeTwins(tx: LedgerTransaction, connection: ConnectionRow, now: Date): Promise<boolean> {
  const { userId, id: connectionId } = connection;
  const accounts = await listAccountsByAge(tx, userId);
  const own = accounts.filter(({ account }) => account.connectionId === connectionId);
  if (own.length === accounts.length) return false;
  const twins = await listTwins(tx, userId);
  const held = new Set(twins.filter(isOpen).map(({ youngerAccountId }) => youngerAccountId));
  const isFirstSync = connection.cursor === null;
  const others = accounts.filter(
    ({ account, linkedAt }) =>
      account.connectionId !== connectionId && !held.has(account.id) && (linkedAt !== null || isFirstSync),
  );
  const candidates = own.filter(({ account }) => !held.has(account.id));
  if (candidates.length === 0 || others.length === 0) return false;

  const since = isFirstSync ? EVER : dayBefore(now, COMPARED_DAYS);
  const accountIds = [...candidates, ...others].map(({ account }) => account.id);
  const rows = await listPostedRows(tx, { userId, accountIds, since });
  const rowsOf = ({ account }: (typeof accounts)[number]) => rows.get(account.id) ?? [];
  const leading = new Set(twins.filter(isOpen).map(({ olderAccountId }) => olderAccountId));
  const taken = new Set<string>();
  let hasHeld = false;
  for (const candidate of candidates) {
    const alike = others
      .filter(
        (other) => !taken.has(other.account.id) && !isDecided(twins, candidate.account.id, other.account.id),
      )
      .filter((other) => areOneAccount(rowsOf(candidate), rowsOf(other)));
    const twin = alike.find(({ account }) => isAlikeInText(account, candidate.account)) ?? alike[0];
    if (!twin) continue;
    taken.add(twin.account.id);
    const [older, younger] =
      accounts.indexOf(twin) < accounts.indexOf(candidate)
        ? [twin.account, candidate.account]
        : [candidate.account, twin.account];
    if (older.connectionId === null) {
      // The user linked the bank again, and it reports other ids.
      const choice = { chosenId: younger.id, replacedId: older.id };
      await handOver(tx, { userId, olderAccountId: older.id, youngerAccountId: younger.id }, choice, now);
    } else if (!leading.has(younger.id)) {
      await upsertTwin(tx, {
        userId,
        olderAccountId: older.id,
        youngerAccountId: younger.id,
        noticedAt: now,
      });
      await holdAccounts(tx, [younger.id], now);
      hasHeld = true;
    }
  }
  return hasHeld;
}

/** Lists the pairs that the user has not decided. */
export async function listBankTwins(deps: Pick<Deps, 'db' | 'providers'>, userId: string) {
  const rows = await listOpenTwins(deps.db, userId);
  return rows.map(({ twin, ...accounts }) => {
    const present = ({ provider, institutionName, name, mask }: typeof accounts.older) => ({
      provider,
      provider_name: deps.providers.get(provider)?.displayName ?? provider,
      institution_name: institutionName,
      name,
      mask,
    });
    return { id: twin.id, older: present(accounts.older), younger: present(accounts.younger) };
  });
}

/** Repeating the choice changes nothing. Throws TWIN_NOT_FOUND, or TWIN_DECIDED for another choice. */
export async function chooseTwin(
  deps: LedgerDeps & Pick<Deps, 'queue'>,
  command: { ownerId: string; id: string; choice: TwinChoice },
): Promise<void> {
  const { ownerId, id, choice } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const twin = await findTwin(tx, ownerId, id);
    if (!twin) throw new AppError('TWIN_NOT_FOUND');
    if (twin.choice === choice) return;
    if (twin.choice !== null) throw new AppError('TWIN_DECIDED');
    if (choice === 'both') {
      await setTwinChoice(tx, twin, choice);
      await releaseAccounts(tx, [twin.youngerAccountId]);
      return;
    }
    const replaced = await findAccount(tx, ownerId, accountsOf(twin, choice).replacedId);
    await replaceTwin(tx, twin, choice, deps.clock());
    const connectionId = replaced?.connectionId;
    if (connectionId) await endIfEmpty(deps, tx, { userId: ownerId, connectionId });
  });
}

/** Call it before a connection ends: the other account of each pair counts from then on. */
export async function settleTwinsOf(
  tx: LedgerTransaction,
  ref: ConnectionRef,
  { keepsHistory, now }: { keepsHistory: boolean; now: Date },
): Promise<void> {
  for (const { twin, isOfOlder } of await listOpenTwinsOf(tx, ref)) {
    if (keepsHistory) {
      await replaceTwin(tx, twin, isOfOlder ? 'younger' : 'older', now);
    } else {
      await deleteTwin(tx, twin);
      if (isOfOlder) await releaseAccounts(tx, [twin.youngerAccountId]);
    }
  }
}

async function replaceTwin(
  tx: LedgerTransaction,
  twin: TwinRow,
  choice: Exclude<TwinChoice, 'both'>,
  now: Date,
): Promise<void> {
  await setTwinChoice(tx, twin, choice);
  const { chosenId, replacedId } = accountsOf(twin, choice);
  await handOver(tx, twin, { chosenId, replacedId }, now);
  // A third account that looks like this one now waits for the chosen one.
  for (const other of await listTwins(tx, twin.userId)) {
    if (!isOpen(other) || other.olderAccountId !== replacedId) continue;
    await deleteTwin(tx, other);
    await upsertTwin(tx, { ...other, olderAccountId: chosenId });
  }
}

async function handOver(
  tx: LedgerTransaction,
  { userId, olderAccountId: olderId, youngerAccountId: youngerId }: TwinAccounts,
  { chosenId, replacedId }: { chosenId: string; replacedId: string },
  now: Date,
): Promise<void> {
  await handOverAccount(tx, { olderId, youngerId, chosenId, now });
  await replaceAccount(tx, userId, replacedId, now);
  await noteOldHistory(tx, userId, chosenId);
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

function accountsOf(
  { olderAccountId, youngerAccountId }: TwinRow,
  choice: Exclude<TwinChoice, 'both'>,
): { chosenId: string; replacedId: string } {
  return choice === 'older'
    ? { chosenId: olderAccountId, replacedId: youngerAccountId }
    : { chosenId: youngerAccountId, replacedId: olderAccountId };
}

function isOpen({ choice }: TwinRow): boolean {
  return choice === null;
}

/** Whether the pair is noticed already, or the user called it two accounts. */
function isDecided(twins: readonly TwinRow[], one: string, other: string): boolean {
  return twins.some(
    ({ olderAccountId, youngerAccountId, choice }) =>
      (choice === null || choice === 'both') &&
      [olderAccountId, youngerAccountId].every((id) => id === one || id === other),
  );
}

/** Breaks ties only. */
function isAlikeInText(one: BankAccountRow, other: BankAccountRow): boolean {
  return one.institutionName === other.institutionName && one.mask === other.mask;
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
