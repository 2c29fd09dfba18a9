import type { Expense, MonthlyPayments, Recurring, RecurringSeries } from '@oinkly/contract/endpoints';
import { addDays, type Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { CalendarClock } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import { FoldedLine } from './folded-line.tsx';
import { MoreButton } from './more-button.tsx';
import { EditSeriesForm } from './edit-series-form.tsx';
import { useAnswerMonthly, useChangeSeries, useEndSeries } from './recurring-mutations.ts';

type Coming = { key: string; date: Day } & (
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
        <Dialog open onOpenChange={() => setIsOpen(false)} title="Coming up" focusFallback={place}>
          {coming.length === 0 && <p>Nothing is coming up.</p>}
          <ul>
            {coming.map((entry) => (
              <li key={entry.key} ref={leaving} className="border-line not-first:border-t">
                {entry.kind === 'series' ? (
                  <SeriesRow series={entry.series} today={today} />
                ) : (
                  <PaymentsRow payments={entry.payments} today={today} />
                )}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

function nameOf(entry: Coming): string {
  return entry.kind === 'series' ? entry.series.name : entry.payments.name;
}

function SeriesRow({ series, today }: { series: RecurringSeries; today: Day }) {
  const [isEditing, setIsEditing] = useState(false);
  const change = useChangeSeries();
  const end = useEndSeries();
  if (isEditing) {
    return (
      <EditSeriesForm
        series={series}
        onSave={(patch) => {
          if (Object.keys(patch).length > 0) change.mutate({ series, patch });
          setIsEditing(false);
        }}
        onCancel={() => setIsEditing(false)}
      />
    );
  }
  const { date, amount, counted } = series.next;
  return (
    <ComingRow
      name={series.name}
      category={series.category}
      when={capitalized(dueWords(date, today))}
      isCounted={counted}
      sum={sumOf(amount)}
    >
      <Button look="quiet" onClick={() => setIsEditing(true)}>
        Edit
      </Button>
      <Button look="quiet" onClick={() => end.mutate(series)}>
        Stop repeating
      </Button>
    </ComingRow>
  );
}

/** Payments that the user confirmed as monthly. The bank reports the next one. */
function PaymentsRow({ payments, today }: { payments: MonthlyPayments; today: Day }) {
  const answer = useAnswerMonthly();
  return (
    <ComingRow
      name={payments.name}
      category={payments.category}
      when={`Expected ${dueWords(payments.date, today)}`}
      isCounted={payments.counted}
      sum={sumOf(payments.amount)}
    >
      <Button look="quiet" onClick={() => answer.mutate({ payments, isMonthly: false })}>
        Not monthly
      </Button>
    </ComingRow>
  );
}

function ComingRow({
  name,
  category,
  when,
  isCounted,
  sum,
  children,
}: {
  name: string;
  category: Expense['category'];
  when: string;
  isCounted: boolean;
  sum: string;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <div className="-mr-overhang flex items-center gap-3 py-2.5">
        <CategoryIcon category={category} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          {/* Long names wrap below the amount. */}
          <div className="max-w-full flex-[1_1_6rem] wrap-break-word">
            <p>{name}</p>
            <p className="text-small text-ink-soft">
              {when}
              {!isCounted && (
                <>
                  {' '}
                  <span className="inline-block">· Not counted</span>
                </>
              )}
            </p>
          </div>
          <span className="ml-auto font-bold">{sum}</span>
        </div>
        <MoreButton
          label={`Change upcoming ${name}`}
          panelId={panelId}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div id={panelId} className="flex flex-wrap gap-2 pb-3 pl-13">
          {children}
        </div>
      )}
    </>
  );
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

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function sumOf(dollars: number): string {
  return formatUsd(Math.abs(centsFromDollars(dollars)));
}
