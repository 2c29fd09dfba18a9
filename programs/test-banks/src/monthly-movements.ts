import { addDays, type Day, dayIn, daysBetween, lastDayOf, weekdayOf } from './day.ts';
import { type LedgerEntry, type Party, partyOf } from './entry.ts';
import type { Merchant } from './merchants.ts';
import type { AccountRole, Person } from './people.ts';
import { createRandom } from './random.ts';

const savedMonthlyCents = 15_000;
const clubMonthlyCents = 6000;
const clubPayoutMonth = '12';
/** Reference for biweekly paydays. */
const firstPayday: Day = '2001-01-05';

/** Defaults of an account movement: posted the same day, never pending, not in a shop. */
export function movement(
  fields: Pick<
    LedgerEntry,
    'key' | 'role' | 'amountCents' | 'postedDay' | 'descriptor' | 'category' | 'code'
  > &
    Partial<LedgerEntry>,
): LedgerEntry {
  return {
    pendingAmountCents: fields.amountCents,
    authorizedDay: fields.postedDay,
    showsPending: false,
    channel: 'other',
    party: null,
    inTown: false,
    ...fields,
  };
}

interface Bill {
  dayOfMonth: number;
  merchant: Merchant;
  role: AccountRole;
  kind: 'subscription' | 'utility' | 'fixed';
}

export function billsOf(person: Person): Bill[] {
  return [
    { dayOfMonth: 9, merchant: person.electricity, role: 'checking', kind: 'utility' },
    { dayOfMonth: 17, merchant: person.mobile, role: 'card', kind: 'utility' },
    { dayOfMonth: 5, merchant: person.rentersInsurance, role: 'checking', kind: 'fixed' },
    { dayOfMonth: 20, merchant: person.carInsurance, role: 'card', kind: 'fixed' },
    { dayOfMonth: 15, merchant: person.studentLoan, role: 'checking', kind: 'fixed' },
    ...person.subscriptions.map(({ dayOfMonth, merchant }): Bill => ({
      dayOfMonth,
      merchant,
      role: 'card',
      kind: 'subscription',
    })),
  ];
}

/** In cents; only utilities vary. `month` is `YYYY-MM`. */
export function billCents(seed: string, { merchant }: Bill, month: string): number {
  const { price } = merchant;
  const random = createRandom(`${seed}|bill|${merchant.key}|${month}`);
  return 'menu' in price ? random.pick(price.menu) : random.integer(price.from, price.to);
}

function billEntry(seed: string, bill: Bill, month: string): LedgerEntry {
  const day = dayIn(month, bill.dayOfMonth);
  return movement({
    key: `bill|${bill.merchant.key}|${month}`,
    role: bill.role,
    amountCents: billCents(seed, bill, month),
    authorizedDay: day,
    // Card charges post the next day, direct debits at once.
    postedDay: bill.role === 'card' ? addDays(day, 1) : day,
    descriptor: bill.merchant.descriptor,
    category: bill.merchant.category,
    channel: bill.merchant.channel,
    code: bill.role === 'card' ? 'purchase' : 'direct debit',
    party: partyOf(bill.merchant),
  });
}

function wages(person: Person, month: string): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (let day: Day = `${month}-01`; day <= lastDayOf(month); day = addDays(day, 1)) {
    const isPayday = weekdayOf(day) === 4 && (daysBetween(firstPayday, day) / 7) % 2 === person.paydayParity;
    if (!isPayday) continue;
    const name = person.employer;
    const employer: Party = { key: null, name, type: 'income_source', website: null };
    entries.push(
      movement({
        key: `wages|${day}`,
        role: 'checking',
        amountCents: -person.wageCents,
        postedDay: day,
        descriptor: `${name.toUpperCase()} DIR DEP PAYROLL`,
        category: 'wages',
        code: 'transfer',
        party: employer,
      }),
    );
  }
  return entries;
}

/** Both sides of a transfer between two accounts of the same customer. */
export function ownTransfer(
  key: string,
  postedDay: Day,
  amountCents: number,
  from: { role: AccountRole; name: string; category: LedgerEntry['category'] },
  to: { role: AccountRole; name: string; category: LedgerEntry['category'] },
): LedgerEntry[] {
  return [
    movement({
      key: `${key}|out`,
      role: from.role,
      amountCents,
      postedDay,
      descriptor: `ONLINE TRANSFER TO ${to.name.toUpperCase()}`,
      category: from.category,
      code: 'transfer',
    }),
    movement({
      key: `${key}|in`,
      role: to.role,
      amountCents: -amountCents,
      postedDay,
      descriptor: `ONLINE TRANSFER FROM ${from.name.toUpperCase()}`,
      category: to.category,
      code: 'transfer',
    }),
  ];
}

