import type { MonthlyPayments, Recurring, RecurringSeries } from '@oinkly/contract/recurring';
import { addDays, type Day } from '@oinkly/domain/days';
import { expenseDay } from '../../../shared/words/expense-words.ts';

/** A monthly payment that is still to come. */
export type Coming = { key: string; date: Day } & (
  { kind: 'series'; series: RecurringSeries } | { kind: 'payments'; payments: MonthlyPayments }
);

/** Returns entered and confirmed payments, next due first. */
export function comingOf({ series, merchants }: Recurring): Coming[] {
  const all: Coming[] = [
    ...series.map((row) => ({ kind: 'series' as const, key: row.id, date: row.next.date, series: row })),
    ...merchants
      .filter(({ confirmed }) => confirmed)
      .map((row) => ({ kind: 'payments' as const, key: row.merchantKey, date: row.date, payments: row })),
  ];
  return all.sort((a, b) => a.date.localeCompare(b.date));
}

/** `today`, `tomorrow` or `Thu, Jun 5` */
export function dueWords(date: Day, today: Day): string {
  if (date === today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : expenseDay(date);
}

export function nameOf(entry: Coming): string {
  return entry.kind === 'series' ? entry.series.name : entry.payments.name;
}
