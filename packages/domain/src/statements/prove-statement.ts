import type { Day } from '../days.ts';
import { checkBalances, type BalanceRow } from './balance-proof.ts';
import type { Layout } from './layout.ts';
import { OFX_COLUMNS } from './ofx.ts';
import { isOwnExport } from './own-export.ts';
import { readAmount, type DecimalSign } from './read-amount.ts';
import { rowFacts } from './row-facts.ts';
import { movementsOf, type Movement } from './row-movement.ts';
import { statedTotals, type StatedTotals } from './stated-totals.ts';
import { isBlank, SAMPLE_ROWS, type StatementTable, type TableRow } from './statement-table.ts';

/** Whether the rows, as read, add up to what the file says about itself. */
export type Proof =
  | { outcome: 'not-checked' }
  | {
      outcome: 'proven' | 'broken';
      by: 'balance' | 'closing-balance' | 'totals' | 'count' | 'period';
      /** How many rows add up, of all. */
      fits: number;
      of: number;
      /** The first row that does not add up, if one can be told. */
      line: number | null;
      /** How many rows the file states, if that is the proof. */
      count?: number;
      /**
       * Which way money goes follows from it. Not if most of it comes in: purchases also add up to what a card
       * owes when they are read as payments.
       */
      provesSigns: boolean;
    };

/** The file states nothing that its rows could add up to. */
export const NOT_CHECKED: Proof = { outcome: 'not-checked' };

