import { openPool, type DatabasePool } from '@oinkly/server/db/database';
import { syncConnection } from '@oinkly/server/modules/banking/sync/sync-connection';
import { findConnection } from '@oinkly/server/modules/banking/connections.queries';
import type { ConnectionRef } from '@oinkly/server/modules/banking/sync-runs.queries';
import type { AppDeps } from '@oinkly/server/app';
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { BankStatement } from './bank-statement.ts';
import type { ModelBank, Watch, WatchedProvider } from './model-bank.ts';
import type { World } from './world.ts';

/** A syncing process: the server's code on its own pool. */
export class Worker {
  readonly deps: AppDeps;
  readonly #provider: WatchedProvider;
  readonly #world: World;

  constructor(world: World, db: DatabasePool, bank: ModelBank, pageSize: number) {
    this.#provider = bank.openProvider(pageSize);
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
