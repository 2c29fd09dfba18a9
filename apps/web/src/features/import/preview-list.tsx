import type { Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { formatMoney } from '@oinkly/domain/money';
import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { TextButton } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/checkbox.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import type { Draft } from './import-draft.ts';
import { notCountedWords } from './import-words.ts';

/** Estimated; each entry is measured when rendered. */
const HEADING_PX = 72;
const DRAFT_PX = 69;
const REFUSED_PX = 65;
/** How many entries outside the window are rendered. */
const OVERSCAN = 12;

type Refused = Exclude<ReadRow, { outcome: 'expense' }>;

type Entry =
  | { kind: 'heading'; title: string; isOfDrafts: boolean }
  | { kind: 'draft'; draft: Draft }
  | { kind: 'refused'; row: Refused };

interface Props {
  rows: readonly ReadRow[];
  drafts: readonly Draft[];
  lineWord: string;
  today: Day;
  countFixedBills: boolean;
  onTick: (drafts: readonly Draft[], isTicked: boolean) => void;
  onCategory: (draft: Draft, category: ExpenseCategory) => void;
}

/** Lists all rows of a file. Only rows near the window are rendered. */
export function PreviewList({ rows, drafts, lineWord, today, countFixedBills, onTick, onCategory }: Props) {
  const entries = useMemo(() => entriesOf(rows, drafts), [rows, drafts]);
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    // Content above can open and close.
    const observer = new ResizeObserver(() => setScrollMargin(list.current?.offsetTop ?? 0));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => heightOf(entries[index]),
    getItemKey: (index) => keyOf(entries[index]),
    overscan: OVERSCAN,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const areAllTicked = drafts.every(({ isTicked }) => isTicked);
  return (
    <div
      ref={list}
      role="list"
      aria-label="Lines in the file"
      style={{
        paddingTop: first ? first.start - scrollMargin : 0,
        paddingBottom: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
      }}
    >
      {items.map(({ index, key }) => {
        const entry = entries[index];
        if (!entry) return null;
        return (
          <div
            key={key}
            role="listitem"
            ref={virtualizer.measureElement}
            data-index={index}
            className={entry.kind === 'heading' ? 'pt-7 pb-1' : 'border-b border-line py-2'}
          >
            {entry.kind === 'heading' && (
              <div className="flex min-h-11 flex-wrap items-end justify-between gap-x-3 border-b-2 border-ink">
                <h2 className="pb-1.5 font-soft text-title font-medium tracking-title">{entry.title}</h2>
                {entry.isOfDrafts && (
                  <TextButton onClick={() => onTick(drafts, !areAllTicked)}>
                    {areAllTicked ? 'Deselect all' : 'Select all'}
                  </TextButton>
                )}
              </div>
            )}
            {entry.kind === 'draft' && (
              <DraftRow
                draft={entry.draft}
                today={today}
                note={notCountedWords(entry.draft.expense, countFixedBills)}
                onTick={(isTicked) => onTick([entry.draft], isTicked)}
                onCategory={(category) => onCategory(entry.draft, category)}
              />
            )}
            {entry.kind === 'refused' && (
              <>
                <p className={entry.row.outcome === 'bad' ? 'text-over-text' : 'text-ink-soft'}>
                  {lineWord} {entry.row.line}: {entry.row.reason}
                </p>
                <p className="text-small wrap-break-word text-ink-soft">{entry.row.text}</p>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

function DraftRow({
  draft,
  today,
  note,
  onTick,
  onCategory,
}: {
  draft: Draft;
  today: Day;
  /** Why it will not count; null if it will. */
  note: string | null;
  onTick: (isTicked: boolean) => void;
  onCategory: (category: ExpenseCategory) => void;
}) {
  const { expense, known, isTicked } = draft;
  const day = expenseDay(expense.day, today);
  const sum = formatMoney(expense.amountCents, expense.currency);
  return (
    // The tap target is wider than the visible part, which aligns with the column's edge.
    <div className="-ml-2 flex items-start">
      <Checkbox
        label={`Import ${expense.name}, ${sum}, ${day}`}
        caption=""
        checked={isTicked}
        onChange={onTick}
      />
      <div className={`ml-3 min-w-0 flex-1 ${isTicked ? '' : 'text-ink-soft'}`}>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="max-w-full flex-[1_1_6rem] wrap-break-word">{expense.name}</p>
          <span className="ml-auto font-bold">{sum}</span>
        </div>
        {/* The tap target is taller than its text. */}
        <div className="-my-2 flex flex-wrap items-center gap-x-1.5 text-small text-ink-soft">
          <span>{day} ·</span>
          <select
            aria-label={`Category of ${expense.name}, ${sum}, ${day}`}
            value={expense.category}
            onChange={({ target }) => {
              const category = EXPENSE_CATEGORIES.find((one) => one === target.value);
              if (category) onCategory(category);
            }}
            className="-ml-1 min-h-11 cursor-pointer [field-sizing:content] rounded-small bg-transparent text-small text-ink-soft"
          >
            {EXPENSE_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </div>
        {note !== null && <p className="text-small text-ink-soft">{note}</p>}
        {known && (
          <p className="text-small font-medium text-gold-text">
            {known.deleted ? 'You deleted this before' : 'Already there'}: {known.name},{' '}
            {expenseDay(known.date, today)}
          </p>
        )}
      </div>
    </div>
  );
}

function entriesOf(rows: readonly ReadRow[], drafts: readonly Draft[]): Entry[] {
  const refused = (outcome: Refused['outcome']): Entry[] =>
    rows.flatMap((row) =>
      row.outcome !== 'expense' && row.outcome === outcome ? [{ kind: 'refused', row }] : [],
    );
  const section = (title: string, entries: Entry[], isOfDrafts = false): Entry[] =>
    entries.length === 0 ? [] : [{ kind: 'heading', title, isOfDrafts }, ...entries];
  return [
    ...section('Can’t be read', refused('bad')),
    ...section(
      'Expenses',
      drafts.map((draft) => ({ kind: 'draft', draft })),
      true,
    ),
    ...section('Left out', refused('left-out')),
  ];
}

function heightOf(entry: Entry | undefined): number {
  if (entry?.kind === 'draft') return DRAFT_PX;
  return entry?.kind === 'refused' ? REFUSED_PX : HEADING_PX;
}

function keyOf(entry: Entry | undefined): string {
  switch (entry?.kind) {
    case 'draft':
      return `draft ${entry.draft.index}`;
    case 'refused':
      return `${entry.row.outcome} ${entry.row.line}`;
    case 'heading':
      return entry.title;
    case undefined:
      return '';
  }
}
