import { Configuration, PlaidApi, Products, type Transaction } from 'plaid';
import { z } from 'zod';
import { apiClient, prefix } from './api-client.ts';

/** The official client with another address. */
export function clientOf(origin: string, timeoutMs = 0): PlaidApi {
  const headers = { 'PLAID-CLIENT-ID': apiClient.clientId, 'PLAID-SECRET': apiClient.secret };
  return new PlaidApi(
    new Configuration({
      basePath: origin + prefix,
      baseOptions: { headers, proxy: false, timeout: timeoutMs },
    }),
  );
}

export async function syncEverything(
  plaid: PlaidApi,
  accessToken: string,
): Promise<{ added: Transaction[]; cursor: string }> {
  const added: Transaction[] = [];
  let cursor = '';
  for (;;) {
    const { data } = await plaid.transactionsSync({ access_token: accessToken, cursor, count: 500 });
    added.push(...data.added);
    cursor = data.next_cursor;
    if (!data.has_more) return { added, cursor };
  }
}

export async function linkWith(plaid: PlaidApi): Promise<string> {
  const created = await plaid.sandboxPublicTokenCreate({
    institution_id: 'ins_109512',
    initial_products: [Products.Transactions],
    options: { transactions: { days_requested: 730 } },
  });
  const exchanged = await plaid.itemPublicTokenExchange({ public_token: created.data.public_token });
  return exchanged.data.access_token;
}

const failedCall = z.object({
  response: z.object({ status: z.number(), data: z.record(z.string(), z.unknown()) }),
});

export async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown> & { status: number }> {
  const error = await call.then(
    () => new Error('The call succeeded.'),
    (reason: unknown) => reason,
  );
  const { status, data } = failedCall.parse(error).response;
  return { ...data, status };
}
