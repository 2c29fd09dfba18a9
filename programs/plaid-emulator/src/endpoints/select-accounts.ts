import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { personAt } from '../institutions.ts';
import { namedError } from '../named-errors.ts';
import { findLinkSession } from '../storage/link-sessions.ts';
import { findOauthLogin, selectAccounts } from '../storage/oauth-logins.ts';
import { serveEndpoint } from './endpoint.ts';

/**
 * Limits the accounts that Link offers after an OAuth login. Plaid doesn't say how to name accounts without
 * an id; this server uses masks.
 */
export function serveSelectAccounts(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;
  serveEndpoint(app, emulator, {
    path: '/sandbox/oauth/select_accounts',
    fields: { oauth_state_id: z.string().min(1), accounts: z.array(z.string()).min(1) },
    answer: (_, { oauth_state_id: oauthStateId, accounts: masks }) =>
      inTransaction(database, () => {
        const openLink = findOauthLogin(database, oauthStateId);
        const session = openLink === null ? null : findLinkSession(database, openLink.linkSessionId);
        const institutionId = session?.state.institutionId ?? null;
        if (openLink === null || institutionId === null) throw namedError('OAUTH_STATE_ID_NOT_FOUND');
        if (openLink.isProcessed) throw namedError('OAUTH_STATE_ID_ALREADY_PROCESSED');
        const known = personAt(institutionId).accounts.map(({ mask }) => mask);
        if (!masks.every((mask) => known.includes(mask))) throw namedError('INVALID_ACCOUNT_ID');
        selectAccounts(database, oauthStateId, masks);
        return {};
      }),
  });
}
