import type { Endpoint } from './endpoint.ts';
import type { EnteredField, ImportedField, SeriesField } from '@oinkly/domain/expense-fields';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { routes, type Route } from './routes.ts';

const shapesByRoute = Object.entries<Endpoint>(endpoints);
const table: Partial<Record<string, Route>> = routes;

const expenseFields = {
  name: 'Gym',
  amount: 50,
  date: '2026-06-07',
  category: 'Personal Care',
  type: 'recurring',
  dayOfMonth: 15,
  paid: false,
  userId: 1,
} satisfies Record<EnteredField | 'userId', unknown>;
const newExpense = { ...expenseFields, requestId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' };

const comparedRow = { name: 'Gym', amount: 50, date: '2026-06-07', currency: 'USD', bankRef: '77 a' };
const importedRow = {
  ...comparedRow,
  category: 'Other',
  kind: 'transfer',
  counted: false,
  paid: true,
} satisfies Record<ImportedField, unknown> & typeof comparedRow & Record<'kind' | 'counted', unknown>;
const series = {
  name: 'Gym',
  amount: 50,
  category: 'Personal Care',
  dayOfMonth: 31,
} satisfies Record<SeriesField, unknown>;
const importLayout = {
  fileKind: 'csv: date|name|amount',
  layout: {
    columns: {
      date: 0,
      name: 1,
      amount: 2,
      moneyOut: null,
      moneyIn: null,
      direction: null,
      category: null,
      currency: null,
    },
    dateOrder: 'mdy',
    decimalSign: '.',
    purchases: 'negative',
    currency: 'USD',
  },
};

/** A valid body with all fields for each call that takes one. */
const validBodies: Record<string, Record<string, unknown>> = {
  updateUser: {
    fullName: 'Ana',
    weeklyBudget: 100,
    bankLinked: true,
    friendsAdded: false,
    signupCompleted: true,
    timeZone: 'Europe/Rome',
    countFixedBills: true,
    onBoard: true,
    boardView: 'ranks',
    mayBeNamed: true,
    signsPictures: true,
  },
  joinAsGuest: { name: 'Mia', secret: 'A'.repeat(43) },
  replaceGuestLink: { secret: 'A'.repeat(43) },
  tapWeek: { kept: true },
  updateSettings: { monthlyIncome: 400, monthlySavingsGoal: 0 },
  createExpense: newExpense,
  updateExpense: { ...expenseFields, counted: true },
  checkImport: { rows: [comparedRow] },
  importExpenses: {
    requestId: newExpense.requestId,
    fileName: 'card.csv',
    rows: [importedRow],
    layout: importLayout,
  },
  updateRecurring: series,
  answerMonthly: { merchantKey: 'gym', monthly: true },
  saveRule: { merchantKey: 'gym', name: 'Gym', category: 'Healthcare', counted: false },
  applyRule: { merchantKey: 'gym' },
  matchRefund: { expenseId: 7 },
  dismissRefund: { dismissed: true },
  answerDuplicate: { manualId: 7, bankId: 8, duplicate: true },
  readNotifications: { ids: [1, 2] },
  chooseNotifications: { budget: true, bank: false, result: true, friend: false },
  chooseRecapMail: { recapMail: true },
  mailInvite: { to: 'bo@example.org' },
  promiseWeek: { weekStart: '2026-06-08' },
  declineWeek: { weekStart: '2026-06-08' },
  subscribeToPush: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/x',
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  },
  addMessagePlace: {
    type: 'ntfy',
    name: 'Phone',
    url: 'https://ntfy.sh',
    topic: 'oinkly-7f3a',
    token: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
    kinds: ['budget'],
    includesAmounts: true,
  },
  changeMessagePlace: { name: 'Phone', kinds: ['bank'], includesAmounts: false, on: true },
  createToken: { name: 'Phone', scopes: ['expenses:add', 'week:read'], lifetimeDays: 90 },
  addExpenseByToken: { text: '12.50 Lidl yesterday', id: 'tap 1' },
  chooseBankTwin: { choice: 'younger' },
  exchangeToken: { public_token: 'public-sandbox-1' },
  exchangeOAuth: { authorization_code: 'a', oauth_state_id: 'b', state: 'c' },
};

