import { AppError } from '../../../app-error.ts';
import type { Deps } from '../../../deps.ts';
import { findConnectionsOfItem, sealedTokenOf } from '../connections.queries.ts';
import type { LedgerDeps } from '../../ledger/index.ts';
import { revoke } from '../disconnecting.service.ts';
import { findLinkAttemptOfToken } from '../link-attempts.queries.ts';
import { providerOf } from '../linking.service.ts';
import type { ProviderNotice } from '../provider.ts';
import type { ConnectionRow } from '../sync/sync-runs.queries.ts';
import { requestSync } from '../sync/sync.service.ts';

type NoticeDeps = LedgerDeps & Pick<Deps, 'queue' | 'log' | 'providers' | 'tokenBox'>;

/**
 * Does what a provider's notice asks for. Notices come twice, late and out of order: each says only what to look at, and looking twice
 * changes nothing. One about an item or a visit that is not ours, or not any more, is over with that.
 */
export async function followNotice(
  deps: NoticeDeps,
  provider: string,
  notice: ProviderNotice,
): Promise<void> {
  const { db, clock, queue } = deps;
  if (notice.kind === 'other') return;
  if (notice.kind === 'link-finished') {
    const attempt = await findLinkAttemptOfToken(db, provider, notice.linkToken, clock());
    if (!attempt) return;
    const stateHash = attempt.stateHash.toString('base64url');
    await queue.send('collect-link', { userId: attempt.userId, stateHash });
    return;
  }
  for (const connection of await findConnectionsOfItem(db, provider, notice.itemId)) {
    if (notice.kind === 'changes') await requestSync(deps, connection);
    else await followRevocation(deps, connection);
  }
}

/**
 * Erases a connection only when the provider itself says that it is gone: a forged notice then costs a sync. Throws what the provider's
 * answer is when it gives none, so that the provider sends the notice again.
 */
async function followRevocation(deps: NoticeDeps, connection: ConnectionRow): Promise<void> {
  const { providers, tokenBox, log } = deps;
  const about = { event: 'revocation', userId: connection.userId, connectionId: connection.id };
  log.info(about, 'the provider reported that access was revoked');
  const accessToken = tokenBox.open(sealedTokenOf(connection), connection.id);
  try {
    await providerOf(providers, connection.provider).readConnection(accessToken);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BANK_CONNECTION_GONE') throw error;
    await revoke(deps, connection);
    log.info(about, 'the revoked connection was erased');
    return;
  }
  log.warn(about, 'the provider still reads a connection that was reported as revoked');
  await requestSync(deps, connection);
}
