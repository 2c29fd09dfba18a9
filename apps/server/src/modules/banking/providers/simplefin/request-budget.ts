import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { AppError } from '../../../../errors/app-error.ts';
import { deleteExpired } from '../../../../db/delete-expired.ts';
import { providerRequests } from '../../../../db/tables/banking.tables.ts';
import type { Deps } from '../../../deps.ts';
import { noteRequest, noteRequests, oldestRequest } from './request-budget.queries.ts';

/** SimpleFIN's own limit. It disables access URLs that send four times as many. */
const MAX_REQUESTS = 24;
const PERIOD_MS = 24 * 60 * 60_000;

/** Limits the requests of each access URL, across restarts and servers. Stores only hashes of access URLs. */
export class RequestBudget {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** Call it before each request, also one that may fail. Throws BANK_ASKED_TOO_OFTEN. */
  async spend(accessUrl: string): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock();
    const accessHash = hashOf(accessUrl);
    const since = new Date(now.getTime() - PERIOD_MS);
    if (await noteRequest(db, { accessHash, now, since, limit: MAX_REQUESTS })) return;
    const oldest = (await oldestRequest(db, { accessHash, now, since })) ?? now;
    const waitMs = oldest.getTime() + PERIOD_MS - now.getTime();
    throw new AppError('BANK_ASKED_TOO_OFTEN', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  /** Lets no request pass for a day, because SimpleFIN has refused one. */
  async stop(accessUrl: string): Promise<void> {
    const { db, clock } = this.#deps;
    const accessHash = hashOf(accessUrl);
    await noteRequests(db, { accessHash, now: clock(), count: MAX_REQUESTS });
  }
}

function hashOf(accessUrl: string): Buffer {
  return createHash('sha256').update(accessUrl).digest();
}

/** Deletes the counts of access URLs that were unused for a day. */
export async function removeOldRequests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(clock().getTime() - PERIOD_MS).toISOString();
  const isOld = sql`not exists (select from unnest(requested_at) as at where at > ${since})`;
  await deleteExpired(db, providerRequests, providerRequests.accessHash, isOld, signal);
}
