import { openPool, type DatabasePool } from '@oinkly/server/db/database';
import { ChangedWhilePaging, type ProviderChanges } from '@oinkly/server/modules/banking/provider';
import { PlaidProvider } from '@oinkly/server/modules/banking/providers/plaid/plaid-provider';
import { syncConnection } from '@oinkly/server/modules/banking/sync/sync-connection';
import { findConnection } from '@oinkly/server/modules/banking/connections.queries';
import type { ConnectionRef } from '@oinkly/server/modules/banking/sync/sync-runs.queries';
import type { Deps } from '@oinkly/server/deps';
import { BANK_CREDENTIALS } from '@oinkly/server/test-support/test-emulator';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { readStatement, type BankStatement } from './bank-statement.ts';
import type { World } from './world.ts';

/** Serializes work at a bank, so that a read and the test's snapshot match. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** Test actions during a worker's reads, counted from 1. */
interface Watch {
  /** The bank may change here. */
  beforeRead?: (read: number) => Promise<void>;
  /** The answer is fixed here; the bank may only fail. */
  beforeAnswer?: (read: number) => Promise<void>;
}

/** The real Plaid adapter, with test actions around reads and snapshots of the bank. */
class WatchedProvider extends PlaidProvider {
  readonly #world: World;
  readonly #turns: Turns;
  storedCursor: () => Promise<string | null> = () => Promise.resolve(null);
  /** The bank's state when the last traversal started. */
  statement: BankStatement | null = null;
  reads = 0;
  watch: Watch = {};

  constructor(world: World, turns: Turns, pageSize: number) {
    super({
      baseUrl: world.bank.url,
      ...BANK_CREDENTIALS,
      webhookUrl: null,
      clock: world.clock,
      log: world.deps.log,
      pageSize,
    });
    this.#world = world;
    this.#turns = turns;
  }

  override async readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges> {
    this.reads += 1;
    await this.watch.beforeRead?.(this.reads);
    return this.#turns.take(async () => {
      if (cursor === (await this.storedCursor())) {
        this.statement = await readStatement(this.#world.bank, accessToken);
      }
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

/** A syncing process: the server's code on its own pool. */
export class Worker {
  readonly deps: Deps;
  readonly #provider: WatchedProvider;
  readonly #world: World;

  constructor(world: World, db: DatabasePool, turns: Turns, pageSize: number) {
    this.#provider = new WatchedProvider(world, turns, pageSize);
    this.#world = world;
    this.deps = { ...world.deps, db, providers: new Map([[this.#provider.id, this.#provider]]) };
  }

  /** The bank's state when this worker's last traversal started; null before any read. */
  get statement(): BankStatement | null {
    return this.#provider.statement;
  }

  get reads(): number {
    return this.#provider.reads;
  }

  async sync(ref: ConnectionRef, runId: number | null, watch: Watch = {}): Promise<void> {
    const provider = this.#provider;
    // Uses a pool that survives the worker.
    provider.storedCursor = async () => (await findConnection(this.#world.deps.db, ref))?.cursor ?? null;
    provider.statement = null;
    provider.reads = 0;
    provider.watch = watch;
    try {
      await syncConnection(this.deps, ref, runId);
    } finally {
      if (provider.reads > 0) this.#world.counts.syncs += 1;
    }
  }
}

/**
 * Connections of a process that dies after a number of database answers: they break as for a killed process.
 */
export interface MortalPool {
  db: DatabasePool;
  isDead(): boolean;
  end(): Promise<void>;
}

/** Opens such a pool. After its death nothing of the worker, not even cleanup, reaches the database. */
export function openMortalPool(url: string, answersToLive: number): MortalPool {
  const db = openPool(url, () => undefined);
  const streams: Duplex[] = [];
  let answersLeft = answersToLive;
  const die = () => {
    for (const stream of streams) stream.destroy();
  };
  db.$client.on('connect', (client) => {
    // pg has no types for its connection, which signals the end of an answer.
    const { connection } = client as typeof client & { connection: EventEmitter & { stream: Duplex } };
    streams.push(connection.stream);
    if (answersLeft <= 0) die();
    connection.on('readyForQuery', () => {
      answersLeft -= 1;
      if (answersLeft === 0) die();
    });
  });
  return { db, isDead: () => answersLeft <= 0, end: () => db.$client.end() };
}
