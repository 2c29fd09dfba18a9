import type { Expense, MonthlyPayments, RecurringSeries } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { useId, useState, type ReactNode, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { dueWords, type Coming } from './coming.ts';
import { EditSeriesForm } from './edit-series-form.tsx';
import { MoreButton } from './more-button.tsx';
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
    <Dialog open onOpenChange={onClose} title="Coming up" focusFallback={focusFallback}>
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
  );
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

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function sumOf(dollars: number): string {
  return formatUsd(Math.abs(centsFromDollars(dollars)));
}
