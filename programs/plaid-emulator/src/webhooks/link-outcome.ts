import type { Emulator } from '../emulator.ts';
import { findItem, setUsername } from '../storage/items.ts';
import { type LinkSession, listLinkEvents } from '../storage/link-sessions.ts';
import type { LinkToken } from '../storage/link-tokens.ts';
import { loginRepaired } from './item-webhooks.ts';
import { sendItemWebhook, sendWebhook } from './send.ts';
import { withTransactionWebhooks } from './transaction-webhooks.ts';

function sendSessionFinished(emulator: Emulator, token: LinkToken, session: LinkSession): void {
  const { webhook } = token.request;
  const { outcome } = session.state;
  if (webhook === null || session.widgetId !== null || outcome === null) return;
  const about = { link_session_id: session.linkSessionId, link_token: token.linkToken };
  const events = listLinkEvents(emulator.database, session.linkSessionId);
  sendWebhook(emulator, webhook, { type: 'LINK', code: 'EVENTS', fields: { ...about, events } });
  if (outcome.kind === 'left') {
    const fields = { status: 'EXITED', ...about, public_tokens: [] };
    sendWebhook(emulator, webhook, { type: 'LINK', code: 'SESSION_FINISHED', fields });
    return;
  }
  const { publicToken } = outcome;
  if (token.itemId === null) {
    const fields = { ...about, public_token: publicToken };
    sendWebhook(emulator, webhook, { type: 'LINK', code: 'ITEM_ADD_RESULT', fields });
  }
  const fields = { status: 'SUCCESS', ...about, public_token: publicToken, public_tokens: [publicToken] };
  sendWebhook(emulator, webhook, { type: 'LINK', code: 'SESSION_FINISHED', fields });
}

/** Changes an open session in the caller's transaction and sends the webhooks for the item's change and the session's end. */
export function withLinkOutcome(
  emulator: Emulator,
  token: LinkToken,
  session: LinkSession,
  step: () => void,
): void {
  const { database } = emulator;
  const before = token.itemId === null ? null : findItem(database, token.itemId);
  if (before === null) step();
  else withTransactionWebhooks(emulator, before.itemId, step);

  const { outcome, authenticatedAs } = session.state;
  if (outcome === null) return;
  if (outcome.kind === 'connected') {
    if (authenticatedAs !== null) setUsername(database, outcome.itemId, authenticatedAs);
    const after = findItem(database, outcome.itemId);
    const isRepaired = before !== null && before.errorCode !== null && after?.errorCode === null;
    if (isRepaired) sendItemWebhook(emulator, after, loginRepaired());
  }
  sendSessionFinished(emulator, token, session);
}
