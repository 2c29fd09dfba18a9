import { countsByKind } from '@oinkly/domain/counted-kinds';
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
import { changeLedger, deleteImportedRows, insertImportedRows, type LedgerDeps } from '../ledger/index.ts';
import {
  correctFileImport,
  forgetFileImport,
  notifyOfFileImport,
  type NotifyDeps,
} from '../notifications/index.ts';
import {
  COMPARED_PER_PAGE,
  keepLatestLayouts,
  listAllImports,
  listComparedExpenses,
  listLayouts,
  listUndoableImports,
  lockImport,
  markUndone,
  upsertImport,
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
  /** Those of the same import that earlier requests added. */
  rowsBefore: number;
  /** Those of all requests; undefined: there is no later one. */
  rowsInAll?: number | undefined;
  layout?: RememberedLayout | undefined;
}

/** A row that already exists, with its place in the request. */
export interface KnownRow {
  row: number;
  /** Of the expense. */
  id: number;
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

/** Finds the rows that exist and are not `taken`, with turns for other requests. Cost: n log n in the rows. */
export async function checkRows(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { rows, taken }: { rows: readonly ComparedRow[]; taken: readonly number[] },
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
  const isTaken = new Set(taken);
  const free = (await readComparedExpenses(db, userId, incoming)).filter(({ id }) => !isTaken.has(id));
  const known = await inTurns(findKnown(incoming, free));
  return known.flatMap((expense, row) =>
    expense
      ? [{ row, id: expense.id, name: expense.name, date: expense.day, deleted: expense.isDeleted }]
      : [],
  );
}

/**
 * Adds the rows of one request. A repeated one adds nothing. Returns how many rows the import has so far. Throws
 * IMPORT_PART_MISSING, and IMPORT_NOT_FOUND for more rows of an import that was undone.
 */
export async function importRows(
  deps: LedgerDeps & NotifyDeps & Pick<Deps, 'log'>,
  userId: string,
  { requestId: id, fileName, rows, rowsBefore, rowsInAll, layout }: NewImport,
): Promise<{ id: string; imported: number }> {
  const now = deps.clock();
  const answer = await changeLedger(deps, userId, async (tx) => {
    const known = await lockImport(tx, userId, id);
    if (known && known.rows > rowsBefore) return { id, imported: known.rows };
    if (known?.undoneAt) throw new AppError('IMPORT_NOT_FOUND');
    if ((known?.rows ?? 0) < rowsBefore) throw new AppError('IMPORT_PART_MISSING');
    const imported = rowsBefore + rows.length;
    const inAll = Math.max(imported, rowsInAll ?? 0);
    await requireRoomForExpenses(tx, userId, inAll - rowsBefore);
    await upsertImport(tx, { userId, id, fileName, rows: imported, rowsInAll: inAll, createdAt: now });
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
        countsByKind: countsByKind(row.kind, tx.ledger.owner),
        countedByHand: row.counted,
        isPaid: row.paid,
        refHash: row.bankRef === undefined ? null : hashOfRef(row.bankRef),
      })),
    );
    if (layout) {
      await upsertLayout(tx, { userId, ...layout, usedAt: now });
      await keepLatestLayouts(tx, userId, MAX_LAYOUTS);
    }
    const file = { userId, importId: id, fileName, purchases: imported, purchasesInAll: inAll };
    if (rowsBefore === 0) await notifyOfFileImport(deps, tx, file);
    else await correctFileImport(tx, file);
    return { id, imported };
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
