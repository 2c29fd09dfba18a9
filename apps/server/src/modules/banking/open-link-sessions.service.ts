import { AppError } from '../../errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import { waitForAll } from '../../concurrency/wait-for-all.ts';
import { endUnstored } from './end-at-provider.ts';
import { listOpenLinkSessions } from './link-sessions.queries.ts';
import { providerOf } from './linking.service.ts';
import type { BankProvider, ChosenBank, BankingDeps } from './provider.ts';

/*
 * A bank that is linked while its user deletes the account belongs to no user: a job ends that connection at
 * the provider.
 */

/** Queues a job for each. Sessions begin in the user's transaction, so call it in one and none is missed. */
export async function endOpenLinkSessions(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  tx: Transaction,
  ownerId: string,
): Promise<void> {
  for (const { provider, providerSessionId, expiresAt } of await listOpenLinkSessions(tx, ownerId, clock())) {
    const job = { provider, linkToken: providerSessionId, endsAt: expiresAt.toISOString() };
    await queue.send('remove-link', job, { tx });
  }
}

/** The job, for a deleted user. Throws LINK_NOT_FINISHED to run again while the session may bring more banks. */
export async function removeLinkSession(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'tokenBox' | 'log'> & BankingDeps,
  { provider: name, linkToken: providerSessionId, endsAt }: Jobs['remove-link'],
): Promise<void> {
  const provider = providerOf(deps.providers, name);
  // First: a bank connected meanwhile is ended next time.
  const isOver = deps.clock() >= new Date(endsAt);
  const banks = await readBanks(provider, providerSessionId);
  await waitForAll(banks.map((bank) => endChosen(deps, provider, bank)));
  if (!isOver) throw new AppError('LINK_NOT_FINISHED');
}

/** None if the provider no longer knows the session. */
async function readBanks(provider: BankProvider, providerSessionId: string): Promise<ChosenBank[]> {
  try {
    const outcome = await provider.capabilities.linkPages?.readLinkSession(providerSessionId);
    return outcome?.status === 'connected' ? outcome.banks : [];
  } catch (error) {
    if (error instanceof AppError && error.code === 'LINK_STATE_INVALID') return [];
    throw error;
  }
}

/** An invalid token was exchanged before. */
async function endChosen(
  deps: Pick<Deps, 'db' | 'queue' | 'tokenBox' | 'log'>,
  provider: BankProvider,
  { oneTimeToken }: ChosenBank,
): Promise<void> {
  try {
    await endUnstored(deps, provider, await provider.exchangeToken(oneTimeToken));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ONE_TIME_TOKEN_INVALID') throw error;
  }
}
