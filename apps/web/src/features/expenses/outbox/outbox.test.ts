import type { Expense } from '@oinkly/contract/expenses';
import { anExpense } from '@oinkly/contract/samples';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { NoAnswer } from '../../../shared/http/reach.ts';
import { localIdOf, type Change } from './change.ts';
import { Outbox } from './outbox.ts';
import { OutboxSender } from './sender.ts';
import { parseStoredEntry } from './stored-entry.ts';

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

const KEPT = { isWaiting: true, answer: null };

/** A refusal is its status. */
type Fate = 'answered' | 'request lost' | 'answer lost' | 400 | 401 | 404 | 500;

/** Carries out each request once, behind a network that loses calls and answers. */
class FakeServer {
  readonly expenses = new Map<number, Expense>();
  readonly calls: string[] = [];
  /** For the next calls; calls beyond the list are answered. */
  fates: Fate[] = [];
  readonly #added = new Map<string, Expense>();
  #lastId = 100;

  send = async (change: Change, requestId: string): Promise<Expense | null> => {
    await Promise.resolve();
    this.calls.push(`${change.kind} ${change.expense.name}`);
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'request lost') throw new NoAnswer(new TypeError('Failed to fetch'));
    if (typeof fate === 'number') throw new ApiError({ message: `No: ${fate}`, status: fate, details: null });
    const answer = this.#carryOut(change, requestId);
    if (fate === 'answer lost') throw new NoAnswer(new TypeError('Failed to fetch'));
    return answer;
  };

  #carryOut(change: Change, requestId: string): Expense | null {
    if (change.kind === 'add') {
      const expense =
        this.#added.get(requestId) ??
        anExpense({ ...(change.expense as Partial<Expense>), id: ++this.#lastId });
      this.#added.set(requestId, expense);
      if (!this.expenses.has(expense.id)) this.expenses.set(expense.id, expense);
      return expense;
    }
    const { id } = change.expense;
    if (id < 0) throw new Error('No server knows this id');
    if (change.kind === 'delete') {
      this.expenses.delete(id);
      return null;
    }
    const before = this.expenses.get(id) ?? change.expense;
    const after = change.kind === 'edit' ? { ...before, ...(change.patch as Partial<Expense>) } : before;
    if (change.kind === 'restore' || this.expenses.has(id)) this.expenses.set(id, after);
    return after;
  }
}

type Lock = <T>(task: () => Promise<T>) => Promise<T>;

/** One tab at a time, like a browser's lock. */
function lockOf(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn;
    return turn;
  };
}

let server: FakeServer;
let isOnline: boolean;
let nowMs = 1_780_000_000_000;
let withLock: Lock;
class Tab extends Outbox {
  readonly sender: OutboxSender;

  constructor(owner: string, send = server.send, loadParser = async () => parseStoredEntry) {
    super(window.localStorage, () => (nowMs += 1), (nowMs += 1), loadParser);
    void this.open(owner);
    this.sender = new OutboxSender(this, { send, withLock, isOnline: () => isOnline });
  }

  deliver = (change: Change, requestId: string) => this.sender.deliver(change, requestId);
  sendAll = () => this.sender.sendAll();
}
const openTab = (owner = 'ana') => new Tab(owner);
/** A tab that has read what others have stored. */
const opened = async () => {
  const tab = openTab();
  await tab.open('ana');
  return tab;
};
const names = () => [...server.expenses.values()].map(({ name }) => name);

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  [server, isOnline, withLock] = [new FakeServer(), true, lockOf()];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a change is stored before it is sent, and removed when it is answered', async () => {
  const tab = openTab();
  const delivery = tab.deliver({ kind: 'add', expense: CAKE }, 'r1');
  expect(window.localStorage.length).toBe(1);
  expect(await delivery).toMatchObject({ isWaiting: false, answer: { id: 101 } });
  expect(tab.waiting).toEqual([]);
  expect(tab.confirmed).toMatchObject([{ kind: 'add', answer: { id: 101, name: 'Cake' } }]);
  tab.dropConfirmed(tab.confirmed);
  expect(tab.confirmed).toEqual([]);
});

