import {
  areOneAccount,
  beginsAfter,
  daysOf,
  lastDayIfSilent,
  type AccountRow,
} from '@oinkly/domain/account-likeness';
import type { Day } from '@oinkly/domain/days';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import {
  holdAccounts,
  listPostedRows,
  readFirstPostedDays,
  type LedgerTransaction,
} from '../ledger/index.ts';
import { listAccountsByAge, listTwins, upsertTwins, type Twin } from './account-twins.queries.ts';
import { deleteAccountsById, type BankAccountRow } from './accounts.queries.ts';
import { ComparedAccounts, kindOfAccount, type AgedAccount } from './compared-accounts.ts';
import type { ProviderConnection } from './provider.ts';
import { handOver } from './replace-account-twins.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

/** Enough days for five common transactions. */
const COMPARED_DAYS = 90;
/** Before any bank's history. */
const EVER = '0001-01-01';

/** A sync of a connection, after the bank's accounts were stored. */
export interface AccountsSync {
  connection: ConnectionRow;
  atBank: Pick<ProviderConnection, 'accounts'>;
  newAccountIds: readonly string[];
  now: Date;
}

/**
 * Returns whether an account of this sync turned out to be another one. Cost: n log n in the rows, for each of the
 * few accounts that one is compared with.
 */
export async function noticeTwins(tx: LedgerTransaction, sync: AccountsSync): Promise<boolean> {
  const { connection, now } = sync;
  const { userId, id: connectionId } = connection;
  const accounts = await listAccountsByAge(tx, userId);
  const twins = await listTwins(tx, userId);
  const asked = new Set(
    twins.filter(({ choice }) => choice === null).map(({ youngerAccountId }) => youngerAccountId),
  );
  const isFirstSync = connection.cursor === null;
  const isOwn = (account: BankAccountRow) => account.connectionId === connectionId;
  const isReported = reportedBy(sync);
  const isNew = isNewIn(sync);
  const isDecided = decidedBy(twins);
  const isAsked = ({ id }: BankAccountRow) => asked.has(id);
  const facts = { isOwn, isNew, isReported, isAsked, isDecided, isFirstSync };
  const compared = new ComparedAccounts(accounts, facts);
  const { candidates, others } = compared;
  if (others.length === 0) return false;

  const needsLittle = (one: AgedAccount, other: AgedAccount) =>
    isNamedAlike(one.account, other.account) &&
    (compared.hasChangedId(one, other) || (other.linkedAt === null && isNew(one.account)));
  const isWhole =
    (isFirstSync && !others.every(({ account }) => isOwn(account))) ||
    (candidates.some(({ account }) => isNew(account)) &&
      others.some(({ account }) => isOwn(account) && !isReported(account)));
  const since = isWhole ? EVER : dayBefore(now, COMPARED_DAYS);
  const accountIds = [...new Set([...candidates, ...others].map(({ account }) => account.id))];
  const rows = await listPostedRows(tx, { userId, accountIds, since });
  const rowsOf = ({ id }: BankAccountRow) => rows.get(id) ?? [];
  const leading = new Set(
    twins.filter(({ choice }) => choice === null).map(({ olderAccountId }) => olderAccountId),
  );
  const places = new Map(accounts.map((one, place) => [one, place]));
  const isOlder = (one: AgedAccount, other: AgedAccount) => {
    if (!isOwn(other.account)) return (places.get(other) ?? 0) < (places.get(one) ?? 0);
    // Of one connection, the account in use must count: the other one may never report again.
    if (isReported(one.account) !== isReported(other.account)) return !isReported(other.account);
    return isUsedLess(rowsOf(one.account), rowsOf(other.account));
  };
  const pause = turnsOfWork();
  const renamed: { older: BankAccountRow; younger: BankAccountRow }[] = [];
  const noticed: { older: BankAccountRow; younger: BankAccountRow }[] = [];
  for (const candidate of candidates) {
    await pause();
    if (compared.isTaken(candidate)) continue;
    let twin: AgedAccount | undefined;
    for (const other of compared.comparedWith(candidate)) {
      await pause();
      const fewestAmounts = needsLittle(candidate, other) ? 1 : undefined;
      const rowsOfBoth = [rowsOf(candidate.account), rowsOf(other.account)] as const;
      if (!(await inTurns(areOneAccount(...rowsOfBoth, fewestAmounts)))) continue;
      twin = other;
      break;
    }
    if (!twin) continue;
    compared.take(twin, candidate);
    const pair = isOlder(candidate, twin) ? [twin, candidate] : [candidate, twin];
    const [older, younger] = pair.map(({ account }) => account);
    if (!older || !younger) continue;
    // The bank reports it under another id.
    if (!isReported(older)) renamed.push({ older, younger });
    else if (!leading.has(younger.id)) noticed.push({ older, younger });
  }
  await handOver(
    tx,
    renamed.map(({ older, younger }) => ({ olderId: older.id, youngerId: younger.id, chosenId: younger.id })),
    now,
  );
  // If the old id returns, it is a new account.
  const left = renamed.flatMap(({ older }) => (older.connectionId === null ? [] : [older.id]));
  if (left.length > 0) await deleteAccountsById(tx, userId, left);
  await upsertTwins(tx, userId, noticed.map(asTwinOf(now)));
  if (noticed.length > 0)
    await holdAccounts(
      tx,
      noticed.map(({ younger }) => younger.id),
      now,
    );
  const cards = candidates.filter((one) => !compared.isTaken(one)).map(({ account }) => account);
  await noticeNewCards(tx, { userId, cards, isDecided, rowsOf, now });
  return renamed.length > 0 || noticed.length > 0;
}

