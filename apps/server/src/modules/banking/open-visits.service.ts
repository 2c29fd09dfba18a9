import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { Jobs } from '../../jobs/job-queue.ts';
import { waitForAll } from '../../wait-for-all.ts';
import { endUnstored } from './end-at-provider.ts';
import { listOpenVisits } from './link-attempts.queries.ts';
import { providerOf } from './linking.service.ts';
import type { BankProvider, ChosenBank } from './provider.ts';

/*
 * Who deletes their account may still be at the provider's pages, or have just left them. What such a visit brings has no user any more,
 * and is ended as soon as it is there.
 */

/**
 * Has what a user's open visits bring ended at the banks, once the transaction commits. Call it in the user's transaction, in which visits
 * begin too: so none begins behind it.
 */
export async function endOpenVisits(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  tx: Transaction,
  ownerId: string,
): Promise<void> {
  for (const { provider, linkToken, expiresAt } of await listOpenVisits(tx, ownerId, clock())) {
    const job = { provider, linkToken, endsAt: expiresAt.toISOString() };
    await queue.send('remove-link', job, { tx });
  }
}

/**
 * The job: ends what a visit without a user has brought by now. Throws LINK_NOT_FINISHED, to be called again, for as long as it may bring
 * more: one that was left can be entered again.
 */
export async function removeVisit(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'tokenBox' | 'providers' | 'log'>,
  { provider: name, linkToken, endsAt }: Jobs['remove-link'],
): Promise<void> {
  const provider = providerOf(deps.providers, name);
  // What is brought while this looks is seen the next time.
  const isOver = deps.clock() >= new Date(endsAt);
  const banks = await readBanks(provider, linkToken);
  await waitForAll(banks.map((bank) => endChosen(deps, provider, bank)));
  if (!isOver) throw new AppError('LINK_NOT_FINISHED');
}

/** The banks that a visit has brought; none when the provider knows it no more. */
async function readBanks(provider: BankProvider, linkToken: string): Promise<ChosenBank[]> {
  try {
    const visit = await provider.readHostedLink(linkToken);
    return visit.status === 'connected' ? visit.banks : [];
  } catch (error) {
    if (error instanceof AppError && error.code === 'LINK_STATE_INVALID') return [];
    throw error;
  }
}

/** Ends a connection by its public token: only what that is exchanged for can be ended. One that serves no more was dealt with. */
async function endChosen(
  deps: Pick<Deps, 'db' | 'queue' | 'tokenBox' | 'log'>,
  provider: BankProvider,
  { publicToken }: ChosenBank,
): Promise<void> {
  try {
    await endUnstored(deps, provider, await provider.exchangePublicToken(publicToken));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PUBLIC_TOKEN_INVALID') throw error;
  }
}
