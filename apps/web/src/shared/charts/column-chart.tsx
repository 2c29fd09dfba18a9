import { formatUsd } from '@oinkly/domain/money';
import { scaleLinear } from 'd3-scale';

/** Gridlines above the ground line, at round sums. */
const LINES = 2;

export interface Column {
  key: string;
  label: string;
  cents: number;
  /** A line across the column. */
  limitCents?: number;
  /** Hatched, not only in another color. */
  isOver?: boolean;
  isNow?: boolean;
}

/**
 * Screen readers get the page's tables. HTML, so that labels wrap and grow with the text; D3 computes only the scale. A canvas takes no text
 * size or theme, and Recharts and Chart.js are several times as large.
 */
export function ColumnChart({ columns }: { columns: readonly Column[] }) {
  const highestCents = Math.max(1, ...columns.flatMap(({ cents, limitCents = 0 }) => [cents, limitCents]));
  const height = scaleLinear([0, highestCents], [0, 100]).nice(LINES);
  const percent = (cents: number) => `${height(cents)}%`;
  const isDense = columns.length > 20;
  const lines = height.ticks(LINES).filter((cents) => cents > 0);
  const sums = lines.map((cents) => formatUsd(cents).replace(/\.00$/, ''));
  // The sums stand beside the columns, however large they are.
  const room = { paddingRight: `${Math.max(0, ...sums.map(({ length }) => length)) + 1}ch` };
  return (
    <div aria-hidden="true" className="text-nav text-ink-soft">
      <div className="relative h-40 border-b border-line-strong">
        {lines.map((cents, index) => (
          <div
            key={cents}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: percent(cents) }}
          >
            <span data-testid="sum-of-line" className="absolute right-0 bg-paper pl-1">
              {sums[index]}
            </span>
          </div>
        ))}
        <div
          className={`absolute inset-0 flex overflow-x-clip ${isDense ? 'gap-px' : 'gap-1.5'}`}
          style={room}
        >
          {columns.map(({ key, cents, limitCents, isOver = false, isNow = false }) => (
            <div key={key} data-testid="column" className="relative flex-1">
              <div
                className={`absolute inset-x-0 bottom-0 ${isDense ? '' : 'rounded-t-square'} ${isOver ? 'bg-over hatched' : 'bg-under'} ${isNow ? 'outline-2 outline-ink' : ''}`}
                style={{ height: percent(cents) }}
              />
              {limitCents !== undefined && (
                <div
                  className={`absolute border-t-2 border-ink ${isDense ? '-inset-x-px' : '-inset-x-1'}`}
                  style={{ bottom: percent(limitCents) }}
                />
              )}
            </div>
          ))}
        </div>
      </div>
      <div className={`mt-1 flex ${isDense ? 'gap-px' : 'gap-1.5'}`} style={room}>
        {columns.map(({ key, label, isNow = false }) => (
          <span
            key={key}
            className={`w-0 flex-1 text-center whitespace-nowrap ${isNow ? 'font-bold text-ink' : ''}`}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
