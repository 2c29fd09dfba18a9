import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { formatUsd } from '@oinkly/domain/money';
import { Link } from 'wouter';
import { CategoryIcon } from '../ui/category-icon.tsx';

export function CategoryBars({
  categories,
  hrefOf,
}: {
  categories: readonly { category: ExpenseCategory; spentCents: number; share: number }[];
  hrefOf: (category: ExpenseCategory) => string;
}) {
  const largest = Math.max(...categories.map(({ share }) => share));
  return (
    <ul>
      {categories.map(({ category, spentCents, share }) => (
        <li key={category}>
          <Link
            href={hrefOf(category)}
            className="-mx-2 flex min-h-13 items-center gap-3 rounded-small px-2 py-1.5 text-ink no-underline hover:bg-card"
          >
            <CategoryIcon category={category} isDecoration />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span>{category}</span>
                <span className="ml-auto font-bold">{formatUsd(spentCents)}</span>
                <span className="min-w-[4ch] text-right text-small whitespace-nowrap text-ink-soft">
                  {percent(share)}
                </span>
              </span>
              {/* The policy allows no style attribute in the HTML that the server draws. */}
              <svg
                width={`${(share / largest) * 100}%`}
                aria-hidden="true"
                className="mt-1 block h-1.5 rounded-full bg-pink-deep"
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 ? '<1%' : `${rounded}%`;
}
