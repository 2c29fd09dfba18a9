import type { BankReading, ProviderChanges } from '@oinkly/server/modules/banking/provider';
import { SimplefinProvider } from '@oinkly/server/modules/banking/providers/simplefin/simplefin-provider';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BankRow, BankStatement } from './bank-statement.ts';
import type { Identities, ModelBank, StoredTransaction, Watch, WatchedProvider } from './model-bank.ts';
import { PurchaseHistory, type AccountChange, type OpenAccount } from './simplefin-changes.ts';
import type { SentAnswer, SimplefinServer } from './simplefin-server.ts';
import {
  identifiedRow,
  purchaseOf,
  statementOf,
  type IdentifiedRow,
  type PresentedRow,
} from './simplefin-statement.ts';
import type { BankChange } from './steps.ts';
import { Turns } from './turns.ts';
import { TODAY, type BankWorld } from './bank-world.ts';

const BANKS = ['platypus', 'gingham'] as const;
const ACCOUNTS_PER_BANK = 2;
/** In euros, which count nowhere. */
const FOREIGN_ACCOUNT = 3;
/** More than an account ever reissues, so that a relinked account never uses an earlier id for another purchase. */
const IDS_PER_LOGIN = 150;

const listed = z.object({
  transactions: z.array(
    z.object({
      transaction_id: z.string(),
      pending: z.boolean(),
      posted: z.number(),
      transacted_at: z.number().nullable(),
      fields: z.record(z.string(), z.json()),
    }),
  ),
});

const changed = z.object({ transaction_ids: z.array(z.string()) });

/**
 * A user's banks at the SimpleFIN emulator. Each purchase carries a name in `extra`, which the product ignores. By it the test knows a
 * purchase under every id.
 */
export class SimplefinBank implements ModelBank {
  readonly tellsRowsApart = true;
  readonly namesRemovals = false;
  readonly #server: SimplefinServer;
  readonly #world: BankWorld;
  readonly #turns = new Turns();
  readonly #history = new PurchaseHistory(TODAY);
  /** By account and transaction id. */
  readonly #purchases = new Map<string, string>();
  /** By the product's id. */
  readonly #stored = new Map<string, { transactionId: string; purchase: string }>();
  #accounts: OpenAccount[] = [];
  #tokenId = '';
  #logins = 0;

  constructor(server: SimplefinServer, world: BankWorld) {
    this.#server = server;
    this.#world = world;
  }

