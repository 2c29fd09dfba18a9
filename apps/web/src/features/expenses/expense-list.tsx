import type { Expense } from '@oinkly/contract/endpoints';
import { formatUsd } from '@oinkly/domain/money';
import { formatWeek } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useToday } from '../../shared/hooks/use-today.ts';
import { ExpenseRow } from './expense-row.tsx';
import type { ExpensesView } from './expenses-view.ts';
import { refundsQuery } from './refunds.ts';
import { groupByWeek, type WeekGroup } from './week-groups.ts';

/** What an entry of the list is about as tall as, in pixels; each is measured when it is drawn. */
const HEADING_PX = 78;
const ROW_PX = 61;
/** How many entries beyond the edges of the window are drawn as well. */
const OVERSCAN = 12;

type Entry = { group: WeekGroup } & (
  { kind: 'heading' } | { kind: 'row'; expense: Expense; isFirst: boolean }
);

/**
 * Expenses by week, however many: only what is near the window is in the page. `onNearEnd` is called as the end of what is there comes
 * near.
 */
export function ExpenseList({
  expenses,
  view,
  hasMore,
  onNearEnd,
}: {
  expenses: readonly Expense[];
  view: ExpensesView;
  hasMore: boolean;
  onNearEnd: () => void;
}) {
  // Not at every step of a scroll.
  const groups = useMemo(() => groupByWeek(expenses), [expenses]);
  const entries = useMemo(() => groups.flatMap(entriesOf), [groups]);
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), [entries.length]);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey: (index) => keyOf(entries[index]),
    overscan: OVERSCAN,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isNearEnd = last !== undefined && last.index >= entries.length - 1 - OVERSCAN;
  useEffect(() => {
    if (isNearEnd && hasMore) onNearEnd();
  }, [isNearEnd, hasMore, onNearEnd]);

  const sections = Map.groupBy(items, (item) => entries[item.index]?.group);
  return (
    <div
      ref={list}
      style={{
        paddingTop: first ? first.start - scrollMargin : 0,
        paddingBottom: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
      }}
    >
      {[...sections].map(
        ([group, shown]) =>
          group && (
            <Week
              key={group.weekStart ?? 'no-date'}
              group={group}
              shown={shown}
              entries={entries}
              view={view}
              // Older rows of the last week may still be on the next page.
              isWhole={!hasMore || group !== groups.at(-1)}
              measure={virtualizer.measureElement}
            />
          ),
      )}
    </div>
  );
}

function Week({
  group,
  shown,
  entries,
  view,
  isWhole,
  measure,
}: {
  group: WeekGroup;
  /** The entries of this week that are near the window. */
  shown: readonly VirtualItem[];
  entries: readonly Entry[];
  view: ExpensesView;
  isWhole: boolean;
  measure: (element: Element | null) => void;
}) {
  const refunds = useQuery(refundsQuery);
  const today = useToday();
  const title = group.weekStart === null ? 'Invalid date' : formatWeek(group.weekStart, today);
  const heading = shown.find(({ index }) => entries[index]?.kind === 'heading');
  return (
    <section aria-label={title}>
      {heading && (
        <div ref={measure} data-index={heading.index} className="pt-8 pb-1">
          <div className="flex flex-wrap items-baseline gap-x-3 border-b-2 border-ink pb-1.5">
            <h2 className="font-soft text-title font-medium tracking-title">{title}</h2>
            {group.weekStart !== null && isWhole && (
              // In one column with the sums of the rows.
              <p className="mr-8 ml-auto font-bold">
                <span className="sr-only">Total </span>
                {formatUsd(group.totalCents)}
              </p>
            )}
          </div>
        </div>
      )}
      <ul>
        {shown.map(({ index }) => {
          const entry = entries[index];
          if (entry?.kind !== 'row') return null;
          const { expense, isFirst } = entry;
          return (
            <li
              key={expense.id}
              ref={measure}
              data-index={index}
              className={`border-line py-1.5 ${isFirst ? '' : 'border-t'}`}
            >
              <ExpenseRow
                expense={expense}
                view={view}
                refunds={
                  refunds.data?.refunds.filter(({ matches }) =>
                    matches.some(({ expenseId }) => expenseId === expense.id),
                  ) ?? []
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function entriesOf(group: WeekGroup): Entry[] {
  const rows = group.expenses.map((expense, index) => ({
    group,
    kind: 'row' as const,
    expense,
    isFirst: index === 0,
  }));
  return [{ group, kind: 'heading' }, ...rows];
}

function keyOf(entry: Entry | undefined): string {
  return entry?.kind === 'row' ? String(entry.expense.id) : (entry?.group.weekStart ?? 'no-date');
}
