import { sql } from 'drizzle-orm';
import type { Database } from '../../../../db/database.ts';

/** The requests of one access URL, and how many may begin after an instant. */
interface Spending {
  accessHash: Buffer;
  now: Date;
  /** Earlier requests no longer count. */
  since: Date;
  limit: number;
}

/** Notes a request unless `limit` began since then. One statement, so that requests at once cannot pass the limit together. */
export async function noteRequest(
  db: Database,
  { accessHash, now, since, limit }: Spending,
): Promise<boolean> {
  const counted = sql`(
    select coalesce(array_agg(at order by at), '{}')
    from unnest(provider_requests.requested_at) as at where at > ${since.toISOString()})`;
  const { rows } = await db.execute(sql`
    insert into provider_requests (access_hash, requested_at)
    values (${accessHash}, array[${now.toISOString()}::timestamptz])
    on conflict (access_hash) do update set requested_at = ${counted} || excluded.requested_at
      where cardinality(${counted}) < ${limit}
    returning 1`);
  return rows.length > 0;
}

/** When the oldest counted request began; null if there is none. */
export async function oldestRequest(
  db: Database,
  { accessHash, since }: Pick<Spending, 'accessHash' | 'since'>,
): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select to_json(min(at)) #>> '{}' as at from provider_requests, unnest(requested_at) as at
    where access_hash = ${accessHash} and at > ${since.toISOString()}`);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}