function asTwinOf(noticedAt: Date) {
  return ({ older, younger }: { older: BankAccountRow; younger: BankAccountRow }) => ({
    olderAccountId: older.id,
    youngerAccountId: younger.id,
    noticedAt,
  });
}

/** Whether a connection reports an account. */
function reportedBy({ connection, atBank }: AccountsSync): (account: BankAccountRow) => boolean {
  const reportedIds = new Set(atBank.accounts.map(({ providerAccountId }) => providerAccountId));
  return ({ connectionId, providerAccountId }) =>
    connectionId === connection.id ? reportedIds.has(providerAccountId) : connectionId !== null;
}

/** Whether an account was first reported in this sync. */
function isNewIn({ connection, newAccountIds }: AccountsSync): (account: BankAccountRow) => boolean {
  const newIds = new Set(newAccountIds);
  return ({ id }) => connection.cursor === null || newIds.has(id);
}

/** Asks about cards that seem to have taken the place of another one at the same bank. */
async function noticeNewCards(
  tx: LedgerTransaction,
  known: {
    userId: string;
    cards: readonly BankAccountRow[];
    isDecided: (one: BankAccountRow, other: BankAccountRow) => boolean;
    rowsOf: (account: BankAccountRow) => AccountRow[];
    now: Date;
  },
): Promise<void> {
  const { userId, isDecided, rowsOf, now } = known;
  const today = dayBefore(now, 0);
  const cards = known.cards.filter(({ type }) => type === 'credit');
  const ofKind = Map.groupBy(cards, kindOfAccount);
  const pause = turnsOfWork();
  let firstDays: ReadonlyMap<string, Day> | undefined;
  const noticed: { older: BankAccountRow; younger: BankAccountRow }[] = [];
  for (const older of cards) {
    await pause();
    const lastDay = lastDayIfSilent(rowsOf(older), today);
    if (lastDay === null) continue;
    for (const younger of ofKind.get(kindOfAccount(older)) ?? []) {
      await pause();
      if (older.mask === younger.mask) continue;
      if (!beginsAfter(rowsOf(younger)[0]?.postedOn ?? '', lastDay) || isDecided(older, younger)) continue;
      // The compared days may hide that the other card is as old.
      firstDays ??= await readFirstPostedDays(tx, { userId, accountIds: cards.map(({ id }) => id) });
      if (!beginsAfter(firstDays.get(younger.id) ?? '', lastDay)) continue;
      noticed.push({ older, younger });
      break;
    }
  }
  await upsertTwins(tx, userId, noticed.map(asTwinOf(now)));
}

/** Whether a pair is noticed already, or the user called it two accounts. */
function decidedBy(twins: readonly Twin[]): (one: BankAccountRow, other: BankAccountRow) => boolean {
  const keyOf = (ids: [string, string]) => ids.toSorted().join(' ');
  const decided = new Set(
    twins
      .filter(({ choice }) => choice === null || choice === 'both')
      .map(({ olderAccountId, youngerAccountId }) => keyOf([olderAccountId, youngerAccountId])),
  );
  return (one, other) => decided.has(keyOf([one.id, other.id]));
}

/** Whether the first account's last day is earlier, or else its rows were stored earlier. */
function isUsedLess(ones: readonly AccountRow[], others: readonly AccountRow[]): boolean {
  const [day = '', otherDay = ''] = [ones, others].map((rows) => daysOf(rows)?.last);
  return day === otherDay ? firstIdOf(ones) < firstIdOf(others) : day < otherDay;
}

function firstIdOf(rows: readonly AccountRow[]): number {
  return rows.reduce((first, { id }) => Math.min(first, id), Infinity);
}

/** An account of this name that appears when another one vanishes, or was disconnected, needs less evidence. */
function isNamedAlike(one: BankAccountRow, other: BankAccountRow): boolean {
  return (
    one.institutionName === other.institutionName &&
    one.name === other.name &&
    one.type === other.type &&
    one.mask === other.mask
  );
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
