import { addDays, addMonths, type Day, dayIn, lastDayOf, mondayOf, monthOf } from './day.ts';
import type { LedgerEntry } from './entry.ts';
import {
  billCents,
  billsOf,
  clubSavedCents,
  monthlyMovements,
  movement,
  ownTransfer,
} from './monthly-movements.ts';
import type { AccountRole, Person, PersonAccount } from './people.ts';
import { type Commitments, createSpendingWeeks, daysOfWeek } from './spending-week.ts';
import { createWeekKinds } from './week-kinds.ts';

/** A purchase posts within two days; its refund within 14 more. */
const longestDelayDays = 16;
const cardPaymentDay = 14;
const yearlyInvestmentDay = 2;
const savingsRate = 0.0395;

/** A customer's movements as the bank sees them, cached for the object's life only. */
export interface Ledger {
  /** Movements posted from `from` through `to`, oldest first. */
  postedBetween(from: Day, to: Day): LedgerEntry[];
  pendingOn(day: Day): LedgerEntry[];
  /** Posted balance at the end of `day`; for the card the amount owed. */
  balanceCents(account: PersonAccount, day: Day): number;
}

function sumCents(entries: readonly LedgerEntry[], role: AccountRole): number {
  return entries.reduce((total, entry) => (entry.role === role ? total + entry.amountCents : total), 0);
}

function accountOf(person: Person, role: AccountRole): PersonAccount {
  const account = person.accounts.find((candidate) => candidate.role === role);
  if (account === undefined) throw new RangeError(`${person.key} has no ${role} account.`);
  return account;
}

/**
 * Each movement depends only on person, seed and date, so history can be continued. Monthly card payments and
 * transfers to savings and a January investment keep balances exact without endless history.
 */
