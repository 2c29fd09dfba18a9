import { z } from 'zod';
import { AppError } from '../../../../app-error.ts';
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
  hasProblem: (bankId: string, providerAccountId: string) => boolean;
}

/** A problem with what it concerns: one account, one bank, all banks or none. */
interface LocatedProblem {
  problem: BankProblem;
  concerns: { providerAccountId: string } | { bankId: string } | 'all' | 'none';
}

/** Of a problem that belongs to no bank. */
const NO_BANK = 'SimpleFIN';
const CAPPED_RANGE = /\b(?:capped|exceeds limit)\b/i;
const ATTENTION = /^connection to (.+?) (?:may need|needs) attention/i;

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
    : (answer.errors ?? []).flatMap((given) => problemsOfText(given, banks));
  const concerned = located.map(({ concerns }) => concerns);
  return {
    problems: located.map(({ problem }) => problem),
    hasProblem: (bankId, providerAccountId) =>
      concerned.some(
        (one) =>
          one === 'all' ||
          (one !== 'none' &&
            ('bankId' in one ? one.bankId === bankId : one.providerAccountId === providerAccountId)),
      ),
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
  if (prefix === 'con' || prefix === 'act') {
    const account = accounts.find(
      (one) => one.accountId === account_id && (!conn_id || one.bank.bankId === conn_id),
    );
    const bank = account?.bank ?? banks.find(({ bankId }) => bankId === conn_id);
    return {
      problem: {
        institutionName: bank?.institutionName ?? NO_BANK,
        providerAccountId: account?.account.providerAccountId ?? null,
        code: code === 'con.auth' ? 'BANK_LOGIN_REQUIRED' : 'BANK_UNAVAILABLE',
        detail,
      },
      concerns:
        account && prefix === 'act'
          ? { providerAccountId: account.account.providerAccountId }
          : bank
            ? { bankId: bank.bankId }
            : 'all',
    };
  }
  if (prefix === 'gen' && subcode === 'auth') throw refusal('BANK_CONNECTION_GONE', detail);
  return generalProblem(detail);
}

function problemsOfText(given: unknown, banks: readonly ReportedBank[]): LocatedProblem[] {
  const detail = typeof given === 'string' ? plainText(given) : '';
  const name = ATTENTION.exec(detail)?.[1];
  if (name === undefined) return [generalProblem(detail || null)];
  const problem: BankProblem = {
    institutionName: name,
    providerAccountId: null,
    code: 'BANK_LOGIN_REQUIRED',
    detail,
  };
  const named = banks.filter(({ institutionName }) => institutionName.toLowerCase() === name.toLowerCase());
  if (named.length === 0) return [{ problem, concerns: 'all' }];
  return named.map(({ bankId, institutionName }) => ({
    problem: { ...problem, institutionName },
    concerns: { bankId },
  }));
}

/** A notice to all, such as a warning of too many requests: the data is complete. */
function generalProblem(detail: string | null): LocatedProblem {
  if (detail !== null && CAPPED_RANGE.test(detail)) throw refusal('PROVIDER_REJECTED', detail);
  return {
    problem: { institutionName: NO_BANK, providerAccountId: null, code: 'PROVIDER_UNAVAILABLE', detail },
    concerns: 'none',
  };
}

function refusal(code: 'BANK_CONNECTION_GONE' | 'PROVIDER_REJECTED', detail: string | null): AppError {
  return new AppError(code, { cause: new Error(`SimpleFIN: ${detail ?? 'no message'}`) });
}