const bodies = shapesByRoute.flatMap(([name, { body }]) => (body ? [{ name, body }] : []));
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('the contract', () => {
  test('has the shapes of every route in the table, and of no other', () => {
    expect(Object.keys(endpoints).sort()).toEqual(Object.keys(routes).sort());
  });

  test('defines exactly the parameters of each path', () => {
    for (const [name, { params }] of shapesByRoute) {
      const inPath = [...(table[name]?.path.matchAll(/:(\w+)/g) ?? [])].map(([, parameter]) => parameter);
      const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
      expect(declared, name).toEqual(inPath);
    }
  });

  test('defines a response for every call but redirects and downloads, and no GET body', () => {
    const navigations = shapesByRoute
      .filter(([, { response, download }]) => !response && !download)
      .map(([name]) => name);
    expect(navigations).toEqual(['login', 'loginCallback', 'logout', 'openLinkPages']);
    expect(bodies.filter(({ name }) => table[name]?.method === 'GET')).toEqual([]);
  });

  test('returns only named fields: no amounts, budgets or emails on boards [SEC-2] [PD-23] [PD-76]', () => {
    const entry = {
      rank: 1,
      name: 'Ana',
      userId: 'u1',
      isCurrentUser: false,
      positionChange: 2,
      status: '',
      prize: null,
      joinsWith: null,
    };
    const leaking = {
      ...entry,
      email: 'ana@example.com',
      budgetCents: 10_000,
      rankedCents: 5,
      percentLeft: 99,
    };
    const marks = {
      name: 'Ana',
      userId: 'u1',
      isCurrentUser: false,
      isGuest: false,
      promisedWeek: '2026-06-01',
      kept: ['kept', 'before'],
    };
    const kept = { weekStarts: ['2026-05-18', '2026-05-25'], users: [marks] };
    const leakingKept = { ...kept, users: [{ ...marks, rank: 1, spent: [80, 120], budget: 100 }] };
    expect(
      endpoints.getLeaderboard.response.parse({
        leaderboard: [leaking],
        kept: leakingKept,
        weekToPromise: null,
        offersNote: false,
        lastWeek: null,
        budget: 100,
      }),
    ).toEqual({
      leaderboard: [entry],
      kept,
      weekToPromise: null,
      offersNote: false,
      lastWeek: null,
    });
    expect(
      accepts(endpoints.getLeaderboard.response, {
        leaderboard: [],
        kept: { ...kept, users: [{ ...marks, kept: [80, 120] }] },
        weekToPromise: null,
        offersNote: false,
        lastWeek: null,
      }),
    ).toBe(false);
  });

  test('returns only named fields: a shared map has no amounts, budgets or emails [SEC-2] [PD-23]', () => {
    const map = {
      name: 'Ana',
      year: 2026,
      quip: '1 of 1 week under budget.',
      counted: { under: 1, closed: 1 },
      weeks: ['under', 'future'],
    };
    const leaking = { ...map, email: 'ana@example.com', userId: 'u1', budgetCents: 10_000, percentLeft: 99 };
    expect(endpoints.getSharedMap.response.parse(leaking)).toEqual(map);
    expect(accepts(endpoints.getSharedMap.response, { ...map, weeks: [{ spentCents: 5 }] })).toBe(false);
    expect(accepts(endpoints.getSharedMap.response, { ...map, weeks: [4.25] })).toBe(false);
  });

  test('returns only named fields: a shared circle has no amounts, budgets or ids [SEC-2] [PD-107]', () => {
    const row = { role: 'friend', name: null, kept: ['kept', 'before'] };
    const circle = { weekStarts: ['2026-05-25', '2026-06-01'], rows: [row], more: 0 };
    const leaking = { ...circle, rows: [{ ...row, userId: 'u1', fullName: 'Bo', budgetCents: 10_000 }] };
    expect(endpoints.getSharedCircle.response.parse(leaking)).toEqual(circle);
    expect(accepts(endpoints.getSharedCircle.response, { ...circle, rows: [{ ...row, kept: [80] }] })).toBe(
      false,
    );
  });

  test('lets no answer carry fields that it does not name [SEC-2]', () => {
    const isClosed = (schema: unknown): boolean => {
      if (schema instanceof z.ZodObject) {
        const rest = schema.def.catchall;
        return (
          (rest === undefined || rest instanceof z.ZodNever) && Object.values(schema.shape).every(isClosed)
        );
      }
      if (schema instanceof z.ZodUnion) return schema.options.every(isClosed);
      if (schema instanceof z.ZodArray) return isClosed(schema.element);
      if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
        return isClosed(schema.unwrap());
      return [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodNull].some(
        (kind) => schema instanceof kind,
      );
    };
    const open = shapesByRoute.filter(([, { response }]) => response && !isClosed(response));
    expect(open.map(([name]) => name)).toEqual([]);
  });
});

