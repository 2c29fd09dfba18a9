import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import { inTransaction, inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { hashOfToken, newSecretToken } from '../../secret-token.ts';
import { updateUserRow } from '../users/index.ts';
import { insertConnection } from './connections.queries.ts';
import { describeConnection } from './describe-connection.ts';
import {
  claimLinkAttempt,
  completeLinkAttempt,
  deleteExpiredLinkAttempts,
  findLinkAttempt,
  insertLinkAttempt,
  releaseLinkAttempt,
  type LinkAttempt,
} from './link-attempts.queries.ts';
import type { BankProvider, BankProviders } from './provider.ts';
import { joinOrAddRun, type ConnectionRow } from './sync/sync-runs.queries.ts';

/** How long results may be on their way after the person has come back (PD-42). */
const RESULT_PATIENCE_MS = 20_000;
const RESULT_POLL_MS = 500;
/** When to look for the results of a visit whose tab was closed. */
const FIRST_COLLECTION_S = 120;
/** A completed attempt still answers a refresh of the page for as long as the provider's pages would. */
const ATTEMPT_LIFETIME_MS = 60 * 60_000;
/** Longer than exchanging takes at its slowest; a claim whose holder has died is free again afterwards. */
const CLAIM_MS = 90_000;

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'providers' | 'queue' | 'tokenBox' | 'log'>;

/** The provider of a path. Throws PROVIDER_NOT_FOUND. */
export function providerOf(providers: BankProviders, name: string): BankProvider {
  const provider = providers.get(name);
  if (!provider) throw new AppError('PROVIDER_NOT_FOUND');
  return provider;
}

/** Begins a visit to the provider's own pages. Returns where to send the browser. */
export async function beginHostedLink(
  deps: LinkDeps,
  command: { ownerId: string; provider: string },
): Promise<string> {
  const { db, clock, publicUrl, providers, queue } = deps;
  const provider = providerOf(providers, command.provider);
  const { token: state, hash: stateHash } = newSecretToken();
  const completionUrl = new URL(`/oauth-redirect?state=${state}`, publicUrl).href;
  const link = await provider.createHostedLink(command.ownerId, completionUrl);
  const now = clock();
  await inTransaction(db, async (tx) => {
    await deleteExpiredLinkAttempts(tx, command.ownerId, now);
    await insertLinkAttempt(tx, {
      userId: command.ownerId,
      stateHash,
      provider: provider.id,
      linkToken: link.linkToken,
      createdAt: now,
      expiresAt: new Date(now.getTime() + ATTEMPT_LIFETIME_MS),
    });
    const job = { userId: command.ownerId, stateHash: stateHash.toString('base64url') };
    await queue.send('collect-link', job, { tx, startAfterSeconds: FIRST_COLLECTION_S });
  });
  return link.url;
}

/**
 * Ends a visit: exchanges its results and stores the connections. The state belongs to one user and one visit; asking again after a
 * success answers the same. Throws LINK_STATE_INVALID for an unknown, expired or foreign state, LINK_NOT_FINISHED when the person left
 * without a bank or nothing has arrived in time.
 */
export async function finishHostedLink(
  deps: LinkDeps,
  command: { ownerId: string; provider: string; state: string },
): Promise<{ institutionName: string }> {
  const { db, clock, providers } = deps;
  providerOf(providers, command.provider);
  const attempt = await findLinkAttempt(db, command.ownerId, hashOfToken(command.state), clock());
  if (attempt?.provider !== command.provider) throw new AppError('LINK_STATE_INVALID');
  const deadline = performance.now() + RESULT_PATIENCE_MS;
  for (;;) {
    const outcome = await collectLink(deps, attempt);
    if (outcome.status === 'connected') return { institutionName: outcome.institutionName };
    if (outcome.status === 'left' || performance.now() > deadline) throw new AppError('LINK_NOT_FINISHED');
    await delay(RESULT_POLL_MS);
  }
}

/** Collects what a visit has brought when its tab was closed. Throws LINK_NOT_FINISHED to be called again later. */
export async function collectAbandonedLink(
  deps: LinkDeps,
  ownerId: string,
  stateHash: Buffer,
): Promise<void> {
  const attempt = await findLinkAttempt(deps.db, ownerId, stateHash, deps.clock());
  if (!attempt) return;
  const outcome = await collectLink(deps, attempt);
  if (outcome.status === 'open') throw new AppError('LINK_NOT_FINISHED');
}

/** Exchanges a public token and stores the connection. */
export async function linkWithPublicToken(
  deps: LinkDeps,
  command: { ownerId: string; provider: string; publicToken: string },
): Promise<{ institutionName: string }> {
  const provider = providerOf(deps.providers, command.provider);
  return { institutionName: await linkBank(deps, command.ownerId, provider, command.publicToken) };
}

type LinkOutcome = { status: 'open' | 'left' } | { status: 'connected'; institutionName: string };

/** Looks once for the results of a visit, and stores them when they are there and nobody else is storing them. */
async function collectLink(deps: LinkDeps, attempt: LinkAttempt): Promise<LinkOutcome> {
  const { db, clock, providers } = deps;
  const current = await findLinkAttempt(db, attempt.userId, attempt.stateHash, clock());
  if (!current) throw new AppError('LINK_STATE_INVALID');
  if (current.institutionName !== null)
    return { status: 'connected', institutionName: current.institutionName };

  const provider = providerOf(providers, attempt.provider);
  const visit = await provider.readHostedLink(attempt.linkToken);
  if (visit.status !== 'connected') return visit;
  if (!(await claimLinkAttempt(db, attempt, CLAIM_MS))) return { status: 'open' };
  try {
    const names: string[] = [];
    for (const publicToken of visit.publicTokens)
      names.push(await linkBank(deps, attempt.userId, provider, publicToken));
    const institutionName = names.join(', ');
    await completeLinkAttempt(db, attempt, { completedAt: clock(), institutionName });
    return { status: 'connected', institutionName };
  } finally {
    await releaseLinkAttempt(db, attempt);
  }
}

/** The bank's name until the bank has told it. */
const UNKNOWN_BANK = 'Your bank';

/**
 * Links one bank and returns its name. A public token serves once, so what it was exchanged for is stored before anything else is asked:
 * nothing that fails afterwards loses the connection, and the first sync learns what is missing.
 */
async function linkBank(
  deps: LinkDeps,
  userId: string,
  provider: BankProvider,
  publicToken: string,
): Promise<string> {
  const { db, log } = deps;
  const { accessToken, itemId } = await provider.exchangePublicToken(publicToken);
  const connection = await storeConnection(deps, {
    userId,
    provider: provider.id,
    itemId,
    accessToken,
  }).catch(async (error: unknown) => {
    await provider.removeConnection(accessToken).catch((removalError: unknown) => {
      log.error(
        { userId, err: removalError },
        'a connection that could not be stored could not be ended either',
      );
    });
    throw error;
  });
  try {
    const atBank = await provider.readConnection(accessToken);
    await inUserTransaction(db, userId, (tx) => describeConnection(deps, tx, connection, atBank));
    return atBank.institutionName;
  } catch (error) {
    log.warn({ userId, connectionId: connection.id, err: error }, 'a linked bank could not be described yet');
    return UNKNOWN_BANK;
  }
}

/** Stores a new connection and asks for its first sync, both or none. */
async function storeConnection(
  { db, clock, queue, tokenBox }: LinkDeps,
  bank: { userId: string; provider: string; itemId: string; accessToken: string },
): Promise<ConnectionRow> {
  const { userId, provider, itemId } = bank;
  const id = randomUUID();
  return inUserTransaction(db, userId, async (tx) => {
    const connection = await insertConnection(tx, {
      userId,
      id,
      provider,
      itemId,
      institutionId: null,
      institutionName: UNKNOWN_BANK,
      accessToken: tokenBox.seal(bank.accessToken, id),
      createdAt: clock(),
    });
    await updateUserRow(tx, userId, { bankLinked: true });
    const ref = { userId, connectionId: id };
    const { run } = await joinOrAddRun(tx, ref, clock());
    await queue.send('sync-connection', { ...ref, runId: run.id }, { tx, key: id });
    return connection;
  });
}