test('a page knows that its lists may lack a change that another one had confirmed since it was asked for', async () => {
  const before = openTab();
  const next = new Tab('another user');
  await before.deliver({ kind: 'add', expense: CAKE }, 'r1');
  before.dropConfirmed(before.confirmed);
  await next.open('ana');
  expect([before.isListingOld, next.isListingOld, openTab().isListingOld]).toEqual([false, true, false]);
  await next.open('bo');
  expect(next.isListingOld).toBe(false);
});

test('a change without an answer is kept, survives a reload, and is carried out once', async () => {
  server.fates = ['answer lost'];
  expect(await openTab().deliver({ kind: 'add', expense: CAKE }, 'r1')).toEqual(KEPT);
  const tab = await opened();
  expect(tab.waiting).toMatchObject([{ isWaiting: true, attempts: 1 }]);
  expect(await tab.sendAll()).toBe(1);
  expect(tab.waiting).toEqual([]);
  expect(names()).toEqual(['Cake']);
});

test('does not send while offline', async () => {
  isOnline = false;
  const tab = openTab();
  expect(await tab.deliver({ kind: 'add', expense: CAKE }, 'r1')).toEqual(KEPT);
  expect([server.calls, tab.pause]).toEqual([[], 'network']);
});

test('stops waiting for a late answer, and still uses it when it comes', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<Expense | null>();
  const tab = new Tab('ana', () => answer.promise);
  const delivery = tab.deliver({ kind: 'add', expense: CAKE }, 'r1');
  await vi.advanceTimersByTimeAsync(8000);
  expect(await delivery).toEqual(KEPT);
  expect(tab.waiting).toMatchObject([{ isWaiting: true }]);
  answer.resolve(anExpense({ id: 5 }));
  await vi.advanceTimersByTimeAsync(0);
  expect([tab.waiting, tab.confirmed.length]).toEqual([[], 1]);
});

test("never sends another user's changes", async () => {
  isOnline = false;
  await openTab('ana').deliver({ kind: 'add', expense: CAKE }, 'r1');
  isOnline = true;
  const bo = openTab('bo');
  await bo.sendAll();
  expect([bo.waiting, server.calls]).toEqual([[], []]);
  const ana = openTab('ana');
  await ana.sendAll();
  expect(server.calls).toEqual(['add Cake']);
});

test('changes are sent in their order, however long one takes', async () => {
  const tab = openTab();
  const cake = anExpense({ id: 1, name: 'Cake' });
  server.expenses.set(1, cake);
  const edit = (paid: boolean, requestId: string) =>
    tab.deliver({ kind: 'edit', expense: cake, patch: { paid }, scope: 'one' }, requestId);
  server.fates = ['answer lost'];
  expect(await Promise.all([edit(true, 'r1'), edit(false, 'r2')])).toEqual([KEPT, KEPT]);
  await vi.waitFor(() => expect(tab.waiting).toEqual([]));
  expect(server.expenses.get(1)?.paid).toBe(false);
});

test.each([400, 401, 500] as const)(
  'a %d is thrown to the waiting caller; only a missing login keeps the change',
  async (status) => {
    server.fates = [status];
    const tab = openTab();
    await expect(tab.deliver({ kind: 'add', expense: CAKE }, 'r1')).rejects.toThrow(`No: ${status}`);
    expect(tab.waiting).toHaveLength(status === 401 ? 1 : 0);
  },
);

