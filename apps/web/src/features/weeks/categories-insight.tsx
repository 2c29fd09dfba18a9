import type { RouteResponse } from '@oinkly/contract/endpoints';
import { addDays, formatDay, type Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { INSIGHT_WEEKS, PERIOD_WEEKS } from '@oinkly/domain/insights';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { FigureTable } from '../../shared/charts/as-table.tsx';
import { TextButton } from '../../shared/ui/button.tsx';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

type Categories = RouteResponse<'getInsights'>['categories'];

/** The smaller ones say little. */
const SHOWN = 5;

/** Each category's spending in periods of four weeks, drawn to one scale. */
export function CategoriesInsight({
  categories,
  from,
  hrefOf,
}: {
  categories: Categories;
  from: Day;
  hrefOf: (category: ExpenseCategory) => string;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = showsAll ? categories : categories.slice(0, SHOWN);
  const highest = Math.max(...categories.flatMap(({ spent }) => spent));
  const periods = periodsOf(categories, from);
  return (
    <section className="mt-9" aria-labelledby="categories">
      <SectionHeading id="categories">Where it goes</SectionHeading>
      <p className="-mt-2.5 mb-2 text-small text-ink-soft">
        In the last {INSIGHT_WEEKS} weeks. Each bar is four weeks.
      </p>
      <ul ref={list} tabIndex={-1} className="outline-none">
        {shown.map(({ category, spent }) => (
          <li key={category}>
            <Link
              href={hrefOf(category)}
              className="-mx-2 flex items-center gap-3 rounded-small px-2 py-2 text-ink no-underline hover:bg-card"
            >
              <CategoryIcon category={category} isDecoration />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <span>{category}</span>
                  <span className="ml-auto font-bold">{sumOf(spent)}</span>
                </span>
                <span
                  aria-hidden="true"
                  className="mt-1 flex h-8 items-end gap-0.5 border-b border-line-strong"
                >
                  {spent.map((dollars, index) => (
                    <span
                      key={periods[index]}
                      className="flex-1 bg-pink-deep"
                      style={{ height: `${(dollars / highest) * 100}%` }}
                    />
                  ))}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < categories.length && (
        <TextButton
          onClick={() => {
            setShowsAll(true);
            list.current?.focus();
          }}
        >
          All {categories.length} categories
        </TextButton>
      )}
    </section>
  );
}

export function categoriesTable(categories: Categories, from: Day): FigureTable {
  return {
    caption: 'Spending by category in periods of four weeks',
    columns: ['From', ...categories.map(({ category }) => category)],
    rows: periodsOf(categories, from)
      .map((period, index) => [
        formatDay(period, { month: 'short', day: 'numeric', year: 'numeric' }),
        ...categories.map(({ spent }) => formatUsd(centsFromDollars(spent[index] ?? 0))),
      ])
      .reverse(),
  };
}

/** The first days of the periods, oldest first. */
function periodsOf(categories: Categories, from: Day): Day[] {
  return categories[0]?.spent.map((_, index) => addDays(from, index * PERIOD_WEEKS * 7)) ?? [];
}

function sumOf(dollars: readonly number[]): string {
  return formatUsd(dollars.reduce((sum, amount) => sum + centsFromDollars(amount), 0));
}