const BALANCE = /balance|\bbal\b\.?|saldo|kontostand|\bsolde\b/i;
const OTHER_BALANCE = /available|beginning|opening|start|limit/i;
const FEE = /^fees?(?: \(\w+\))?$/i;
const ACCOUNT = /^(?:account(?: ?(?:number|name|no\.?|#))?|iban(?:\/bban)?|product|card(?: no\.?)?)$/i;
/** What the user owes grows with purchases. */
const OWED =
  /\bcredit card\b|\bcard (?:member|no\b|number|ending)|\bcredit (?:limit|line)\b|\bminimum payment\b|\bowed\b/i;

interface Row {
  line: number;
  cells: readonly string[];
  movement: Movement;
}

/** Returns the strongest proof that the file allows. Cost: n log n in the rows. */
export function proveStatement(table: StatementTable, layout: Layout): Proof {
  if (table.header !== null && isOwnExport(table.header)) return NOT_CHECKED;
  const rows = rowsOf(table, layout);
  const proof = strongestProof(table, layout, rows);
  if (proof.outcome === 'not-checked' || !proof.provesSigns) return proof;
  const moves = rows.flatMap(({ movement }) => (movement.outcome === 'moved' ? [movement.cents] : []));
  const out = moves.filter((cents) => cents < 0).length;
  return { ...proof, provesSigns: out * 2 >= moves.length };
}

function strongestProof(table: StatementTable, layout: Layout, rows: readonly Row[]): Proof {
  const lines = [
    ...table.others.map(({ cells, text }) => cells ?? [text]),
    ...rows.flatMap(({ cells, movement }) => (movement.outcome === 'left-out' ? [cells] : [])),
  ];
  const stated = statedTotals(lines, layout);
  const balance = proofByBalance(table, layout, rows, stated.openingCents);
  if (balance.outcome !== 'not-checked') return balance;
  return proofByTotals(
    rows.filter(({ movement }) => movement.outcome !== 'left-out'),
    stated,
  );
}

/** In the file's order, with the lines that can't be read: they may be transactions. */
function rowsOf(table: StatementTable, layout: Layout): Row[] {
  const movement = movementsOf(table, layout, rowFacts(table, layout));
  const read = table.rows.map((row) => ({ line: row.line, cells: row.cells, movement: movement(row) }));
  const unread = table.others.flatMap(({ line, outcome, reason }) =>
    outcome === 'bad' ? [{ line, cells: [], movement: { outcome, reason } }] : [],
  );
  return [...read, ...unread].sort((a, b) => a.line - b.line);
}

/** Whether a file is of a card, whose balance is what the user owes. Cost: n in the rows. */
export function mayBeOwed({ header, above, rows }: StatementTable): boolean {
  const names = rows.slice(0, SAMPLE_ROWS).flatMap(({ cells }) => cells);
  return [...(header ?? []), ...(above ?? []), ...names].some((text) => OWED.test(text.slice(0, 200)));
}

/** Whether the file states its period and all rows are in it. Cost: n log n in the rows. */
export function fitsPeriod(table: StatementTable, layout: Layout): boolean {
  const { period } = statedTotals(
    table.others.map(({ cells, text }) => cells ?? [text]),
    layout,
  );
  return period !== null && outsideOf(rowsOf(table, layout), period) === null;
}

function proofByBalance(
  table: StatementTable,
  layout: Layout,
  rows: readonly Row[],
  openingCents: number | null,
): Proof {
  const candidates = balanceColumns(table, layout);
  let broken: Proof = NOT_CHECKED;
  for (const { index, isNamed } of candidates) {
    const proof = proofByColumn(table, layout, rows, index, openingCents);
    if (proof.outcome === 'proven' && (isNamed || proof.of > 2)) return proof;
    if (isNamed && broken.outcome === 'not-checked') broken = proof;
  }
  return broken;
}

/** Without a header, any other column of amounts may be the balance. */
function balanceColumns({ format, header, rows }: StatementTable, { columns, decimalSign }: Layout) {
  if (format === 'ofx') return [{ index: OFX_COLUMNS.indexOf('Balance'), isNamed: true }];
  if (header)
    return header.flatMap((name, index) =>
      BALANCE.test(name) && !OTHER_BALANCE.test(name) ? [{ index, isNamed: true }] : [],
    );
  const taken = new Set<number | null>(Object.values(columns));
  const sample = rows.slice(0, SAMPLE_ROWS);
  return (rows[0]?.cells ?? []).flatMap((_, index) => {
    const isBalance = ({ cells }: TableRow) => centsIn(cells[index], decimalSign) !== null;
    return !taken.has(index) && sample.every(isBalance) ? [{ index, isNamed: false }] : [];
  });
}

function proofByColumn(
  table: StatementTable,
  layout: Layout,
  rows: readonly Row[],
  column: number,
  openingCents: number | null,
): Proof {
  const header = table.header ?? [];
  const placeOf = (pattern: RegExp) => header.findIndex((name) => pattern.test(name.trim()));
  const [fee, account] = [placeOf(FEE), placeOf(ACCOUNT)];
  const accountOf = ({ cells }: Row) =>
    `${cells[layout.columns.currency ?? -1] ?? ''} ${cells[account] ?? ''}`;
  const accounts = [...Map.groupBy(rows, accountOf).values()];
  const checks = accounts.map((ofAccount) =>
    checkBalances(
      ofAccount.flatMap(({ line, cells, movement }): BalanceRow[] => {
        const balanceCents = centsIn(cells[column], layout.decimalSign);
        const paid = Math.abs(centsIn(cells[fee], layout.decimalSign) ?? 0);
        if (movement.outcome === 'left-out')
          return balanceCents === null ? [] : [{ line, day: null, cents: 0, balanceCents }];
        const isRead = movement.outcome === 'moved';
        return [
          {
            line,
            day: isRead ? movement.day : null,
            cents: isRead ? movement.cents - paid : null,
            balanceCents,
          },
        ];
      }),
      accounts.length === 1 ? openingCents : null,
    ),
  );
  const known = checks.filter((check) => check !== null);
  const [first] = known;
  if (!first) return NOT_CHECKED;
  const of = rows.filter(({ movement }) => movement.outcome !== 'left-out').length;
  const fits = known.reduce((sum, check) => sum + check.fits, 0);
  const misfits = known.flatMap(({ firstMisfit }) => firstMisfit ?? []);
  const line = misfits.reduce<number | null>(
    (least, one) => (least === null || one < least ? one : least),
    null,
  );
  return {
    ...{ outcome: line === null ? 'proven' : 'broken', by: 'balance', fits, of, line },
    provesSigns: known.every(({ isOwed, isEitherWay }) => !isOwed && !isEitherWay),
  };
}

function proofByTotals(rows: readonly Row[], stated: StatedTotals): Proof {
  const moves = rows.flatMap(({ movement }) => (movement.outcome === 'moved' ? [movement] : []));
  const sumOf = (isCounted: (cents: number) => boolean) =>
    moves.reduce((sum, { cents }) => (isCounted(cents) ? sum + cents : sum), 0);
  const [into, out] = [sumOf((cents) => cents > 0), -sumOf((cents) => cents < 0)];
  const bad = rows.find(({ movement }) => movement.outcome === 'bad')?.line ?? null;
  const of = rows.length;
  const proof = (by: 'closing-balance' | 'totals' | 'count', fits: boolean, provesSigns: boolean): Proof => ({
    ...{ outcome: fits ? 'proven' : 'broken', by, fits: fits ? of : 0, of },
    ...{ line: fits ? null : bad, provesSigns },
    ...(by === 'count' && stated.count !== null && { count: stated.count }),
  });
  if (of === 0) return NOT_CHECKED;
  const outside = outsideOf(rows, stated.period);
  const { openingCents, closingCents, inCents, outCents, columnCents, count } = stated;
  if (openingCents !== null && closingCents !== null)
    return proof(
      'closing-balance',
      Math.abs(closingCents - openingCents) === Math.abs(into - out),
      closingCents - openingCents === into - out && into !== out,
    );
  if (inCents !== null || outCents !== null) {
    const fits = (inCents === null || inCents === into) && (outCents === null || outCents === out);
    return proof('totals', fits, fits && inCents !== outCents);
  }
  // Some files sum up what was spent, and some add up both directions.
  if (columnCents !== null)
    return proof('totals', [Math.abs(into - out), out, into + out].includes(Math.abs(columnCents)), false);
  if (count !== null) return proof('count', count === of, false);
  if (outside !== null)
    return {
      outcome: 'broken',
      by: 'period',
      fits: of - outside.count,
      of,
      line: outside.line,
      provesSigns: false,
    };
  return NOT_CHECKED;
}

/** The first row on a day that the file's period does not have, and how many there are. */
function outsideOf(rows: readonly Row[], period: { from: Day; to: Day } | null) {
  if (!period) return null;
  const outside = rows.filter(
    ({ movement }) =>
      movement.outcome === 'moved' && (movement.day < period.from || movement.day > period.to),
  );
  const [first] = outside;
  return first ? { line: first.line, count: outside.length } : null;
}

function centsIn(cell: string | undefined, decimalSign: DecimalSign): number | null {
  if (cell === undefined || isBlank(cell)) return null;
  const amount = readAmount(cell, decimalSign);
  return 'cents' in amount ? amount.cents : null;
}
