import { sql } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';
import { providerRequests } from '../../../../db/tables/banking.tables.ts';
import { insertInto } from '../../../../db/writable-table.ts';

const LARGEST_SKEW_MS = 5 * 60_000;

/** The requests of one access URL, and how many may begin after an instant. */
interface Spending {
  accessHash: Buffer;
  now: Date;
  /** Earlier requests no longer count. */
  since: Date;
  limit: number;
}

/** Other servers' clocks may be a little ahead. What is later was noted while the clock was wrong. */
function latest(now: Date): string {
  return new Date(now.getTime() + LARGEST_SKEW_MS).toISOString();
}

/** Notes a request unless `limit` began since then. One statement, so that requests at once cannot pass the limit together. */
export async function noteRequest(
  db: Database,
  { accessHash, now, since, limit }: Spending,
): Promise<boolean> {
  const counted = sql`(
    select coalesce(array_agg(at order by at), '{}')
    from unnest(provider_requests.requested_at) as at where at > ${since.toISOString()} and at <= ${latest(now)})`;
  const { rows } = await db.execute(sql`
    ${insertInto(providerRequests)} (access_hash, requested_at)
    values (${accessHash}, array[${now.toISOString()}::timestamptz])
    on conflict (access_hash) do update set requested_at = ${counted} || excluded.requested_at
      where cardinality(${counted}) < ${limit}
    returning 1`);
  return rows.length > 0;
}

/** Notes `count` requests in place of the earlier ones. */
export async function noteRequests(
  db: Database,
  { accessHash, now, count }: Pick<Spending, 'accessHash' | 'now'> & { count: number },
): Promise<void> {
  const requestedAt = sql`array_fill(${now.toISOString()}::timestamptz, array[${count}::integer])`;
  await db.execute(sql`
    ${insertInto(providerRequests)} (access_hash, requested_at) values (${accessHash}, ${requestedAt})
    on conflict (access_hash) do update set requested_at = excluded.requested_at`);
}

/** Returns when the oldest counted request began; null if there is none. */
export async function oldestRequest(
  db: Database,
  { accessHash, now, since }: Pick<Spending, 'accessHash' | 'now' | 'since'>,
): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select to_json(min(at)) #>> '{}' as at from provider_requests, unnest(requested_at) as at
    where access_hash = ${accessHash} and at > ${since.toISOString()} and at <= ${latest(now)}`);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}
