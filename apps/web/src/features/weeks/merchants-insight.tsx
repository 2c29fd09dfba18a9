import type { RouteResponse } from '@oinkly/contract/endpoints';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { Link } from 'wouter';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

export function MerchantsInsight({
  merchants,
  hrefOf,
}: {
  merchants: RouteResponse<'getInsights'>['merchants'];
  hrefOf: (name: string) => string;
}) {
  const most = Math.max(...merchants.map(({ spent }) => spent));
  return (
    <section className="mt-9" aria-labelledby="merchants">
      <SectionHeading id="merchants">Most spent at</SectionHeading>
      <ol>
        {merchants.map(({ name, spent, purchases }) => (
          <li key={name}>
            <Link
              href={hrefOf(name)}
              className="-mx-2 block rounded-small px-2 py-2 text-ink no-underline hover:bg-card"
            >
              <span className="flex flex-wrap items-baseline gap-x-3">
                <span className="min-w-0 wrap-break-word">{name}</span>
                <span className="text-small text-ink-soft">
                  {purchases === 1 ? '1 purchase' : `${purchases} purchases`}
                </span>
                <span className="ml-auto font-bold">{formatUsd(centsFromDollars(spent))}</span>
              </span>
              <span
                aria-hidden="true"
                className="mt-1 block h-1.5 rounded-full bg-pink-deep"
                style={{ width: `${(spent / most) * 100}%` }}
              />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
