import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { ListFilter, Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useFocusToFind } from '../../../shared/hooks/find-an-expense.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { SelectField } from '../../../shared/ui/field.tsx';
import { CountedSwitch } from './counted-switch.tsx';
import { filterCount, viewOfSearch, type ExpensesView } from '../expenses-view.ts';

const SEARCH_DELAY_MS = 250;
const MAX_SEARCH_LENGTH = 100;

const CHOICES: {
  name: 'category' | 'source' | 'type';
  label: string;
  options: [value: string, words: string][];
}[] = [
  { name: 'category', label: 'Category', options: EXPENSE_CATEGORIES.map((name) => [name, name]) },
  {
    name: 'source',
    label: 'Source',
    options: [
      ['bank', 'A bank'],
      ['manual', 'Added by hand'],
    ],
  },
  {
    name: 'type',
    label: 'Type',
    options: [
      ['recurring', 'Recurring'],
      ['one-time', 'One-time'],
    ],
  },
];

export function filterLabels(view: ExpensesView): string[] {
  return CHOICES.flatMap(({ name, label, options }) =>
    options.filter(([value]) => value === view[name]).map(([, words]) => `${label}: ${words}`),
  );
}

interface Props {
  view: ExpensesView;
  onChange: (view: ExpensesView) => void;
}

/** Filters expenses by counting, name, and the choices behind 'Filters' (PD-30). */
export function ExpenseFilters({ view, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(filterCount(view) > 0);
  const panelId = useId();
  const count = filterCount(view);
  return (
    <div className="mt-4">
      <CountedSwitch chosen={view.counted} onChoose={(counted) => onChange({ ...view, counted })} />
      <div className="mt-3 flex flex-wrap gap-2">
        <SearchField view={view} onChange={onChange} />
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-13"
        >
          <ListFilter size={18} aria-hidden="true" />
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </div>
      {isOpen && (
        <div id={panelId} className="mt-3 grid fit-cols-38 gap-3">
          {CHOICES.map(({ name, label, options }) => (
            <SelectField
              key={name}
              label={label}
              className={name === 'category' ? 'col-span-full' : ''}
              value={view[name] ?? ''}
              onChange={({ target }) => {
                const read = viewOfSearch(new URLSearchParams({ [name]: target.value }).toString());
                onChange({ ...view, [name]: read[name] });
              }}
            >
              <option value="">All</option>
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
    </div>
  );
}

function SearchField({ view, onChange }: Props) {
  const [text, setText] = useState(view.search);
  const [seen, setSeen] = useState(view.search);
  const [sent, setSent] = useState(view.search);
  // The address changed by itself, so the field must follow.
  if (view.search !== seen) {
    setSeen(view.search);
    if (view.search !== sent) setText(view.search);
  }
  const wanted = text.trim();
  const field = useRef<HTMLInputElement>(null);
  useFocusToFind(field);
  useEffect(() => {
    if (wanted === view.search) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange({ ...view, search: wanted });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, view, onChange]);
  return (
    <div className="relative flex-[1_1_8rem]">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-inset my-auto text-ink-soft"
      />
      <input
        ref={field}
        type="search"
        aria-label="Search expenses"
        placeholder="Search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="block min-h-13 w-full rounded-small border border-line-strong bg-card pr-11 pl-[calc(var(--spacing-inset)+28px)] text-ink [&::-webkit-search-cancel-button]:appearance-none"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          onClick={() => {
            setText('');
            field.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-soft hover:text-ink"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
