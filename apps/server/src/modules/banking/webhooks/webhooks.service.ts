import type { Deps } from '../../../deps.ts';
import { findConnectionsOfItem } from '../connections.queries.ts';
import { revoke } from '../disconnecting.service.ts';
import { findLinkAttemptOfToken } from '../link-attempts.queries.ts';
import type { ProviderNotice } from '../provider.ts';
import { requestSync } from '../sync/sync.service.ts';

/**
 * Does what a provider's notice asks for. Notices come twice, late and out of order: each says only what to look at, and looking twice
 * changes nothing. One about an item or a visit that is not ours, or not any more, is over with that.
 */
export async function followNotice(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
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
    else await revoke(deps, connection);
  }
}
