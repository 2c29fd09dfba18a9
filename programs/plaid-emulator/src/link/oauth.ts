import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { Emulator } from '../emulator.ts';
import { isLinkError, namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import {
  findLinkSession,
  type LinkHost,
  type LinkSession,
  listLinkEvents,
} from '../storage/link-sessions.ts';
import type { LinkToken } from '../storage/link-tokens.ts';
import {
  findOauthLogin,
  insertOauthLogin,
  type OauthAnswer,
  type OauthLogin,
  processOauthLogin,
} from '../storage/oauth-logins.ts';
import { change, fail, record, type OpenLink } from './flow.ts';

/** Returns the `oauth_state_id` for the way back. */
export function openOauth(emulator: Emulator, openLink: OpenLink): string {
  return inTransaction(emulator.database, () => {
    change(emulator, openLink, (session) => {
      session.state.error = null;
      record(emulator, session, 'OPEN_OAUTH');
    });
    return insertOauthLogin(emulator.database, openLink.session.linkSessionId);
  });
}

function errorOf(answer: OauthAnswer | null): PlaidError | null {
  if (answer?.kind === 'granted') return null;
  if (answer?.kind === 'failed' && isLinkError(answer.code)) return namedError(answer.code);
  return namedError('INSUFFICIENT_CREDENTIALS');
}

function takeAnswer(emulator: Emulator, session: LinkSession, { answer, masks }: OauthLogin): void {
  const error = errorOf(answer);
  session.state.authenticatedAs = answer?.kind === 'granted' ? answer.username : null;
  session.state.bankMasks = masks;
  if (error === null) return;
  record(emulator, session, 'FAIL_OAUTH');
  fail(emulator, session, error);
}

/** Takes the bank's answer into the session, once. */
export function returnFromBank(emulator: Emulator, openLink: OpenLink, oauthStateId: string): LinkSession {
  return change(emulator, openLink, (session) => {
    const oauth = findOauthLogin(emulator.database, oauthStateId);
    if (oauth?.linkSessionId !== session.linkSessionId) return;
    if (processOauthLogin(emulator.database, oauthStateId)) takeAnswer(emulator, session, oauth);
  });
}

/**
 * Resumes the session of an OAuth redirect in a new frame. Throws Plaid's errors for a `receivedRedirectUri`
 * that doesn't match.
 */
export function resumeFromRedirect(
  emulator: Emulator,
  token: LinkToken,
  host: LinkHost,
  receivedRedirectUri: string,
): LinkSession {
  const { database } = emulator;
  const url = URL.canParse(receivedRedirectUri) ? new URL(receivedRedirectUri) : null;
  const oauthStateId = url?.searchParams.get('oauth_state_id') ?? '';
  if (oauthStateId === '') {
    const message = 'oauth uri does not contain a valid oauth_state_id query parameter';
    throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message);
  }
  return inTransaction(database, () => {
    const oauth = findOauthLogin(database, oauthStateId);
    const session = oauth === null ? null : findLinkSession(database, oauth.linkSessionId);
    if (oauth === null || session === null) throw namedError('OAUTH_STATE_ID_NOT_FOUND');
    if (session.linkToken !== token.linkToken) throw namedError('INCORRECT_LINK_TOKEN');
    if (session.finishedAt !== null || !processOauthLogin(database, oauthStateId)) {
      throw namedError('OAUTH_STATE_ID_ALREADY_PROCESSED');
    }
    return change(emulator, { token, session }, (resumed) => {
      resumed.state.hostOrigin = host.origin;
      resumed.state.appearance = host.appearance;
      resumed.state.eventsBeforeReturn = listLinkEvents(database, resumed.linkSessionId).length;
      record(emulator, resumed, 'OPEN');
      takeAnswer(emulator, resumed, oauth);
    });
  });
}
