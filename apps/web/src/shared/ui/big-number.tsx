import { formatUsd } from '@oinkly/domain/money';

/** An amount with a small raised sign, like a price tag. Long amounts shrink, unless `size` is given. */
export function BigNumber({ cents, size }: { cents: number; size?: 'text-number' }) {
  const text = formatUsd(cents);
  return (
    <span
      className={`block font-soft font-bold tracking-display whitespace-nowrap first-letter:mr-0.5 first-letter:align-[0.62em] first-letter:text-[0.5em] first-letter:tracking-normal ${size ?? sizeOfNumber(text)}`}
    >
      {text}
    </span>
  );
}

function sizeOfNumber(text: string): string {
  if (text.length <= 6) return 'text-number';
  if (text.length <= 8) return 'text-display min-[380px]:text-number';
  return 'text-sum min-[380px]:text-display compact:text-number';
}
