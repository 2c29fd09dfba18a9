import type { Day } from '../days.ts';
import type { ColumnRole, Layout } from './layout.ts';
import { directionOf } from './money-direction.ts';
import { creditOrDebit, readAmount, type DecimalSign } from './read-amount.ts';
import { readDay } from './read-day.ts';
import type { RowFacts } from './row-facts.ts';
import { isHold, isTransferType } from './statement-category.ts';
import { cellsOf, isBlank, shortened, type StatementTable, type TableRow } from './statement-table.ts';

/** What a row does to its account. */
export type Movement =
  /** Money out is negative. `text` is the amount as written. */
  | { outcome: 'moved'; day: Day; cents: number; text: string }
  /** Understood, but no money moves. */
  | { outcome: 'left-out'; reason: string }
  | { outcome: 'bad'; reason: string };

/** Not 'New balance', which is also a shop. */
const BALANCE_LINE =
  /^\W*(?:(?:opening|beginning|starting|previous|closing|ending|final|current|available|account|ledger)\s+){1,2}balance\b|^\W*balance (?:brought|carried) (?:forward|down)\b|^\W*(?:anfangs|end)saldo\b/i;
/** Shops are called so as well, but their rows have a date. */
const TOTAL_LINE = /^\W*(?:(?:grand |sub-?)?totals?|number of transactions|transaction count)\b/i;

function isBalanceLine(text: string): boolean {
  return BALANCE_LINE.test(text.slice(0, 100));
}

/** Returns a function that reads a row's cells, and its movement. Cost: n in the rows. */
export function movementsOf(
  table: StatementTable,
  layout: Layout,
  facts: RowFacts,
): (row: TableRow) => Movement {
  const purchaseSign = signInMoneyOut(table, layout);
  const unmarked = directionOfUnmarked(table, layout);
  return (row) => movementOf(row, layout, { facts, purchaseSign, unmarked, format: table.format });
}

/** Where a column marks only one direction, the other rows go the other way. */
function directionOfUnmarked(table: StatementTable, { columns }: Layout): 'out' | 'in' | null {
  const marks = new Set(cellsOf(table, columns.direction).map(directionOf));
  const [only] = marks;
  return marks.size === 1 && only ? (only === 'in' ? 'out' : 'in') : null;
}

/** Some banks write money out below zero, also in a column of its own. There, the other sign is a refund. */
function signInMoneyOut(table: StatementTable, { columns, decimalSign }: Layout): 1 | -1 {
  const sum = cellsOf(table, columns.moneyOut).reduce((cents, cell) => {
    const amount = readAmount(cell, decimalSign);
    return 'cents' in amount ? cents + amount.cents : cents;
  }, 0);
  return sum < 0 ? -1 : 1;
}

function movementOf(
  row: TableRow,
  layout: Layout,
  given: {
    facts: RowFacts;
    purchaseSign: 1 | -1;
    unmarked: 'out' | 'in' | null;
    format: StatementTable['format'];
  },
): Movement {
  const { facts, purchaseSign, unmarked, format } = given;
  const { columns, decimalSign } = layout;
  const cell = (role: ColumnRole) => (row.cells[columns[role] ?? -1] ?? '').trim();
  const leftOut = (reason: string): Movement => ({ outcome: 'left-out', reason });
  const bad = (reason: string): Movement => ({ outcome: 'bad', reason });

  const sum = (role: ColumnRole) => (isBlank(cell(role)) ? '' : cell(role));
  const [out, into] = [sum('moneyOut'), sum('moneyIn')];
  const isSplit = columns.moneyOut !== null;
  const text = isSplit ? out || into : sum('amount');
  const date = cell('date');
  const day = readDay(date, layout.dateOrder);
  const isTotal = () => row.cells.some((text) => isBalanceLine(text) || TOTAL_LINE.test(text.slice(0, 100)));
  if (isBalanceLine(cell('name')) || (day === null && isTotal())) return leftOut('A balance or a total');
  // Banks write their terms in separate lines, but each entry of these formats is a transaction.
  if (text === '') return format === 'csv' ? leftOut('No amount') : bad('The amount is missing');
  if (date === '') return bad('The date is missing');
  if (day === null) return bad(`'${shortened(date, 30)}' is not a date`);
  const amount = readAmount(text, decimalSign);
  if ('problem' in amount) return bad(amountProblem(amount.problem, text, decimalSign));
  const { cents } = amount;
  if (cents === 0) {
    // Some banks fill the other column with a zero.
    const other = readAmount(isSplit ? into : '', decimalSign);
    if ('cents' in other && other.cents !== 0)
      return { outcome: 'moved', day, cents: Math.abs(other.cents), text: into };
    return leftOut('The amount is zero');
  }
  const undone = facts.undoneStatus(row.cells);
  if (undone !== null) return leftOut(`The bank says: ${shortened(undone, 30)}`);
  if (isHold(facts.type(row.cells))) return leftOut('A hold: no money has moved yet');
  const said = cell('direction');
  const direction =
    creditOrDebit(text) ??
    (isBlank(said) ? unmarked : (directionOf(said) ?? (isTransferType(said) ? 'out' : null)));
  const isOut = isSplit
    ? out !== '' && (creditOrDebit(out) ?? (Math.sign(cents) === purchaseSign ? 'out' : 'in')) === 'out'
    : direction !== null
      ? direction === 'out'
      : layout.purchases === 'all' || Math.sign(cents) === (layout.purchases === 'positive' ? 1 : -1);
  return { outcome: 'moved', day, cents: isOut ? -Math.abs(cents) : Math.abs(cents), text };
}

/** Returns why an amount can't be read. */
export function amountProblem(
  problem: 'not-an-amount' | 'too-large' | 'fraction-of-a-cent',
  text: string,
  decimalSign: DecimalSign,
): string {
  switch (problem) {
    case 'not-an-amount':
      // The file may mix both ways to write numbers.
      return 'problem' in readAmount(text, decimalSign === ',' ? '.' : ',')
        ? `'${shortened(text, 30)}' is not an amount`
        : `'${shortened(text, 30)}' has no decimal ${decimalSign === ',' ? 'comma' : 'point'}, unlike the other amounts`;
    case 'too-large':
      return 'The amount is beyond $10,000,000';
    case 'fraction-of-a-cent':
      return `'${shortened(text, 30)}' has fractions of a cent`;
  }
}
