import type { TwinChoice } from '@oinkly/contract/banking';
import type { BankTwin } from '@oinkly/contract/banking';
import {
  areOneAccount,
  beginsAfter,
  daysOf,
  lastDayIfSilent,
  type AccountRow,
} from '@oinkly/domain/account-likeness';
import type { Day } from '@oinkly/domain/days';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import {
  changeLedger,
  handOverAccounts,
  holdAccounts,
  listPostedRows,
  readFirstPostedDays,
  releaseAccounts,
  type AccountPair,
  type LedgerDeps,
  type LedgerTransaction,
} from '../ledger/index.ts';
import {
  deleteTwins,
  findTwin,
  listAccountsByAge,
  listOpenTwins,
  listOpenTwinsOf,
  listTwins,
  listTwinsOfYounger,
  setTwinChoices,
  upsertTwins,
  type OpenTwin,
  type Twin,
} from './account-twins.queries.ts';
import {
  deleteAccountsById,
  hasAccounts,
  noteOldHistory,
  replaceAccounts,
  type BankAccountRow,
} from './accounts.queries.ts';
import { ComparedAccounts, kindOfAccount, type AgedAccount } from './compared-accounts.ts';
import { deleteConnection, findConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import type { ProviderConnection } from './provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync/sync-runs.queries.ts';

/** Enough days for five common transactions. */
const COMPARED_DAYS = 90;
/** Before any bank's history. */
const EVER = '0001-01-01';

/** A sync of a connection, after the bank's accounts were stored. */
interface AccountsSync {
  connection: ConnectionRow;
  atBank: Pick<ProviderConnection, 'accounts'>;
  newAccountIds: readonly string[];
  now: Date;
}

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

/**
 * Returns whether an account of this sync turned out to be another one. Cost: n log n in the rows, for each of the
 * few accounts that one is compared with.
 */
async function noticeTwins(tx: LedgerTransaction, sync: AccountsSync): Promise<boolean> {
  const { connection, now } = sync;
  const { userId, id: connectionId } = connection;
  const accounts = await listAccountsByAge(tx, userId);
  const twins = await listTwins(tx, userId);
  const asked = new Set(twins.filter(isOpen).map(({ youngerAccountId }) => youngerAccountId));
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
  const leading = new Set(twins.filter(isOpen).map(({ olderAccountId }) => olderAccountId));
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

/** Lists what the user has not decided: one question for all accounts of a bank that is connected twice. */
export async function listBankTwins(deps: Pick<Deps, 'db' | 'providers'>, userId: string) {
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

/** Call it before a connection ends: the other account of each pair counts from then on. */
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

interface Decision {
  twin: Twin;
  choice: Exclude<TwinChoice, 'both'>;
}

/**
 * Replaces an account of each pair with the other one, in order. Where an earlier pair replaced the older account, the
 * younger one is compared with the account that took its place, and waits for a choice of its own unless it is replaced.
 * Returns the ids of the decided pairs.
 */
async function replaceTwins(
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
    (twin) => isOpen(twin) && successors.has(twin.olderAccountId),
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

/** The accounts that were not chosen leave their connections. */
async function handOver(tx: LedgerTransaction, pairs: readonly AccountPair[], now: Date): Promise<void> {
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

function isOpen({ choice }: Twin): boolean {
  return choice === null;
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
