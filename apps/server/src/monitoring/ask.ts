import { errorCode } from '../errors/error-code.ts';

/** What a server answered, or why it did not. */
export type Asked =
  | {
      status: number;
      body: string;
      /** By the server's clock. */
      at: Date | null;
      /** By this machine's. */
      receivedAt: Date;
    }
  /** Such as `ECONNREFUSED`. */
  | { reason: string };

const PATIENCE_MS = 5_000;
const LONGEST_BODY = 100_000;

/** Asks a server once. Follows no redirect. */
export async function ask(url: URL, options: { method?: string; json?: object } = {}): Promise<Asked> {
  try {
    const answer = await fetch(url, {
      method: options.method ?? 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(options.json && {
        body: JSON.stringify(options.json),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const receivedAt = new Date();
    const date = answer.headers.get('date');
    return {
      status: answer.status,
      body: (await answer.text()).slice(0, LONGEST_BODY),
      at: date === null ? null : new Date(date),
      receivedAt,
    };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer in ${PATIENCE_MS / 1000} seconds`;
  return errorCode(error) || (error.cause === undefined ? error.message : reasonOf(error.cause));
}
