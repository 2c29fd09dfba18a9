import { dayInZone, isDay, type Day } from '../days.ts';
import { MAX_IMPORT_COLUMNS } from './limits.ts';
import { remembering } from '../remembering.ts';
import { isDate } from './split-table.ts';
import { columnCount, isBlank, type StatementTable } from './statement-table.ts';

/** `2026-06-07T23:30:00Z`, `2026-06-07 23:30:00.000 -05:00`, and `20260607233000[-5:EST]` of OFX. */
const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?)(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d+)? ?(?:(Z|UTC|GMT)|([+-])(\d{1,2}):?(\d{2})?|\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::\w+)?\])$/i;
/** Most cells do not. */
const BEGINS_WITH_YEAR = /^\s*\d{4}-?\d/;
const HOUR_MS = 60 * 60_000;

/**
 * Returns the user's day at an instant that states its offset. Null for other texts, and for midnight and noon
 * there, which stand for a whole day of the bank.
 */
export function dayOfInstant(text: string, timeZone: string): Day | null {
  const match = INSTANT.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '', minute = '', second = '00'] = match;
  if (!isDay(`${year}-${month}-${day}`)) return null;
  if (/^(?:0000|1200|2400)00$/.test(hour + minute + second)) return null;
  const [, sign, hours = '0', minutes = '0', inBrackets, part = '0'] = match.slice(7);
  const offsetHours = inBrackets
    ? Number(inBrackets) + (inBrackets.startsWith('-') ? -1 : 1) * Number(`0.${part}`)
    : (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(local) ? null : dayInZone(new Date(local - offsetHours * HOUR_MS), timeZone);
}

/**
 * Returns the table with the user's day in place of each instant, in columns of dates: a description may look like
 * an instant too. Cost: n in the cells.
 */
export function withDaysOfInstants(table: StatementTable, timeZone: string): StatementTable {
  const known = remembering((cell) => dayOfInstant(cell, timeZone));
  const dayOf = (cell: string) => (BEGINS_WITH_YEAR.test(cell) ? known(cell) : null);
  const daysIn = (column: number) => {
    const cells = table.rows.map(({ cells: all }) => all[column] ?? '');
    const days = cells.map(dayOf);
    if (days.every((day) => day === null)) return null;
    const filled = cells.filter((cell) => !isBlank(cell)).length;
    const dates = cells.filter((cell, row) => days[row] !== null || isDate(cell)).length;
    return dates * 2 > filled ? days : null;
  };
  const columns = Array.from({ length: Math.min(columnCount(table), MAX_IMPORT_COLUMNS) }, (_, at) =>
    daysIn(at),
  );
  if (columns.every((days) => days === null)) return table;
  const rows = table.rows.map((row, at) => ({
    ...row,
    cells: row.cells.map((cell, column) => columns[column]?.[at] ?? cell),
  }));
  return { ...table, rows };
}
