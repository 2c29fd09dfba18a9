import { addDays, isDay, type Day } from '@oinkly/domain/days';
import { MAX_AMOUNT_CENTS } from '@oinkly/domain/money';
import type { BankCategory } from '@oinkly/domain/classification';
import { kindOfMoneyIn } from '@oinkly/domain/statements/money-direction';
import { categoryOfStatement, kindOfStatement } from '@oinkly/domain/statements/statement-category';
import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import { turnsOfWork } from '../../../../concurrency/event-loop-turns.ts';
import type { BankTransaction, CoveredDays } from '../../../ledger/index.ts';
import type { BankProblem, ProviderAccount, ProviderConnection } from '../../provider.ts';
import { storable } from '../../storable-text.ts';
import { plainText } from './plain-text.ts';
import { categoryOfCode } from './simplefin-categories.ts';
import { NO_BANK, readProblems, type ReportedBank } from './simplefin-problems.ts';

/** The days of a request, both included. */
export interface RequestedDays {
  from: Day;
  to: Day;
}

/** The oldest and the newest day of posted rows. */
export interface PostedDays {
  oldest: Day;
  newest: Day;
}

/** What an answer says of one account. */
export interface ReportedAccount {
  providerAccountId: string;
  currency: string;
  /** The transactions as sent; null if the answer leaves them out. */
  rows: readonly unknown[] | null;
  /** The last digits of the connection's credit cards. */
  cards: ReadonlySet<string>;
  /** Whether the answer reports a problem of the account or its bank: rows may be missing. */
  hasProblem: boolean;
}

export interface AccountSet {
  connection: ProviderConnection;
  accounts: ReportedAccount[];
  /** Ids of accounts without the required fields. */
  unreadable: string[];
}

/** Points and miles have the URL of their currency, which is never fetched. */
const CUSTOM_CURRENCY = 'points';
const UNKNOWN_BANK = 'Your bank';
const NO_ACCOUNTS: BankProblem = {
  institutionName: NO_BANK,
  providerAccountId: null,
  code: 'BANK_WITHOUT_ACCOUNTS',
  detail: null,
};
/** Rows so close to the edge of the requested days may only have moved over it. */
export const EDGE_DAYS = 3;
const NO_ID = 'no id';
/** Users choose the server, so an answer may be endless (SEC-22). No user has so many accounts … */
const MAX_LISTED = 1_000;
/** … or so many transactions in a quarter. */
const MAX_ROWS = 20_000;
/** A purchase so far from its posting has a wrong date. */
const LONGEST_POSTING_DAYS = 60;
/** No pending payment is older. */
const LONGEST_PENDING_DAYS = 90;

/** Longer ids would not fit into the database's indexes. */
const MAX_ID_LENGTH = 256;

const storableId = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine((text) => text !== '' && storable(text) === text);
/** Some servers send numbers as numbers. */
const numericText = z.union([z.string(), z.number().transform(String)]);
const optionalText = z.string().nullish().catch(null);
const epochSeconds = z.number().nullish();

const connectionRow = z.object({
  conn_id: storableId,
  name: optionalText,
  org_id: storableId.nullish().catch(null),
  org_name: optionalText,
});
const organization = z.object({
  id: storableId.nullish().catch(null),
  domain: storableId.nullish().catch(null),
  name: optionalText,
});
const accountRow = z.object({
  id: numericText.pipe(storableId),
  name: optionalText,
  conn_id: storableId.nullish(),
  conn_name: optionalText,
  org: organization.nullish().catch(null),
  currency: optionalText,
  balance: optionalText,
  'available-balance': optionalText,
  'balance-date': epochSeconds.catch(null),
  transactions: z.array(z.unknown()).nullish().catch(null),
});
type AccountRow = z.infer<typeof accountRow>;
const transactionRow = z.object({
  id: numericText.pipe(storableId),
  posted: epochSeconds,
  amount: numericText,
  description: z.string().catch(''),
  payee: optionalText,
  transacted_at: epochSeconds.catch(null),
  pending: z.boolean().nullish(),
  mcc: storableId.nullish().catch(null),
});
const namedRow = z.object({ id: numericText });

const list = z.array(z.unknown()).max(MAX_LISTED);
/** The least that an answer to `/accounts` has. Rows are read one by one. */
export const answerShape = z.looseObject({
  accounts: list,
  connections: list.nullish(),
  errlist: list.nullish(),
  errors: list.nullish(),
});
type Answer = z.infer<typeof answerShape>;

/**
 * Reads an answer of either protocol version. Throws BANK_CONNECTION_GONE if SimpleFIN no longer knows us, and
 * PROVIDER_REJECTED if it cut the requested days or lists more than an account can hold.
 */
