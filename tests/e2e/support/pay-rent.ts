import type { RouteResponse } from '@oinkly/contract/endpoints';
import { BANK_CREDENTIALS } from './constants.ts';
import { expect, type PageUser } from './test.ts';

/** Links a bank that reports four months of a payment that looks like a bill (PD-90). */
export async function payRent({ page, call, linkBank }: PageUser, origin: string): Promise<void> {
  await linkBank(30);
  const [bank] = (await call('GET', '/api/plaid/connections')) as RouteResponse<'listConnections'>;
  const name = 'HAWTHORNE RESIDENTIAL WEB PMTS';
  const change = await page.request.post(`${origin}/plaid-emulator/control/transactions/change`, {
    data: {
      client_id: BANK_CREDENTIALS.clientId,
      secret: BANK_CREDENTIALS.secret,
      item_id: bank?.item_id,
      changes: ['03', '04', '05', '06'].map((month) => ({
        op: 'add',
        amount: 1420,
        name,
        date: `2026-${month}-02`,
      })),
    },
  });
  expect(change.ok(), await change.text()).toBe(true);
  await call('POST', '/api/auto-import-transactions');
}
