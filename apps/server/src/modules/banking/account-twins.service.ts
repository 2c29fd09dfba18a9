import type { BankTwin } from '@oinkly/contract/endpoints';
import {
  areOneAccount,
  beginsAfter,
  daysOf,
  lastDayIfSilent,
  type AccountRow,
} from '@oinkly/domain/account-likeness';
import type { Day } from '@oinkly/domain/days';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { inTurns, turnsOfWork } from '../../event-loop-turns.ts';
import {
  changeLedger,
  handOverAccount,
  holdAccounts,
  listPostedRows,
  readFirstPostedDays,
  releaseAccounts,
  type LedgerDeps,
  type LedgerTransaction,
} from '../ledger/index.ts';
import {
  deleteTwin,
  findTwin,
  listAccountsByAge,
  listOpenTwins,
  listOpenTwinsOf,
  listTwins,
  listTwinsOfYounger,
  setTwinChoice,
  upsertTwin,
  type OpenTwin,
  type Twin,
  type TwinChoice,
} from './account-twins.queries.ts';
import {
  deleteAccount,
  hasAccounts,
  noteOldHistory,
  replaceAccount,
  type BankAccountRow,
} from './accounts.queries.ts';
import { deleteConnection, findConnection } from './connections.queries.ts';
import { endAtProvider } from './end-at-provider.ts';
import type { ProviderConnection } from './provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync/sync-runs.queries.ts';

/** Enough days for five common transactions. */
const COMPARED_DAYS = 90;
/** How many accounts each new one is compared with, those that are called alike first. People have fewer. */
const MOST_COMPARED = 30;
/** Before any bank's history. */
const EVER = '0001-01-01';

/** A sync of a connection, after the bank's accounts were stored. */
interface AccountsSync {
  connection: ConnectionRow;
  atBank: Pick<ProviderConnection, 'accounts'>;
  newAccountIds: readonly string[];
  now: Date;
}

type TwinAccounts = Pick<Twin, 'userId' | 'olderAccountId' | 'youngerAccountId'>;

