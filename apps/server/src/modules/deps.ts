import type { FastifyBaseLogger } from 'fastify';
import type { DatabasePool } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { TokenBox } from '../security/token-box.ts';

/** What every module may use. Some have more of their own, such as `IdentityDeps`. */
export interface Deps {
  db: DatabasePool;
  /** The only source of time for decisions. */
  clock: () => Date;
  publicUrl: URL;
  queue: JobQueue;
  tokenBox: TokenBox;
  /** Whether people can join without an account. */
  hasGuests: boolean;
  /** Null: the operator has set no mail server. */
  mailer: Pick<Mailer, 'send'> | null;
  /** Inside a request, use the request's log. */
  log: FastifyBaseLogger;
}
