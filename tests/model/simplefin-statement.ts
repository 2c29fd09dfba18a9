import type { BankRow, BankStatement } from './bank-statement.ts';
import { daysBefore } from './bank-changes.ts';
import { dayOf, type SentAnswer } from './simplefin-server.ts';
import { SIMPLEFIN_TEXT_CATEGORIES } from './vocabulary.ts';

/** Rows of the first requested days may have moved over the edge. */
const EDGE_DAYS = 3;

/** The year 2100. */
const LATEST_SECONDS = 4_102_444_800;

/** A transaction of an answer or of the control API. The purchase's own name travels in `extra`. */
export type PresentedRow = Record<string, unknown> & { id: string };

export interface IdentifiedRow extends BankRow {
  /** As SimpleFIN names it now. */
  reportedId: string;
}

/** What a person reads in a row. The amount's sign is the other way round at SimpleFIN. */
export function identifiedRow(given: PresentedRow, accountId: string, currency: string): IdentifiedRow {
  const { amount, posted, transacted_at: bought, description, payee, mcc, extra } = given;
  const isPending = posted === 0;
  const merchant_name = typeof payee === 'string' ? payee : null;
  const name = String(description);
  const boughtOn = typeof bought === 'number' ? dayOf(bought) : null;
  return {
    transaction_id: purchaseOf(extra),
    reportedId: given.id,
    account_id: accountId,
    pending_transaction_id: null,
    amount: typeof amount === 'string' && /^-?\d+(?:\.\d+)?$/.test(amount) ? -Number(amount) : null,
    date: isPending ? boughtOn : postedDay(posted),
    authorized_date: boughtOn,
    name,
    merchant_name,
    iso_currency_code: currency,
    pending: isPending,
    personal_finance_category: {
      detailed: typeof mcc === 'string' ? `code ${mcc}` : (SIMPLEFIN_TEXT_CATEGORIES[name] ?? ''),
    },
  };
}

/** The purchase's name in a row's `extra`. */
export function purchaseOf(extra: unknown): string {
  const purchase: unknown =
    typeof extra === 'object' && extra !== null && 'purchase' in extra && extra.purchase;
  if (typeof purchase !== 'string') throw new Error('A row is no purchase of the history');
  return purchase;
}

function postedDay(posted: unknown): string | null {
  return typeof posted === 'number' && posted < LATEST_SECONDS ? dayOf(posted) : null;
}

interface CompleteDays {
  account: string;
  /** Of posted transactions; null if there are none. */
  from: string | null;
  to: string;
  hasPending: boolean;
}

/** What the answers of one sync say together; a later one wins. */
export function statementOf(
  answers: readonly SentAnswer[],
  { cursor, accounts }: { cursor: string; accounts: ReadonlyMap<string, string> },
): BankStatement & { rows: IdentifiedRow[] } {
  const rows = new Map<string, IdentifiedRow>();
  const complete: CompleteDays[] = [];
  for (const [accountId, account] of accounts) {
    const read = answers.map((answer) => ({ answer, rows: rowsOf(answer, accountId) }));
    for (const row of read.flatMap((one) => one.rows)) rows.set(row.transaction_id, row);
    for (const { answer, rows: listed } of read) {
      const { hasPending } = answer;
      const posted = listed.filter(({ pending }) => !pending);
      const [oldest, newest] = [oldestOf(posted), newestOf(posted)];
      const edge = daysBefore(answer.from, -EDGE_DAYS);
      const from = oldest === null || oldest > edge ? oldest : edge;
      complete.push({ account, from, to: newest ?? answer.to, hasPending });
    }
  }
  return {
    rows: [...rows.values()],
    accounts: new Map(accounts),
    cursor,
    covers: ({ account, postedOn, isPending }) =>
      complete.some(
        (one) =>
          one.account === account &&
          (isPending ? one.hasPending : one.from !== null && postedOn >= one.from && postedOn <= one.to),
      ),
  };
}

function newestOf(rows: readonly IdentifiedRow[]): string | null {
  return (
    rows
      .filter(isReadable)
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? null
  );
}

function oldestOf(rows: readonly IdentifiedRow[]): string | null {
  return (
    rows
      .filter(isReadable)
      .map(({ date }) => date)
      .toSorted()
      .at(0) ?? null
  );
}

function rowsOf({ accounts }: SentAnswer, accountId: string): IdentifiedRow[] {
  return accounts
    .filter(({ id, conn_id }) => `${conn_id}:${id}` === accountId)
    .flatMap(({ currency, transactions }) =>
      transactions.map((row) => identifiedRow(row, accountId, currency)),
    );
}

export function isReadable<Row extends BankRow>(row: Row): row is Row & { amount: number; date: string } {
  return typeof row.amount === 'number' && Math.abs(row.amount) <= 1e7 && typeof row.date === 'string';
}
