import type { ErrorCode } from '@oinkly/contract/errors';
import { PRIVACY_NOTICE_DAY } from '@oinkly/contract/privacy';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors/app-error.ts';
import { inTransaction, inUserTransaction, type Transaction } from '../../db/database.ts';
import { useTokenKeys } from '../../db/token-key-lock.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken, newSecretToken } from '../../security/secret-token.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { updateUserRow } from '../users/index.ts';
import {
  findConnection,
  findConnectionByProviderId,
  findConnectionByToken,
  insertConnection,
  renewAccess,
  requireRoomForConnection,
} from './connections.queries.ts';
import { insertConsent } from './consents.queries.ts';
import { countLink, readUsedLinks } from './link-limit.queries.ts';
import { openAccessToken } from './access-token.ts';
import { findHealthyTwin } from './match-accounts.ts';
import { describeConnection } from './describe-connection.ts';
import { endUnstored } from './end-at-provider.ts';
import {
  claimLinkSession,
  completeLinkSession,
  deleteExpiredLinkSessions,
  findLinkSession,
  insertLinkSession,
  releaseLinkSession,
  rememberLinkedBank,
  rememberLostToken,
  type LinkSession,
  type SessionToken,
} from './link-sessions.queries.ts';
import type { BankProvider, BankingDeps, ChosenBank, ExchangedConnection, LinkPages } from './provider.ts';
import { jobKey, joinOrAddRun, type ConnectionRow } from './sync-runs.queries.ts';
import { requestSync } from './sync/sync.service.ts';

/** How long to wait for results after the user's return (PD-42). */
const RESULT_PATIENCE_MS = 20_000;
const RESULT_POLL_MS = 500;
/** Another request's time from exchange to commit. */
const OTHER_REQUEST_MS = 2_000;
const FIRST_COLLECTION_S = 120;
const SESSION_LIFETIME_MS = 60 * 60_000;
/** Longer than the slowest exchange. It ends a dead process's claim. */
const CLAIM_MS = 90_000;

type LinkDeps = LedgerDeps & Pick<Deps, 'publicUrl' | 'queue' | 'tokenBox' | 'log'> & BankingDeps;

/** Throws PROVIDER_NOT_FOUND. */
export function providerOf(providers: BankingDeps['providers'], name: string): BankProvider {
  const provider = providers.get(name);
  if (!provider) throw new AppError('PROVIDER_NOT_FOUND');
  return provider;
}

/** Throws LINKING_UNSUPPORTED. */
function linkPagesOf(provider: BankProvider): LinkPages {
  const { linkPages } = provider.capabilities;
  if (!linkPages) throw new AppError('LINKING_UNSUPPORTED');
  return linkPages;
}

interface LinkCommand {
  ownerId: string;
  provider: string;
  /** The provider's id of the connection. */
  repairs?: string | undefined;
}

/**
 * Returns a token for the provider's widget. Stores the consent, unless it is a repair. Throws
 * CONNECTION_NOT_FOUND and LINK_LIMIT_REACHED.
 */
export async function createWidgetToken(deps: LinkDeps, command: LinkCommand): Promise<string> {
  const provider = providerOf(deps.providers, command.provider);
  const { widget } = provider.capabilities;
  if (!widget) throw new AppError('LINKING_UNSUPPORTED');
  const repair = await findRepair(deps, provider, command);
  const returnUrl = new URL('/oauth-redirect', deps.publicUrl).href;
  if (!repair) await beginNewLink(deps, provider, command.ownerId);
  return widget.createWidgetToken(command.ownerId, returnUrl, repair?.accessToken ?? null);
}

/**
 * Returns the provider's page. Stores the consent, unless it is a repair. Throws CONNECTION_NOT_FOUND and
 * LINK_LIMIT_REACHED.
 */
