import { AppError } from '../../../errors/app-error.ts';
import type { Deps } from '../../deps.ts';
import { findConnectionsByProviderId, sealedTokenOf } from '../connections.queries.ts';
import type { LedgerDeps } from '../../ledger/index.ts';
import { revoke } from '../disconnecting.service.ts';
import { findLinkSessionByProviderId } from '../link-sessions.queries.ts';
import { providerOf } from '../linking.service.ts';
import type { WebhookEvent, BankingDeps } from '../provider.ts';
import type { ConnectionRow } from '../sync-runs.queries.ts';
import { isParked, requestSync } from '../sync/sync.service.ts';

type WebhookDeps = LedgerDeps & Pick<Deps, 'queue' | 'log' | 'tokenBox'> & BankingDeps;

/** Events arrive twice, late and out of order, so each only says what to look at. */
export async function handleWebhookEvent(
  deps: WebhookDeps,
  provider: string,
  event: WebhookEvent,
): Promise<void> {
  const { db, clock, queue } = deps;
  if (event.kind === 'other') return;
  if (event.kind === 'link-finished') {
    const session = await findLinkSessionByProviderId(db, provider, event.providerSessionId, clock());
    if (!session) return;
    const stateHash = session.stateHash.toString('base64url');
    await queue.send('collect-link', { userId: session.userId, stateHash });
    return;
  }
  for (const connection of await findConnectionsByProviderId(db, provider, event.providerConnectionId)) {
    if (event.kind === 'revoked') await handleRevocation(deps, connection);
    else if (!isParked(connection)) await requestSync(deps, connection);
  }
}

/**
 * Erases only once the provider confirms: a forged event costs a sync. Throws without an answer, so that the
 * provider repeats the event.
 */
async function handleRevocation(deps: WebhookDeps, connection: ConnectionRow): Promise<void> {
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
