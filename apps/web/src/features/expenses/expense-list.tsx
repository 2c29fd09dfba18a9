import type { Expense, Refund } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { formatWeek } from '@oinkly/domain/weeks';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefCallback } from 'react';
import { useFocusHeir } from '../../shared/hooks/focus-heir.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { ExpenseRow } from './expense-row.tsx';
import { book } from './outbox/the-book.ts';
import { groupByWeek, type WeekGroup } from './week-groups.ts';

/** What an entry of the list is about as tall as, in pixels; each is measured when it is drawn. */
const HEADING_PX = 78;
const ROW_PX = 61;
/** How many entries beyond the edges of the window are drawn as well. */
const OVERSCAN = 12;

type ExpenseId = Expense['id'];

type Entry = { group: WeekGroup } & (
  { kind: 'heading' } | { kind: 'row'; expense: Expense; isFirst: boolean }
);

/** An entry that is in the page, and the empty space between it and the one before it in pixels. */
type Shown = VirtualItem & { gapPx: number };

/**
 * Expenses by week, however many: in the page is only what is near the window, and what is being edited, wherever that is. `onNearEnd` is
 * called as the end of what is there comes near.
 */
export function ExpenseList({
  expenses,
  refunds,
  hasMore,
  onNearEnd,
}: {
  expenses: readonly Expense[];
  /** The refunds that reduce some of them, and others. */
  refunds: readonly Refund[];
  hasMore: boolean;
  onNearEnd: () => void;
}) {
  // Not at every step of a scroll.
  const groups = useMemo(() => groupByWeek(expenses), [expenses]);
  const entries = useMemo(() => groups.flatMap(entriesOf), [groups]);
  const today = useToday();
  const list = useRef<HTMLDivElement>(null);
  const leaving = useFocusHeir(list);
  const [editing, setEditing] = useState<ReadonlySet<ExpenseId>>(new Set());
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    // Whatever opens above pushes the list down, and makes the page longer.
    const observer = new ResizeObserver(() => setScrollMargin(list.current?.offsetTop ?? 0));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // A new function would have every entry measured again.
  const getItemKey = useCallback((index: number) => keyOf(entries[index]), [entries]);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withEdited(defaultRangeExtractor(range), entries, editing),
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const shown = items.map((item, at): Shown => {
    return { ...item, gapPx: item.start - (items[at - 1]?.end ?? scrollMargin) };
  });
  const last = shown.at(-1);
  const endIndex = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = endIndex >= entries.length - 1 - 2 * OVERSCAN;
  useEffect(() => {
    if (isNearEnd && hasMore) onNearEnd();
  }, [isNearEnd, hasMore, onNearEnd]);

  const sections = Map.groupBy(shown, (item) => entries[item.index]?.group);
  return (
    <div
      ref={list}
      tabIndex={-1}
      className="flow-root outline-none"
      style={{ paddingBottom: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0 }}
    >
      {[...sections].map(
        ([group, shownOfWeek]) =>
          group && (
            <Week
              key={group.weekStart ?? 'no-date'}
              group={group}
              shown={shownOfWeek}
              entries={entries}
              refunds={refunds}
              today={today}
              // Older rows of the last week may still be on the next page.
              isWhole={!hasMore || group !== groups.at(-1)}
              measure={virtualizer.measureElement}
              leaving={leaving}
              editing={editing}
              onEditing={(id, isEditing) => setEditing(changed(editing, id, isEditing))}
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
  refunds,
  today,
  isWhole,
  measure,
  leaving,
  editing,
  onEditing,
}: {
  group: WeekGroup;
  /** The entries of this week that are in the page. */
  shown: readonly Shown[];
  entries: readonly Entry[];
  refunds: readonly Refund[];
  today: Day;
  isWhole: boolean;
  measure: (element: Element | null) => void;
  /** Keeps the focus in the list when a row goes. */
  leaving: RefCallback<HTMLElement>;
  editing: ReadonlySet<ExpenseId>;
  onEditing: (id: ExpenseId, isEditing: boolean) => void;
}) {
  const title = group.weekStart === null ? 'Invalid date' : formatWeek(group.weekStart, today);
  const heading = shown.find(({ index }) => entries[index]?.kind === 'heading');
  return (
    <section aria-label={title}>
      {heading && (
        <div
          ref={measure}
          data-index={heading.index}
          style={{ marginTop: heading.gapPx }}
          className="pt-8 pb-1"
        >
          <div className="flex flex-wrap items-baseline gap-x-3 border-b-2 border-ink pb-1.5">
            <h2 className="font-soft text-title font-medium tracking-title">{title}</h2>
            {group.weekStart !== null && isWhole && (
              // In one column with the sums of the rows.
              <p className="mr-[calc(var(--spacing-target)-var(--spacing-overhang))] ml-auto font-bold">
                <span className="sr-only">Total </span>
                {formatUsd(group.totalCents)}
              </p>
            )}
          </div>
        </div>
      )}
      <ul>
        {shown.map(({ index, gapPx }) => {
          const entry = entries[index];
          if (entry?.kind !== 'row') return null;
          const { expense, isFirst } = entry;
          return (
            <li
              key={stableIdOf(expense)}
              ref={measure}
              data-index={index}
              style={{ marginTop: gapPx }}
              className={`border-line py-1.5 ${isFirst ? '' : 'border-t'}`}
            >
              <div ref={leaving}>
                <ExpenseRow
                  expense={expense}
                  refunds={refunds.filter(({ matches }) =>
                    matches.some(({ expenseId }) => expenseId === expense.id),
                  )}
                  isEditing={editing.has(stableIdOf(expense))}
                  onEditing={(isEditing) => onEditing(stableIdOf(expense), isEditing)}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The indexes of a range with those of the expenses that are being edited, in order. */
function withEdited(
  indexes: readonly number[],
  entries: readonly Entry[],
  editing: ReadonlySet<ExpenseId>,
): number[] {
  if (editing.size === 0) return [...indexes];
  const edited = entries.flatMap((entry, index) =>
    entry.kind === 'row' && editing.has(stableIdOf(entry.expense)) ? [index] : [],
  );
  return [...new Set([...indexes, ...edited])].sort((a, b) => a - b);
}

function changed(editing: ReadonlySet<ExpenseId>, id: ExpenseId, isEditing: boolean): ReadonlySet<ExpenseId> {
  const others = [...editing].filter((other) => other !== id);
  return new Set(isEditing ? [...others, id] : others);
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

/** One that waits has another id once the server has it, and is still the same row. */
function stableIdOf({ id }: Expense): ExpenseId {
  return book.stableIdOf(id);
}

function keyOf(entry: Entry | undefined): string {
  return entry?.kind === 'row' ? String(stableIdOf(entry.expense)) : (entry?.group.weekStart ?? 'no-date');
}
