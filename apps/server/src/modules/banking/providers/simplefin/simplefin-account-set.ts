import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import type { BankProblem, ProviderAccount, ProviderConnection } from '../../provider.ts';
import { storable } from '../../storable-text.ts';
import { plainText } from './plain-text.ts';
import { NO_BANK, readProblems, unreadableProblem, type ReportedBank } from './simplefin-problems.ts';
import {
  centsOf,
  dayOf,
  epochSeconds,
  idOf,
  numericText,
  optionalText,
  storableId,
} from './simplefin-values.ts';

/** What an answer says of one account. */
export interface ReportedAccount {
  providerAccountId: string;
  institutionName: string;
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
/** Users choose the server, so an answer may be endless (SEC-22). No user has so many accounts … */
const MAX_LISTED = 1_000;
/** … or so many transactions in a quarter. */
const MAX_ROWS = 20_000;

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
  if (unreadable.length > 0) problems.push(unreadableProblem(NO_BANK, null));
  return {
    connection: {
      ...nameOfAll([...banks.values()]),
      accounts: accounts.map(({ account }) => account),
      problems: answer.accounts.length === 0 && problems.length === 0 ? [NO_ACCOUNTS] : problems,
    },
    accounts: accounts.map(({ row, account }) => ({
      providerAccountId: account.providerAccountId,
      institutionName: account.institutionName,
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
