import type { FastifyBaseLogger } from 'fastify';
import type { DatabasePool } from './db/database.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { BankProviders } from './modules/banking/provider.ts';
import type { IssuerAccounts } from './modules/identity/issuer-accounts.ts';
import type { LedgerListener } from './modules/ledger/index.ts';
import type { OpenIdClient } from './modules/identity/openid-client.ts';
import type { PushSender } from './modules/notifications/push-sender.ts';
import type { TokenBox } from './token-box.ts';

/** What the app is built from. The composition root makes these once; services take the ones they need. */
export interface Deps {
  db: DatabasePool;
  /** Now. Everything that decides by time asks this. */
  clock: () => Date;
  /** Where browsers reach the app. */
  publicUrl: URL;
  openId: OpenIdClient;
  issuerAccounts: IssuerAccounts;
  providers: BankProviders;
  queue: JobQueue;
  /** Called on every change of a ledger, in this order. */
  ledgerListeners: readonly LedgerListener[];
  tokenBox: TokenBox;
  push: PushSender;
  /** For what happens outside of a request; within one, use the request's. */
  log: FastifyBaseLogger;
}