test('every call with a body is tried below', () => {
  expect(Object.keys(validBodies).sort()).toEqual(bodies.map(({ name }) => name).sort());
});

describe.each(bodies)('the body of $name', ({ name, body }) => {
  const valid = validBodies[name] ?? {};

  test('accepts a body whose fields are all valid', () => {
    expect(body.safeParse(valid)).toMatchObject({ success: true });
  });

  test.each([
    'extra',
    'amountCents',
    'id',
    'ownerId',
    'constructor',
    'toString',
    'prototype',
    'hasOwnProperty',
  ])('is refused with an unknown field: %s [SEC-14]', (field) => {
    expect(accepts(body, { ...valid, [field]: 1 })).toBe(false);
  });

  test('is refused with a key that would change the prototype [SEC-14]', () => {
    const rest = JSON.stringify(valid).slice(1);
    const withPrototype: unknown = JSON.parse(`{"__proto__":{"isAdmin":true},${rest}`);
    expect(accepts(body, withPrototype)).toBe(false);
  });

  test('accepts no email: no call can change it [AU-5]', () => {
    expect(accepts(body, { ...valid, email: 'other@example.com' })).toBe(false);
  });

  test.each([null, undefined, 'text', 5, true, [], [valid], NaN])(
    'is refused when it is %j [SEC-14]',
    (value) => {
      expect(accepts(body, value)).toBe(false);
    },
  );

  test.each(Object.keys(valid))('is refused with a field of the wrong type: %s [SEC-14]', (field) => {
    const wrong: unknown[] = [
      {},
      [],
      [valid[field]],
      { value: valid[field] },
      NaN,
      Infinity,
      Symbol('x'),
      5n,
    ];
    if (typeof valid[field] !== 'boolean') wrong.push(true);
    if (typeof valid[field] !== 'string' && field !== 'userId') wrong.push(String(valid[field]), '');
    if (typeof valid[field] !== 'number') wrong.push(1);
    for (const value of wrong) expect(accepts(body, { ...valid, [field]: value }), field).toBe(false);
  });

  test('of any JSON is accepted or refused and never makes the schema throw [SEC-14]', () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(Object.keys(valid).map((field) => [field, fc.jsonValue()])), {
        requiredKeys: [],
      }),
    );
    fc.assert(fc.property(json.filter(canArrive), (value) => typeof accepts(body, value) === 'boolean'));
  });
});

/** The server rejects keys that every object inherits before validation. */
function canArrive(json: unknown): boolean {
  let isClean = true;
  JSON.stringify(json, (key, value: unknown) => {
    if (key in Object.prototype) isClean = false;
    return value;
  });
  return isClean;
}

