import { openPool, type DatabasePool } from '@oinkly/server/db/database';
import type { Deps } from '@oinkly/server/deps';
import { ledgerListeners } from '@oinkly/server/ledger-listeners';
import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { OpenIdClient } from '@oinkly/server/modules/identity/openid-client';
import { PushSender } from '@oinkly/server/modules/notifications/push-sender';
import { NO_ISSUER_ACCOUNTS } from '@oinkly/server/test-support/no-issuer-accounts';
import { createTestDatabase } from '@oinkly/server/test-support/test-database';
import { startTestEmulator, type TestEmulator } from '@oinkly/server/test-support/test-emulator';
import { TokenBox } from '@oinkly/server/token-box';

/** Counts events in all histories: an event that never occurred is not tested. */
interface Counts {
  histories: number;
  syncs: number;
  /** Workers that died during a sync. */
  crashes: number;
  /** Repeated jobs whose run had finished. */
  replays: number;
  /** Traversals that the bank invalidated between pages. */
  mutations: number;
  /** Pending transactions that posted or vanished. */
  pendings: number;
  removals: number;
  /** A second process found the first at work and left. */
  parallelSyncs: number;
  /** A second process took over after the first slept past its lease. */
  takeOvers: number;
  relinks: number;
  /** Expenses edited, deleted, excluded or included. */
  edits: number;
  merges: number;
  undoneMerges: number;
  /** Unmerged because the bank removed its transaction. */
  returns: number;
  refusals: number;
  /** Rules made, changed or removed. */
  rules: number;
  /** New expenses that a rule changed. */
  ruled: number;
}

/** One database, one bank and two processes' pools for many histories. */
export interface World {
  databaseUrl: string;
  bank: TestEmulator;
  clock: () => Date;
  deps: Omit<Deps, 'providers'>;
  secondDb: DatabasePool;
  counts: Counts;
  close(): Promise<void>;
}

/** A Friday. */
const NOW = new Date('2026-06-05T19:00:00Z');

export async function openWorld(): Promise<World> {
  const clock = () => NOW;
  const database = await createTestDatabase();
  const bank = await startTestEmulator({ clock, preparationMs: 0 });
  const queue = new JobQueue(database.url, (problem) => console.error('job queue:', problem));
  await queue.open();
  const secondDb = openPool(database.url, () => undefined);
  const publicUrl = new URL('http://localhost:3000');
  const tokenBox = new TokenBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  return {
    databaseUrl: database.url,
    bank,
    clock,
    secondDb,
    deps: {
      db: database.db,
      clock,
      publicUrl,
      queue,
      ledgerListeners: ledgerListeners({ clock, queue }),
      log: bank.log,
      tokenBox,
      push: new PushSender({
        db: database.db,
        tokenBox,
        clock,
        contact: 'mailto:help@example.org',
        log: bank.log,
      }),
      issuerAccounts: NO_ISSUER_ACCOUNTS,
      openId: new OpenIdClient({
        issuer: new URL('http://127.0.0.1:9/idp'),
        clientId: 'app',
        clientSecret: 'secret',
        redirectUri: 'http://localhost:3000/api/login/callback',
        loopbackOrigin: null,
      }),
    },
    counts: {
      histories: 0,
      syncs: 0,
      crashes: 0,
      replays: 0,
      mutations: 0,
      pendings: 0,
      removals: 0,
      parallelSyncs: 0,
      takeOvers: 0,
      relinks: 0,
      edits: 0,
      merges: 0,
      undoneMerges: 0,
      returns: 0,
      refusals: 0,
      rules: 0,
      ruled: 0,
    },
    close: async () => {
      await queue.close();
      await secondDb.$client.end();
      await database.drop();
      await bank.close();
    },
  };
}
