import type { Run } from './costliest-owner.ts';

/** A place for messages that its owner adds. Nothing answers there. */
export const LARGEST_PLACE = {
  type: 'webhook',
  name: 'W'.repeat(60),
  url: `https://messages.invalid/${'a'.repeat(2000)}`,
  topic: undefined,
  token: undefined,
  includesAmounts: true,
};

/** Fills the log of the owner's places. */
export async function fillPlaces(run: Run, now: Date): Promise<void> {
  const attempt = {
    at: now.toISOString(),
    kind: 'result',
    status: 500,
    failure: 'refused',
    answer: 'W'.repeat(200),
    tookMs: 10_000,
  };
  await run(
    `update message_places set attempts = (select jsonb_agg($2::jsonb) from generate_series(1, 20)) where user_id = $1`,
    JSON.stringify(attempt),
  );
}
