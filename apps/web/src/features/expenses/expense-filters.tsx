import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { ListFilter, Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { CountedSwitch } from './counted-switch.tsx';
import { filterCount, viewOfSearch, type ExpensesView } from './expenses-view.ts';

/** A search waits this long for the next letter. */
const SEARCH_DELAY_MS = 250;
const MAX_SEARCH_LENGTH = 100;

interface Props {
  view: ExpensesView;
  onChange: (view: ExpensesView) => void;
}

/** What of all expenses is shown (PD-30): what counts or everything, by name, and by the choices behind 'Filters'. */
export function ExpenseFilters({ view, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(filterCount(view) > 0);
  const panelId = useId();
  const count = filterCount(view);
  return (
    <div className="mt-4">
      <CountedSwitch chosen={view.counted} onChoose={(counted) => onChange({ ...view, counted })} />
      <div className="mt-3 flex gap-2">
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
        <div id={panelId} className="mt-3 grid grid-cols-2 gap-3 max-[359px]:grid-cols-1">
          <Choice
            label="Category"
            className="col-span-full"
            chosen={view.category}
            options={EXPENSE_CATEGORIES.map((category) => [category, category])}
            name="category"
            view={view}
            onChange={onChange}
          />
          <Choice
            label="From"
            chosen={view.source}
            options={[
              ['bank', 'A bank'],
              ['manual', 'Typed by hand'],
            ]}
            name="source"
            view={view}
            onChange={onChange}
          />
          <Choice
            label="Type"
            chosen={view.type}
            options={[
              ['recurring', 'Recurring'],
              ['one-time', 'One-time'],
            ]}
            name="type"
            view={view}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  );
}

function Choice({
  label,
  chosen,
  options,
  name,
  className,
  view,
  onChange,
}: Props & {
  label: string;
  chosen: string | null;
  options: [value: string, words: string][];
  /** As it stands in the address. */
  name: 'category' | 'source' | 'type';
  className?: string;
}) {
  return (
    <SelectField
      label={label}
      className={className}
      value={chosen ?? ''}
      onChange={({ target }) => {
        const read = viewOfSearch(`?${new URLSearchParams({ [name]: target.value }).toString()}`);
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
  );
}

/** Searches as it is typed into, once the typing pauses. */
function SearchField({ view, onChange }: Props) {
  const [text, setText] = useState(view.search);
  const [seen, setSeen] = useState(view.search);
  const [sent, setSent] = useState(view.search);
  // The address has changed by itself: what stands here is not what is shown.
  if (view.search !== seen) {
    setSeen(view.search);
    if (view.search !== sent) setText(view.search);
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === view.search) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange({ ...view, search: wanted });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, view, onChange]);
  return (
    <div className="relative flex-1">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-soft"
      />
      <input
        type="search"
        aria-label="Search expenses"
        placeholder="Search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="block min-h-13 w-full rounded-small border border-line-strong bg-card pr-4 pl-11 text-ink"
      />
    </div>
  );
}
