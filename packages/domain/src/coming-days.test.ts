import { describe, expect, test } from 'vitest';
import { comingDays, type MonthlyDue } from './coming-days.ts';

const rent: MonthlyDue = {
  id: 'rent',
  name: 'Rent',
  next: { day: '2026-11-30', amountCents: 90_000 },
  followingOn: '2026-12-31',
  amountCents: 95_000,
  dayOfMonth: 31,
};

describe('the days of what is due', () => {
  test('repeat every month until the last day, on the last of a short month [PD-115]', () => {
    const days = comingDays([rent], '2027-02-28');
    expect(days.map(({ day }) => day)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']);
    expect(comingDays([rent], '2027-02-27')).toHaveLength(3);
  });

  test('have the amount of the next payment once, and the usual one after it [PD-115]', () => {
    const amounts = comingDays([rent], '2027-01-31').map(({ amountCents }) => amountCents);
    expect(amounts).toEqual([90_000, 95_000, 95_000]);
  });

  test('come first due first, and by name on one day [PD-115]', () => {
    const gym = { ...rent, id: 'gym', name: 'Gym', next: { day: '2026-12-31', amountCents: 5_000 } };
    const names = comingDays([{ ...gym, followingOn: '2027-01-31' }, rent], '2026-12-31').map(
      ({ name, day }) => `${day} ${name}`,
    );
    expect(names).toEqual(['2026-11-30 Rent', '2026-12-31 Gym', '2026-12-31 Rent']);
  });

  test('name the month in which a moved or late payment was due [PD-115]', () => {
    const late = { ...rent, next: { day: '2026-12-01', amountCents: 1 } };
    expect(comingDays([late], '2027-01-31').map(({ month, day }) => [month, day])).toEqual([
      ['2026-11-01', '2026-12-01'],
      ['2026-12-01', '2026-12-31'],
      ['2027-01-01', '2027-01-31'],
    ]);
  });

  test('are none if nothing is due so soon [PD-115]', () => {
    expect(comingDays([rent], '2026-11-29')).toEqual([]);
  });
});