describe('a new expense', () => {
  const parse = (rest: Record<string, unknown>) =>
    endpoints.createExpense.body.safeParse({ ...newExpense, ...rest });

  test('is one-time and not paid unless it says otherwise', () => {
    const { name, amount, date, category } = newExpense;
    expect(endpoints.createExpense.body.parse({ name, amount, date, category })).toEqual({
      name,
      amount,
      date,
      category,
      type: 'one-time',
      paid: false,
    });
  });

  test.each(['name', 'amount', 'date', 'category'])('needs its %s', (field) => {
    expect(parse({ [field]: undefined }).success).toBe(false);
    expect(parse({ [field]: null }).success).toBe(false);
  });

  test('keeps its calendar day and drops the time after it [PD-2]', () => {
    expect(parse({ date: '2026-06-07T23:30:00-08:00' }).data?.date).toBe('2026-06-07');
  });

  test('has its name trimmed', () => {
    expect(parse({ name: '  Gym ' }).data?.name).toBe('Gym');
  });

  test.each<[string, Record<string, unknown>]>([
    ['a negative sum', { amount: -12.5 }],
    ['a cent', { amount: 0.01 }],
    ['the largest sum', { amount: 10_000_000 }],
    ['its smallest', { amount: -10_000_000 }],
    ['the last day of a long month', { dayOfMonth: 31 }],
    ['no day of the month', { dayOfMonth: null }],
    ['a userId of text', { userId: 'someone-else' }],
    ['a name of 200 characters', { name: 'x'.repeat(200) }],
  ])('may have %s', (_, rest) => {
    expect(parse(rest)).toMatchObject({ success: true });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a sum of nothing', { amount: 0 }],
    ['a sum of less than nothing', { amount: -0 }],
    ['half of a thousandth of a cent', { amount: 0.000005 }],
    ['less than that', { amount: 0.0000005 }],
    ['three decimals', { amount: 1.005 }],
    ['a dollar too much', { amount: 10_000_001 }],
    ['a dollar too little', { amount: -10_000_001 }],
    ['a sum that is no number', { amount: NaN }],
    ['an endless sum', { amount: -Infinity }],
    ['a sum in text', { amount: '50' }],
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a month that does not exist', { date: '2026-13-45' }],
    ['a day that does not exist, with a time', { date: '2026-02-30T10:00' }],
    ['a date in words', { date: 'tomorrow' }],
    ['a blank name', { name: ' \t ' }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }],
    ['a name that no database can hold', { name: 'Gym\u0000' }],
    ['a category in lower case', { category: 'dining' }],
    ['an unknown category', { category: 'Gifts' }],
    ['an unknown type', { type: 'weekly' }],
    ['a day of the month before the first', { dayOfMonth: 0 }],
    ['a day of the month after the 31st', { dayOfMonth: 32 }],
    ['half a day of the month', { dayOfMonth: 1.5 }],
    ['a flag in text', { paid: 'true' }],
    ['its own kind', { kind: 'spending' }],
    ['its own refund', { refunded: 50 }],
    ['its own source', { source: 'bank' }],
  ])('is refused with %s [SEC-14]', (_, rest) => {
    expect(parse(rest).success).toBe(false);
  });
});

describe('a change of an expense', () => {
  const { body } = endpoints.updateExpense;

  test.each(Object.keys(validBodies.updateExpense ?? {}))('accepts one field by itself: %s', (field) => {
    const patch = { [field]: validBodies.updateExpense?.[field] };
    expect(body.parse(patch)).toEqual(patch);
  });

  test('of nothing is refused', () => {
    expect(accepts(body, {})).toBe(false);
  });

  test.each([true, false, null])('can set whether it is counted to %s', (counted) => {
    expect(body.parse({ counted })).toEqual({ counted });
  });

  test.each([{ amount: 0 }, { amount: 0.001 }, { date: '2026-02-30' }, { name: '' }, { paid: null }])(
    'is refused as a new expense would be: %j [SEC-14]',
    (patch) => {
      expect(accepts(body, patch)).toBe(false);
    },
  );
});

