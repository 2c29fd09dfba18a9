import type { Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { formatMoney } from '@oinkly/domain/money';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { TextButton } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/checkbox.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import type { StatementLines } from './file-table.ts';
import type { Draft } from './import-draft.ts';
import { notCountedWords } from './import-words.ts';

/** Estimated; each entry is measured when rendered. */
const HEADING_PX = 72;
const DRAFT_PX = 69;
const REFUSED_PX = 65;
/** How many entries outside the window are rendered. */
const OVERSCAN = 12;

interface Section {
  title: string;
  /** What "Select all" concerns; null without it. */
  selects: 'far-away' | 'others' | null;
  rows: Int32Array;
}

/** A section's heading, or a row by its index. */
type Entry = { section: Section } | { index: number };

interface Props {
  lines: StatementLines;
  draftAt: (index: number) => Draft | null;
  lineWord: string;
  today: Day;
  countFixedBills: boolean;
  /** All but those whose year is far away. */
  onTickAll: (isTicked: boolean) => void;
  onTick: (indexes: Iterable<number>, isTicked: boolean) => void;
  onCategory: (index: number, category: ExpenseCategory) => void;
}

/** Lists all rows of a file. Only rows near the window are rendered. */
export function PreviewList(props: Props) {
  const { lines, draftAt } = props;
  const sections = useMemo(() => sectionsOf(lines), [lines]);
  const list = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => {
    // Content above can open and close.
    const observer = new ResizeObserver(() => setScrollMargin(list.current?.offsetTop ?? 0));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: sections.reduce((count, { rows }) => count + 1 + rows.length, 0),
    estimateSize: (place) => heightOf(entryAt(sections, place), lines),
    overscan: OVERSCAN,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
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
      {items.map(({ index: place, key }) => {
        const entry = entryAt(sections, place);
        if (!entry) return null;
        return (
          <div
            key={key}
            role="listitem"
            ref={virtualizer.measureElement}
            data-index={place}
            className={'section' in entry ? 'pt-7 pb-1' : 'border-b border-line py-2'}
          >
            {'section' in entry ? (
              <div className="flex min-h-11 flex-wrap items-end justify-between gap-x-3 border-b-2 border-ink">
                <h2 className="pb-1.5 font-soft text-title font-medium tracking-title">
                  {entry.section.title}
                </h2>
                {entry.section.selects && <SelectAll {...props} section={entry.section} />}
              </div>
            ) : (
              <Line {...props} index={entry.index} draft={draftAt(entry.index)} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function SelectAll({ section, draftAt, onTickAll, onTick }: Props & { section: Section }) {
  const areAllTicked = section.rows.every((index) => draftAt(index)?.isTicked);
  return (
    <TextButton
      onClick={() =>
        section.selects === 'others' ? onTickAll(!areAllTicked) : onTick(section.rows, !areAllTicked)
      }
    >
      {areAllTicked ? 'Deselect all' : 'Select all'}
    </TextButton>
  );
}

function Line({
  index,
  draft,
  lines,
  lineWord,
  today,
  countFixedBills,
  onTick,
  onCategory,
}: Props & { index: number; draft: Draft | null }) {
  if (draft)
    return (
      <DraftRow
        draft={draft}
        today={today}
        note={notCountedWords(draft.expense, countFixedBills)}
        onTick={(isTicked) => onTick([index], isTicked)}
        onCategory={(category) => onCategory(index, category)}
      />
    );
  const row = lines.rows[index];
  if (!row || row.outcome === 'expense') return null;
  return (
    <>
      <p className={row.outcome === 'bad' ? 'text-over-text' : 'text-ink-soft'}>
        {lineWord} {row.line}: {row.reason}
      </p>
      <p className="text-small wrap-break-word text-ink-soft">{row.text}</p>
    </>
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

function sectionsOf({ indexes, farAway }: StatementLines): Section[] {
  const sections: Section[] = [
    { title: 'Can’t be read', selects: null, rows: indexes.bad },
    { title: 'Is the year right?', selects: 'far-away', rows: Int32Array.from(farAway) },
    {
      title: 'Expenses',
      selects: 'others',
      rows: farAway.size === 0 ? indexes.expense : indexes.expense.filter((index) => !farAway.has(index)),
    },
    { title: 'Left out', selects: null, rows: indexes['left-out'] },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function entryAt(sections: readonly Section[], place: number): Entry | null {
  let rest = place;
  for (const section of sections) {
    if (rest === 0) return { section };
    const index = section.rows[rest - 1];
    if (index !== undefined) return { index };
    rest -= section.rows.length + 1;
  }
  return null;
}

function heightOf(entry: Entry | null, { rows }: StatementLines): number {
  if (!entry || 'section' in entry) return HEADING_PX;
  return rows[entry.index]?.outcome === 'expense' ? DRAFT_PX : REFUSED_PX;
}
