import type { RouteInput, RouteResponse } from '@oinkly/contract/endpoints';
import { ApiError } from '../../shared/http/api-error.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import type { LinkSession, WidgetSession } from './bank-link.ts';
import { call } from '../../shared/http/call.ts';
import { linkedName } from './connect/complete-link.ts';

/** The query of `/oauth-redirect` (OA-1). `account_id` is ignored. */
export interface CallbackParameters {
  oauth_state_id: string | null;
  account_id: string | null;
  public_token: string | null;
  code: string | null;
  state: string | null;
  error: string | null;
  error_description: string | null;
}

/** Empty parameters count as missing. */
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

export type CallbackStep =
  | { kind: 'refused'; message: string }
  | { kind: 'missing' }
  | { kind: 'resume'; provider: string; widget: WidgetSession }
  | {
      kind: 'exchange';
      /** Returns the bank's name; null if the user left without one. */ run: () => Promise<string | null>;
    };

/**
 * An error comes first, then a state id whose widget this tab left, a public token, and last a code, a state
 * or another tab's state id. The server checks that a state belongs to the user. Without one, only a
 * `linkSession` in this tab is safe: a foreign link could connect another person's bank.
 */
export function callbackStep(parameters: CallbackParameters, linkSession: LinkSession | null): CallbackStep {
  if (parameters.error) {
    return {
      kind: 'refused',
      message: parameters.error_description ?? 'Bank connection failed. Please try again.',
    };
  }
  const { code, state, public_token: publicToken, oauth_state_id: stateId } = parameters;
  if (stateId && linkSession?.widget) {
    const { provider, widget } = linkSession;
    return { kind: 'resume', provider, widget };
  }
  if (publicToken && linkSession) {
    const { provider } = linkSession;
    const body = { public_token: publicToken };
    const run = async () => linkedName(await call('exchangeToken', { params: { provider }, body }));
    return { kind: 'exchange', run };
  }
  const isBound = state !== null || stateId !== null || linkSession !== null;
  if (!isBound || (!code && !state && !stateId)) return { kind: 'missing' };
  const body = { authorization_code: code, oauth_state_id: stateId, state };
  const run = async () => {
    const answer = await exchangeAtItsProvider(linkSession, body);
    return answer.institutionName === null ? null : linkedName(answer);
  };
  return { kind: 'exchange', run };
}

/** The return names no provider, and this tab may not have left. A provider refuses the states of others. */
async function exchangeAtItsProvider(
  linkSession: LinkSession | null,
  body: RouteInput<'exchangeOAuth'>['body'],
): Promise<RouteResponse<'exchangeOAuth'>> {
  const own = linkSession?.provider;
  const others = runtimeConfig.providers.filter(({ id, connect }) => connect !== 'token' && id !== own);
  const ids = [...(own === undefined ? [] : [own]), ...others.map(({ id }) => id)];
  for (const provider of ids.slice(0, -1)) {
    try {
      return await call('exchangeOAuth', { params: { provider }, body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'LINK_STATE_INVALID') throw error;
    }
  }
  return call('exchangeOAuth', { params: { provider: ids.at(-1) ?? '' }, body });
}
