import type { RouteResponse } from '@oinkly/contract/endpoints';
import { addDays, formatDay } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import type { FigureTable } from '../../shared/charts/as-table.tsx';
import { ColumnChart } from '../../shared/charts/column-chart.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

type Weekdays = RouteResponse<'getInsights'>['weekdays'];

const SOME_MONDAY = '2026-06-01';

export function WeekdaysInsight({ weekdays }: { weekdays: Weekdays }) {
  const days = daysOf(weekdays);
  const usual = days.reduce((most, day) => (day.cents > most.cents ? day : most));
  return (
    <section className="mt-9" aria-labelledby="weekdays">
      <SectionHeading id="weekdays">You spend most on {usual.long}s</SectionHeading>
      <ColumnChart columns={days.map(({ short, cents }) => ({ key: short, label: short, cents }))} />
    </section>
  );
}

export function weekdaysTable(weekdays: Weekdays): FigureTable {
  return {
    caption: 'Spending by weekday',
    columns: ['Day', 'Spent', 'Purchases'],
    rows: daysOf(weekdays).map(({ long, cents, purchases }) => [long, formatUsd(cents), String(purchases)]),
  };
}

function daysOf(weekdays: Weekdays) {
  return weekdays.map(({ spent, purchases }, index) => ({
    long: formatDay(addDays(SOME_MONDAY, index), { weekday: 'long' }),
    short: formatDay(addDays(SOME_MONDAY, index), { weekday: 'short' }),
    cents: centsFromDollars(spent),
    purchases,
  }));
}
