import type { Expense } from '@oinkly/contract/expenses';
import type { MonthlyPayments, PriceChange, RecurringSeries } from '@oinkly/contract/recurring';
import { ADD_CALENDAR_ADDRESS } from '@oinkly/contract/screens';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { priceChangeWords } from '@oinkly/domain/price-changes';
import { totalOfComing } from '@oinkly/domain/still-to-come';
import { useId, useState, type ReactNode, type RefObject } from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { Button, TextLink } from '../../../shared/ui/button.tsx';
import { CategoryIcon } from '../../../shared/ui/category-icon.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { dueWords, type Coming } from './coming.ts';
import { priceChangeInCents } from './price-change-in-cents.ts';
import { EditSeriesForm } from './edit-series-form.tsx';
import { useAnswerMonthly, useChangeSeries, useEndSeries } from './recurring-mutations.ts';

/** All entered and confirmed monthly payments, next due first. */
export default function ComingUpSheet({
  coming,
  focusFallback,
  onClose,
}: {
  coming: readonly Coming[];
  /** Takes the focus when the sheet closes and its line is gone. */
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const today = useToday();
  const leaving = useFocusFallback(focusFallback);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Coming up"
      description={coming.length > 1 ? totalWords(coming) : undefined}
      focusFallback={focusFallback}
    >
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
      {coming.length > 0 && <TextLink href={ADD_CALENDAR_ADDRESS}>Add to your calendar</TextLink>}
    </Dialog>
  );
}

/** `$960.99 in all, $945.00 of it counted` */
function totalWords(coming: readonly Coming[]): string {
  const { amountCents, countedCents } = totalOfComing(coming.map(factsOf));
  const all = `${formatUsd(amountCents)} in all`;
  if (countedCents === amountCents) return all;
  return countedCents === 0 ? `${all}, not counted` : `${all}, ${formatUsd(countedCents)} of it counted`;
}

function factsOf(entry: Coming): { amountCents: number; isCounted: boolean } {
  const { amount, counted } = entry.kind === 'series' ? entry.series.next : entry.payments;
  return { amountCents: centsFromDollars(amount), isCounted: counted };
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
      priceChange={series.priceChange}
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
      priceChange={payments.priceChange}
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
  priceChange,
  sum,
  children,
}: {
  name: string;
  category: Expense['category'];
  when: string;
  isCounted: boolean;
  priceChange: PriceChange | null;
  sum: string;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 flex w-[calc(100%+var(--spacing)*4)] items-center gap-3 rounded-small px-2 py-2.5 text-left hover:bg-card"
      >
        <CategoryIcon category={category} />{' '}
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          {/* Long names wrap below the amount. */}
          <span className="max-w-full flex-[1_1_6rem] wrap-break-word">
            {name} <span className="block text-small text-ink-soft">{when}</span>{' '}
            {priceChange && (
              <>
                <span className="block text-small text-ink-soft">
                  {priceChangeWords(priceChangeInCents(priceChange))}
                </span>{' '}
              </>
            )}
            {!isCounted && <span className="block text-small text-ink-soft">Not counted</span>}
          </span>{' '}
          <span className="ml-auto font-bold">{sum}</span>
        </span>
      </button>
      {isOpen && (
        <div id={panelId} className="flex flex-wrap gap-2 pb-3 pl-13">
          {children}
        </div>
      )}
    </>
  );
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function sumOf(dollars: number): string {
  return formatUsd(Math.abs(centsFromDollars(dollars)));
}