export function createLedger(person: Person, seed: string): Ledger {
  const personSeed = `${seed}|${person.key}`;
  const kindOf = createWeekKinds(personSeed);
  const spendingWeek = createSpendingWeeks(personSeed, person);
  const bills = billsOf(person);
  const checking = accountOf(person, 'checking');
  const savings = accountOf(person, 'savings');
  const weeks = new Map<Day, LedgerEntry[]>();
  const months = new Map<string, LedgerEntry[]>();
  const closedMonths = new Map<string, LedgerEntry[]>();

  function commitmentsOf(monday: Day): Commitments {
    const committed: Commitments = { subscriptionsCents: 0, utilitiesCents: 0 };
    for (const day of daysOfWeek(monday)) {
      for (const bill of bills) {
        if (bill.kind === 'fixed' || dayIn(monthOf(day), bill.dayOfMonth) !== day) continue;
        const cents = billCents(personSeed, bill, monthOf(day));
        if (bill.kind === 'utility') committed.utilitiesCents += cents;
        else committed.subscriptionsCents += cents;
      }
    }
    return committed;
  }

  function week(monday: Day): LedgerEntry[] {
    let entries = weeks.get(monday);
    if (entries === undefined) {
      entries = spendingWeek(monday, kindOf(monday), commitmentsOf(monday));
      weeks.set(monday, entries);
    }
    return entries;
  }

  function spendingPostedBetween(from: Day, to: Day): LedgerEntry[] {
    const entries: LedgerEntry[] = [];
    for (let monday = mondayOf(addDays(from, -longestDelayDays)); monday <= to; monday = addDays(monday, 7)) {
      for (const entry of week(monday)) {
        if (entry.postedDay >= from && entry.postedDay <= to) entries.push(entry);
      }
    }
    return entries;
  }

  function openMonth(month: string): LedgerEntry[] {
    let entries = months.get(month);
    if (entries === undefined) {
      const first = `${month}-01`;
      const last = lastDayOf(month);
      entries = [...monthlyMovements(personSeed, person, month), ...spendingPostedBetween(first, last)];
      months.set(month, entries);
    }
    return entries;
  }

  /** Both sides of the payment of last month's card balance. */
  function cardPayment(month: string): LedgerEntry[] {
    const amountCents = sumCents(openMonth(addMonths(month, -1)), 'card');
    const day = dayIn(month, cardPaymentDay);
    const card = accountOf(person, 'card');
    const common = {
      postedDay: day,
      category: 'card payment',
      code: 'payment',
    } as const;
    return [
      movement({
        ...common,
        key: `card-payment|${month}|out`,
        role: 'checking',
        amountCents,
        descriptor: `AUTOPAY ${card.name.toUpperCase()} ${card.mask}`,
        party: { key: null, name: card.officialName, type: 'financial_institution', website: null },
      }),
      movement({
        ...common,
        key: `card-payment|${month}|in`,
        role: 'card',
        amountCents: -amountCents,
        descriptor: 'AUTOPAY PAYMENT - THANK YOU',
      }),
    ];
  }

  /** Moves the rest of checking to savings, or covers a shortfall from there. */
  function sweep(month: string, movements: readonly LedgerEntry[]): LedgerEntry[] {
    const surplusCents = -sumCents(movements, 'checking');
    if (surplusCents === 0) return [];
    const onChecking = { role: checking.role, name: checking.name };
    const onSavings = { role: savings.role, name: savings.name };
    const [from, to] = surplusCents > 0 ? [onChecking, onSavings] : [onSavings, onChecking];
    return ownTransfer(
      `sweep|${month}`,
      lastDayOf(month),
      Math.abs(surplusCents),
      { ...from, category: 'transfer out' },
      { ...to, category: 'transfer in' },
    );
  }

  /** January starts at the base because last year's gains are invested then. */
  function savingsAtStartCents(month: string): number {
    if (month.endsWith('-01')) return savings.baseCents;
    const before = addMonths(month, -1);
    return savingsAtStartCents(before) - sumCents(booksClosed(before), 'savings');
  }

  function interest(month: string): LedgerEntry {
    return movement({
      key: `interest|${month}`,
      role: 'savings',
      amountCents: -Math.round((savingsAtStartCents(month) * savingsRate) / 12),
      postedDay: lastDayOf(month),
      descriptor: 'INTEREST PAID',
      category: 'interest',
      code: 'interest',
    });
  }

  /** The month with card payment and sweep, without January's investment. */
  function booksClosed(month: string): LedgerEntry[] {
    let entries = closedMonths.get(month);
    if (entries === undefined) {
      const movements = [...openMonth(month), ...cardPayment(month)];
      entries = [...movements, ...sweep(month, movements), interest(month)];
      closedMonths.set(month, entries);
    }
    return entries;
  }

  /** On January 2 last year's gains in savings are invested. */
  function investment(month: string): LedgerEntry[] {
    if (!month.endsWith('-01')) return [];
    const december = addMonths(month, -1);
    const gainCents =
      savingsAtStartCents(december) - sumCents(booksClosed(december), 'savings') - savings.baseCents;
    if (gainCents === 0) return [];
    return [
      movement({
        key: `investment|${month}`,
        role: 'savings',
        amountCents: gainCents,
        postedDay: dayIn(month, yearlyInvestmentDay),
        descriptor: 'VANGUARD BUY INVESTMENT',
        category: gainCents > 0 ? 'investment' : 'investment sale',
        code: 'transfer',
        party: { key: 'vanguard', name: 'Vanguard', type: 'financial_institution', website: 'vanguard.com' },
      }),
    ];
  }

  function wholeMonth(month: string): LedgerEntry[] {
    return [...investment(month), ...booksClosed(month)];
  }

  function postedBetween(from: Day, to: Day): LedgerEntry[] {
    const entries: LedgerEntry[] = [];
    for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1)) {
      for (const entry of wholeMonth(month)) {
        if (entry.postedDay >= from && entry.postedDay <= to) entries.push(entry);
      }
    }
    // A stable sort keeps the order within a day.
    return entries.sort((a, b) => a.postedDay.localeCompare(b.postedDay));
  }

  function balanceCents(account: PersonAccount, day: Day): number {
    const month = monthOf(day);
    const sinceFirst = sumCents(postedBetween(`${month}-01`, day), account.role);
    switch (account.role) {
      case 'checking':
        return account.baseCents - sinceFirst;
      case 'card':
        return sumCents(openMonth(addMonths(month, -1)), 'card') + sinceFirst;
      case 'savings': {
        const gainBeforeCents = month.endsWith('-01') ? sumCents(investment(month), 'savings') : 0;
        return savingsAtStartCents(month) + gainBeforeCents - sinceFirst;
      }
      case 'club':
        return account.baseCents + clubSavedCents(day);
    }
  }

  return {
    postedBetween,
    pendingOn: (day) =>
      spendingPostedBetween(addDays(day, 1), addDays(day, 1)).filter(
        (entry) => entry.showsPending && entry.authorizedDay <= day,
      ),
    balanceCents,
  };
}
