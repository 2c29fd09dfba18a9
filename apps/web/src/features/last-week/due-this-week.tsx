import { formatUsd } from '@oinkly/domain/money';
import { Clock } from 'lucide-react';

/** More names are only counted. */
const NAMES_SHOWN = 3;

const list = new Intl.ListFormat('en-US');

/** The names with the first due first. */
export interface Due {
  amountCents: number;
  names: readonly string[];
}

export function DueThisWeek({ due: { amountCents, names } }: { due: Due }) {
  if (amountCents === 0) return null;
  const shown = names.slice(0, NAMES_SHOWN);
  const rest = names.length - shown.length;
  return (
    <p className="mt-3 flex items-start gap-2 text-small">
      <Clock size={16} aria-hidden="true" className="mt-1 flex-none text-pink-deep" />
      <span className="min-w-0 text-pretty wrap-anywhere">
        Due this week: <strong>{formatUsd(amountCents)}</strong> for{' '}
        {list.format(rest > 0 ? [...shown, `${rest} more`] : shown)}.
      </span>
    </p>
  );
}
