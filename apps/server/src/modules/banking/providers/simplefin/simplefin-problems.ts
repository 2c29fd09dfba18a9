import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import type { BankProblem, ProviderAccount } from '../../provider.ts';
import { plainText } from './plain-text.ts';

/** A bank of the answer, whose accounts share its problems. */
export interface ReportedBank {
  /** Unique within the connection. */
  bankId: string;
  institutionId: string | null;
  institutionName: string;
}

interface KnownAccount {
  /** As SimpleFIN names it within its bank. */
  accountId: string;
  bank: ReportedBank;
  account: ProviderAccount;
}

interface Problems {
  problems: BankProblem[];
  hasProblem: (providerAccountId: string) => boolean;
}

/** A problem with the accounts whose rows may be missing. */
interface LocatedProblem {
  problem: BankProblem;
  accounts: readonly KnownAccount[];
}

/** Of a problem that belongs to no bank. */
export const NO_BANK = 'SimpleFIN';

/** The problem of rows or accounts that can't be read, so that the user knows that purchases may be missing. */
export function unreadableProblem(institutionName: string, providerAccountId: string | null): BankProblem {
  return { institutionName, providerAccountId, code: 'BANK_DATA_UNREADABLE', detail: null };
}

const CAPPED_RANGE = /\b(?:capped|exceeds limit)\b/i;
const ATTENTION = /^connection to (.+?) (?:may need|needs) attention/i;
/** A warning before SimpleFIN refuses requests: the answer is complete. */
const REQUEST_WARNING = /\b(?:requests|quota|rate limit)\b/i;

const optionalText = z.string().nullish().catch(null);
const errorRow = z.object({
  code: z.string().catch('gen.'),
  msg: optionalText,
  message: optionalText,
  conn_id: optionalText,
  account_id: optionalText,
});

/**
 * Reads the errors of either protocol version, each as part of its bank or account. Throws BANK_CONNECTION_GONE and, if SimpleFIN cut
 * the requested days, PROVIDER_REJECTED.
 */
export function readProblems(
  answer: { errlist?: unknown[] | null; errors?: unknown[] | null },
  banks: readonly ReportedBank[],
  accounts: readonly KnownAccount[],
): Problems {
  // Version 2 repeats its list as texts.
  const located = answer.errlist?.length
    ? answer.errlist.map((given) => problemOf(given, banks, accounts))
    : namedOnce(answer.errors ?? []).flatMap((given) => problemsOfText(given, banks, accounts));
  const concerned = new Set(
    located.flatMap((one) => one.accounts.map(({ account }) => account.providerAccountId)),
  );
  return {
    problems: located.map(({ problem }) => problem),
    hasProblem: (providerAccountId) => concerned.has(providerAccountId),
  };
}

function problemOf(
  given: unknown,
  banks: readonly ReportedBank[],
  accounts: readonly KnownAccount[],
): LocatedProblem {
  const { code, msg, message, conn_id, account_id } = errorRow.safeParse(given).data ?? errorRow.parse({});
  const detail = plainText(msg ?? '') || plainText(message ?? '') || null;
  const [prefix, subcode] = code.split('.');
  if (prefix === 'gen' && subcode === 'auth') throw refusal('BANK_CONNECTION_GONE', detail);
  if (prefix !== 'con' && prefix !== 'act') return generalProblem(detail, accounts);
  const ofBank = conn_id ? accounts.filter(({ bank }) => bank.bankId === conn_id) : accounts;
  const named = account_id ? ofBank.filter(({ accountId }) => accountId === account_id) : ofBank;
  const account = account_id && named.length === 1 ? named[0] : undefined;
  const bank = account?.bank ?? banks.find(({ bankId }) => bankId === conn_id);
  const concerned = prefix === 'act' ? named : conn_id ? ofBank : accountsOfBanks(named, accounts);
  // An id that the answer does not explain may be any account.
  const unknown = ofBank.length > 0 ? ofBank : accounts;
  return {
    problem: {
      institutionName: bank?.institutionName ?? NO_BANK,
      providerAccountId: account?.account.providerAccountId ?? null,
      code: code === 'con.auth' ? 'BANK_LOGIN_REQUIRED' : 'BANK_UNAVAILABLE',
      detail,
    },
    accounts: concerned.length > 0 ? concerned : unknown,
  };
}

/** Without texts about a bank that an earlier one names: each would be read with all its accounts. */
function namedOnce(errors: readonly unknown[]): unknown[] {
  const subjectOf = (given: unknown) =>
    typeof given === 'string' ? (ATTENTION.exec(plainText(given))?.[1] ?? given).toLowerCase() : '';
  const seen = new Set<string>();
  return errors.filter((given) => {
    const isFirst = !seen.has(subjectOf(given));
    seen.add(subjectOf(given));
    return isFirst;
  });
}

function problemsOfText(
  given: unknown,
  banks: readonly ReportedBank[],
  accounts: readonly KnownAccount[],
): LocatedProblem[] {
  const detail = typeof given === 'string' ? plainText(given) : '';
  const name = ATTENTION.exec(detail)?.[1];
  if (name === undefined) return [generalProblem(detail || null, accounts)];
  const problem: BankProblem = {
    institutionName: name,
    providerAccountId: null,
    code: 'BANK_LOGIN_REQUIRED',
    detail,
  };
  const named = banks.filter(({ institutionName }) => institutionName.toLowerCase() === name.toLowerCase());
  if (named.length === 0) return [{ problem, accounts }];
  return named.map((bank) => ({
    problem: { ...problem, institutionName: bank.institutionName },
    accounts: accounts.filter((one) => one.bank.bankId === bank.bankId),
  }));
}

/** Of no bank in particular. Unless it is a warning, rows of any account may be missing. */
function generalProblem(detail: string | null, accounts: readonly KnownAccount[]): LocatedProblem {
  if (detail !== null && CAPPED_RANGE.test(detail)) throw refusal('PROVIDER_REJECTED', detail);
  const isWarning = detail !== null && REQUEST_WARNING.test(detail);
  const code = isWarning ? 'BANK_ASKED_TOO_OFTEN' : 'PROVIDER_UNAVAILABLE';
  return {
    problem: { institutionName: NO_BANK, providerAccountId: null, code, detail },
    accounts: isWarning ? [] : accounts,
  };
}

function accountsOfBanks(named: readonly KnownAccount[], accounts: readonly KnownAccount[]): KnownAccount[] {
  const bankIds = new Set(named.map(({ bank }) => bank.bankId));
  return accounts.filter(({ bank }) => bankIds.has(bank.bankId));
}

function refusal(code: 'BANK_CONNECTION_GONE' | 'PROVIDER_REJECTED', detail: string | null): AppError {
  return new AppError(code, { cause: new Error(`SimpleFIN: ${detail ?? 'no message'}`) });
}