  async open(): Promise<string> {
    const { control } = this.#server;
    const token = await control.createSetupToken({ banks: BANKS, history_days: 0 });
    this.#tokenId = token.token_id;
    this.#accounts = token.connections.flatMap(({ conn_id, bank, accounts }) =>
      accounts.map(({ account_id }, index) => ({
        conn_id,
        account_id,
        key: `${bank} ${account_id}`,
        isUsed: index < ACCOUNTS_PER_BANK,
      })),
    );
    for (const account of this.#accounts) {
      const { transactions } = listed.parse(
        await control.call('/transactions/list', {
          conn_id: account.conn_id,
          account_id: account.account_id,
        }),
      );
      await this.#remove(
        account,
        transactions.map(({ transaction_id }) => transaction_id),
      );
    }
    const foreign = this.#used[FOREIGN_ACCOUNT];
    if (foreign)
      await control.call('/accounts/change', {
        conn_id: foreign.conn_id,
        account_id: foreign.account_id,
        currency: 'EUR',
      });
    return token.setup_token;
  }

  async linked(): Promise<void> {}

  openProvider(): WatchedProvider {
    return new WatchedSimplefin({
      server: this.#server,
      clock: this.#world.clock,
      turns: this.#turns,
      takeAnswers: (accessUrl) => this.#takeAnswers(accessUrl),
      statementOf: (answers, cursor) => this.#statementOf(answers, cursor),
      allowRequests: async () => {
        await this.#server.control.call('/requests/clear', { token_id: this.#tokenId });
      },
    });
  }

  async readStatement(): Promise<BankStatement> {
    return { rows: await this.#rows(), accounts: this.#keys, cursor: '', covers: () => true };
  }

  change(wanted: BankChange): Promise<void> {
    return this.#turns.take(async () => {
      const change = this.#history.change(wanted, await this.#rows(), this.#used);
      if (!change) return;
      await this.#apply(change);
      const { counts } = this.#world;
      for (const { op } of change.changes) {
        if (op === 'post' || wanted.op === 'vanish') counts.pendings += 1;
        if (op === 'post') counts.postings += 1;
        if (wanted.op === 'remove') counts.removals += 1;
        if (op === 'reissue') counts.reissues += 1;
        if (op === 'hide') counts.absences += 1;
      }
    });
  }

  remove(purchase: string): Promise<void> {
    return this.#turns.take(async () => {
      const row = (await this.#rows()).find(({ transaction_id }) => transaction_id === purchase);
      const account = this.#used.find(
        ({ conn_id, account_id }) => row?.account_id === `${conn_id}:${account_id}`,
      );
      if (row && account) await this.#remove(account, [row.reportedId]);
    });
  }

  /** Older days are left to the next sync. */
  async failAtRead(read: number): Promise<boolean> {
    await this.#server.control.call('/faults/add', {
      token_id: this.#tokenId,
      requests: 1,
      fault: { kind: 'status', status: 503 },
    });
    return read === 1;
  }

  /**
   * The user creates another setup token for the same banks, which know the same purchases under new ids. Rows that
   * the bank also changed or broke are dropped: with a new id too, no reader could say which they are.
   */
  async relink(): Promise<string> {
    const before = this.#used;
    const presented = await Promise.all(before.map((account) => this.#presented(account)));
    const known = new Set(
      (await this.#rows())
        .filter((row) => this.#history.isUnchanged(row))
        .map(({ transaction_id }) => transaction_id),
    );
    const setupToken = await this.open();
    this.#logins += 1;
    for (const [index, account] of this.#used.entries()) {
      const dummies = Array.from({ length: IDS_PER_LOGIN * this.#logins }, () => ({
        op: 'add' as const,
        amount: '1',
        description: 'Dummy',
      }));
      await this.#remove(account, await this.#apply({ account, changes: dummies }));
      const rows = (presented[index] ?? []).filter(({ fields }) => known.has(purchaseOf(fields['extra'])));
      if (rows.length === 0) continue;
      await this.#apply({
        account,
        changes: rows.map((row) => ({
          op: 'add',
          transaction_id: randomUUID(),
          pending: row.pending,
          posted: row.posted,
          transacted_at: row.transacted_at,
          amount: '1',
          description: '',
          raw: row.fields,
        })),
      });
    }
    return setupToken;
  }

  identify(stored: readonly StoredTransaction[]): Identities {
    const before = new Map(this.#stored);
    const taken = new Map<string, string | null>();
    for (const { id, providerAccountId, transactionId } of stored) {
      const known = before.get(id);
      if (known?.transactionId === transactionId) continue;
      const purchase = this.#purchases.get(`${providerAccountId} ${transactionId}`);
      if (purchase === undefined) throw new Error(`The bank has never reported ${transactionId}`);
      this.#stored.set(id, { transactionId, purchase });
      taken.set(purchase, known?.purchase ?? null);
    }
    // One that is stored under an older id gets what its taker left.
    for (const [id, { transactionId, purchase }] of before) {
      if (this.#stored.get(id)?.transactionId !== transactionId || !taken.has(purchase)) continue;
      let free = taken.get(purchase) ?? null;
      while (free !== null && taken.has(free)) free = taken.get(free) ?? null;
      if (free === null) throw new Error(`${purchase} is stored twice`);
      this.#stored.set(id, { transactionId, purchase: free });
    }
    return new Map(Array.from(this.#stored, ([id, { purchase }]) => [id, purchase]));
  }

  noteApplied({ rows }: BankStatement): void {
    this.#history.noteApplied({ rows: rows.filter(isIdentified) });
  }

  get #used(): OpenAccount[] {
    return this.#accounts.filter(({ isUsed }) => isUsed);
  }

  get #keys(): Map<string, string> {
    return new Map(this.#accounts.map(({ conn_id, account_id, key }) => [`${conn_id}:${account_id}`, key]));
  }

  async #presented({ conn_id, account_id }: OpenAccount) {
    return listed.parse(await this.#server.control.call('/transactions/list', { conn_id, account_id }))
      .transactions;
  }

  async #rows(): Promise<IdentifiedRow[]> {
    const rows: IdentifiedRow[] = [];
    for (const [index, account] of this.#used.entries()) {
      for (const { transaction_id: id, posted, transacted_at, fields } of await this.#presented(account)) {
        const row: PresentedRow = { id, posted, ...(transacted_at !== null && { transacted_at }), ...fields };
        rows.push(
          identifiedRow(
            row,
            `${account.conn_id}:${account.account_id}`,
            index === FOREIGN_ACCOUNT ? 'EUR' : 'USD',
          ),
        );
      }
    }
    return rows;
  }

  #takeAnswers(accessUrl: string): SentAnswer[] {
    const answers = this.#server.takeAnswers(accessUrl);
    for (const { accounts } of answers) {
      for (const { id, conn_id, currency, transactions } of accounts) {
        const rows = transactions.map((row) => identifiedRow(row, `${conn_id}:${id}`, currency));
        for (const { reportedId, transaction_id } of rows)
          this.#purchases.set(`${conn_id}:${id} ${reportedId}`, transaction_id);
        this.#history.noteRead(rows);
      }
    }
    return answers;
  }

  #statementOf(answers: readonly SentAnswer[], cursor: string): BankStatement {
    return statementOf(answers, { cursor, accounts: this.#keys });
  }

  async #remove(account: OpenAccount, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#apply({ account, changes: ids.map((id) => ({ op: 'remove', transaction_id: id })) });
  }

  /** Returns the ids of new and changed rows. */
  async #apply({ account: { conn_id, account_id }, changes }: AccountChange): Promise<string[]> {
    const body = { conn_id, account_id, changes };
    return changed.parse(await this.#server.control.call('/transactions/change', body)).transaction_ids;
  }
}

/** The real SimpleFIN adapter, with test actions around requests. It marks cursors, so that no two syncs end with the same. */
class WatchedSimplefin extends SimplefinProvider implements WatchedProvider {
  readonly #turns: Turns;
  readonly #bank: WatchedBank;
  storedCursor: () => Promise<string | null> = () => Promise.resolve(null);
  statement: BankStatement | null = null;
  reads = 0;
  watch: Watch = {};

  constructor(bank: WatchedBank) {
    super({
      tokenPageUrl: 'https://tokens.example/create',
      trustedOrigins: [bank.server.origin.origin],
      allowedHosts: [],
      budget: { spend: async () => undefined, stop: async () => undefined },
      clock: bank.clock,
      log: bank.server.log,
    });
    this.#turns = bank.turns;
    this.#bank = bank;
  }

  override async beginReading(accessUrl: string, saved: string | null, today: string): Promise<BankReading> {
    const answers: SentAnswer[] = [];
    await this.#bank.allowRequests();
    const reading = await this.#watched(accessUrl, answers, () =>
      super.beginReading(accessUrl, saved, today),
    );
    const mark = randomUUID();
    return {
      connection: reading.connection,
      readChanges: async (cursor): Promise<ProviderChanges> => {
        const read = () => reading.readChanges(cursor);
        const page = cursor === saved ? await read() : await this.#watched(accessUrl, answers, read);
        const walk = z.record(z.string(), z.unknown()).parse(JSON.parse(page.nextCursor ?? ''));
        const nextCursor = JSON.stringify({ ...walk, mark });
        if (!page.hasMore) this.statement = this.#bank.statementOf(answers, nextCursor);
        return { ...page, nextCursor };
      },
    };
  }

  async #watched<T>(accessUrl: string, answers: SentAnswer[], ask: () => Promise<T>): Promise<T> {
    this.reads += 1;
    const read = this.reads;
    await this.watch.beforeRead?.(read);
    return this.#turns.take(async () => {
      await this.watch.beforeAnswer?.(read);
      this.#bank.takeAnswers(accessUrl);
      const result = await ask();
      answers.push(...this.#bank.takeAnswers(accessUrl));
      return result;
    });
  }
}

function isIdentified(row: BankRow): row is IdentifiedRow {
  return typeof row['reportedId'] === 'string';
}

interface WatchedBank {
  server: SimplefinServer;
  clock: () => Date;
  turns: Turns;
  takeAnswers: (accessUrl: string) => SentAnswer[];
  statementOf: (answers: readonly SentAnswer[], cursor: string) => BankStatement;
  /** The emulator counts requests too. */
  allowRequests: () => Promise<void>;
}
