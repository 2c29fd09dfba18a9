import { formatUsd } from '@oinkly/domain/money';

/** Fits beside the pig on every phone. The welcome page's example is one, because its policy allows no style attribute. */
const SHORT = '$99.99'.length;
/** Of a character of the font, commas included, in em. */
const CHARACTER_WIDTH_EM = 0.55;

/** An amount with a small raised sign, like a price tag. A long one shrinks until it fits the width of its parent. */
export function BigNumber({ cents }: { cents: number }) {
  const text = formatUsd(cents);
  const fittingCqi = Math.floor(100 / (text.length * CHARACTER_WIDTH_EM));
  const fontSize = `min(var(--text-number), ${fittingCqi}cqi)`;
  const isLong = text.length > SHORT;
  return (
    <span className={`block ${isLong ? '@container' : ''}`}>
      <span
        className="block font-soft text-number font-bold tracking-display whitespace-nowrap first-letter:mr-0.5 first-letter:align-[0.62em] first-letter:text-[0.5em] first-letter:tracking-normal"
        style={isLong ? { fontSize } : undefined}
      >
        {text}
      </span>
    </span>
  );
}
