import type { Merchant } from './merchants.ts';
import { lowestPrice } from './merchants.ts';
import type { Random } from './random.ts';

export interface Purchase {
  merchant: Merchant;
  amountCents: number;
}

/** Average price of an everyday purchase (coffee, bus fare) in cents. */
const everydayCents = 385;
/** Merchants from this price on are not everyday. Cents. */
const largerFromCents = 600;
/** Least budget kept for each later everyday purchase. Cents. */
const reservedCents = 190;

function priceAtMost(random: Random, { price }: Merchant, capCents: number): number {
  if ('menu' in price) return random.pick(price.menu.filter((cents) => cents <= capCents));
  const highest = Math.min(price.to, capCents);
  // Lower prices are more likely.
  return price.from + Math.floor((highest - price.from + 1) * random.next() ** 1.35);
}

/**
 * Chooses a week's purchases for just under `budgetCents`: larger ones first, then everyday ones up to
 * `count`, then more larger ones.
 */
export function choosePurchases(
  random: Random,
  merchants: readonly Merchant[],
  budgetCents: number,
  count: number,
  tasteFor: (merchant: Merchant) => number,
): Purchase[] {
  const purchases: Purchase[] = [];
  const visits = new Map<string, number>();
  let remainingCents = budgetCents;

  while (purchases.length < count || remainingCents > 2 * largerFromCents) {
    const left = Math.max(1, count - purchases.length);
    const spareCents = remainingCents - (left - 1) * everydayCents;
    const larger = spareCents >= largerFromCents + everydayCents;
    const capCents = larger ? spareCents : remainingCents - (left - 1) * reservedCents;
    const fitting = merchants.filter((merchant) => {
      const lowest = lowestPrice(merchant);
      return (
        lowest <= capCents &&
        lowest >= largerFromCents === larger &&
        (visits.get(merchant.key) ?? 0) < merchant.weeklyLimit
      );
    });
    if (fitting.length === 0) break;
    const merchant = random.weighted(fitting, tasteFor);
    const amountCents = priceAtMost(
      random,
      merchant,
      larger ? capCents : Math.min(capCents, 2 * everydayCents),
    );
    visits.set(merchant.key, (visits.get(merchant.key) ?? 0) + 1);
    purchases.push({ merchant, amountCents });
    remainingCents -= amountCents;
  }
  return purchases;
}
