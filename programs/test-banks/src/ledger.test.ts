import { describe, expect, test } from 'vitest';
import { testBanks, testBankOf } from './banks.ts';
import { addDays, type Day, weekdayOf } from './day.ts';
import type { LedgerEntry } from './entry.ts';
import { createLedger } from './ledger.ts';
import type { Person } from './people.ts';
import { isDiscretionary, profileWeeks } from './profile.ts';

const today: Day = '2026-06-10';
const from = addDays(today, -730);
const goalCents = 12_500;
const people = testBanks.map(({ name, customer }): [string, Person] => [name, customer]);

const history = (person: Person, seed = 'oinkly') => createLedger(person, seed).postedBetween(from, today);

function count(entries: readonly LedgerEntry[], matches: (entry: LedgerEntry) => boolean): number {
  return entries.filter(matches).length;
}

describe.each(people)('24 months at %s', (_, person) => {
  const entries = history(person);
  const weeks = profileWeeks(entries, from, today);
  const under = weeks.filter(({ spendingCents }) => spendingCents <= goalCents);

  test('are about 2,500 movements with at least 60 merchants', () => {
    expect(entries.length).toBeGreaterThan(2350);
    expect(entries.length).toBeLessThan(2650);
    const merchants = entries.filter(isDiscretionary).map(({ party }) => party?.name);
    expect(new Set(merchants).size).toBeGreaterThanOrEqual(60);
  });

  test('have 55 to 70 % of weeks under $125, also in the last year, and no absurd week', () => {
    expect(weeks.length).toBeGreaterThanOrEqual(103);
    for (const span of [weeks, weeks.slice(-52)]) {
      const share = span.filter((week) => under.includes(week)).length / span.length;
      expect(share).toBeGreaterThanOrEqual(0.55);
      expect(share).toBeLessThanOrEqual(0.7);
    }
    expect(Math.max(...weeks.map(({ spendingCents }) => spendingCents))).toBeLessThan(70_000);
    expect(Math.min(...weeks.map(({ spendingCents }) => spendingCents))).toBeGreaterThan(4000);
  });

  test('have weeks whose color does not depend on refunds or utilities', () => {
    const utilityCents = (monday: Day) =>
      entries
        .filter(({ authorizedDay }) => authorizedDay >= monday && authorizedDay <= addDays(monday, 6))
        .filter(({ category }) => category === 'electricity' || category === 'telephone')
        .reduce((total, { amountCents }) => total + amountCents, 0);
    for (const week of weeks.filter((one) => !under.includes(one))) {
      expect(week.spendingCents - utilityCents(week.monday)).toBeGreaterThan(goalCents);
    }
  });

  test('have every kind of movement in its usual number', () => {
    const of = (category: string) => count(entries, (entry) => entry.category === category);
    expect(of('rent')).toBe(24);
    expect(of('wages')).toBeGreaterThanOrEqual(52);
    expect(of('card payment')).toBe(48);
    expect(of('savings out')).toBe(24);
    expect(of('savings in')).toBe(24);
    expect(of('interest')).toBe(24);
    expect(of('insurance')).toBe(48);
    expect(of('tax')).toBe(2);
    expect(of('flight')).toBeGreaterThanOrEqual(2);
    for (const category of ['coffee', 'groceries', 'public transit']) {
      expect(of(category)).toBeGreaterThan(100);
    }
    expect(of('music') + of('television')).toBeGreaterThan(24);
  });

  test('have refunds from where something was bought before, never of more than that', () => {
    const refunds = entries.filter(({ code }) => code === 'refund');
    expect(refunds.length).toBeGreaterThanOrEqual(5);
    for (const refund of refunds) {
      const bought = entries.filter(
        (entry) =>
          entry.party?.key === refund.party?.key &&
          entry.code === 'purchase' &&
          entry.authorizedDay < refund.authorizedDay &&
          entry.amountCents >= -refund.amountCents,
      );
      expect(refund.amountCents).toBeLessThan(0);
      // An early refund's purchase can precede the history.
      if (refund.postedDay > addDays(from, 20)) expect(bought.length).toBeGreaterThan(0);
    }
  });

  test('pay wages every other Friday', () => {
    const paydays = entries.filter(({ category }) => category === 'wages').map(({ postedDay }) => postedDay);
    paydays.forEach((day, index) => {
      expect(weekdayOf(day)).toBe(4);
      if (index > 0) expect(day).toBe(addDays(paydays[index - 1] ?? day, 14));
    });
  });

  test('post on the day of the purchase or one or two days later', () => {
    const purchases = entries.filter(isDiscretionary);
    const later = purchases.filter(({ authorizedDay, postedDay }) => postedDay > authorizedDay);
    expect(later.length).toBeGreaterThan(purchases.length / 3);
    expect(purchases.every(({ authorizedDay, postedDay }) => postedDay <= addDays(authorizedDay, 2))).toBe(
      true,
    );
  });

  test('show a few pending purchases every day, at least one of them from that day', () => {
    const ledger = createLedger(person, 'oinkly');
    for (let day = addDays(today, -60); day <= today; day = addDays(day, 1)) {
      const pending = ledger.pendingOn(day);
      expect(pending.length).toBeGreaterThanOrEqual(1);
      expect(pending.length).toBeLessThanOrEqual(6);
      expect(pending.some(({ authorizedDay }) => authorizedDay === day)).toBe(true);
    }
  });

  test('keep plausible balances that change by posted amounts', () => {
    const ledger = createLedger(person, 'oinkly');
    for (const account of person.accounts) {
      let before = ledger.balanceCents(account, addDays(from, -1));
      for (let day = from; day <= today; day = addDays(day, 1)) {
        const moved = ledger
          .postedBetween(day, day)
          .reduce((total, entry) => (entry.role === account.role ? total + entry.amountCents : total), 0);
        const balance = ledger.balanceCents(account, day);
        expect(balance).toBe(account.type === 'credit' ? before + moved : before - moved);
        expect(balance).toBeGreaterThan(account.type === 'credit' ? -20_000 : 0);
        if (account.limitCents !== null) expect(balance).toBeLessThan(account.limitCents);
        before = balance;
      }
    }
  });

  test('balance both sides of every own transfer and card payment', () => {
    const sums = new Map<string, number>();
    for (const entry of entries.filter(({ key }) => /\|(in|out)$/.test(key))) {
      const key = entry.key.replace(/\|(in|out)$/, '');
      sums.set(key, (sums.get(key) ?? 0) + entry.amountCents);
    }
    expect(sums.size).toBeGreaterThan(48);
    expect([...sums.values()].every((cents) => cents === 0)).toBe(true);
  });
});

