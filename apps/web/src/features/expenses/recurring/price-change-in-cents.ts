import type { PriceChange as PriceChangeOnWire } from '@oinkly/contract/recurring';
import type { PriceChange } from '@oinkly/domain/price-changes';
import { centsFromDollars } from '@oinkly/domain/money';

export function priceChangeInCents({ date, amount, before }: PriceChangeOnWire): PriceChange {
  return { day: date, amountCents: centsFromDollars(amount), beforeCents: centsFromDollars(before) };
}
