import { formatDay, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { spentByDay, type SpentOnDay } from '@oinkly/domain/week-breakdown';
import { paceSentence } from '@oinkly/domain/week-pace';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import type { Expense } from '@oinkly/contract/expenses';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { AsTable } from '../../shared/charts/as-table.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

/** Units of the drawing, which stretches to the width of the column. */
const WIDTH = 700;
const HEIGHT = 160;

export function WeekPace({
  week,
  expenses,
  today,
}: {
  week: WeekSummary;
  expenses: readonly Expense[];
  today: Day;
}) {
  const days = spentByDay(expenses, week.start);
  const sentence = paceSentence(days, week.budgetCents, today);
  return (
    <section className="mt-9" aria-labelledby="pace">
      <SectionHeading id="pace">{sentence ?? 'Day by day'}</SectionHeading>
      <Plot days={days.filter(({ day }) => day <= today)} week={week} />
      <div aria-hidden="true" className="mt-1 grid grid-cols-7 text-center text-nav text-ink-soft">
        {days.map(({ day }) => (
          <span key={day} className={day === today ? 'font-bold text-ink' : ''}>
            {formatDay(day, { weekday: 'short' })}
          </span>
        ))}
      </div>
      <AsTable
        tables={[
          {
            caption: 'Spending by day',
            columns: ['Day', 'Spent', 'Week so far'],
            rows: days.map(({ day, spentCents, soFarCents }) => [
              formatDay(day, { weekday: 'short', month: 'short', day: 'numeric' }),
              day > today ? '' : formatUsd(spentCents),
              day > today ? '' : formatUsd(soFarCents),
            ]),
          },
        ]}
      />
    </section>
  );
}

function Plot({ days, week }: { days: readonly SpentOnDay[]; week: WeekSummary }) {
  const x = scaleLinear([0, 7], [0, WIDTH]);
  // Air above the higher of both.
  const y = scaleLinear([0, Math.max(week.budgetCents, week.spentCents, 1) * 1.15], [HEIGHT, 0]);
  const soFar = [0, ...days.map(({ soFarCents }) => soFarCents)];
  const top =
    line<number>(
      (_, day) => x(day),
      (cents) => y(cents),
    )(soFar) ?? '';
  const below =
    area<number>(
      (_, day) => x(day),
      HEIGHT,
      (cents) => y(cents),
    )(soFar) ?? '';
  const color = week.isOver ? 'var(--color-over)' : 'var(--color-under)';
  const budgetShare = y(week.budgetCents) / HEIGHT;
  return (
    <div className="relative">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-40 w-full border-b border-line-strong"
      >
        <path d={below} fill={color} opacity="0.18" />
        <path
          d={`M0 ${HEIGHT}L${WIDTH} ${y(week.budgetCents)}`}
          stroke="var(--color-line-strong)"
          strokeDasharray="2 6"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M0 ${y(week.budgetCents)}H${WIDTH}`}
          stroke="var(--color-ink-soft)"
          strokeDasharray="6 5"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={top}
          fill="none"
          stroke={color}
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="absolute inset-y-0 left-0">
        {/* The policy allows no style attribute in the HTML that the server draws. */}
        <svg width="1" height={`${budgetShare * 100}%`} className="block" />
        {/* One pixel higher, because WebKit's rounding would let it cover half of the line. */}
        <p className="-translate-y-[calc(100%+1px)] bg-paper pr-2 text-small text-ink-soft">
          Budget {formatUsd(week.budgetCents)}
        </p>
      </div>
    </div>
  );
}
