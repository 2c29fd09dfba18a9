import type { FastifyBaseLogger } from 'fastify';
import type { DatabasePool } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { BankProviders } from './banking/provider.ts';
import type { IssuerAccounts } from './identity/issuer-accounts.ts';
import type { SignUps } from './identity/sign-ups.ts';
import type { LedgerListener } from './ledger/index.ts';
import type { OpenIdClient } from './identity/openid-client.ts';
import type { PushSender } from './notifications/push-sender.ts';
import type { TokenBox } from '../security/token-box.ts';

export interface Deps {
  db: DatabasePool;
  /** The only source of time for decisions. */
  clock: () => Date;
  publicUrl: URL;
  openId: OpenIdClient;
  issuerAccounts: IssuerAccounts;
  signUps: SignUps;
  providers: BankProviders;
  queue: JobQueue;
  ledgerListeners: readonly LedgerListener[];
  tokenBox: TokenBox;
  push: PushSender;
  /** Null: the operator has set no mail server. */
  mailer: Pick<Mailer, 'send'> | null;
  /** Inside a request, use the request's log. */
  log: FastifyBaseLogger;
}
