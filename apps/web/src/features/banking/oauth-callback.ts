import { providerParams } from '../../shared/http/accounts-query.ts';
import { call } from '../../shared/http/call.ts';
import type { KeptLinkToken } from './connect/link-token.ts';

/** The query of `/oauth-redirect` (OA-1). `account_id` is read with the others; nothing needs it. */
export interface CallbackParameters {
  oauth_state_id: string | null;
  account_id: string | null;
  public_token: string | null;
  code: string | null;
  state: string | null;
  error: string | null;
  error_description: string | null;
}

/** Reads the seven parameters from a query such as `?state=abc`; an empty one counts as missing. */
export function callbackParameters(search: string): CallbackParameters {
  const query = new URLSearchParams(search);
  const read = (name: keyof CallbackParameters) => query.get(name) || null;
  return {
    oauth_state_id: read('oauth_state_id'),
    account_id: read('account_id'),
    public_token: read('public_token'),
    code: read('code'),
    state: read('state'),
    error: read('error'),
    error_description: read('error_description'),
  };
}

/** What the callback asks for. */
export type CallbackStep =
  | { kind: 'refused'; message: string }
  | { kind: 'missing' }
  /** The widget goes on with the token that it was opened with. */
  | { kind: 'resume'; link: KeptLinkToken }
  | { kind: 'exchange'; /** Answers the bank's name. */ run: () => Promise<string> };

/**
 * What to do with the parameters: an error first, then a state id whose widget this tab has left, a public token, and a code, a state or a
 * state id of another tab last.
 */
export function callbackStep(parameters: CallbackParameters, kept: KeptLinkToken | null): CallbackStep {
  if (parameters.error) {
    return {
      kind: 'refused',
      message: parameters.error_description ?? 'Bank connection failed. Please try again.',
    };
  }
  const { code, state, public_token: publicToken, oauth_state_id: stateId } = parameters;
  if (stateId && kept) return { kind: 'resume', link: kept };
  if (publicToken) {
    const body = { public_token: publicToken };
    const run = async () => (await call('exchangeToken', { params: providerParams, body })).institutionName;
    return { kind: 'exchange', run };
  }
  if (!code && !state && !stateId) return { kind: 'missing' };
  const body = { authorization_code: code, oauth_state_id: stateId, state };
  const run = async () => (await call('exchangeOAuth', { params: providerParams, body })).institutionName;
  return { kind: 'exchange', run };
}
