import { addDays, type Day, weekdayOf } from './day.ts';
import { type LedgerEntry, partyOf } from './entry.ts';
import { airlines, carRental, lodgings, type Merchant, nationalMerchants } from './merchants.ts';
import type { AccountRole, Person } from './people.ts';
import { choosePurchases, type Purchase } from './purchases.ts';
import { createRandom, type Random } from './random.ts';
import type { WeekKind } from './week-kinds.ts';

/** Amounts in cents that are fixed before any purchase of the week. */
export interface Commitments {
  subscriptionsCents: number;
  utilitiesCents: number;
}

/** Separates calm weeks (with utility bills) from dear ones (without). Cents. */
const calmCeilingCents = 12_200;
const dearFloorCents = 13_300;

const leastPurchasesCents = 4600;

interface Plan {
  fixed: Purchase[];
  budgetCents: number;
  count: number;
  merchants: readonly Merchant[];
}

function dearTargetCents(random: Random): number {
  const draw = random.next();
  if (draw < 0.5) return random.integer(13_700, 17_500);
  if (draw < 0.8) return random.integer(17_500, 25_000);
  return random.integer(25_000, 39_000);
}

function bought(random: Random, merchant: Merchant): Purchase {
  const { price } = merchant;
  return {
    merchant,
    amountCents: 'menu' in price ? random.pick(price.menu) : random.integer(price.from, price.to),
  };
}

function planWeek(random: Random, kind: WeekKind, person: Person, committed: Commitments): Plan {
  const everywhere = [...nationalMerchants, ...person.localMerchants];
  switch (kind) {
    case 'calm': {
      const targetCents = random.integer(8800, calmCeilingCents);
      const committedCents = committed.subscriptionsCents + committed.utilitiesCents;
      const budgetCents = Math.max(leastPurchasesCents, targetCents - committedCents);
      const count = Math.min(random.integer(17, 21), Math.floor(budgetCents / 290));
      return { fixed: [], budgetCents, count, merchants: everywhere };
    }
    case 'dear': {
      const budgetCents = dearTargetCents(random) - committed.subscriptionsCents;
      return { fixed: [], budgetCents, count: random.integer(17, 21), merchants: everywhere };
    }
    case 'booking': {
      const fixed = [bought(random, random.pick(airlines))];
      const budgetCents = random.integer(8200, 12_800);
      return { fixed, budgetCents, count: random.integer(16, 20), merchants: everywhere };
    }
    case 'trip': {
      const fixed = [bought(random, random.pick(lodgings))];
      if (random.chance(0.4)) fixed.push(bought(random, carRental));
      const budgetCents = random.integer(14_000, 19_500);
      return { fixed, budgetCents, count: random.integer(14, 18), merchants: nationalMerchants };
    }
  }
}

/** Monday 0. Every day has a purchase; workdays get more fares and coffee, weekends more shopping. */
function spreadOverDays(random: Random, purchases: readonly Purchase[]): number[] {
  const everyDay = random.shuffle([0, 1, 2, 3, 4, 5, 6]);
  const order = random.shuffle(purchases.map((_, index) => index));
  const weekdays = new Array<number>(purchases.length).fill(0);
  order.forEach((purchaseIndex, position) => {
    const commuter = (purchases[purchaseIndex]?.amountCents ?? 0) < 500;
    weekdays[purchaseIndex] =
      everyDay[position] ??
      random.weighted([0, 1, 2, 3, 4, 5, 6], (weekday) =>
        weekday < 5 ? (commuter ? 1.4 : 0.8) : commuter ? 0.7 : 1.7,
      );
  });
  return weekdays;
}

/** Days until posting. The first purchase of a day takes one, so that every day has a pending one. */
function postingDelay(random: Random, positionInDay: number): number {
  if (positionInDay === 0) return 1;
  if (positionInDay === 1 && random.chance(0.4)) return 1;
  return random.chance(0.3) ? 2 : 0;
}