describe('a change that is sent later', () => {
  async function keep(tab: Tab, ...changes: Change[]): Promise<void> {
    isOnline = false;
    for (const [index, change] of changes.entries()) await tab.deliver(change, `r${index}`);
    isOnline = true;
  }
  const added = (tab: Tab) => {
    const [entry] = tab.waiting;
    if (!entry) throw new Error('Nothing waits');
    return anExpense({ id: localIdOf(entry), name: 'Cake' });
  };

  test('applies to the server’s expense, which stays the same row', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    const expense = added(tab);
    await keep(tab, { kind: 'edit', expense, patch: { name: 'Pie' }, scope: 'one' });
    expect(await tab.sendAll()).toBe(2);
    expect(names()).toEqual(['Pie']);
    expect(tab.stableIdOf(101)).toBe(expense.id);
  });

  test('is never sent if its expense was added and deleted without being sent', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    const expense = added(tab);
    await keep(tab, { kind: 'edit', expense, patch: { paid: true }, scope: 'one' });
    await tab.deliver({ kind: 'delete', expense, scope: 'one' }, 'r9');
    await tab.sendAll();
    expect([tab.waiting, server.calls]).toEqual([[], []]);
  });

  test('deletes an added expense that may have arrived', async () => {
    const tab = openTab();
    server.fates = ['answer lost'];
    await tab.deliver({ kind: 'add', expense: CAKE }, 'r1');
    server.fates = ['answered', 'answered'];
    await tab.deliver({ kind: 'delete', expense: added(tab), scope: 'one' }, 'r2');
    await tab.sendAll();
    expect([names(), tab.waiting]).toEqual([[], []]);
  });

  test('stays with the reason of its refusal and blocks only changes to its expense', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    const expense = added(tab);
    await keep(tab, { kind: 'edit', expense, patch: { paid: true }, scope: 'one' });
    isOnline = false;
    await tab.deliver({ kind: 'add', expense: { ...CAKE, name: 'Bread' } }, 'r8');
    isOnline = true;
    server.fates = [400];
    await tab.sendAll();
    expect(names()).toEqual(['Bread']);
    expect(tab.waiting).toMatchObject([{ kind: 'add', refusal: 'No: 400' }, { kind: 'edit' }]);

    const [refused] = tab.waiting;
    if (refused) tab.sender.tryAgain(refused);
    await vi.waitFor(() => expect(tab.waiting).toEqual([]));
    expect(names().toSorted()).toEqual(['Bread', 'Cake']);
  });

  test('keeps its place when it was refused and is corrected', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    const expense = added(tab);
    server.fates = [400];
    await tab.sendAll();
    expect(
      await tab.deliver({ kind: 'edit', expense, patch: { name: 'Pie' }, scope: 'one' }, 'r5'),
    ).toMatchObject({ isWaiting: false, answer: { name: 'Pie' } });
    expect([names(), server.calls]).toEqual([['Pie'], ['add Cake', 'add Pie']]);
  });

  test('is discarded with the changes to its expense', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    const expense = added(tab);
    await keep(tab, { kind: 'edit', expense, patch: { paid: true }, scope: 'one' });
    const [add] = tab.waiting;
    if (add) tab.discard(add);
    expect(window.localStorage.length).toBe(0);
  });

  test('waits for a login, and for a failing server up to five attempts', async () => {
    const tab = openTab();
    await keep(tab, { kind: 'add', expense: CAKE });
    server.fates = [401];
    await tab.sendAll();
    expect([tab.pause, tab.waiting.length]).toEqual(['login', 1]);
    server.fates = [500, 500, 500, 500];
    await tab.sendAll();
    expect([tab.pause, tab.waiting]).toMatchObject(['server', [{ refusal: null }]]);
    for (let times = 0; times < 3; times += 1) await tab.sendAll();
    expect(tab.waiting).toMatchObject([{ refusal: 'No: 500' }]);
  });

  test.each<Change>([
    { kind: 'delete', expense: anExpense({ id: 4 }), scope: 'one' },
    { kind: 'restore', expense: anExpense({ id: 4 }) },
  ])('is dropped if it was already carried out and its answer lost: $kind', async (change) => {
    const tab = openTab();
    await keep(tab, change);
    server.fates = [404];
    await tab.sendAll();
    expect(tab.waiting).toEqual([]);
  });
});

