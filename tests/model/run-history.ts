import { MAX_LISTED_EXPENSES } from '@oinkly/contract/limits';
import { users } from '@oinkly/server/db/tables/users.tables';
import {
  findConnection,
  listAllConnections,
  sealedTokenOf,
} from '@oinkly/server/modules/banking/connections.queries';
import { linkWithToken } from '@oinkly/server/modules/banking/linking.service';
import { startYearImport } from '@oinkly/server/modules/banking/sync/sync.service';
import type { ConnectionRef } from '@oinkly/server/modules/banking/sync-runs.queries';
import {
  addExpense,
  deleteExpense,
  listExpenses,
  updateExpense,
  type ExpensePatch,
} from '@oinkly/server/modules/expenses/expenses.service';
import { answerDuplicate, listOffers, undoMerge } from '@oinkly/server/modules/expenses/duplicates.service';
import { findMerchantOf } from '@oinkly/server/modules/expenses/rules.queries';
import { removeRule, saveRule } from '@oinkly/server/modules/expenses/rules.service';
import { findUser } from '@oinkly/server/modules/identity/identity.queries';
import { updateProfile } from '@oinkly/server/modules/users/users.service';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { daysBefore } from './bank-changes.ts';
import type { Identities, ModelBank, StoredTransaction } from './model-bank.ts';
import {
  ReferenceLedger,
  type GivenIds,
  type RuleFields,
  type ShownExpense,
  type WeekSums,
} from './reference-ledger.ts';
import type { BankChange, History, Step } from './steps.ts';
import { openMortalPool, Worker } from './worker.ts';
import { SHOPS } from './vocabulary.ts';
import type { World } from './world.ts';

const SHARE_WITHOUT_TIP = 0.9;

/** How many days before the bank's day a user types a purchase; -1 is after. */
const DAYS_ENTERED_BEFORE = [0, 1, 0, 2, -1];

/** From here on, a change's `detail` names the shops in order, and the change is a purchase in dollars. */
const DETAIL_OF_SHOPS = 8;

const RULES: readonly Partial<RuleFields>[] = [
  { name: 'By rule' },
  { category: 'Education' },
  { isCounted: false },
  { isCounted: true },
  { name: 'Also by rule', category: 'Travel', isCounted: false },
];

type ActualExpense = ShownExpense & { id: number };

interface ActualLedger {
  expenses: ActualExpense[];
  weeks: Map<string, WeekSums>;
  cursor: string | null;
  ids: GivenIds;
}