describe('an import', () => {
  const { body } = endpoints.importExpenses;
  const { rows: _rows, ...rest } = validBodies.importExpenses ?? {};
  const row = { name: 'Gym', amount: 50, date: '2026-06-07', category: 'Other' };
  const takes = (...rows: Record<string, unknown>[]) => accepts(body, { ...rest, rows });

  test('defaults to dollars, unpaid and counted as spending', () => {
    expect(body.parse({ ...rest, rows: [row] }).rows).toEqual([
      { ...row, currency: 'USD', kind: 'spending', counted: null, paid: false },
    ]);
  });

  test.each<Record<string, unknown>>([
    { amount: 0 },
    { amount: -1 },
    { amount: 10_000_000.01 },
    { amount: 0.001 },
    { date: '2026-02-30' },
    { name: '' },
    { name: 'x'.repeat(201) },
    { name: 'x'.repeat(10_000) },
    { currency: 'usd' },
    { currency: 'DOLLARS' },
    { kind: 'income' },
    { kind: 'refund' },
    { source: 'bank' },
    { bankRef: '' },
  ])('is refused as a whole when one of its rows has %j [PD-30] [PD-4] [SEC-14]', (wrong) => {
    expect(takes(row, row)).toBe(true);
    expect(takes(row, { ...row, ...wrong })).toBe(false);
  });

  test('is of one row at least and of ten thousand at most [SEC-14]', () => {
    const rows = (count: number) => Array.from({ length: count }, () => row);
    expect([0, 1, 10_000, 10_001].map((count) => takes(...rows(count)))).toEqual([false, true, true, false]);
  });

  test.each<Record<string, unknown>>([
    { rowsBefore: -1 },
    { rowsBefore: 50_001 },
    { rowsInAll: 0 },
    { rowsInAll: 50_001 },
    { rowsInAll: 1.5 },
  ])('of several requests has at most fifty thousand rows: not %j [SEC-14]', (wrong) => {
    expect(accepts(body, { ...rest, rows: [row], rowsBefore: 0, rowsInAll: 50_000 })).toBe(true);
    expect(accepts(body, { ...rest, rows: [row], ...wrong })).toBe(false);
  });

  test.each<Record<string, unknown>>([
    { fileKind: 'x'.repeat(501) },
    { layout: { ...importLayout.layout, dateOrder: 'dym' } },
    { layout: { ...importLayout.layout, columns: { date: 0 } } },
    { layout: { ...importLayout.layout, columns: { ...importLayout.layout.columns, date: -1 } } },
    { layout: { ...importLayout.layout, more: 'x' } },
  ])('is refused with an invalid layout: %j [SEC-14]', (wrong) => {
    expect(accepts(body, { ...rest, rows: [row], layout: { ...importLayout, ...wrong } })).toBe(false);
  });
});

describe('a change of the user', () => {
  const { body } = endpoints.updateUser;

  test.each(Object.keys(validBodies.updateUser ?? {}))('accepts one field by itself: %s', (field) => {
    const patch = { [field]: validBodies.updateUser?.[field] };
    expect(body.parse(patch)).toEqual(patch);
  });

  test.each<Record<string, unknown>>([
    { fullName: ' ' },
    { fullName: null },
    { weeklyBudget: null },
    { weeklyBudget: -1 },
    { weeklyBudget: 2_500_001 },
    { weeklyBudget: 99.5 },
    { weeklyBudget: NaN },
    { signupCompleted: false },
    { timeZone: 'Nowhere' },
    { id: 'someone-else' },
  ])('is refused with %j [SEC-14]', (patch) => {
    expect(accepts(body, patch)).toBe(false);
  });
});

describe('a change of the settings', () => {
  const { body } = endpoints.updateSettings;

  test('has a savings goal of 0 unless it says otherwise', () => {
    expect(body.parse({ monthlyIncome: 400 })).toEqual({ monthlyIncome: 400, monthlySavingsGoal: 0 });
  });

  test.each([
    {},
    { monthlyIncome: -1 },
    { monthlyIncome: 10_000_001 },
    { monthlyIncome: NaN },
    { monthlyIncome: null },
  ])('is refused with %j [SEC-14]', (settings) => {
    expect(accepts(body, settings)).toBe(false);
  });
});

describe('the match of a refund', () => {
  test('may be none', () => {
    expect(endpoints.matchRefund.body.parse({ expenseId: null })).toEqual({ expenseId: null });
  });

  test.each([{}, { expenseId: 0 }, { expenseId: -1 }, { expenseId: 1.5 }, { expenseId: 2 ** 53 }])(
    'is refused with %j [SEC-14]',
    (match) => {
      expect(accepts(endpoints.matchRefund.body, match)).toBe(false);
    },
  );
});

describe('the answer whether two expenses are duplicates', () => {
  test('is yes, no, or none again', () => {
    for (const duplicate of [true, false, null]) {
      expect(accepts(endpoints.answerDuplicate.body, { manualId: 7, bankId: 8, duplicate })).toBe(true);
    }
  });

  test.each([
    { manualId: 7, bankId: 8 },
    { manualId: 7, duplicate: true },
    { manualId: 0, bankId: 8, duplicate: true },
    { manualId: 7, bankId: 1.5, duplicate: false },
    { manualId: 7, bankId: 8, duplicate: 'yes' },
  ])('is refused as %j [SEC-14]', (answer) => {
    expect(accepts(endpoints.answerDuplicate.body, answer)).toBe(false);
  });
});