export async function beginLinkSession(deps: LinkDeps, command: LinkCommand): Promise<string> {
  const { db, clock, publicUrl, providers, queue } = deps;
  const provider = providerOf(providers, command.provider);
  const pages = linkPagesOf(provider);
  const repair = await findRepair(deps, provider, command);
  if (!repair) await beginNewLink(deps, provider, command.ownerId);
  const { token: state, hash: stateHash } = newSecretToken();
  const completionUrl = new URL(`/oauth-redirect?state=${state}`, publicUrl).href;
  const begun = await pages.beginLinkSession(command.ownerId, completionUrl, repair?.accessToken ?? null);
  const now = clock();
  await inUserTransaction(db, command.ownerId, async (tx) => {
    await deleteExpiredLinkSessions(tx, command.ownerId, now);
    await insertLinkSession(tx, {
      userId: command.ownerId,
      stateHash,
      provider: provider.id,
      providerSessionId: begun.providerSessionId,
      connectionId: repair?.connectionId ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    });
    const job = { userId: command.ownerId, stateHash: stateHash.toString('base64url') };
    await queue.send('collect-link', job, { tx, startAfterSeconds: FIRST_COLLECTION_S });
  });
  return begun.url;
}

/** What the provider's pages have linked is kept, so only their start is refused. */
async function beginNewLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  provider: BankProvider,
  userId: string,
): Promise<void> {
  await requireRoomForConnection(deps.db, userId);
  const links = await readLinkLimit(deps, provider);
  if (links && links.used >= links.limit) throw new AppError('LINK_LIMIT_REACHED');
  await noteConsent(deps, userId);
}

/** Null without a limit. */
export async function readLinkLimit(
  { db }: Pick<Deps, 'db'>,
  { id, capabilities: { linkLimit } }: BankProvider,
): Promise<{ used: number; limit: number } | null> {
  return linkLimit === null ? null : { used: await readUsedLinks(db, id), limit: linkLimit };
}