/** Runs a history on the server code and the reference, and compares them after every step. */
export async function runHistory(world: World, history: History): Promise<void> {
  const modelUser = await ModelUser.signUp(world, history);
  for (const [index, step] of history.steps.entries()) {
    await modelUser.live(step).catch((error: unknown) => {
      throw new Error(
        `Step ${index} (${step.do}): ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    });
  }
  await modelUser.syncToTheEnd();
  modelUser.countEvents();
  world.counts.histories += 1;
}

class ModelUser {
  readonly #world: World;
  readonly #userId: string;
  readonly #bank: ModelBank;
  readonly #reference: ReferenceLedger;
  readonly #workers: readonly [Worker, Worker];
  readonly #pageSize: number;
  #ref: ConnectionRef;
  #manualCount = 0;
  #appliedRunId = 0;
  #identities: Identities = new Map();

  private constructor(world: World, userId: string, pageSize: number) {
    this.#world = world;
    this.#userId = userId;
    this.#pageSize = pageSize;
    this.#bank = world.openBank();
    this.#reference = new ReferenceLedger({ namesRemovals: this.#bank.namesRemovals });
    this.#workers = [
      new Worker(world, world.deps.db, this.#bank, pageSize),
      new Worker(world, world.secondDb, this.#bank, pageSize),
    ];
    this.#ref = { userId, connectionId: '' };
  }

  static async signUp(world: World, { pageSize, before }: History): Promise<ModelUser> {
    const id = randomUUID();
    await world.deps.db.insert(users).values({
      id,
      email: `${id}@example.org`,
      timeZone: 'America/Los_Angeles',
      signupCompleted: true,
      createdAt: world.clock(),
    });
    const modelUser = new ModelUser(world, id, pageSize);
    await modelUser.#link(await modelUser.#bank.open());
    await modelUser.#changeBank(before);
    return modelUser;
  }

  async live(step: Step): Promise<void> {
    switch (step.do) {
      case 'bank':
        return this.#changeBank(step.changes);
      case 'edit':
      case 'delete':
      case 'count':
        await this.#change(step);
        break;
      case 'type':
        await this.#type(step);
        break;
      case 'answer':
        await this.#answer(step);
        break;
      case 'undo':
        await this.#undo(step);
        break;
      case 'take-back':
        await this.#takeBack(step);
        break;
      case 'setting':
        await this.#toggleFixedBills();
        break;
      case 'rule':
        await this.#changeRule(step);
        break;
      case 'import-year':
        await startYearImport(this.#deps, await this.#user(), this.#world.providerId);
        break;
      case 'sync':
        await this.syncToTheEnd(step);
        break;
      case 'crash':
        await this.#crash(step);
        break;
      case 'replay':
        await this.#replay();
        break;
      case 'fail':
        await this.#fail(step);
        break;
      case 'parallel':
        await this.#syncInParallel(step);
        break;
      case 'take-over':
        await this.#takeOver(step);
        break;
      case 'relink':
        await this.#relink(step);
        break;
    }
    await this.#compare();
  }

  /** The bank may change between pages. Everything must be stored. */
  async syncToTheEnd(step?: Step): Promise<void> {
    await this.#expireLease();
    const [worker] = this.#workers;
    await worker.sync(this.#ref, null, step && { beforeRead: this.#changesAt(step) });
    await this.#applyToReference([worker]);
    await this.#expectFinished(worker);
    await this.#compare();
  }

  countEvents(): void {
    const { merges, returns, ruled, continuations } = this.#reference.counts;
    this.#world.counts.ruled += ruled;
    this.#world.counts.continuations += continuations;
    this.#world.counts.merges += merges;
    this.#world.counts.returns += returns;
  }

  async #crash(step: Step): Promise<void> {
    await this.#expireLease();
    const pool = openMortalPool(this.#world.databaseUrl, 1 + ((step.pick * 1_001 + step.detail) % 50));
    const worker = new Worker(this.#world, pool.db, this.#bank, this.#pageSize);
    try {
      const beforeRead = this.#changesAt(step);
      await worker.sync(this.#ref, null, {
        beforeRead: async (read) => {
          if (pool.isDead()) throw new Error('A dead worker used its connection');
          await beforeRead(read);
        },
      });
    } catch (error) {
      if (!pool.isDead()) throw error;
    } finally {
      await pool.end();
    }
    if (pool.isDead()) this.#world.counts.crashes += 1;
    await this.#applyToReference([worker]);
    if (step.detail % 3 === 0) {
      // Until the dead worker's lease expires, no other may work.
      const { cursor, leaseExpiresAt } = await this.#connection();
      const isHeld = leaseExpiresAt !== null && leaseExpiresAt > new Date();
      const [, second] = this.#workers;
      await second.sync(this.#ref, null);
      if (isHeld) {
        expect(second.reads).toBe(0);
        expect((await this.#connection()).cursor).toBe(cursor);
      } else {
        await this.#applyToReference([second]);
      }
    }
  }

  /** Delivers a finished run's job again. */
  async #replay(): Promise<void> {
    const { rows } = await this.#query<{ id: string }>(
      `select max(id) as id from sync_runs where user_id = $1 and finished_at is not null having max(id) is not null`,
    );
    const [last] = rows;
    if (!last) return;
    const [, worker] = this.#workers;
    await worker.sync(this.#ref, Number(last.id));
    expect(worker.reads).toBe(0);
    this.#world.counts.replays += 1;
  }

  /** The bank fails at one read: the run reports it and nothing changes. */
  async #fail(step: Step): Promise<void> {
    await this.#expireLease();
    const [worker] = this.#workers;
    const failure = { failsSync: false };
    await worker.sync(this.#ref, null, {
      beforeAnswer: async (read) => {
        if (read !== step.at) return;
        failure.failsSync = await this.#bank.failAtRead(read);
      },
    });
    if (!failure.failsSync) return this.#applyToReference([worker]);
    const { cursor, status } = await this.#connection();
    expect({ cursor, status }).toEqual({ cursor: this.#reference.cursor, status: 'error' });
  }

  async #syncInParallel(step: Step): Promise<void> {
    await this.#expireLease();
    await this.#takeBusyJobs();
    // Renaming a manual expense could affect duplicates before or after the sync.
    const ofBank = (await this.#actual()).expenses.filter(({ transactionId }) => transactionId !== null);
    const target = ofBank[step.pick % 5];
    const name = `Renamed ${randomUUID()}`;
    const rename = async () => {
      if (!target) return;
      const isDone = await updateExpense(this.#deps, {
        owner: this.#owner,
        id: target.id,
        patch: { name },
      }).then(
        () => true,
        // The bank has removed it first.
        () => false,
      );
      if (isDone) this.#reference.edit(target, 'name', name);
    };
    await Promise.all([
      ...this.#workers.map((worker) => worker.sync(this.#ref, null, { beforeRead: this.#changesAt(step) })),
      rename(),
    ]);
    if ((await this.#takeBusyJobs()) > 0) this.#world.counts.parallelSyncs += 1;
    await this.#applyToReference(this.#workers);
  }

  /** A worker sleeps past its lease, a second one takes over, and both continue. */
  async #takeOver(step: Step): Promise<void> {
    await this.#expireLease();
    const [sleeper, other] = this.#workers;
    const [asleep, awake] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const sleeping = sleeper.sync(this.#ref, null, {
      beforeRead: async (read) => {
        if (read !== step.at) return;
        asleep.resolve(undefined);
        await awake.promise;
      },
    });
    const isAsleep = await Promise.race([asleep.promise.then(() => true), sleeping.then(() => false)]);
    if (!isAsleep) {
      await this.#applyToReference([sleeper]);
      return;
    }
    await this.#changeBank(step.changes);
    await this.#expireLease();
    const wakeAt = 1 + (step.detail % 4);
    const lateChanges = this.#changesAt({
      ...step,
      at: 1 + (step.pick % 3),
      changes: step.changes.slice(0, 1),
    });
    await other.sync(this.#ref, null, {
      beforeRead: async (read) => {
        await lateChanges(read);
        if (read !== wakeAt) return;
        awake.resolve(undefined);
        if (step.pick % 2 === 0) await sleeping;
      },
    });
    awake.resolve(undefined);
    await sleeping;
    if (other.reads > 0) this.#world.counts.takeOvers += 1;
    await this.#applyToReference([other, sleeper]);
  }

  /** Relinks the login after a complete sync; the bank changes by the first read. */
  async #relink(step: Step): Promise<void> {
    await this.syncToTheEnd();
    const oneTimeToken = await this.#bank.relink();
    if (this.#bank.tellsRowsApart) this.#reference.relinkUnderKnownIdentities();
    else this.#reference.relink();
    await this.#link(oneTimeToken);
    await this.#changeBank(step.changes);
    this.#world.counts.relinks += 1;
  }

  async #link(oneTimeToken: string): Promise<void> {
    const { deps } = this.#workers[0];
    const bank = { oneTimeToken, institutionId: null, accounts: [] };
    await linkWithToken(deps, { ownerId: this.#userId, provider: this.#world.providerId, bank });
    const connections = await listAllConnections(deps.db, this.#userId);
    expect(connections).toHaveLength(1);
    const [connection] = connections;
    if (!connection) throw new Error('No connection');
    this.#ref = { userId: this.#userId, connectionId: connection.id };
    await this.#bank.linked({
      providerConnectionId: connection.providerConnectionId,
      accessToken: deps.tokenBox.open(sealedTokenOf(connection), connection.id),
    });
  }

  async #changeBank(changes: readonly BankChange[]): Promise<void> {
    for (const wanted of changes) await this.#bank.change(wanted);
  }

  #changesAt({ at, changes }: Step): (read: number) => Promise<void> {
    let isDone = false;
    return async (read) => {
      if (isDone || read !== at) return;
      isDone = true;
      await this.#changeBank(changes);
    };
  }

  async #change(step: Step): Promise<void> {
    const { expenses } = await this.#actual();
    const target = expenses[step.pick % Math.max(1, expenses.length)];
    if (!target) return;
    const command = { owner: this.#owner, id: target.id };
    if (step.do === 'delete') {
      await deleteExpense(this.#deps, { ownerId: this.#userId, id: target.id });
      this.#reference.delete(target);
    } else if (step.do === 'count') {
      const counted = [true, false, null][step.detail % 3] ?? null;
      await updateExpense(this.#deps, { ...command, patch: { counted } });
      this.#reference.count(target, counted);
    } else {
      const amountCents = 1 + ((step.detail * 37) % 5_000);
      const edits: [ExpensePatch, () => void][] = [
        [{ name: 'Mine' }, () => this.#reference.edit(target, 'name', 'Mine')],
        [{ amount: amountCents / 100 }, () => this.#reference.edit(target, 'amountCents', amountCents)],
        [{ date: '2026-05-20' }, () => this.#reference.edit(target, 'day', '2026-05-20')],
        [{ category: 'Education' }, () => this.#reference.edit(target, 'category', 'Education')],
      ];
      const [patch, note] = edits[step.detail % edits.length] ?? [{}, () => undefined];
      // Names identify manual expenses.
      if (target.transactionId === null && patch.name !== undefined) return;
      await updateExpense(this.#deps, { ...command, patch });
      note();
    }
    this.#world.counts.edits += 1;
  }

  /** The user types a purchase, mostly a reported one, on a nearby day. */
  async #type(step: Step, share = step.detail % 4 === 0 ? SHARE_WITHOUT_TIP : 1): Promise<void> {
    this.#manualCount += 1;
    const reported = this.#reference.reportable();
    const pending = reported.filter(({ isPending }) => isPending);
    const likely = pending.length > 0 && step.pick % 4 > 0 ? pending : reported;
    const like = likely[step.pick % Math.max(1, likely.length)];
    const entry = {
      name: `${like?.name ?? 'Manual'} ${this.#manualCount}`,
      amountCents: Math.ceil((like?.amountCents ?? 1 + step.detail) * share),
      day: like
        ? daysBefore(like.day, DAYS_ENTERED_BEFORE[step.detail % DAYS_ENTERED_BEFORE.length] ?? 0)
        : '2026-06-01',
      category: 'Groceries',
    } as const;
    await addExpense(this.#deps, this.#owner, {
      name: entry.name,
      amount: entry.amountCents / 100,
      date: entry.day,
      category: entry.category,
      type: 'one-time',
      paid: false,
    });
    this.#reference.type(entry);
  }

  /** The user answers an offered pair; without one they type an expense. */
  async #answer(step: Step): Promise<void> {
    let offers = await this.#offers();
    if (offers.length === 0) {
      await this.#type(step, SHARE_WITHOUT_TIP);
      offers = await this.#offers();
    }
    const offer = offers[step.pick % Math.max(1, offers.length)];
    if (!offer) return;
    const isSame = step.detail % 2 === 0;
    const ids = { manualId: offer.manual.id, bankId: offer.bank.id };
    await answerDuplicate(this.#deps, { ownerId: this.#userId, ...ids, isDuplicate: isSame });
    this.#reference.answer(offer.manual, offer.bank, isSame);
    if (!isSame) this.#world.counts.refusals += 1;
  }

  /** Each is a possible duplicate, and each possible one is offered or shares a side with an offered one. */
  async #offers(): Promise<{ manual: ActualExpense; bank: ActualExpense }[]> {
    const offers = await listOffers(this.#deps, this.#userId);
    const { expenses } = await this.#actual();
    const shown = offers.map(({ manual, bank }) => {
      const [one, other] = [manual, bank].map(({ id }) => expenses.find((expense) => expense.id === id));
      if (!one || !other) throw new Error('A pair is asked about that is not there');
      return { manual: one, bank: other };
    });
    const possible = this.#reference.offers();
    for (const { manual, bank } of shown) {
      expect(possible).toContainEqual({ manualName: manual.name, transactionId: bank.transactionId });
    }
    for (const { manualName, transactionId } of possible) {
      const isAsked = ({ manual, bank }: (typeof shown)[number]) =>
        manual.name === manualName || bank.transactionId === transactionId;
      expect(shown.some(isAsked), `${manualName} and ${transactionId ?? ''}`).toBe(true);
    }
    return shown;
  }

  async #undo(step: Step): Promise<void> {
    const target = await this.#merged(step);
    // Prepares something to undo later.
    if (!target) return this.#type(step, 1);
    await undoMerge(this.#deps, { ownerId: this.#userId, id: target.id });
    this.#reference.undo(target);
    this.#world.counts.undoneMerges += 1;
  }

  /** The bank removes a merged transaction; a later sync reports it. */
  async #takeBack(step: Step): Promise<void> {
    const target = await this.#merged(step);
    const { rows } = await this.#bank.readStatement();
    const row = rows.find(({ transaction_id }) => transaction_id === target?.transactionId);
    if (!row) return this.#type(step, 1);
    await this.#bank.remove(row.transaction_id);
  }

  async #merged(step: Step): Promise<ActualExpense | undefined> {
    const merged = (await this.#actual()).expenses.filter(({ matched }) => matched);
    return merged[step.pick % Math.max(1, merged.length)];
  }

  /** The user makes, changes or removes the rule of a bank expense's merchant, then buys there again. */
  async #changeRule(step: Step): Promise<void> {
    const { expenses, ids } = await this.#actual();
    const ofBank = expenses.filter(({ transactionId }) => transactionId !== null);
    const target = ofBank[step.pick % Math.max(1, ofBank.length)];
    const bankTransactionId = ids.get(target?.transactionId ?? '')?.bankTransactionId;
    if (!target || bankTransactionId === undefined) return;
    const merchant = await findMerchantOf(this.#deps.db, this.#userId, bankTransactionId);
    const command = { ownerId: this.#userId, merchantKey: merchant?.merchantKey ?? '' };
    if (step.detail % 2 === 0 && this.#reference.removeRule(target)) {
      await removeRule(this.#deps, command);
    } else {
      const fields = RULES[step.detail % RULES.length] ?? {};
      await saveRule(this.#deps, { ...command, ...fields });
      this.#reference.setRule(target, fields);
    }
    this.#world.counts.rules += 1;
    const shop = SHOPS.findIndex(({ name, merchant_name }) => (merchant_name ?? name) === merchant?.merchant);
    const op = step.detail % 2 === 0 ? 'add' : 'add-pending';
    const cents = 1 + step.detail;
    await this.#changeBank([
      { op, pick: step.pick, cents, daysAgo: step.pick % 30, detail: DETAIL_OF_SHOPS + shop },
    ]);
  }

  async #toggleFixedBills(): Promise<void> {
    const countFixedBills = !this.#reference.countsFixedBills;
    await updateProfile(this.#deps, await this.#user(), { countFixedBills });
    this.#reference.countsFixedBills = countFixedBills;
  }

  async #applyToReference(workers: readonly Worker[]): Promise<void> {
    const { rows: done } = await this.#query<{ id: string; imported: number }>(
      `select id, imported from sync_runs where user_id = $1 and stage = 'done' order by id`,
    );
    const news = done.filter(({ id }) => Number(id) > this.#appliedRunId);
    this.#appliedRunId = Number(done.at(-1)?.id ?? 0);
    const { cursor } = await this.#connection();
    if (cursor === this.#reference.cursor) return;
    const read = workers.map(({ statement }) => statement).filter((statement) => statement !== null);
    const last = read.find((statement) => statement.cursor === cursor);
    expect(last, 'the stored cursor is where no traversal has ended').toBeDefined();
    if (!last) return;
    // Of two parallel syncs, one may have started after the other ended.
    const before = news.length > 1 ? read.filter((statement) => statement !== last) : [];
    const known = this.#identities;
    this.#identities = this.#bank.identify(await this.#storedTransactions());
    const imported = before.map((statement) => this.#reference.apply(statement));
    if (this.#bank.tellsRowsApart) {
      const names = namesTaken(known, this.#identities);
      this.#world.counts.exchanges += this.#reference.exchange(names, last);
    }
    imported.push(this.#reference.apply(last));
    this.#bank.noteApplied(last);
    expect(news.map((run) => run.imported)).toEqual(imported);
  }

  /** An undisturbed sync has succeeded, reached the bank's state, and left nothing behind. */
  async #expectFinished(worker: Worker): Promise<void> {
    const { cursor, status, leaseOwner } = await this.#connection();
    expect({ cursor, status, leaseOwner }).toEqual({
      cursor: worker.statement?.cursor,
      status: 'healthy',
      leaseOwner: null,
    });
    const { rows } = await this.#query(
      `select 'a run' as left_over from sync_runs where user_id = $1 and finished_at is null
       union all select 'a staged row' from staged_changes where user_id = $1`,
    );
    expect(rows).toEqual([]);
  }

  async #compare(): Promise<void> {
    const actual = await this.#actual();
    const expected = this.#reference.expenses(actual.ids);
    const keyOf = ({ transactionId, name, amountCents, day }: ShownExpense) =>
      transactionId ?? `${name} ${day} ${amountCents}`;
    const byKey = (a: ShownExpense, b: ShownExpense) => keyOf(a).localeCompare(keyOf(b));
    expect(actual.expenses.map(({ id: _id, ...shown }) => shown).sort(byKey)).toEqual(expected.sort(byKey));
    expect(actual.weeks).toEqual(this.#reference.weeks(actual.ids));
    expect(actual.cursor).toBe(this.#reference.cursor);
  }

  async #actual(): Promise<ActualLedger> {
    const transactions = await this.#storedTransactions();
    const identities = this.#bank.identify(transactions);
    const page = await listExpenses(this.#deps, this.#userId, { counted: 'all', limit: MAX_LISTED_EXPENSES });
    const { rows: weeks } = await this.#query<{
      week: string;
      spent: string;
      ranked: string;
      purchases: number;
    }>(
      `select week_start::text as week, spent_cents as spent, ranked_cents as ranked, purchases from weekly_totals
       where user_id = $1 and (spent_cents, ranked_cents, purchases) <> (0, 0, 0)`,
    );
    return {
      expenses: page.rows.map((row) => ({
        id: row.id,
        transactionId:
          row.bankTransactionId === null ? null : (identities.get(`${row.bankTransactionId}`) ?? 'none'),
        name: row.name,
        amountCents: row.amountCents,
        day: row.day,
        category: row.category,
        kind: row.kind,
        counted: row.isCounted,
        refundedCents: row.refundedCents,
        pending: row.isPending,
        currency: row.currency,
        matched: row.fieldsFromManual !== null,
      })),
      weeks: new Map(
        weeks.map(({ week, spent, ranked, purchases }) => [
          week,
          { spentCents: Number(spent), rankedCents: Number(ranked), purchases },
        ]),
      ),
      cursor: (await this.#connection()).cursor,
      ids: new Map(
        transactions.map(({ id, expenseId }) => [
          identities.get(id) ?? 'none',
          { bankTransactionId: Number(id), expenseId: expenseId === null ? null : Number(expenseId) },
        ]),
      ),
    };
  }

  async #storedTransactions() {
    const { rows } = await this.#query<StoredTransaction & { expenseId: string | null }>(
      `select r.id, r.transaction_id as "transactionId", a.provider_account_id as "providerAccountId", e.id as "expenseId"
       from bank_transactions r join bank_accounts a on a.user_id = r.user_id and a.id = r.account_id
         left join expenses e on e.user_id = r.user_id and e.bank_transaction_id = r.id
       where r.user_id = $1 order by r.id`,
    );
    return rows;
  }

  async #expireLease(): Promise<void> {
    // Here workers die often: otherwise the connection would be parked, and its user would have to ask.
    await this.#query(
      `update connections set lease_expires_at = clock_timestamp() - interval '1 second', unfinished_syncs = 0
       where user_id = $1 and lease_owner is not null`,
    );
  }

  /** Removes the jobs of workers that found the connection busy; returns how many. */
  async #takeBusyJobs(): Promise<number> {
    const { rowCount } = await this.#query(
      `delete from pgboss.job
       where name = 'sync-connection' and data->>'userId' = $1 and singleton_key like '%:busy'`,
    );
    return rowCount ?? 0;
  }

  async #connection() {
    const connection = await findConnection(this.#deps.db, this.#ref);
    if (!connection) throw new Error('The connection is missing');
    return connection;
  }

  async #user() {
    const user = await findUser(this.#deps.db, this.#userId);
    if (!user) throw new Error('The user is missing');
    return user;
  }

  /** Queries with this user as `$1`. */
  #query<Row extends object>(statement: string) {
    return this.#world.testDb.$client.query<Row>(statement, [this.#userId]);
  }

  get #owner() {
    return { id: this.#userId, timeZone: null };
  }

  get #deps() {
    return this.#workers[0].deps;
  }
}

/** The stored transactions that became another one of the bank, by what they were before. */
function namesTaken(before: Identities, after: Identities): Map<string, string> {
  return new Map(
    Array.from(before, ([id, name]) => [name, after.get(id) ?? name] as const).filter(
      ([name, taken]) => name !== taken,
    ),
  );
}