describe('the exchange of a token', () => {
  test.each(['', 'x'.repeat(2049)])('is refused with one of the wrong length', (public_token) => {
    expect(accepts(endpoints.exchangeToken.body, { public_token })).toBe(false);
  });

  test('of the OAuth page takes any of its three parameters, also none', () => {
    for (const body of [{}, { state: 's' }, { oauth_state_id: null, authorization_code: 'c' }]) {
      expect(accepts(endpoints.exchangeOAuth.body, body)).toBe(true);
    }
  });
});

describe('the choice of notifications', () => {
  const { body } = endpoints.chooseNotifications;

  test.each(Object.keys(validBodies.chooseNotifications ?? {}))('accepts one kind by itself: %s', (kind) => {
    expect(body.parse({ [kind]: true })).toEqual({ [kind]: true });
  });

  test.each([{}, { advertising: true }])('is refused with %j [SEC-14]', (choice) => {
    expect(accepts(body, choice)).toBe(false);
  });
});

test.each<Record<string, unknown>>([
  { endpoint: 'fcm.googleapis.com' },
  { endpoint: `https://fcm.googleapis.com/${'x'.repeat(2048)}` },
  { keys: { p256dh: 'B'.repeat(87) } },
  { keys: { p256dh: 'B'.repeat(86), auth: 'a'.repeat(22) } },
  { keys: { p256dh: 'B'.repeat(87), auth: '='.repeat(22) } },
  { expirationTime: null },
])('a push subscription is refused with %j [SEC-14]', (wrong) => {
  const subscription = validBodies.subscribeToPush;
  expect(accepts(endpoints.subscribeToPush.body, subscription)).toBe(true);
  expect(accepts(endpoints.subscribeToPush.body, { ...subscription, ...wrong })).toBe(false);
});

describe('the query of the expenses', () => {
  const { query } = endpoints.listExpenses;

  test('is for the counted ones unless it says otherwise', () => {
    expect(query.parse({})).toEqual({ counted: 'counted' });
  });

  test('accepts all its filters, as text', () => {
    const all = {
      userId: '1',
      from: '2026-06-01',
      to: '2026-06-07T10:00',
      q: ' gym ',
      counted: 'all',
      cursor: '2026-06-01.5',
      limit: '50',
    };
    expect(query.parse(all)).toEqual({ ...all, to: '2026-06-07', q: 'gym', limit: 50 });
  });

  test.each<Record<string, unknown>>([
    { user: '1' },
    { from: '2026-02-30' },
    { to: 'today' },
    { counted: 'yes' },
    { limit: '0' },
    { limit: '501' },
    { limit: '1.5' },
    { limit: 'many' },
    { q: 'x'.repeat(201) },
    { q: 'gym\u0000' },
    { q: ['a', 'b'] },
    { cursor: 'x'.repeat(65) },
  ])('is refused with %j [SEC-14]', (wrong) => {
    expect(accepts(query, wrong)).toBe(false);
  });
});

describe('the parameters of a path', () => {
  test('take the id of an expense as a number', () => {
    expect(endpoints.updateExpense.params.parse({ id: '42' })).toEqual({ id: 42 });
  });

  test.each(['0', '-1', '1.5', 'abc', '', '9007199254740993', "1' OR 1=1"])(
    'refuse the expense id %j [SEC-14]',
    (id) => {
      expect(accepts(endpoints.updateExpense.params, { id })).toBe(false);
      expect(accepts(endpoints.deleteExpense.params, { id })).toBe(false);
    },
  );

  test.each(['x'.repeat(129), 'item\u0000'])('refuse a connection’s id that none can have', (itemId) => {
    expect(accepts(endpoints.syncConnection.params, { provider: 'plaid', itemId })).toBe(false);
    expect(accepts(endpoints.disconnect.params, { provider: 'plaid', itemId })).toBe(false);
    expect(accepts(endpoints.createLinkToken.query, { itemId })).toBe(false);
    expect(accepts(endpoints.openLinkPages.query, { itemId })).toBe(false);
  });
});
