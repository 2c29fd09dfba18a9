import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { formatWeek } from '@oinkly/domain/weeks';
import {
  useWindowVirtualizer,
  windowScroll,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefCallback,
} from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { ExpenseRow } from './expense-row.tsx';
import { useExpenseSheet } from './use-expense-sheet.tsx';
import { outbox } from '../outbox/outbox.ts';
import { groupByWeek, type WeekGroup } from './week-groups.ts';

/** Estimated; each entry is measured when rendered. */
const HEADING_PX = 78;
const ROW_PX = 61;
/** How many entries outside the window are rendered. */
const OVERSCAN = 12;
/** Of the window, before its height is known. */
const DRAWN_PX = 1200;

type ExpenseId = Expense['id'];

type Entry = { group: WeekGroup } & (
  { kind: 'heading' } | { kind: 'row'; expense: Expense; isFirst: boolean }
);

type Shown = VirtualItem & { gapPx: number };

/** Lists expenses by week. Only entries near the window are rendered. */
export function ExpenseList({
  expenses,
  hasMore,
  onNearEnd,
}: {
  expenses: readonly Expense[];
  hasMore: boolean;
  onNearEnd: () => void;
}) {
  // Memoized, so as not to group on every scroll step.
  const groups = useMemo(() => groupByWeek(expenses), [expenses]);
  const entries = useMemo(() => groups.flatMap(entriesOf), [groups]);
  const today = useToday();
  const list = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(list);
  /** Null until the page is laid out. */
  const [place, setPlace] = useState<number | null>(null);
  const scrollMargin = place ?? 0;
  useLayoutEffect(() => {
    // Content above can push the list down.
    const measure = () => setPlace(list.current?.offsetTop ?? 0);
    // At once, because Back scrolls to where the list was left.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // A new function would measure every entry again.
  const getItemKey = useCallback((index: number) => keyOf(entries[index]), [entries]);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin,
    // The server draws as much, and the browser continues it.
    initialRect: { width: 0, height: DRAWN_PX },
    initialOffset: 0,
    scrollToFn: scrollUnlessAtFirst,
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

  const { open, sheet } = useExpenseSheet(list);
  const sections = Map.groupBy(shown, (item) => entries[item.index]?.group);
  return (
    <div
      ref={list}
      tabIndex={-1}
      className="flow-root outline-none"
      style={
        place === null || !last
          ? undefined
          : { paddingBottom: virtualizer.getTotalSize() - (last.end - place) }
      }
    >
      {[...sections].map(
        ([group, shownOfWeek]) =>
          group && (
            <Week
              key={group.weekStart ?? 'no-date'}
              group={group}
              shown={shownOfWeek}
              entries={entries}
              today={today}
              // The next page may hold more rows of the last week.
              isWhole={!hasMore || group !== groups.at(-1)}
              measure={virtualizer.measureElement}
              leaving={leaving}
              onOpen={open}
            />
          ),
      )}
      {sheet}
    </div>
  );
}

/** At first, the virtualizer would scroll to its initial offset, away from where the reader is. Now it starts from there. */
const scrollUnlessAtFirst: VirtualizerOptions<Window, Element>['scrollToFn'] = (
  offset,
  options,
  virtualizer,
) => {
  if (offset === 0 && !options.adjustments) virtualizer.scrollOffset = window.scrollY;
  else windowScroll(offset, options, virtualizer);
};

function Week({
  group,
  shown,
  entries,
  today,
  isWhole,
  measure,
  leaving,
  onOpen,
}: {
  group: WeekGroup;
  shown: readonly Shown[];
  entries: readonly Entry[];
  today: Day;
  isWhole: boolean;
  measure: (element: Element | null) => void;
  /** Keeps the focus in the list when a row disappears. */
  leaving: RefCallback<HTMLElement>;
  onOpen: (expense: Expense) => void;
}) {
  const title = group.weekStart === null ? 'Invalid date' : formatWeek(group.weekStart, today);
  const heading = shown.find(({ index }) => entries[index]?.kind === 'heading');
  return (
    <section aria-label={title}>
      {heading && (
        <div ref={measure} data-index={heading.index} style={gapOf(heading)} className="pt-8 pb-1">
          <div className="flex flex-wrap items-baseline gap-x-3 border-b-2 border-ink pb-1.5">
            <h2 className="font-soft text-title font-medium tracking-title">{title}</h2>
            {group.weekStart !== null && isWhole && (
              <p className="ml-auto font-bold">
                <span className="sr-only">Total </span>
                {formatUsd(group.totalCents)}
              </p>
            )}
          </div>
        </div>
      )}
      <ul>
        {shown.map((item) => {
          const { index } = item;
          const entry = entries[index];
          if (entry?.kind !== 'row') return null;
          const { expense, isFirst } = entry;
          return (
            <li
              key={stableIdOf(expense)}
              ref={measure}
              data-index={index}
              style={gapOf(item)}
              className={`border-line py-1.5 ${isFirst ? '' : 'border-t'}`}
            >
              <div ref={leaving}>
                <ExpenseRow expense={expense} today={today} onOpen={() => onOpen(expense)} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** None without a gap: the security policy allows no `style` in the HTML. */
function gapOf({ gapPx }: Shown): CSSProperties | undefined {
  return gapPx === 0 ? undefined : { marginTop: gapPx };
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

/** A waiting expense gets a new id from the server but stays the same row. */
function stableIdOf({ id }: Expense): ExpenseId {
  return outbox.stableIdOf(id);
}

function keyOf(entry: Entry | undefined): string {
  return entry?.kind === 'row' ? String(stableIdOf(entry.expense)) : (entry?.group.weekStart ?? 'no-date');
}