describe('what another version of the app has stored', () => {
  const store = (position: number, stored: object | string) =>
    window.localStorage.setItem(
      `oinkly.outbox.ana.${position}`,
      typeof stored === 'string' ? stored : JSON.stringify({ position, ...stored }),
    );
  const sending = { attempts: 0, isWaiting: true, refusal: null };
  const cake = { kind: 'add', expense: CAKE, requestId: 'r1', ...sending };

  test('is sent in its order if this version can read it', async () => {
    store(1, { ...cake, outlook: { day: '2026-06-02', isFixedBill: false } });
    const edit = { kind: 'edit', expense: anExpense({ id: -1, name: 'Cake' }), patch: { name: 'Pie' } };
    store(2, { ...edit, scope: 'one', requestId: 'r2', ...sending });
    const tab = await opened();
    expect(tab.waiting.map(({ kind }) => kind)).toEqual(['add', 'edit']);
    await tab.sendAll();
    expect([names(), tab.waiting, tab.unreadable]).toEqual([['Pie'], [], []]);
    expect(window.localStorage.getItem('oinkly.outbox.ana.1')).toBeNull();
  });

  test.each<[string, object | string, string | null]>([
    ['of another shape', { ...cake, expense: { ...CAKE, amount: '9 dollars' } }, 'Cake'],
    ['of an unknown kind', { ...cake, kind: 'split' }, 'Cake'],
    ['damaged', '{"kind":"add","exp', null],
  ])('stays visible if it cannot be read, %s, and blocks nothing', async (_, stored, name) => {
    store(1, stored);
    store(2, { ...cake, expense: { ...CAKE, name: 'Bread' }, requestId: 'r2' });
    const tab = await opened();
    await tab.sendAll();
    expect(names()).toEqual(['Bread']);
    expect([tab.waiting, tab.unreadable]).toEqual([[], [{ key: 'oinkly.outbox.ana.1', name }]]);
  });

  test('is deleted when the user discards it, with the changes that depend on it', async () => {
    store(1, { ...cake, kind: 'split' });
    const edit = { kind: 'edit', expense: anExpense({ id: -1 }), patch: { name: 'Pie' }, scope: 'one' };
    store(2, { ...edit, requestId: 'r2', ...sending });
    const tab = await opened();
    const [unreadable] = tab.unreadable;
    if (unreadable) tab.discardUnreadable(unreadable);
    expect([tab.waiting, tab.unreadable, names()]).toEqual([[], [], []]);
    expect(window.localStorage.length).toBe(0);
  });

  test('is shown as unreadable if it is stored under another change’s key', async () => {
    store(1, { ...cake, position: 2 });
    const tab = await opened();
    expect([tab.waiting, tab.unreadable]).toMatchObject([[], [{ name: 'Cake' }]]);
  });

  test('is sent before later changes, however long reading it takes', async () => {
    const parser = Promise.withResolvers<typeof parseStoredEntry>();
    const expense = anExpense({ id: 1 });
    server.expenses.set(1, expense);
    store(1, { kind: 'edit', expense, patch: { name: 'first' }, scope: 'one', requestId: 'r1', ...sending });
    const tab = new Tab('ana', server.send, () => parser.promise);
    const later = tab.deliver({ kind: 'edit', expense, patch: { name: 'last' }, scope: 'one' }, 'r2');
    await Promise.resolve();
    expect(server.calls).toEqual([]);
    parser.resolve(parseStoredEntry);
    await later;
    expect([server.calls.length, names()]).toEqual([2, ['last']]);
  });

  test('holds back later changes while it cannot be read yet, and is read when that works', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    let isLoadable = false;
    store(1, cake);
    const tab = new Tab('ana', server.send, async () => {
      if (!isLoadable) throw new TypeError('Failed to fetch dynamically imported module');
      return parseStoredEntry;
    });
    expect(await tab.deliver({ kind: 'add', expense: { ...CAKE, name: 'Bread' } }, 'r2')).toEqual(KEPT);
    expect([tab.pause, server.calls]).toEqual(['server', []]);
    isLoadable = true;
    await tab.sendAll();
    expect(server.calls).toEqual(['add Cake', 'add Bread']);
  });

  test('is read by a tab that was already open, and not rewritten before it is sent', async () => {
    const tab = await opened();
    store(1, cake);
    const text = window.localStorage.getItem('oinkly.outbox.ana.1');
    tab.readAgain();
    await vi.waitFor(() => expect(tab.waiting).toHaveLength(1));
    expect(window.localStorage.getItem('oinkly.outbox.ana.1')).toBe(text);
  });
});