async function noteConsent({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  await insertConsent(db, { userId, noticeDay: PRIVACY_NOTICE_DAY, givenAt: clock() });
}

/**
 * A repeated call returns the same, or links what is missing. The name is null if the user left. Throws
 * LINK_STATE_INVALID for an unknown, expired or foreign state, LINK_NOT_FINISHED without a result in time,
 * ONE_TIME_TOKEN_INVALID if no bank can be linked any more.
 */
export async function finishLinkSession(
  deps: LinkDeps,
  command: { ownerId: string; provider: string; state: string },
): Promise<{ institutionName: string | null }> {
  const { db, clock, providers } = deps;
  providerOf(providers, command.provider);
  const session = await findLinkSession(db, command.ownerId, hashOfToken(command.state), clock());
  if (session?.provider !== command.provider) throw new AppError('LINK_STATE_INVALID');
  if (session.institutionName !== null) return { institutionName: session.institutionName };
  const deadline = performance.now() + RESULT_PATIENCE_MS;
  for (;;) {
    const outcome = await collectLink(deps, session);
    if (outcome.status === 'connected') {
      const { institutionName } = outcome;
      await completeLinkSession(db, session, { completedAt: clock(), institutionName });
      return { institutionName };
    }
    if (outcome.status === 'lost') throw new AppError('ONE_TIME_TOKEN_INVALID');
    if (outcome.status === 'left') return { institutionName: null };
    if (performance.now() > deadline) throw new AppError('LINK_NOT_FINISHED');
    await delay(RESULT_POLL_MS);
  }
}

/**
 * The job, for a closed tab. Throws LINK_NOT_FINISHED to run again: the user may return and connect another
 * bank.
 */
export async function collectAbandonedLink(
  deps: LinkDeps,
  ownerId: string,
  stateHash: Buffer,
): Promise<void> {
  const session = await findLinkSession(deps.db, ownerId, stateHash, deps.clock());
  if (!session || session.completedAt !== null) return;
  const outcome = await collectLink(deps, session);
  if (outcome.status === 'open') throw new AppError('LINK_NOT_FINISHED');
}

/** Links the bank of a one-time token, unless it is connected already. Stores the consent. Throws TOO_MANY_CONNECTIONS. */
export async function linkWithToken(
  deps: LinkDeps,
  command: { ownerId: string; provider: string; bank: ChosenBank },
): Promise<{ institutionName: string }> {
  const provider = providerOf(deps.providers, command.provider);
  const { ownerId: userId, bank } = command;
  // Before the token is spent for nothing.
  if (!(await findConnectionByToken(deps.db, userId, hashOfToken(bank.oneTimeToken))))
    await requireRoomForConnection(deps.db, userId);
  await noteConsent(deps, userId);
  return { institutionName: await linkBank(deps, { userId, provider, bank }) };
}

type LinkOutcome =
  /** `open`: no result yet, or another request works on it. `lost`: no bank can be linked any more. */
  { status: 'open' | 'left' | 'lost' } | { status: 'connected'; institutionName: string };

/**
 * Links the missing banks of a session. After a failure the linked banks stay, and the next call links the
 * rest.
 */
async function collectLink(deps: LinkDeps, session: LinkSession): Promise<LinkOutcome> {
  const { db, clock, providers } = deps;
  const current = await findLinkSession(db, session.userId, session.stateHash, clock());
  if (!current) throw new AppError('LINK_STATE_INVALID');
  if (current.isClaimed) return { status: 'open' };
  const provider = providerOf(providers, session.provider);
  const outcome = await linkPagesOf(provider).readLinkSession(session.providerSessionId);
  if (outcome.status !== 'connected') return outcome;
  if (session.connectionId !== null) return endRepair(deps, session.userId, session.connectionId);

  const names: string[] = [];
  for (const bank of outcome.banks) {
    const token = { session, tokenHash: hashOfToken(bank.oneTimeToken).toString('base64url') };
    let name = current.tokenResults[token.tokenHash];
    if (name === undefined) {
      const claim = await claimLinkSession(db, token, CLAIM_MS);
      if (!claim) return { status: 'open' };
      try {
        name = await linkSessionToken(deps, token, provider, bank);
      } finally {
        await releaseLinkSession(db, session, claim);
      }
    }
    if (name !== null) names.push(name);
  }
  return names.length > 0 ? { status: 'connected', institutionName: names.join(', ') } : { status: 'lost' };
}

/**
 * Null if the token can no longer be exchanged. A crash before the commit spends it, and the user connects
 * that bank again.
 */
async function linkSessionToken(
  deps: LinkDeps,
  token: SessionToken,
  provider: BankProvider,
  bank: ChosenBank,
): Promise<string | null> {
  const { db, log } = deps;
  const { userId } = token.session;
  const remember = (tx: Transaction, institutionName: string) =>
    rememberLinkedBank(tx, token, institutionName);
  try {
    return await linkBank(deps, { userId, provider, bank, remember });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ONE_TIME_TOKEN_INVALID') throw error;
    log.warn({ userId, err: error }, 'a bank of a link session cannot be linked any more');
    await rememberLostToken(db, token);
    return null;
  }
}

/** Null for new banks. Throws LINKING_UNSUPPORTED. */
async function findRepair(
  { db, tokenBox }: LinkDeps,
  provider: BankProvider,
  { ownerId, repairs }: LinkCommand,
): Promise<{ connectionId: string; accessToken: string } | null> {
  if (repairs === undefined) return null;
  const connection = await findConnectionByProviderId(db, ownerId, provider.id, repairs);
  if (!connection) throw new AppError('CONNECTION_NOT_FOUND');
  if (!provider.capabilities.canRepair) throw new AppError('LINKING_UNSUPPORTED');
  const accessToken = openAccessToken(tokenBox, connection);
  return { connectionId: connection.id, accessToken };
}

/** A sync confirms that it works. */
async function endRepair(deps: LinkDeps, userId: string, connectionId: string): Promise<LinkOutcome> {
  const connection = await findConnection(deps.db, { userId, connectionId });
  if (!connection) return { status: 'lost' };
  await requestSync(deps, connection);
  return { status: 'connected', institutionName: connection.institutionName };
}

/** The bank's name until the first sync. */
const UNKNOWN_BANK = 'Your bank';

interface BankToLink {
  userId: string;
  provider: BankProvider;
  bank: ChosenBank;
  /** Runs in each transaction that stores the bank; the name may still be a guess. */
  remember?: (tx: Transaction, institutionName: string) => Promise<void>;
}

/**
 * A token can be exchanged once, so the connection is stored at once and the first sync completes it. A
 * healthy connection with every chosen account is synced instead.
 */
async function linkBank(deps: LinkDeps, link: BankToLink): Promise<string> {
  const { db, log } = deps;
  const { userId, provider, bank, remember } = link;
  const twin = await findHealthyTwin(db, { userId, provider: provider.id }, bank);
  if (twin) {
    await requestSync(deps, twin);
    await inTransaction(db, async (tx) => remember?.(tx, twin.institutionName));
    return twin.institutionName;
  }
  const exchanged = await exchangeOnce(deps, link);
  if ('connection' in exchanged) return exchanged.connection.institutionName;
  let connection: ConnectionRow;
  try {
    // Before storing, because a link that is not stored is used up too.
    if (provider.capabilities.linkLimit !== null) await countLink(db, provider.id);
    connection = await storeConnection(deps, link, exchanged);
  } catch (error) {
    await endUnstored(deps, provider, exchanged);
    throw error;
  }
  try {
    const atBank = await provider.readConnection(exchanged.accessToken);
    await inUserTransaction(db, userId, async (tx) => {
      await describeConnection(deps, tx, connection, atBank);
      await remember?.(tx, atBank.institutionName);
    });
    return atBank.institutionName;
  } catch (error) {
    log.warn({ userId, connectionId: connection.id, err: error }, 'a linked bank could not be described yet');
    return UNKNOWN_BANK;
  }
}

/** How providers refuse a token that is already exchanged. */
const SPENT_TOKEN_CODES: ReadonlySet<ErrorCode> = new Set([
  'ONE_TIME_TOKEN_INVALID',
  'SETUP_TOKEN_INVALID',
  'SETUP_TOKEN_REFUSED',
]);

/** A reloaded page sends its token again, even at the same time. */
async function exchangeOnce(
  { db }: LinkDeps,
  { userId, provider, bank }: BankToLink,
): Promise<ExchangedConnection | { connection: ConnectionRow }> {
  const find = () => findConnectionByToken(db, userId, hashOfToken(bank.oneTimeToken));
  const known = await find();
  if (known) return { connection: known };
  try {
    return await provider.exchangeToken(bank.oneTimeToken);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refusal = error.at(provider.displayName);
    if (!SPENT_TOKEN_CODES.has(refusal.code)) throw refusal;
    const deadline = performance.now() + OTHER_REQUEST_MS;
    while (performance.now() < deadline) {
      const connection = await find();
      if (connection) return { connection };
      await delay(RESULT_POLL_MS);
    }
    throw refusal;
  }
}

/** Stores a connection and its first sync in one transaction. A new token of a stored connection renews its access. */
async function storeConnection(
  { db, clock, queue, tokenBox }: LinkDeps,
  { userId, provider, bank, remember }: BankToLink,
  { accessToken, providerConnectionId }: ExchangedConnection,
): Promise<ConnectionRow> {
  return inUserTransaction(db, userId, async (tx) => {
    await useTokenKeys(tx);
    const known = await findConnectionByProviderId(tx, userId, provider.id, providerConnectionId);
    const id = known?.id ?? randomUUID();
    const access = {
      userId,
      id,
      accessToken: tokenBox.seal(accessToken, id),
      oneTimeTokenHash: hashOfToken(bank.oneTimeToken),
    };
    if (!known) await requireRoomForConnection(tx, userId);
    const connection = known
      ? await renewAccess(tx, access)
      : await insertConnection(tx, {
          ...access,
          provider: provider.id,
          providerConnectionId,
          institutionId: null,
          institutionName: UNKNOWN_BANK,
          createdAt: clock(),
        });
    await remember?.(tx, connection.institutionName);
    await updateUserRow(tx, userId, { bankLinked: true });
    const ref = { userId, connectionId: id };
    const { run } = await joinOrAddRun(tx, ref, clock());
    await queue.send('sync-connection', { ...ref, runId: run.id }, { tx, key: jobKey(ref, run.id) });
    return connection;
  });
}