export function toAccountSet(answer: Answer): AccountSet {
  const unreadable: string[] = [];
  const rows = answer.accounts.flatMap((given) => {
    const row = accountRow.safeParse(given).data;
    if (!row) unreadable.push(idOf(given));
    return row ?? [];
  });
  const rowCount = rows.reduce((sum, { transactions }) => sum + (transactions?.length ?? 0), 0);
  if (rowCount > MAX_ROWS)
    throw new AppError('PROVIDER_REJECTED', { cause: new Error(`SimpleFIN listed ${rowCount} rows`) });
  const banks = readBanks(answer, rows);
  const accounts = rows.map((row) => {
    const bank = banks.get(bankIdOf(row)) ?? unknownBank(bankIdOf(row));
    return { row, bank, account: toAccount(row, bank) };
  });
  const { problems, hasProblem } = readProblems(
    answer,
    [...banks.values()],
    accounts.map(({ row, bank, account }) => ({ accountId: row.id, bank, account })),
  );
  const cards = new Set(
    accounts.flatMap(({ account: { type, mask } }) => (type === 'credit' && mask !== null ? [mask] : [])),
  );
  return {
    connection: {
      ...nameOfAll([...banks.values()]),
      accounts: accounts.map(({ account }) => account),
      problems: answer.accounts.length === 0 && problems.length === 0 ? [NO_ACCOUNTS] : problems,
    },
    accounts: accounts.map(({ row, account }) => ({
      providerAccountId: account.providerAccountId,
      currency: currencyOf(row.currency),
      rows: row.transactions ?? null,
      cards,
      hasProblem: hasProblem(account.providerAccountId),
    })),
    unreadable,
  };
}

function toAccount(row: AccountRow, bank: ReportedBank): ProviderAccount {
  const name = plainText(row.name ?? '') || 'Account';
  const reportedOn = row['balance-date'] ?? 0;
  const balanceCents = centsOf(row.balance);
  const type = typeOf(name, balanceCents);
  return {
    providerAccountId: accountKey(bank.bankId, row.id),
    institutionId: bank.institutionId,
    institutionName: bank.institutionName,
    name,
    type,
    subtype: null,
    mask: /(\d{4})\W*$/.exec(name)?.[1] ?? null,
    // SimpleFIN reports a debt as a negative balance.
    currentCents:
      balanceCents !== null && balanceCents !== 0 && type !== 'depository' ? -balanceCents : balanceCents,
    availableCents: centsOf(row['available-balance']),
    currency: currencyOf(row.currency),
    reportedAt: dayOf(reportedOn) === null ? null : new Date(reportedOn * 1000),
  };
}

/** Account ids are unique within a bank only. */
function accountKey(bankId: string, accountId: string): string {
  return `${bankId.replaceAll(/[%:]/g, encodeURIComponent)}:${accountId}`;
}

export interface ReadRows {
  upserted: BankTransaction[];
  unreadable: string[];
  /** Whether some of these have another shape than the protocol's; others have days that were not asked for. */
  hasMalformed: boolean;
  /** The pending rows without a day of the bank, by id, with the days that they were first seen. */
  firstSeen: ReadonlyMap<string, Day>;
}

/**
 * What an answer changes in an account. A posted row wins over a pending one of its id. A row without a day has the day of `seenBefore` or the user's.
 * Other requests are served meanwhile.
 */
export async function toTransactions(
  account: ReportedAccount,
  requested: RequestedDays,
  userDay: Day,
  seenBefore: ReadonlyMap<string, Day>,
): Promise<ReadRows> {
  const upserted: BankTransaction[] = [];
  const unreadable: string[] = [];
  let hasMalformed = false;
  const pause = turnsOfWork();
  for (const given of account.rows ?? []) {
    await pause();
    const transaction = toTransaction(given, account, seenBefore.get(idOf(given)) ?? userDay);
    if (transaction && isPlausible(transaction, requested)) upserted.push(transaction);
    else unreadable.push(idOf(given));
    hasMalformed ||= !transaction;
  }
  const withoutDay = upserted.filter(({ isPending, authorizedOn }) => isPending && authorizedOn === null);
  return {
    upserted: await withDistinctIds(withoutPostedTwins(upserted)),
    unreadable,
    hasMalformed,
    firstSeen: new Map(withoutDay.map(({ transactionId, postedOn }) => [transactionId, postedOn])),
  };
}

/**
 * Null without a usable id, amount or day. Positive amounts are money in at SimpleFIN, and money out here. Instants become UTC days:
 * the protocol names no zone, and banks send noon UTC.
 */