test('one of two tabs sends, and callers in the other learn the result', async () => {
  const [one, two] = [openTab(), openTab()];
  server.fates = ['request lost'];
  await one.deliver({ kind: 'add', expense: CAKE }, 'r1');
  const [first, second] = [
    one.sendAll(),
    two.deliver({ kind: 'add', expense: { ...CAKE, name: 'Bread' } }, 'r2'),
  ];
  await first;
  expect(await second).toMatchObject({ isWaiting: false });
  expect(server.calls).toEqual(['add Cake', 'add Cake', 'add Bread']);
});

test('after any losses, refusals and closed tabs, the server has each change once, in order', async () => {
  const fate = fc.constantFrom<Fate>('answered', 'request lost', 'answer lost', 500);
  const step = fc.record({
    does: fc.constantFrom('add', 'edit', 'delete', 'new tab', 'send'),
    pick: fc.nat(5),
    fates: fc.array(fate, { maxLength: 3 }),
    isOnline: fc.boolean(),
    isWaitedFor: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      window.localStorage.clear();
      [server, isOnline, withLock] = [new FakeServer(), true, lockOf()];
      let tab = openTab();
      // What the user wants listed: the names, by the row's first id.
      const wanted = new Map<number, string>();
      const rows = () => [...wanted.keys()];
      const pending: Promise<unknown>[] = [];
      let count = 0;
      // A list shows the server's id once it has reloaded.
      const idOf = (first: number) =>
        [...server.expenses.keys()].find((id) => id % 2 === 0 && tab.stableIdOf(id) === first) ?? first;
      for (const { does, pick, fates, isOnline: online, isWaitedFor } of steps) {
        // A waiting caller would see the failure, so the change would not count as wanted.
        [server.fates, isOnline] = [fates.filter((one) => one !== 500), online];
        count += 1;
        const first = rows()[pick % Math.max(1, rows().length)];
        const deliver = async (change: Change) => {
          const delivery = tab.deliver(change, `r${count}`);
          pending.push(delivery);
          if (isWaitedFor) await delivery;
        };
        if (does === 'add') {
          const before = new Set(tab.waiting.map(({ requestId }) => requestId));
          const delivery = tab.deliver({ kind: 'add', expense: { ...CAKE, name: `N${count}` } }, `r${count}`);
          const entry = tab.waiting.find(({ requestId }) => !before.has(requestId));
          if (!entry) throw new Error('It was not kept before it was sent');
          wanted.set(localIdOf(entry), `N${count}`);
          await delivery;
        } else if (does === 'edit' && first !== undefined) {
          const expense = anExpense({ id: idOf(first), name: wanted.get(first) ?? '' });
          wanted.set(first, `N${count}`);
          await deliver({ kind: 'edit', expense, patch: { name: `N${count}` }, scope: 'one' });
        } else if (does === 'delete' && first !== undefined) {
          wanted.delete(first);
          await deliver({ kind: 'delete', expense: anExpense({ id: idOf(first) }), scope: 'one' });
        } else if (does === 'send') {
          await Promise.all(pending);
          server.fates = fates;
          await tab.sendAll();
        } else if (does === 'new tab') {
          await Promise.all(pending);
          tab = await opened();
        }
      }
      await Promise.all(pending);
      [server.fates, isOnline] = [[], true];
      for (let times = 0; times < 3; times += 1) {
        for (const entry of tab.waiting) if (entry.refusal !== null) tab.sender.tryAgain(entry);
        await tab.sendAll();
      }
      expect(tab.waiting).toEqual([]);
      expect(names().toSorted()).toEqual([...wanted.values()].toSorted());
    }),
    { numRuns: 300 },
  );
});
