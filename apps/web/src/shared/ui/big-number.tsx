import { formatUsd } from '@oinkly/domain/money';

/** Fits at full size on every phone. The welcome page's example is one, and its policy allows no style attribute. */
const SHORT = '$999.99'.length;
/** Of the font's digits, commas included, in em. */
const CHARACTER_WIDTH_EM = 0.55;

/** An amount with a small raised sign, like a price tag. It shrinks until it fits beside its neighbor. */
export function BigNumber({ cents }: { cents: number }) {
  const text = formatUsd(cents);
  const fittingCqi = Math.floor(100 / (text.length * CHARACTER_WIDTH_EM));
  const fontSize = `min(var(--text-number), ${fittingCqi}cqi)`;
  return (
    <span className="@container block">
      <span
        className="block font-soft text-number font-bold tracking-display whitespace-nowrap first-letter:mr-0.5 first-letter:align-[0.62em] first-letter:text-[0.5em] first-letter:tracking-normal"
        style={text.length > SHORT ? { fontSize } : undefined}
      >
        {text}
      </span>
    </span>
  );
}
