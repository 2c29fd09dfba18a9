import { formatUsd } from '@oinkly/domain/money';
import { dueNames } from '@oinkly/domain/week-recap';
import { Clock } from 'lucide-react';

/** The names with the first due first. */
export interface Due {
  amountCents: number;
  names: readonly string[];
}

export function DueThisWeek({ due: { amountCents, names } }: { due: Due }) {
  if (amountCents === 0) return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-small">
      <Clock size={16} aria-hidden="true" className="mt-1 flex-none text-pink-deep" />
      <span className="min-w-0 text-pretty wrap-anywhere">
        Due this week: <strong>{formatUsd(amountCents)}</strong> for {dueNames(names)}.
      </span>
    </p>
  );
}
