import type { Expense, MonthlyPayments, Recurring, RecurringSeries } from '@oinkly/contract/endpoints';
import { addDays, dayInZone, type Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode, type RefCallback } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import { MoreButton } from './more-button.tsx';
import { EditSeriesForm } from './edit-series-form.tsx';
import { useAnswerMonthly, useChangeSeries, useEndSeries } from './recurring-mutations.ts';
import { ShortList } from './short-list.tsx';

/** The number of entries shown before "show all". */
const COMING_AT_A_TIME = 3;
const SUGGESTIONS_AT_A_TIME = 2;

type Coming = { key: string; date: Day } & (
  { kind: 'series'; series: RecurringSeries } | { kind: 'payments'; payments: MonthlyPayments }
);

interface Shared {
  today: Day;
  /** Keeps the focus nearby when an entry disappears. */
  leaving: RefCallback<HTMLElement>;
}

/** The next occurrences of recurring expenses, and monthly payments found in bank history (PD-31). Empty without any. */
export function ComingUp({ recurring }: { recurring: Pick<UseQueryResult<Recurring>, 'data' | 'refetch'> }) {
  const focusFallback = useRef<HTMLDivElement>(null);
  const shared = { today: dayInZone(useNow(), browserTimeZone()), leaving: useFocusFallback(focusFallback) };
  if (recurring.data === undefined) {
    return (
      <div className="mt-9">
        <FailureNotice
          message="We couldn’t load what’s coming up."
          onRetry={() => void recurring.refetch()}
        />
      </div>
    );
  }
  return (
    <div ref={focusFallback} tabIndex={-1}>
      <ComingList coming={comingOf(recurring.data)} {...shared} />
      <Suggestions found={recurring.data.merchants.filter(({ confirmed }) => !confirmed)} {...shared} />
    </div>
  );
}

function ComingList({ coming, today, leaving }: { coming: readonly Coming[] } & Shared) {
  if (coming.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="coming-up">
      <SectionHeading id="coming-up">Coming up</SectionHeading>
      <ShortList
        items={coming.map((entry) => (
          <li key={entry.key} ref={leaving} className="border-line not-first:border-t">
            {entry.kind === 'series' ? (
              <SeriesRow series={entry.series} today={today} />
            ) : (
              <PaymentsRow payments={entry.payments} today={today} />
            )}
          </li>
        ))}
        shortLength={COMING_AT_A_TIME}
      />
    </section>
  );
}

/** A series with its next occurrence, to edit and to end. */
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
      when={capitalized(dayWords(date, today))}
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
      when={`Expected ${dayWords(payments.date, today)}`}
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
  /** The row's actions. */
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
                  · <span className="inline-block">Not counted</span>
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

function Suggestions({ found, today, leaving }: { found: readonly MonthlyPayments[] } & Shared) {
  const answer = useAnswerMonthly();
  if (found.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="looks-monthly">
      <SectionHeading id="looks-monthly">Looks monthly</SectionHeading>
      <p className="-mt-2 mb-3 text-small text-pretty text-ink-soft">
        Spotted in your bank history. Confirm to see when the next one is due.
      </p>
      <ShortList
        items={found.map((payments) => (
          <li key={payments.merchantKey} ref={leaving} className="border-line py-3 not-first:border-t">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <p className="max-w-full flex-[1_1_6rem] wrap-break-word">{payments.name}</p>
              <span className="ml-auto">
                about <span className="font-bold">{sumOf(payments.amount)}</span>
              </span>
            </div>
            <p className="text-small text-ink-soft">
              {payments.payments} months in a row. Next: {dayWords(payments.date, today)}
            </p>
            <div className="mt-2.5 grid fit-cols-30 gap-2">
              <Button
                look="quiet"
                aria-label={`Yes, monthly: ${payments.name}`}
                onClick={() => answer.mutate({ payments, isMonthly: true })}
              >
                Yes, monthly
              </Button>
              <Button
                look="quiet"
                aria-label={`Not monthly: ${payments.name}`}
                onClick={() => answer.mutate({ payments, isMonthly: false })}
              >
                Not monthly
              </Button>
            </div>
          </li>
        ))}
        shortLength={SUGGESTIONS_AT_A_TIME}
      />
    </section>
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

function dayWords(date: Day, today: Day): string {
  if (date === today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : expenseDay(date);
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function sumOf(dollars: number): string {
  return formatUsd(Math.abs(centsFromDollars(dollars)));
}
