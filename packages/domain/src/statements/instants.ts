import { dayInZone, type Day } from '../days.ts';
import type { StatementTable, TableRow } from './statement-table.ts';

/** `2026-06-07T23:30:00Z`, `2026-06-07 23:30:00.000 -05:00`, and `20260607233000[-5:EST]` of OFX. */
const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]?)(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d+)? ?(?:(Z|UTC|GMT)|([+-])(\d{1,2}):?(\d{2})?|\[([+-]?\d{1,2})(?:\.(\d{1,2}))?(?::\w+)?\])$/i;
const HOUR_MS = 60 * 60_000;

/**
 * Returns the user's day at an instant that states its offset. Null for other texts, and for midnight and noon there, which stand for a whole day of the
 * bank.
 */
export function dayOfInstant(text: string, timeZone: string): Day | null {
  const match = INSTANT.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '', minute = '', second = '00'] = match;
  if (/^(?:0000|1200|2400)00$/.test(hour + minute + second)) return null;
  const [, sign, hours = '0', minutes = '0', inBrackets, part = '0'] = match.slice(7);
  const offsetHours = inBrackets
    ? Number(inBrackets) + (inBrackets.startsWith('-') ? -1 : 1) * Number(`0.${part}`)
    : (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(local) ? null : dayInZone(new Date(local - offsetHours * HOUR_MS), timeZone);
}

/** Returns the table with the user's day in place of each instant. Cost: n in the cells. */
export function withDaysOfInstants(table: StatementTable, timeZone: string): StatementTable {
  const read = (row: TableRow): TableRow => {
    const days = row.cells.map((cell) => dayOfInstant(cell, timeZone));
    if (days.every((day) => day === null)) return row;
    return { ...row, cells: row.cells.map((cell, index) => days[index] ?? cell) };
  };
  return { ...table, rows: table.rows.map(read) };
}
