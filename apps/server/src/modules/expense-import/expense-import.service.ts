import type { Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { centsFromDollars } from '@oinkly/domain/money';
import {
  daysCompared,
  findKnown,
  type Incoming,
  type KnownExpense,
} from '@oinkly/domain/statements/known-expenses';
import type { Layout } from '@oinkly/domain/statements/layout';
import type { OutgoingKind } from '@oinkly/domain/statements/statement-category';
import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { refreshStatistics } from '../../db/refresh-statistics.ts';
import { expenses } from '../../db/tables/readable-tables.ts';
import type { Deps } from '../deps.ts';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import { requireRoomForExpenses } from '../expenses/index.ts';
import {
  changeLedger,
  deleteImportedRows,
  insertImportedRows,
  readCountedKinds,
  type LedgerDeps,
} from '../ledger/index.ts';
import { forgetFileImport, notifyOfFileImport, type NotifyDeps } from '../notifications/index.ts';
import {
  addImport,
  COMPARED_PER_PAGE,
  keepLatestLayouts,
  listAllImports,
  listComparedExpenses,
  listLayouts,
  listUndoableImports,
  lockImport,
  markUndone,
  upsertLayout,
  type ImportView,
} from './expense-import.queries.ts';

const MAX_LAYOUTS = 50;

/** The amount is in positive dollars. */
export interface ComparedRow {
  name: string;
  amount: number;
  date: Day;
  currency: string;
  bankRef?: string | undefined;
}

interface ImportedRow extends ComparedRow {
  category: ExpenseCategory;
  kind: OutgoingKind;
  counted: boolean | null;
  paid: boolean;
}

interface RememberedLayout {
  fileKind: string;
  layout: Layout;
}

export interface NewImport {
  requestId: string;
  fileName: string;
  rows: readonly ImportedRow[];
  layout?: RememberedLayout | undefined;
}

/** A row that already exists, with its place in the file. */
export interface KnownRow {
  row: number;
  name: string;
  date: Day;
  deleted: boolean;
}

export interface ImportsView {
  imports: ImportView[];
  layouts: RememberedLayout[];
}

export async function listImports(db: Database, userId: string): Promise<ImportsView> {
  return { imports: await listUndoableImports(db, userId), layouts: await listLayouts(db, userId) };
}

export async function exportImports(db: Database, userId: string): Promise<ImportsView> {
  return { imports: await listAllImports(db, userId), layouts: await listLayouts(db, userId) };
}

/** Finds the rows that exist, with turns for other requests. Cost: n log n in the rows. */
export async function checkRows(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  rows: readonly ComparedRow[],
): Promise<KnownRow[]> {
  const pause = turnsOfWork();
  const incoming: Incoming[] = [];
  for (const row of rows) {
    await pause();
    incoming.push({
      day: row.date,
      name: row.name,
      amountCents: centsFromDollars(row.amount),
      currency: row.currency,
      bankRef: row.bankRef === undefined ? null : hashOfRef(row.bankRef),
    });
  }
  const known = await inTurns(findKnown(incoming, await readComparedExpenses(db, userId, incoming)));
  return known.flatMap((expense, row) =>
    expense ? [{ row, name: expense.name, date: expense.day, deleted: expense.isDeleted }] : [],
  );
}

/** A repeated request gets the first one's answer. */
export async function importRows(
  deps: LedgerDeps & NotifyDeps & Pick<Deps, 'log'>,
  userId: string,
  { requestId: id, fileName, rows, layout }: NewImport,
): Promise<{ id: string; imported: number }> {
  const now = deps.clock();
  const answer = await changeLedger(deps, userId, async (tx) => {
    const known = await lockImport(tx, userId, id);
    if (known) return { id, imported: known.rows };
    await requireRoomForExpenses(tx, userId, rows.length);
    await addImport(tx, { userId, id, fileName, rows: rows.length, createdAt: now });
    const counted = new Set<string>(await readCountedKinds(tx, userId));
    await insertImportedRows(
      tx,
      { userId, importId: id, createdAt: now },
      rows.map((row) => ({
        name: row.name,
        amountCents: centsFromDollars(row.amount),
        currency: row.currency,
        day: row.date,
        category: row.category,
        kind: row.kind,
        countsByKind: counted.has(row.kind),
        countedByHand: row.counted,
        isPaid: row.paid,
        refHash: row.bankRef === undefined ? null : hashOfRef(row.bankRef),
      })),
    );
    if (layout) {
      await upsertLayout(tx, { userId, ...layout, usedAt: now });
      await keepLatestLayouts(tx, userId, MAX_LAYOUTS);
    }
    await notifyOfFileImport(deps, tx, { userId, importId: id, fileName, purchases: rows.length });
    return { id, imported: rows.length };
  });
  await refreshStatistics(deps.db, [expenses], rows.length).catch((error: unknown) =>
    deps.log.warn({ userId, err: error }, 'could not refresh the statistics after an import'),
  );
  return answer;
}

/**
 * Keeps expenses that the user deleted or made recurring and ones that a bank reported. Returns how many it
 * deleted. Throws IMPORT_NOT_FOUND, also if undone before.
 */
export async function undoImport(
  deps: LedgerDeps,
  { ownerId: userId, id }: { ownerId: string; id: string },
): Promise<number> {
  return changeLedger(deps, userId, async (tx) => {
    const known = await lockImport(tx, userId, id);
    if (!known || known.undoneAt !== null) throw new AppError('IMPORT_NOT_FOUND');
    await markUndone(tx, userId, id, deps.clock());
    await forgetFileImport(tx, userId, id);
    return deleteImportedRows(tx, userId, id);
  });
}

async function readComparedExpenses(
  db: Database,
  userId: string,
  rows: readonly Incoming[],
): Promise<KnownExpense[]> {
  const days = daysCompared(rows);
  if (!days) return [];
  const range = {
    ...days,
    amountsCents: [...new Set(rows.map(({ amountCents }) => amountCents))],
    bankRefs: [...new Set(rows.flatMap(({ bankRef }) => bankRef ?? []))],
  };
  const known: KnownExpense[] = [];
  let page: Awaited<ReturnType<typeof listComparedExpenses>>;
  do {
    page = await listComparedExpenses(db, userId, range, known.at(-1));
    for (const { bankTransactionId, importId, importRef, deletedAt, ...expense } of page) {
      known.push({
        ...expense,
        origin: bankTransactionId !== null ? 'bank' : importId !== null ? 'import' : 'manual',
        isDeleted: deletedAt !== null,
        bankRef: importRef?.toString('hex') ?? null,
      });
    }
  } while (page.length === COMPARED_PER_PAGE);
  return known;
}

/** The reference holds an account number. */
function hashOfRef(bankRef: string): string {
  return createHash('sha256').update(bankRef).digest('hex');
}