function purchaseEntry(
  key: string,
  { merchant, amountCents }: Purchase,
  role: AccountRole,
  authorizedDay: Day,
  delayDays: number,
  inTown: boolean,
): LedgerEntry {
  return {
    key,
    role,
    amountCents,
    pendingAmountCents: merchant.tipped ? Math.round(amountCents / 1.18) : amountCents,
    authorizedDay,
    postedDay: addDays(authorizedDay, delayDays),
    showsPending: delayDays > 0,
    descriptor: merchant.descriptor,
    category: merchant.category,
    channel: merchant.channel,
    code: 'purchase',
    party: partyOf(merchant),
    inTown: inTown && merchant.channel === 'in store',
  };
}

/** Sometimes refunds a purchase of a dear week without making the week calm. */
function refundOf(
  random: Random,
  key: string,
  purchases: readonly { purchase: Purchase; entry: LedgerEntry }[],
  spendingCents: number,
): LedgerEntry[] {
  if (!random.chance(0.65)) return [];
  const candidates = purchases.filter(
    ({ purchase }) => purchase.merchant.refundable && purchase.amountCents >= 1500,
  );
  if (candidates.length === 0) return [];
  const { entry } = random.pick(candidates);
  const wholeCents = random.chance(0.6)
    ? entry.amountCents
    : Math.round(entry.amountCents * (0.3 + random.next() * 0.4));
  const amountCents = Math.min(wholeCents, spendingCents - dearFloorCents);
  const day = addDays(entry.postedDay, random.integer(3, 12));
  if (amountCents < 500) return [];
  return [
    {
      ...entry,
      key,
      amountCents: -amountCents,
      pendingAmountCents: -amountCents,
      authorizedDay: day,
      postedDay: day,
      showsPending: false,
      code: 'refund',
    },
  ];
}

/** This customer's preference for a merchant, 0.3 to 2. */
function tasteOf(seed: string): (merchant: Merchant) => number {
  const tastes = new Map<string, number>();
  return (merchant) => {
    let taste = tastes.get(merchant.key);
    if (taste === undefined) {
      taste = merchant.weight * (0.3 + 1.7 * createRandom(`${seed}|taste|${merchant.key}`).next());
      tastes.set(merchant.key, taste);
    }
    return taste;
  };
}

/** A week depends only on seed, Monday, kind and commitments, so it is reproducible. */
export function createSpendingWeeks(
  seed: string,
  person: Person,
): (monday: Day, kind: WeekKind, committed: Commitments) => LedgerEntry[] {
  const tasteFor = tasteOf(seed);

  return (monday, kind, committed) => {
    const random = createRandom(`${seed}|week|${monday}`);
    const plan = planWeek(random, kind, person, committed);
    const purchases = [
      ...plan.fixed,
      ...choosePurchases(random, plan.merchants, plan.budgetCents, plan.count, tasteFor),
    ];
    const weekdays = spreadOverDays(random, purchases);
    const madeOnDay = new Map<number, number>();
    const made = purchases.map((purchase, index) => {
      const weekday = weekdays[index] ?? 0;
      const positionInDay = madeOnDay.get(weekday) ?? 0;
      madeOnDay.set(weekday, positionInDay + 1);
      const role: AccountRole = random.chance(purchase.amountCents < 900 ? 0.35 : 0.12) ? 'checking' : 'card';
      const entry = purchaseEntry(
        `purchase|${monday}|${index}`,
        purchase,
        role,
        addDays(monday, weekday),
        postingDelay(random, positionInDay),
        kind !== 'trip',
      );
      return { purchase, entry };
    });
    const spendingCents =
      committed.subscriptionsCents + purchases.reduce((total, { amountCents }) => total + amountCents, 0);
    const refunds = kind === 'dear' ? refundOf(random, `refund|${monday}`, made, spendingCents) : [];
    return [...made.map(({ entry }) => entry), ...refunds];
  };
}

/** Monday first. */
export function daysOfWeek(monday: Day): Day[] {
  if (weekdayOf(monday) !== 0) throw new RangeError(`${monday} is no Monday.`);
  return Array.from({ length: 7 }, (_, offset) => addDays(monday, offset));
}
