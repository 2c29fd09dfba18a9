import type { MonthlyPayments, Recurring, RecurringSeries } from '@oinkly/contract/endpoints';
import { addDays, type Day } from '@oinkly/domain/days';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { expenseDay } from '../../shared/words/expense-words.ts';
import { FoldedLine } from './folded-line.tsx';

const ComingUpSheet = lazy(() => import('./coming-up-sheet.tsx'));

export type Coming = { key: string; date: Day } & (
  { kind: 'series'; series: RecurringSeries } | { kind: 'payments'; payments: MonthlyPayments }
);

/** One line that opens all entered and confirmed monthly payments (PD-31). */
export function ComingUp({ recurring }: { recurring: Recurring }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  const today = useToday();
  const coming = comingOf(recurring);
  const [next] = coming;
  return (
    <div ref={place} tabIndex={-1}>
      {next && (
        <FoldedLine ref={leaving} icon={CalendarClock} onOpen={() => setIsOpen(true)}>
          Next: <span className="font-bold">{nameOf(next)}</span>, {dueWords(next.date, today)}
          {coming.length > 1 && (
            <>
              {' '}
              <span className="inline-block text-ink-soft">· {coming.length - 1} more</span>
            </>
          )}
        </FoldedLine>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ComingUpSheet coming={coming} focusFallback={place} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function nameOf(entry: Coming): string {
  return entry.kind === 'series' ? entry.series.name : entry.payments.name;
}

/** Entered and confirmed payments, next due first. */
function comingOf({ series, merchants }: Recurring): Coming[] {
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
