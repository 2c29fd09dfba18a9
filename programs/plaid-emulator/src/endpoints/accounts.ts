import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { refreshBalances } from '../link-item.ts';
import { namedError } from '../named-errors.ts';
import { type Item, listAccounts } from '../storage/items.ts';
import { bringUpToDate } from '../sync/bring-up-to-date.ts';
import { serveEndpoint } from './endpoint.ts';
import { openHealthyItem } from './open-item.ts';
import { presentAccount, presentItem } from './presenters.ts';
import { accessToken } from './shared-fields.ts';

const accountIds = z.array(z.string()).optional();

/** Returns Plaid's `AccountsGetResponse`. Throws INVALID_ACCOUNT_ID. */
function presentAccounts(emulator: Emulator, item: Item, wanted: readonly string[] | undefined) {
  const accounts = listAccounts(emulator.database, item.itemId);
  const isUnknown = wanted?.some((id) => accounts.every(({ accountId }) => accountId !== id)) ?? false;
  if (isUnknown) throw namedError('INVALID_ACCOUNT_ID');
  const chosen = accounts.filter(({ accountId }) => wanted?.includes(accountId) ?? true);
  return { accounts: chosen.map(presentAccount), item: presentItem(item) };
}

export function serveAccounts(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/accounts/get',
    fields: {
      access_token: accessToken,
      options: z.strictObject({ account_ids: accountIds }).optional(),
    },
    answer: async (_, body) => {
      const item = await bringUpToDate(emulator, openHealthyItem(emulator, body.access_token));
      return presentAccounts(emulator, item, body.options?.account_ids);
    },
  });

  serveEndpoint(app, emulator, {
    path: '/accounts/balance/get',
    fields: {
      access_token: accessToken,
      options: z
        // Only one bank of Plaid's uses the time; it is not a test bank.
        .strictObject({ account_ids: accountIds, min_last_updated_datetime: z.iso.datetime().optional() })
        .optional(),
    },
    answer: async (_, body) => {
      const item = await bringUpToDate(emulator, openHealthyItem(emulator, body.access_token));
      inTransaction(emulator.database, () => refreshBalances(emulator, item));
      return presentAccounts(emulator, item, body.options?.account_ids);
    },
  });
}
