import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import type { TestEmulator } from '@oinkly/server/test-support/test-emulator';

const POLL_MS = 20;

/** Measures from the answer that links the bank until the commit. */
export async function importHistory(
  bank: Pick<TestEmulator, 'call'>,
  user: HttpBrowser,
  { count, days }: { count: number; days?: number },
): Promise<{ itemId: string; importMs: number }> {
  const { origin } = new URL(user.url);
  const { public_token } = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 1 } },
  });
  const { items } = (await bank.call('/control/items/list', {})) as { items: { item_id: string }[] };
  const itemId = items.at(-1)?.item_id ?? '';
  await bank.call('/control/transactions/generate', { item_id: itemId, count, ...(days && { days }) });
  const linked = await user.call('POST', `${origin}/api/plaid/exchange-token`, { public_token });
  if (linked.status !== 200) throw new Error(JSON.stringify(linked.json));
  const startedAt = performance.now();
  while (!(await isSynced(user, origin))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return { itemId, importMs: performance.now() - startedAt };
}

async function isSynced(user: HttpBrowser, origin: string): Promise<boolean> {
  const { json } = await user.call('GET', `${origin}/api/plaid/sync-status`);
  const [connection] = (json as { connections: { finished_at: string | null; error: string | null }[] })
    .connections;
  if (connection?.error) throw new Error(connection.error);
  return Boolean(connection?.finished_at);
}
