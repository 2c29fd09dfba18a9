import { formatUsd } from '@oinkly/domain/money';

/** Fits beside the pig on every phone. */
const SHORT = '$99.99'.length;
/** Longer ones overflow. `base.css` lists the sizes. */
const LONGEST = 20;

/** An amount with a small raised sign, like a price tag. A long one shrinks until it fits the width of its parent. */
export function BigNumber({ cents }: { cents: number }) {
  const text = formatUsd(cents);
  const isLong = text.length > SHORT;
  return (
    <span className={`block ${isLong ? '@container' : ''}`}>
      <span
        className={`block font-soft ${isLong ? `number-of-${Math.min(text.length, LONGEST)}` : 'text-number'} font-bold tracking-display whitespace-nowrap first-letter:mr-0.5 first-letter:align-[0.62em] first-letter:text-[0.5em] first-letter:tracking-normal`}
      >
        {text}
      </span>
    </span>
  );
}