export function toTransaction(
  given: unknown,
  { providerAccountId, currency, cards }: Pick<ReportedAccount, 'providerAccountId' | 'currency' | 'cards'>,
  dayWithoutDate: Day,
): BankTransaction | null {
  const row = transactionRow.safeParse(given).data;
  const cents = centsOf(row?.amount);
  if (!row || cents === null) return null;
  const isPosted = (row.posted ?? 0) > 0;
  const purchasedOn = dayOf(row.transacted_at);
  const postedOn = isPosted ? dayOf(row.posted) : (purchasedOn ?? dayWithoutDate);
  if (postedOn === null) return null;
  const amountCents = cents === 0 ? 0 : -cents;
  const description = plainText(row.description);
  const merchantName = plainText(row.payee ?? '') || null;
  return {
    transactionId: row.id,
    providerAccountId,
    pendingTransactionId: null,
    amountCents,
    currency,
    postedOn,
    authorizedOn: purchasedOn !== null && isNear(purchasedOn, postedOn) ? purchasedOn : null,
    name: merchantName ?? (description || 'Card purchase'),
    merchantName,
    isPending: row.pending === true || !isPosted,
    category: categoryOf({ amountCents, code: row.mcc ?? '', description, merchantName, cards }),
    reportedCategory: row.mcc ?? null,
  };
}

/**
 * What the answer says of the requested days; null if it leaves the rows out. Banks report less than what was asked for, and some days
 * late, so it is complete only from the oldest posted row to the newest.
 */
export function coveredDaysOf(
  { providerAccountId, rows, hasProblem }: ReportedAccount,
  { upserted, unreadable }: Pick<ReadRows, 'upserted' | 'unreadable'>,
  requested: RequestedDays,
  asksForPending: boolean,
): CoveredDays | null {
  if (rows === null) return null;
  // A row without an id may be any of the stored ones.
  const isComplete = !hasProblem && !unreadable.includes(NO_ID);
  const posted = isComplete ? postedDaysOf(upserted) : null;
  return {
    providerAccountId,
    ...requested,
    complete: posted && {
      from: laterOf(posted.oldest, addDays(requested.from, EDGE_DAYS)),
      to: posted.newest,
    },
    coversPending: asksForPending && isComplete,
    unreadableIds: [...unreadable],
  };
}

/** The oldest and the newest day of the posted rows; null without any. */
export function postedDaysOf(transactions: readonly BankTransaction[]): PostedDays | null {
  const days = transactions
    .filter(({ isPending }) => !isPending)
    .map(({ postedOn }) => postedOn)
    .toSorted();
  const [oldest, newest] = [days[0], days.at(-1)];
  return oldest === undefined || newest === undefined ? null : { oldest, newest };
}