/**
 * Applies a connection's staged changes so that no account counts twice: accounts that look like another one
 * are held until the user chooses (ADR 31). Returns the number of new counted expenses.
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
  const held = twins.filter((one) => one.isOlderConnected).map(({ twin }) => twin.youngerAccountId);
  // The user linked the older one's bank again, without that account.
  for (const { twin, isOlderConnected } of twins) {
    if (!isOlderConnected) await replaceTwin(tx, twin, 'younger', now);
  }
  // Rows are applied to a history without gaps.
  if (held.length > 0) await releaseAccounts(tx, held);
  const imported = await apply();
  if (held.length > 0) await holdAccounts(tx, held, now);
  const noticed = await noticeTwins(tx, sync);
  return held.length > 0 || noticed ? 0 : imported;
}

interface AgedAccount {
  account: BankAccountRow;
  linkedAt: Date | null;
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
  const isOwn = ({ account }: AgedAccount) => account.connectionId === connectionId;
  const isReported = reportedBy(sync);
  const isNew = isNewIn(sync);
  const isDecided = decidedBy(twins);
  const kinds = new Map(accounts.map((one) => [one, kindOfAccount(one.account)]));
  const candidates = accounts.filter((one) => isOwn(one) && !asked.has(one.account.id));
  const mayBeOne = (one: AgedAccount, other: AgedAccount) => {
    if (one === other || asked.has(other.account.id)) return false;
    if (isDecided(one.account, other.account)) return false;
    if (!isOwn(other)) return other.linkedAt !== null || isFirstSync;
    return kinds.get(one) === kinds.get(other) || hasChangedId(one, other);
  };
  const hasChangedId = (one: AgedAccount, other: AgedAccount) =>
    isOwn(other) && isNew(one.account) && !isReported(other.account);
  const ofKind = Map.groupBy(candidates, (one) => kinds.get(one));
  const news = candidates.filter(({ account }) => isNew(account));
  const others = accounts.filter((other) => {
    // Others of its connection are of its kind, or new.
    const groups = isOwn(other) ? [ofKind.get(kinds.get(other)) ?? [], news] : [candidates];
    return groups.some((group) => group.some((one) => mayBeOne(one, other)));
  });
  if (others.length === 0) return false;

  const needsLittle = (one: AgedAccount, other: AgedAccount) =>
    isNamedAlike(one.account, other.account) &&
    (hasChangedId(one, other) || (other.linkedAt === null && isNew(one.account)));
  const isWhole =
    (isFirstSync && !others.every(isOwn)) ||
    (news.length > 0 && others.some((other) => isOwn(other) && !isReported(other.account)));
  const since = isWhole ? EVER : dayBefore(now, COMPARED_DAYS);
  const accountIds = [...new Set([...candidates, ...others].map(({ account }) => account.id))];
  const rows = await listPostedRows(tx, { userId, accountIds, since });
  const rowsOf = ({ id }: BankAccountRow) => rows.get(id) ?? [];
  const leading = new Set(twins.filter(isOpen).map(({ olderAccountId }) => olderAccountId));
  const places = new Map(accounts.map((one, place) => [one, place]));
  const isOlder = (one: AgedAccount, other: AgedAccount) => {
    if (!isOwn(other)) return (places.get(other) ?? 0) < (places.get(one) ?? 0);
    // Of one connection, the account in use must count: the other one may never report again.
    if (isReported(one.account) !== isReported(other.account)) return !isReported(other.account);
    return isUsedLess(rowsOf(one.account), rowsOf(other.account));
  };
  const taken = new Set<AgedAccount>();
  const calledAlike = Map.groupBy(others, ({ account }) => textOf(account));
  function* comparedWith(candidate: AgedAccount) {
    const compared = new Set<AgedAccount>();
    for (const group of [calledAlike.get(textOf(candidate.account)) ?? [], others]) {
      for (const other of group) {
        if (compared.size === MOST_COMPARED) return;
        if (compared.has(other) || taken.has(other) || !mayBeOne(candidate, other)) continue;
        compared.add(other);
        yield other;
      }
    }
  }
  const pause = turnsOfWork();
  let hasNoticed = false;
  for (const candidate of candidates) {
    await pause();
    if (taken.has(candidate)) continue;
    let twin: AgedAccount | undefined;
    for (const other of comparedWith(candidate)) {
      await pause();
      const fewestAmounts = needsLittle(candidate, other) ? 1 : undefined;
      const rowsOfBoth = [rowsOf(candidate.account), rowsOf(other.account)] as const;
      if (!(await inTurns(areOneAccount(...rowsOfBoth, fewestAmounts)))) continue;
      twin = other;
      break;
    }
    if (!twin) continue;
    taken.add(twin).add(candidate);
    const pair = isOlder(candidate, twin) ? [twin, candidate] : [candidate, twin];
    const [older, younger] = pair.map(({ account }) => account);
    if (!older || !younger) continue;
    const ids = { userId, olderAccountId: older.id, youngerAccountId: younger.id };
    if (!isReported(older)) {
      // The bank reports it under another id.
      await handOver(tx, ids, { chosenId: younger.id, replacedId: older.id }, now);
      // If the old id returns, it is a new account.
      if (older.connectionId !== null) await deleteAccount(tx, userId, older.id);
    } else if (leading.has(younger.id)) {
      continue;
    } else {
      await upsertTwin(tx, { ...ids, noticedAt: now });
      await holdAccounts(tx, [younger.id], now);
    }
    hasNoticed = true;
  }
  const cards = candidates.filter((one) => !taken.has(one)).map(({ account }) => account);
  await noticeNewCards(tx, { userId, cards, isDecided, rowsOf, now });
  return hasNoticed;
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
  for (const older of cards) {
    await pause();
    const lastDay = lastDayIfSilent(rowsOf(older), today);
    if (lastDay === null) continue;
    for (const younger of ofKind.get(kindOfAccount(older)) ?? []) {
      if (older.mask === younger.mask) continue;
      if (!beginsAfter(rowsOf(younger)[0]?.postedOn ?? '', lastDay) || isDecided(older, younger)) continue;
      // The compared days may hide that the other card is as old.
      firstDays ??= await readFirstPostedDays(tx, { userId, accountIds: cards.map(({ id }) => id) });
      if (!beginsAfter(firstDays.get(younger.id) ?? '', lastDay)) continue;
      await upsertTwin(tx, {
        userId,
        olderAccountId: older.id,
        youngerAccountId: younger.id,
        noticedAt: now,
      });
      break;
    }
  }
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
    const left = new Set<string | null>();
    for (const pair of pairs) left.add(await choosePair(tx, pair, choice, deps.clock()));
    for (const connectionId of left) {
      if (connectionId !== null) await endIfEmpty(deps, tx, { userId: ownerId, connectionId });
    }
  });
}

/** Returns the connection that an account has left; null if both stay. */
async function choosePair(
  tx: LedgerTransaction,
  pair: OpenTwin,
  choice: TwinChoice,
  now: Date,
): Promise<string | null> {
  const { twin, older, younger } = pair;
  if (choice === 'both') {
    await setTwinChoice(tx, twin, choice);
    await releaseAccounts(tx, [younger.id]);
    return null;
  }
  const replaced = choice === 'older' ? younger : older;
  if (kindOf(pair) === 'new-card') {
    // The cards' days differ, so there is nothing to pair. The next sync would withdraw rows of the old card from the new one.
    await setTwinChoice(tx, twin, choice);
    await replaceAccount(tx, twin.userId, replaced.id, now);
  } else {
    await replaceTwin(tx, twin, choice, now);
  }
  return replaced.connectionId;
}

/** Call it before a connection ends: the other account of each pair counts from then on. */
export async function settleTwinsOf(
  tx: LedgerTransaction,
  ref: ConnectionRef,
  { keepsHistory, now }: { keepsHistory: boolean; now: Date },
): Promise<void> {
  const twins = await listOpenTwinsOf(tx, ref);
  for (const sides of Map.groupBy(twins, ({ twin }) => twin.id).values()) {
    const [first] = sides;
    if (!first) continue;
    const { twin } = first;
    const isOfOlder = sides.some((side) => side.isOfOlder);
    if (keepsHistory && twin.isHeld) {
      const isOfYounger = sides.some((side) => !side.isOfOlder);
      await replaceTwin(tx, twin, isOfYounger ? 'older' : 'younger', now);
    } else {
      await deleteTwin(tx, twin);
      if (isOfOlder) await releaseAccounts(tx, [twin.youngerAccountId]);
    }
  }
}

async function replaceTwin(
  tx: LedgerTransaction,
  twin: Twin,
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
    if (other.isHeld) await upsertTwin(tx, { ...other, olderAccountId: chosenId });
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
  { olderAccountId, youngerAccountId }: Twin,
  choice: Exclude<TwinChoice, 'both'>,
): { chosenId: string; replacedId: string } {
  return choice === 'older'
    ? { chosenId: olderAccountId, replacedId: youngerAccountId }
    : { chosenId: youngerAccountId, replacedId: olderAccountId };
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

/** Only accounts of one bank and type take each other's place. */
function kindOfAccount({ institutionId, institutionName, type }: BankAccountRow): string {
  return JSON.stringify([institutionId, institutionName, type]);
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

/** Of several accounts with the same rows, one that is called alike is the twin. */
function textOf({ institutionName, mask }: BankAccountRow): string {
  return JSON.stringify([institutionName, mask]);
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
