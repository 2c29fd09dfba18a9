import type { SyncStatus } from '@oinkly/contract/banking';
import type { FastifyInstance } from 'fastify';
import { AppError, errorOfCode } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { userOf } from '../identity/index.ts';
import { chooseTwin, listBankTwins } from './account-twins.service.ts';
import { countTransactionsByAccount, listConnectedAccounts } from './accounts.queries.ts';
import { listConnections } from './connections.queries.ts';
import { disconnect } from './disconnecting.service.ts';
import {
  beginLinkSession,
  createWidgetToken,
  finishLinkSession,
  linkWithToken,
  providerOf,
  readLinkLimit,
} from './linking.service.ts';
import { readBanks } from './present-bank.ts';
import type { ConnectionRow, SyncRunRow } from './sync-runs.queries.ts';
import { importConnection, importForUser, readSyncStatus, startYearImport } from './sync/sync.service.ts';
import type { BankingDeps } from './provider.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function bankingRoutes(app: FastifyInstance, deps: Deps & BankingDeps & LedgerDeps): void {
  const { db, providers, publicUrl } = deps;

  serve(app, 'autoImport', async ({ raw }) => {
    const { imported, preparing } = await importForUser(deps, userOf(raw).id);
    return { ...SUCCEEDED, imported, ...(preparing.length > 0 && { preparing }) };
  });

  serve(app, 'listAccounts', async ({ raw, params }) => {
    const banks = await readBanks(db, userOf(raw).id, providerOf(providers, params.provider));
    return { ...banks, connected_items: banks.items.length };
  });

  serve(app, 'listConnections', async ({ raw, params }) => {
    return (await readBanks(db, userOf(raw).id, providerOf(providers, params.provider))).items;
  });

  serve(app, 'getTransactionStats', async ({ raw, params }) => {
    const provider = providerOf(providers, params.provider).id;
    const userId = userOf(raw).id;
    const counts = await countTransactionsByAccount(db, userId);
    const connections = await listConnections(db, userId, provider);
    const stats = (await listConnectedAccounts(db, userId, provider)).flatMap((account) => {
      const item = connections.find((connection) => connection.id === account.connectionId);
      const count = counts.get(account.id) ?? 0;
      return item ? [{ itemId: item.providerConnectionId, accountId: account.providerAccountId, count }] : [];
    });
    return { stats, total_transactions: stats.reduce((sum, { count }) => sum + count, 0) };
  });

  serve(app, 'getSyncStatus', async ({ raw, params }) => {
    const { id, displayName } = providerOf(providers, params.provider);
    const syncs = await readSyncStatus(deps, userOf(raw).id, id);
    return { connections: syncs.map((sync) => presentSync(sync, displayName)) };
  });

  serve(app, 'syncConnection', async ({ raw, params }) => {
    providerOf(providers, params.provider);
    const connection = { provider: params.provider, providerConnectionId: params.itemId };
    const { imported, isUnderWay } = await importConnection(deps, { ownerId: userOf(raw).id, ...connection });
    return { ...SUCCEEDED, imported, under_way: isUnderWay };
  });

  serve(app, 'disconnect', async ({ raw, params, query }) => {
    providerOf(providers, params.provider);
    const connection = { provider: params.provider, providerConnectionId: params.itemId };
    await disconnect(deps, { ownerId: userOf(raw).id, ...connection, ...query });
    raw.log.info({ event: 'unlink', userId: userOf(raw).id }, 'bank disconnected');
    return SUCCEEDED;
  });

  serve(app, 'listBankTwins', async ({ raw }) => ({ twins: await listBankTwins(deps, userOf(raw).id) }));

  serve(app, 'chooseBankTwin', async ({ raw, params, body }) => {
    await chooseTwin(deps, { ownerId: userOf(raw).id, id: params.id, ...body });
    return SUCCEEDED;
  });

  serve(app, 'importCurrentYear', async ({ raw, params }) => {
    const provider = providerOf(providers, params.provider).id;
    return { ...SUCCEEDED, started: await startYearImport(deps, userOf(raw), provider) };
  });

  serve(app, 'getLinkLimit', async ({ params }) => ({
    links: await readLinkLimit(deps, providerOf(providers, params.provider)),
  }));

  serve(app, 'createLinkToken', async ({ raw, params, query }) => ({
    link_token: await createWidgetToken(deps, {
      ownerId: userOf(raw).id,
      provider: params.provider,
      repairs: query.itemId,
    }),
  }));

  serve(app, 'openLinkPages', async ({ raw, reply, params, query }) => {
    requireSameOrigin(raw, publicUrl, true);
    try {
      const address = await beginLinkSession(deps, {
        ownerId: userOf(raw).id,
        provider: params.provider,
        repairs: query.itemId,
      });
      return await reply.redirect(address);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      raw.log.warn({ err: error }, 'could not open the provider’s pages');
      const problem = new URLSearchParams({ error: error.code, error_description: error.message });
      return reply.redirect(`/oauth-redirect?${problem.toString()}`);
    }
  });

  serve(app, 'exchangeToken', async ({ raw, params, body }) => {
    const ownerId = userOf(raw).id;
    const { institutionName } = await linkWithToken(deps, {
      ownerId,
      provider: params.provider,
      bank: {
        oneTimeToken: body.public_token,
        institutionId: body.institution_id ?? null,
        accounts: body.accounts ?? [],
      },
    });
    raw.log.info({ event: 'link', userId: ownerId }, 'bank linked');
    return { ...SUCCEEDED, institutionName };
  });

  serve(app, 'exchangeOAuth', async ({ raw, params, body }) => {
    const ownerId = userOf(raw).id;
    const { provider } = params;
    const code = body.authorization_code ?? '';
    const state = body.state ?? body.oauth_state_id;
    // Without a link session, only a one-time token links a bank.
    if (!state && !providerOf(providers, provider).isOneTimeToken(code))
      throw new AppError('LINK_STATE_INVALID');
    // A state names the session's user, so it is always checked.
    const { institutionName } = state
      ? await finishLinkSession(deps, { ownerId, provider, state })
      : await linkWithToken(deps, {
          ownerId,
          provider,
          bank: { oneTimeToken: code, institutionId: null, accounts: [] },
        });
    if (institutionName === null) return { success: false as const, institutionName };
    raw.log.info({ event: 'link', userId: ownerId }, 'bank linked');
    return { ...SUCCEEDED, institutionName };
  });
}

function presentSync(
  { connection, run }: { connection: ConnectionRow; run: SyncRunRow | undefined },
  providerName: string,
): SyncStatus['connections'][number] {
  return {
    item_id: connection.providerConnectionId,
    institution_name: connection.institutionName,
    stage: run?.stage ?? null,
    imported: run?.imported ?? 0,
    error: run?.errorCode ? errorOfCode(run.errorCode, providerName).message : null,
    requested_at: run?.requestedAt.toISOString() ?? null,
    finished_at: run?.finishedAt?.toISOString() ?? null,
  };
}