/** Exact: the text never becomes a float. More than two decimals are rounded half away from zero. Null if it is no amount or absurd. */
export function centsOf(text: string | null | undefined): number | null {
  const match = /^([+-]?)(\d{0,12})(?:\.(\d{0,20}))?$/.exec(text?.trim() ?? '');
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const roundsUp = (fraction[2] ?? '0') >= '5';
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + Number(roundsUp);
  if (cents > MAX_AMOUNT_CENTS) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

function readBanks(answer: Answer, rows: readonly AccountRow[]): Map<string, ReportedBank> {
  const banks = new Map<string, ReportedBank>();
  for (const given of answer.connections ?? []) {
    const row = connectionRow.safeParse(given).data;
    if (!row) continue;
    const institutionName = plainText(row.org_name ?? '') || plainText(row.name ?? '') || UNKNOWN_BANK;
    banks.set(row.conn_id, { bankId: row.conn_id, institutionId: row.org_id ?? null, institutionName });
  }
  for (const row of rows) {
    const bankId = bankIdOf(row);
    if (banks.has(bankId)) continue;
    const { org } = row;
    const name = plainText(org?.name ?? row.conn_name ?? '') || plainText(org?.domain ?? '');
    const institutionId = org?.id ?? org?.domain ?? null;
    banks.set(bankId, { bankId, institutionId, institutionName: name || UNKNOWN_BANK });
  }
  return banks;
}

/** Version 1 has organizations instead of connections. */
function bankIdOf({ conn_id, org }: AccountRow): string {
  return conn_id ?? org?.id ?? org?.domain ?? storable(org?.name ?? '');
}

function unknownBank(bankId: string): ReportedBank {
  return { bankId, institutionId: null, institutionName: UNKNOWN_BANK };
}

/** `First Bank`, `First Bank, Second Bank` or `First Bank and 2 others`. */
function nameOfAll(
  banks: readonly ReportedBank[],
): Pick<ProviderConnection, 'institutionId' | 'institutionName'> {
  const institutionId = banks.length === 1 ? (banks[0]?.institutionId ?? null) : null;
  const names = [...new Set(banks.map(({ institutionName }) => institutionName))];
  const [first = UNKNOWN_BANK, ...others] = names;
  const institutionName = others.length > 1 ? `${first} and ${others.length} others` : names.join(', ');
  return { institutionId, institutionName: institutionName || first };
}

const LOAN = /\b(?:loan|mortgage|heloc|line of credit)\b/i;
const DEPOSIT = /\b(?:checking|savings?|debit|money market|cash management)\b/i;
const CARD = /\b(?:card|credit|visa|mastercard|amex|american express|discover)\b/i;

/** SimpleFIN reports no type. */
function typeOf(name: string, balanceCents: number | null): string {
  if (LOAN.test(name)) return 'loan';
  if (DEPOSIT.test(name)) return 'depository';
  return CARD.test(name) || (balanceCents ?? 0) < 0 ? 'credit' : 'depository';
}

function currencyOf(text: string | null | undefined): string {
  const code = text?.trim().toUpperCase() ?? '';
  if (code === '') return 'USD';
  return /^[A-Z]{3,5}$/.test(code) ? code : CUSTOM_CURRENCY;
}

/** The merchant's category code if it is known, else what the bank's text says. */
function categoryOf(row: {
  amountCents: number;
  code: string;
  description: string;
  merchantName: string | null;
  cards: ReadonlySet<string>;
}): BankCategory {
  const text = row.description || (row.merchantName ?? '');
  const kind = kindOfStatement('', text);
  const kindIn = row.amountCents < 0 ? kindOfMoneyIn(text) : null;
  if (kind === 'card-payment' || kindIn === 'card-payment' || paysCard(text, row.cards))
    return { paymentType: 'card-payment', expenseCategory: 'Other' };
  const byCode = categoryOfCode(row.code);
  if (byCode) return byCode;
  if (kind === 'transfer') return { paymentType: 'transfer', expenseCategory: 'Other' };
  if (kindIn === 'income') return { paymentType: 'income', expenseCategory: 'Other' };
  const byText = categoryOfStatement('', text);
  return {
    paymentType: kind === 'fixed-bill' ? kind : 'purchase',
    expenseCategory: byText === 'Other' ? categoryOfStatement('', row.merchantName ?? '') : byText,
  };
}

const PAYS = /\b(?:auto ?pay|e?payment|e?pmt|pymt)\b/i;

/** A payment to one of the user's own cards would count its purchases twice. */
function paysCard(text: string, cards: ReadonlySet<string>): boolean {
  return PAYS.test(text) && (text.match(/\d{4,}/g) ?? []).some((digits) => cards.has(digits));
}

/** A bank may send a date that is a year off. */
function isPlausible({ postedOn, isPending }: BankTransaction, { from, to }: RequestedDays): boolean {
  return postedOn <= to && postedOn >= (isPending ? addDays(to, -LONGEST_PENDING_DAYS) : from);
}

function isNear(day: Day, other: Day): boolean {
  return day >= addDays(other, -LONGEST_POSTING_DAYS) && day <= addDays(other, LONGEST_POSTING_DAYS);
}

/** A payment that is reported as pending and as posted under one id is posted. */
function withoutPostedTwins(transactions: readonly BankTransaction[]): BankTransaction[] {
  const postedIds = new Set(
    transactions.filter((one) => !one.isPending).map(({ transactionId }) => transactionId),
  );
  return transactions.filter((one) => !one.isPending || !postedIds.has(one.transactionId));
}

/** Rows that differ under one id get an id each, so that none is lost. Other requests are served meanwhile. */
async function withDistinctIds(transactions: readonly BankTransaction[]): Promise<BankTransaction[]> {
  const pause = turnsOfWork();
  const byId = new Map<string, Map<string, BankTransaction>>();
  for (const row of transactions) {
    await pause();
    const byLook = byId.get(row.transactionId) ?? new Map<string, BankTransaction>();
    byId.set(row.transactionId, byLook.set(lookOf(row), row));
  }
  const distinct: BankTransaction[] = [];
  for (const [id, byLook] of byId)
    for (const [index, [, row]] of [...byLook].toSorted(byText).entries()) {
      await pause();
      distinct.push({ ...row, transactionId: index === 0 ? id : `${id} (${index + 1})` });
    }
  return distinct;
}

function byText([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function lookOf({ amountCents, name, authorizedOn, postedOn }: BankTransaction): string {
  return JSON.stringify([amountCents, name, authorizedOn ?? postedOn]);
}

/** The UTC day of epoch seconds. Null for 0, which SimpleFIN sends for none. */
function dayOf(seconds: number | null | undefined): Day | null {
  const instant = new Date((seconds ?? 0) * 1000);
  if (!(instant.getTime() > 0)) return null;
  const day = instant.toISOString().slice(0, 10);
  return isDay(day) ? day : null;
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function idOf(given: unknown): string {
  return namedRow.safeParse(given).data?.id.slice(0, MAX_ID_LENGTH) ?? NO_ID;
}
