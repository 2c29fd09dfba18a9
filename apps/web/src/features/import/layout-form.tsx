import { CURRENCIES } from '@oinkly/domain/statements/currencies';
import type { Guess } from '@oinkly/domain/statements/guess-layout';
import { PURCHASE_SIGNS, type ColumnRole, type Layout } from '@oinkly/domain/statements/layout';
import type { DecimalSign } from '@oinkly/domain/statements/read-amount';
import type { DateOrder } from '@oinkly/domain/statements/read-day';
import { columnCount, type StatementTable } from '@oinkly/domain/statements/statement-table';
import { SelectField } from '../../shared/ui/field.tsx';
import { columnWords } from './import-words.ts';

/** Longer ones have a time. */
const MAX_DATE_LENGTH = 20;
const DATE_ORDERS: Record<DateOrder, string> = {
  mdy: '6/25/2026',
  dmy: '25/6/2026',
  ymd: '2026-06-25',
};
const DECIMAL_SIGNS: Record<DecimalSign, string> = { '.': '1,234.50', ',': '1.234,50' };
const PURCHASES: Record<(typeof PURCHASE_SIGNS)[number], string> = {
  negative: 'Below zero',
  positive: 'Above zero',
  all: 'All of them',
};
/** In half a row, phones would cut off the chosen option. */
const WHOLE_LINE = 'max-compact:col-span-full';

interface Props {
  table: StatementTable;
  layout: Layout;
  onChange: (layout: Layout) => void;
}

export function LayoutForm({ table, layout, onChange }: Props) {
  const { columns } = layout;
  const isSplit = columns.moneyOut !== null;
  const set = (roles: Partial<Layout['columns']>) =>
    onChange({ ...layout, columns: { ...columns, ...roles } });
  const choice = (role: ColumnRole, label: string, without?: string) => (
    <ColumnChoice
      table={table}
      label={label}
      chosen={columns[role]}
      without={without}
      onChoose={(index) => set({ [role]: index })}
    />
  );
  const purchases = (
    <SelectField
      label="Purchases are"
      value={columns.direction !== null ? 'direction' : layout.purchases}
      onChange={({ target }) =>
        onChange({
          ...layout,
          columns: { ...columns, direction: null },
          purchases: oneOf(PURCHASE_SIGNS, target.value) ?? layout.purchases,
        })
      }
    >
      {columns.direction !== null && <option value="direction">Use a column</option>}
      {PURCHASE_SIGNS.map((sign) => (
        <option key={sign} value={sign}>
          {PURCHASES[sign]}
        </option>
      ))}
    </SelectField>
  );
  // Everything else about an OFX file is known.
  if (table.format === 'ofx') return purchases;
  return (
    <div className="grid fit-cols-38 gap-3">
      {choice('date', 'Date')}
      {choice('name', 'Description')}
      {isSplit ? (
        <>
          {choice('moneyOut', 'Money out')}
          {choice('moneyIn', 'Money in', 'None')}
        </>
      ) : (
        <>
          {choice('amount', 'Amount')}
          {choice('direction', 'In or out', 'None')}
        </>
      )}
      {choice('category', 'Category', 'None')}
      {choice('currency', 'Currency column', 'None')}
      <SelectField
        label="Amounts"
        className={WHOLE_LINE}
        value={isSplit ? 'two' : 'one'}
        onChange={({ target }) =>
          target.value === 'two'
            ? set({ moneyOut: columns.amount, amount: null, direction: null })
            : set({ amount: columns.moneyOut, moneyOut: null, moneyIn: null })
        }
      >
        <option value="one">One column</option>
        <option value="two">Out and in</option>
      </SelectField>
      {!isSplit && purchases}
      <SelectField
        label="Dates like"
        value={layout.dateOrder}
        onChange={({ target }) =>
          onChange({ ...layout, dateOrder: oneOf(keysOf(DATE_ORDERS), target.value) ?? layout.dateOrder })
        }
      >
        {keysOf(DATE_ORDERS).map((order) => (
          <option key={order} value={order}>
            {DATE_ORDERS[order]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Numbers like"
        value={layout.decimalSign}
        onChange={({ target }) =>
          onChange({
            ...layout,
            decimalSign: oneOf(keysOf(DECIMAL_SIGNS), target.value) ?? layout.decimalSign,
          })
        }
      >
        {keysOf(DECIMAL_SIGNS).map((sign) => (
          <option key={sign} value={sign}>
            {DECIMAL_SIGNS[sign]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Currency"
        hint={columns.currency === null ? undefined : 'Used when a row has no currency.'}
        value={layout.currency}
        onChange={({ target }) => onChange({ ...layout, currency: target.value })}
      >
        {[...new Set([...CURRENCIES, layout.currency])].map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
    </div>
  );
}

function ColumnChoice({
  table,
  label,
  chosen,
  without,
  onChoose,
}: {
  table: StatementTable;
  label: string;
  chosen: number | null;
  /** The option for a missing column, if it may be missing. */
  without: string | undefined;
  onChoose: (index: number | null) => void;
}) {
  return (
    <SelectField
      label={label}
      className={WHOLE_LINE}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    >
      {(without !== undefined || chosen === null) && <option value="">{without ?? 'Please choose'}</option>}
      {Array.from({ length: columnCount(table) }, (_, index) => (
        <option key={index} value={index}>
          {columnWords(table, index)}
        </option>
      ))}
    </SelectField>
  );
}

/** A layout in one line, without anything that is still a question. */
export function layoutWords(
  table: StatementTable,
  { layout, questions }: Guess,
  currencies: readonly string[],
): string {
  const { columns, dateOrder, purchases } = layout;
  const nameOf = (index: number | null) =>
    index === null ? '?' : table.header?.[index] || `column ${index + 1}`;
  const amounts = columns.moneyOut ?? columns.amount;
  const isOpen = (about: string) => questions.some((question) => question.about === about);
  const isSaid = columns.moneyOut !== null || columns.direction !== null || purchases === 'all';
  const inCurrencies = listWords.format(currencies.length > 0 ? currencies : [layout.currency]);
  return [
    nameOf(columns.date),
    nameOf(columns.name),
    isOpen('currency') ? nameOf(amounts) : `${nameOf(amounts)} in ${inCurrencies}`,
    ...(isSaid || isOpen('signs') ? [] : [`purchases ${PURCHASES[purchases].toLowerCase()}`]),
    ...(isOpen('dates')
      ? []
      : [`dates like ${orderlessDate(table, columns.date) ?? DATE_ORDERS[dateOrder]}`]),
  ].join(' · ');
}

/** The first date if it begins with its year or names its month, so that no order concerns it; null for others. */
function orderlessDate({ rows }: StatementTable, column: number | null): string | null {
  const [row] = rows;
  const first = (row?.cells[column ?? -1] ?? '').trim();
  return first.length <= MAX_DATE_LENGTH && /^\d{4}|\p{L}{3}/u.test(first) ? first : null;
}

const listWords = new Intl.ListFormat('en-US');

function keysOf<Key extends string>(record: Record<Key, string>): Key[] {
  // `Object.keys` loses the key type.
  return Object.keys(record) as Key[];
}

function oneOf<T extends string>(options: readonly T[], text: string): T | undefined {
  return options.find((option) => option === text);
}
