import { ChangedWhilePaging, type ProviderChanges } from '@oinkly/server/modules/banking/provider';
import { PlaidProvider } from '@oinkly/server/modules/banking/providers/plaid/plaid-provider';
import { BANK_CREDENTIALS, type TestEmulator } from '@oinkly/server/test-support/test-emulator';
import { z } from 'zod';
import { ledgerChange } from './bank-changes.ts';
import { bankRow, type BankRow, type BankStatement } from './bank-statement.ts';
import type { Identities, ModelBank, StoredTransaction, Watch, WatchedProvider } from './model-bank.ts';
import type { BankChange } from './steps.ts';
import { Turns } from './turns.ts';
import { TODAY, type BankWorld } from './bank-world.ts';

const page = z.looseObject({
  added: z.array(bankRow),
  accounts: z.array(z.looseObject({ account_id: z.string(), mask: z.string(), type: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** A user's login at a bank of the Plaid emulator. */
export class PlaidBank implements ModelBank {
  readonly tellsRowsApart = false;
  readonly namesRemovals = true;
  readonly #emulator: TestEmulator;
  readonly #world: BankWorld;
  readonly #turns = new Turns();
  #itemId = '';
  #accessToken = '';
  #isEmptied = false;

  constructor(emulator: TestEmulator, world: BankWorld) {
    this.#emulator = emulator;
    this.#world = world;
  }

  async open(): Promise<string> {
    const created = await this.#emulator.call('/sandbox/public_token/create', {
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { transactions: { days_requested: 1 } },
    });
    return String(created['public_token']);
  }

  async linked(connection: { providerConnectionId: string; accessToken: string }): Promise<void> {
    this.#itemId = connection.providerConnectionId;
    this.#accessToken = connection.accessToken;
    if (this.#isEmptied) return;
    this.#isEmptied = true;
    const { rows } = await this.readStatement();
    if (rows.length > 0)
      await this.#apply(rows.map(({ transaction_id }) => ({ op: 'remove', transaction_id })));
  }

  openProvider(pageSize: number): WatchedProvider {
    return new WatchedPlaid({
      emulator: this.#emulator,
      world: this.#world,
      turns: this.#turns,
      pageSize,
      readStatement: () => this.readStatement(),
    });
  }

  async readStatement(): Promise<BankStatement> {
    const rows = new Map<string, BankRow>();
    for (let cursor = ''; ;) {
      const request = { access_token: this.#accessToken, cursor, count: 500 };
      const answer = page.parse(await this.#emulator.call('/transactions/sync', request));
      for (const row of answer.added) rows.set(row.transaction_id, row);
      cursor = answer.next_cursor;
      if (answer.has_more) continue;
      const accounts = answer.accounts.map(
        ({ account_id, type, mask }) => [account_id, `${type} ${mask}`] as const,
      );
      return { rows: [...rows.values()], accounts: new Map(accounts), cursor, covers: () => true };
    }
  }

  change(wanted: BankChange): Promise<void> {
    return this.#turns.take(async () => {
      const change = ledgerChange(wanted, await this.readStatement(), TODAY);
      if (!change) return;
      await this.#apply([change]);
      const { counts } = this.#world;
      if (wanted.op === 'post' || wanted.op === 'vanish') counts.pendings += 1;
      if (wanted.op === 'post') counts.postings += 1;
      if (wanted.op === 'remove') counts.removals += 1;
      if (wanted.op === 'reissue') counts.reissues += 1;
    });
  }

  remove(transactionId: string): Promise<void> {
    return this.#apply([{ op: 'remove', transaction_id: transactionId }]);
  }

  async failAtRead(): Promise<boolean> {
    await this.#emulator.call('/control/faults/add', {
      path: '/transactions/sync',
      item_id: this.#itemId,
      calls: 1,
      fault: { kind: 'error', error_code: 'INSTITUTION_DOWN' },
    });
    return true;
  }

  async relink(): Promise<string> {
    const answer = await this.#emulator.call('/control/item/relink', { item_id: this.#itemId });
    return String(answer['public_token']);
  }

  /** Plaid's ids are unique and stay. */
  identify(stored: readonly StoredTransaction[]): Identities {
    return new Map(stored.map(({ id, transactionId }) => [id, transactionId]));
  }

  noteApplied(): void {}

  async #apply(changes: readonly object[]): Promise<void> {
    await this.#emulator.call('/control/transactions/change', { item_id: this.#itemId, changes });
  }
}

/** The real Plaid adapter, with test actions around reads and snapshots of the bank. */
class WatchedPlaid extends PlaidProvider implements WatchedProvider {
  readonly #world: BankWorld;
  readonly #turns: Turns;
  readonly #readStatement: () => Promise<BankStatement>;
  storedCursor: () => Promise<string | null> = () => Promise.resolve(null);
  /** The bank's state when the last traversal started. */
  statement: BankStatement | null = null;
  reads = 0;
  watch: Watch = {};

  constructor(given: {
    emulator: TestEmulator;
    world: BankWorld;
    turns: Turns;
    pageSize: number;
    readStatement: () => Promise<BankStatement>;
  }) {
    super({
      baseUrl: given.emulator.url,
      ...BANK_CREDENTIALS,
      webhookUrl: null,
      clock: given.world.clock,
      log: given.emulator.log,
      pageSize: given.pageSize,
    });
    this.#world = given.world;
    this.#turns = given.turns;
    this.#readStatement = given.readStatement;
  }

  override async readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges> {
    this.reads += 1;
    await this.watch.beforeRead?.(this.reads);
    return this.#turns.take(async () => {
      if (cursor === (await this.storedCursor())) this.statement = await this.#readStatement();
      await this.watch.beforeAnswer?.(this.reads);
      try {
        return await super.readChanges(accessToken, cursor);
      } catch (error) {
        if (error instanceof ChangedWhilePaging) this.#world.counts.mutations += 1;
        throw error;
      }
    });
  }
}
