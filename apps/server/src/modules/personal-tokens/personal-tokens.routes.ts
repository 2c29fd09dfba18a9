import type { PersonalToken } from '@oinkly/contract/tokens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { requireRecentLogin, sessionOf } from '../identity/index.ts';
import { listTokens, type PersonalTokenRow } from './personal-tokens.queries.ts';
import { createToken, revokeToken } from './personal-tokens.service.ts';

export function personalTokensRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'listTokens', async ({ raw }) =>
    (await listTokens(deps.db, sessionOf(raw).userId, deps.clock())).map(presentToken),
  );

  serve(app, 'createToken', async ({ raw, body }) => {
    const session = sessionOf(raw);
    requireRecentLogin(session, deps.clock());
    const { row, token } = await createToken(deps, session, body);
    const { userId, id: tokenId, scopes } = row;
    raw.log.info({ event: 'token_created', userId, tokenId, scopes }, 'personal token created');
    return { ...presentToken(row), token };
  });

  serve(app, 'revokeToken', async ({ raw, params }) => {
    const { userId } = sessionOf(raw);
    await revokeToken(deps, userId, params.id);
    raw.log.info({ event: 'token_revoked', userId, tokenId: params.id }, 'personal token revoked');
    return SUCCEEDED;
  });
}

function presentToken(row: PersonalTokenRow): PersonalToken {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