describe('the history of a customer', () => {
  const person = testBankOf('platypus').customer;

  test('is the same for the same seed and another for another', () => {
    expect(history(person)).toEqual(history(person));
    expect(history(person, 'other')).not.toEqual(history(person));
  });

  test('generated up to a day and then on equals the history generated at once, from any day', () => {
    const whole = history(person);
    for (const cut of ['2024-12-31', '2025-02-28', '2025-06-16', '2026-01-01', '2026-06-09']) {
      const before = createLedger(person, 'oinkly').postedBetween(from, cut);
      const after = createLedger(person, 'oinkly').postedBetween(addDays(cut, 1), today);
      expect([...before, ...after]).toEqual(whole);
    }
  });

  test('names every movement once', () => {
    const keys = history(person).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('differs from bank to bank', () => {
    const firsts = people.map(([, other]) => JSON.stringify(history(other).slice(0, 20)));
    expect(new Set(firsts).size).toBe(people.length);
  });

  test('keeps its share of weeks under $125 for other seeds and other days', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      for (const end of ['2025-01-05', '2025-09-30', '2027-03-14']) {
        const start = addDays(end, -730);
        const weeks = profileWeeks(createLedger(person, seed).postedBetween(start, end), start, end);
        const share = weeks.filter(({ spendingCents }) => spendingCents <= goalCents).length / weeks.length;
        expect(share).toBeGreaterThanOrEqual(0.55);
        expect(share).toBeLessThanOrEqual(0.7);
      }
    }
  });
});