function accountName(person: Person, role: AccountRole): string {
  const account = person.accounts.find((candidate) => candidate.role === role);
  if (account === undefined) throw new RangeError(`${person.key} has no ${role} account.`);
  return account.name;
}

function clubMovements(person: Person, month: string): LedgerEntry[] {
  if (!person.accounts.some((account) => account.role === 'club')) return [];
  const checking = accountName(person, 'checking');
  const club = accountName(person, 'club');
  const own = { in: 'transfer in', out: 'transfer out' } as const;
  const paidIn = ownTransfer(
    `club|${month}`,
    dayIn(month, 3),
    clubMonthlyCents,
    { role: 'checking', name: checking, category: own.out },
    { role: 'club', name: club, category: own.in },
  );
  if (!month.endsWith(clubPayoutMonth)) return paidIn;
  const payout = ownTransfer(
    `club-payout|${month}`,
    dayIn(month, 10),
    12 * clubMonthlyCents,
    { role: 'club', name: club, category: own.out },
    { role: 'checking', name: checking, category: own.in },
  );
  return [...paidIn, ...payout];
}

function taxes(month: string): LedgerEntry[] {
  if (month.endsWith('-04')) {
    return [
      movement({
        key: `tax|${month}`,
        role: 'checking',
        amountCents: 21_400,
        postedDay: dayIn(month, 14),
        descriptor: 'IRS USATAXPYMT',
        category: 'tax',
        code: 'direct debit',
        party: { key: 'irs', name: 'Internal Revenue Service', type: 'merchant', website: 'irs.gov' },
      }),
    ];
  }
  if (month.endsWith('-05')) {
    return [
      movement({
        key: `tax-refund|${month}`,
        role: 'checking',
        amountCents: -13_200,
        postedDay: dayIn(month, 12),
        descriptor: 'STATE TAX REFUND',
        category: 'tax refund',
        code: 'transfer',
      }),
    ];
  }
  return [];
}

/** Independent of spending: pay, rent, bills, taxes, cash, savings. */
export function monthlyMovements(seed: string, person: Person, month: string): LedgerEntry[] {
  const random = createRandom(`${seed}|month|${month}`);
  const rent = movement({
    key: `rent|${month}`,
    role: 'checking',
    amountCents: person.rentCents,
    postedDay: dayIn(month, 1),
    descriptor: `${person.landlord.toUpperCase()} WEB PMTS`,
    category: 'rent',
    code: 'bill payment',
    party: { key: null, name: person.landlord, type: 'merchant', website: null },
  });
  const cash = movement({
    key: `cash|${month}`,
    role: 'checking',
    amountCents: random.pick([2000, 4000, 4000, 6000]),
    postedDay: dayIn(month, random.integer(5, 26)),
    descriptor: `ATM WITHDRAWAL ${person.city.toUpperCase()} ${person.region}`,
    category: 'cash withdrawal',
    channel: 'in store',
    code: 'atm',
  });
  const fromRoommate = movement({
    key: `zelle|${month}`,
    role: 'checking',
    amountCents: -3000,
    postedDay: dayIn(month, random.integer(2, 8)),
    descriptor: 'ZELLE FROM J ALVAREZ INTERNET',
    category: 'transfer in',
    code: 'transfer',
  });
  const saved = ownTransfer(
    `saving|${month}`,
    dayIn(month, 2),
    savedMonthlyCents,
    { role: 'checking', name: accountName(person, 'checking'), category: 'savings out' },
    { role: 'savings', name: accountName(person, 'savings'), category: 'savings in' },
  );
  return [
    rent,
    cash,
    fromRoommate,
    ...saved,
    ...wages(person, month),
    ...clubMovements(person, month),
    ...taxes(month),
    ...billsOf(person).map((bill) => billEntry(seed, bill, month)),
  ];
}

/** The holiday club's savings above its base at the end of a day; it pays out every December. */
export function clubSavedCents(day: Day): number {
  const month = Number(day.slice(5, 7));
  const paidInThisMonth = Number(day.slice(8, 10)) >= 3 ? 1 : 0;
  // January counts one payment and November eleven; the twelfth comes on December 3, the payout on the 10th.
  if (month === 12) return day.slice(8, 10) >= '10' ? 0 : (11 + paidInThisMonth) * clubMonthlyCents;
  return (month - 1 + paidInThisMonth) * clubMonthlyCents;
}
