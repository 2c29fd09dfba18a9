import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { credentialsError, testLogin } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import { findInstitution, personAt } from '../institutions.ts';
import { breakItem } from '../item-state.ts';
import { linkItem } from '../link-item.ts';
import { namedError } from '../named-errors.ts';
import { issuePublicToken } from '../storage/public-tokens.ts';
import { serveEndpoint } from './endpoint.ts';
import { openItem } from './open-item.ts';
import { accessToken, checkProducts, checkWebAddress, daysRequested } from './shared-fields.ts';

/**
 * /sandbox/public_token/create makes an item with all accounts without Link; /sandbox/item/reset_login
 * requires a new login in update mode.
 */
export function serveSandbox(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/sandbox/public_token/create',
    fields: {
      institution_id: z.string().min(1),
      initial_products: z.array(z.string()).min(1),
      options: z
        .strictObject({
          webhook: z.string().optional(),
          override_username: z.string().nullish(),
          override_password: z.string().nullish(),
          transactions: z.strictObject({ days_requested: daysRequested }).nullish(),
        })
        .optional(),
    },
    answer: (_, { institution_id: institutionId, initial_products: products, options }) => {
      if (findInstitution(institutionId) === null) {
        throw namedError('INVALID_INSTITUTION');
      }
      checkProducts(products);
      const webhook = options?.webhook ?? null;
      if (webhook !== null) checkWebAddress('options.webhook', webhook);
      const username = options?.override_username ?? testLogin.username;
      const error = credentialsError(username, options?.override_password ?? testLogin.password);
      if (error !== null) throw error;
      return inTransaction(emulator.database, () => {
        const item = linkItem(emulator, {
          institutionId,
          roles: personAt(institutionId).accounts.map(({ role }) => role),
          products,
          webhook,
          username,
          daysRequested: options?.transactions?.days_requested ?? 90,
        });
        return { public_token: issuePublicToken(emulator.database, item.itemId, emulator.now()) };
      });
    },
  });

  serveEndpoint(app, emulator, {
    path: '/sandbox/item/reset_login',
    fields: { access_token: accessToken },
    answer: (_, body) => {
      const item = openItem(emulator, body.access_token);
      breakItem(emulator, item, 'ITEM_LOGIN_REQUIRED');
      return { reset_login: true };
    },
  });
}
