import { openPool, type DatabasePool } from '@oinkly/server/db/database';
import type { AppDeps } from '@oinkly/server/app';
import { ledgerListeners } from '@oinkly/server/start/ledger-listeners';
import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { OpenIdClient } from '@oinkly/server/modules/identity/openid-client';
import { MessageSender } from '@oinkly/server/modules/messages/message-sender';
import { PushSender } from '@oinkly/server/modules/notifications/push-sender';
import { signUpsBy } from '@oinkly/server/modules/sign-up/index';
import { NO_ISSUER_ACCOUNTS } from '@oinkly/server/test-support/no-issuer-accounts';
import { checkStatements } from '@oinkly/server/test-support/checked-pool';
import { createTestDatabase } from '@oinkly/server/test-support/test-database';
import { startTestEmulator } from '@oinkly/server/test-support/test-emulator';
import { TokenBox } from '@oinkly/server/security/token-box';
import { TODAY, type BankWorld, type Counts } from './bank-world.ts';
import type { ModelBank, ProviderId } from './model-bank.ts';
import { PlaidBank } from './plaid-bank.ts';
import { SimplefinServer } from './simplefin-server.ts';
import { SimplefinBank } from './simplefin-bank.ts';

/** One database, one provider's banks and two processes' pools for many histories. */
export interface World extends BankWorld {
  providerId: ProviderId;
  databaseUrl: string;
  openBank(): ModelBank;
  deps: Omit<AppDeps, 'providers'>;
  secondDb: DatabasePool;
  /** For the test's own statements. */
  testDb: DatabasePool;
  close(): Promise<void>;
}

const NOW = new Date(`${TODAY}T19:00:00Z`);

export async function openWorld(providerId: ProviderId): Promise<World> {
  const clock = () => NOW;
  const database = await createTestDatabase();
  const db = database.checkedDb;
  const counts: Counts = {
    histories: 0,
    syncs: 0,
    crashes: 0,
    replays: 0,
    mutations: 0,
    pendings: 0,
    postings: 0,
    continuations: 0,
    reissues: 0,
    absences: 0,
    exchanges: 0,
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
  };
  const banks = await openBanks(providerId, { clock, counts });
  const queue = new JobQueue(database.url, (problem) => console.error('job queue:', problem));
  await queue.open();
  const secondDb = openPool(database.url, () => undefined);
  // The refused statement fails the sync.
  checkStatements(secondDb.$client, { onProblem: () => undefined });
  const publicUrl = new URL('http://localhost:3000');
  const tokenBox = new TokenBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  return {
    providerId,
    databaseUrl: database.url,
    openBank: banks.openBank,
    clock,
    counts,
    secondDb,
    testDb: database.db,
    deps: {
      db,
      clock,
      publicUrl,
      queue,
      ledgerListeners: ledgerListeners({ clock, queue }),
      log: banks.log,
      tokenBox,
      messages: new MessageSender({ trustedOrigins: [] }),
      push: new PushSender({
        db,
        tokenBox,
        clock,
        contact: 'mailto:help@example.org',
        log: banks.log,
      }),
      hasGuests: true,
      mailer: null,
      issuerAccounts: NO_ISSUER_ACCOUNTS,
      signUps: signUpsBy({ signUp: 'open', admitsFirstAccount: false }, { db, clock, hasGuests: true }),
      openId: new OpenIdClient({
        issuer: new URL('http://127.0.0.1:9/idp'),
        clientId: 'app',
        clientSecret: 'secret',
        redirectUri: 'http://localhost:3000/api/login/callback',
        loopbackOrigin: null,
      }),
    },
    close: async () => {
      await queue.close();
      await secondDb.$client.end();
      await database.drop();
      await banks.close();
    },
  };
}

interface Banks {
  log: AppDeps['log'];
  openBank: () => ModelBank;
  close: () => Promise<void>;
}

async function openBanks(providerId: ProviderId, world: BankWorld): Promise<Banks> {
  if (providerId === 'plaid') {
    const emulator = await startTestEmulator({ clock: world.clock, preparationMs: 0 });
    return {
      log: emulator.log,
      openBank: () => new PlaidBank(emulator, world),
      close: () => emulator.close(),
    };
  }
  const server = await SimplefinServer.start(world.clock);
  return { log: server.log, openBank: () => new SimplefinBank(server, world), close: () => server.close() };
}
