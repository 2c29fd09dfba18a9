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

/** Lets one thing at a time happen at a bank: what a reader is told and what the test notes of it are of one moment. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** What the test does while a worker reads. Reads count from 1. */
interface Watch {
  /** Before a read; the bank may change here. */
  beforeRead?: (read: number) => Promise<void>;
  /** Before the answer, when it is clear what the bank has to say; the bank may only fail here. */
  beforeAnswer?: (read: number) => Promise<void>;
}

/** Plaid's adapter as it is, watched: the test may act before each of its reads, and notes what the bank had to say then. */
class WatchedProvider extends PlaidProvider {
  readonly #world: World;
  readonly #turns: Turns;
  /** Where the connection stands, and every traversal of its bank begins. */
  storedCursor: () => Promise<string | null> = () => Promise.resolve(null);
  /** All that the bank had to say when the last traversal began. */
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

/** A process that syncs: the server's own code on a pool of connections. */
export class Worker {
  readonly deps: Deps;
  readonly #provider: WatchedProvider;
  readonly #world: World;

  constructor(world: World, db: DatabasePool, turns: Turns, pageSize: number) {
    this.#provider = new WatchedProvider(world, turns, pageSize);
    this.#world = world;
    this.deps = { ...world.deps, db, providers: new Map([[this.#provider.id, this.#provider]]) };
  }

  /** What the bank had to say when this worker's last traversal began; null when it has not read anything. */
  get statement(): BankStatement | null {
    return this.#provider.statement;
  }

  get reads(): number {
    return this.#provider.reads;
  }

  /** Runs the job once. */
  async sync(ref: ConnectionRef, runId: number | null, watch: Watch = {}): Promise<void> {
    const provider = this.#provider;
    // Asked for through a pool that lives on.
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

/** The connections of a process that dies after so many answers of the database: they break, as the kernel breaks those of a killed one. */
export interface MortalPool {
  db: DatabasePool;
  /** Whether it has died by now. */
  isDead(): boolean;
  end(): Promise<void>;
}

/** Opens such a pool. Nothing that the worker does after its death reaches the database, be it to clean up. */
export function openMortalPool(url: string, answersToLive: number): MortalPool {
  const db = openPool(url, () => undefined);
  const streams: Duplex[] = [];
  let answersLeft = answersToLive;
  const die = () => {
    for (const stream of streams) stream.destroy();
  };
  db.$client.on('connect', (client) => {
    // The library does not describe its connection, which is where the end of an answer is told.
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
