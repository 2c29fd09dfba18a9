import { providerParams } from '../../shared/http/accounts-query.ts';
import { call } from '../../shared/http/call.ts';

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
  | { kind: 'exchange'; run: () => Promise<{ institutionName: string }> };

/** What to do with the parameters: an error first, then a code or state, a public token, and a state id alone last. */
export function callbackStep(parameters: CallbackParameters): CallbackStep {
  if (parameters.error) {
    return {
      kind: 'refused',
      message: parameters.error_description ?? 'Bank connection failed. Please try again.',
    };
  }
  const { code, state, public_token: publicToken, oauth_state_id: stateId } = parameters;
  const exchangeOAuth = () =>
    call('exchangeOAuth', {
      params: providerParams,
      body: { authorization_code: code, oauth_state_id: stateId, state },
    });
  if (code || state) return { kind: 'exchange', run: exchangeOAuth };
  if (publicToken) {
    const run = () => call('exchangeToken', { params: providerParams, body: { public_token: publicToken } });
    return { kind: 'exchange', run };
  }
  return stateId ? { kind: 'exchange', run: exchangeOAuth } : { kind: 'missing' };
}
