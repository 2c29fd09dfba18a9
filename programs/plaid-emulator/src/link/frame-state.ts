import { randomUUID } from 'node:crypto';
import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import type { PlaidError } from '../plaid-error.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import type { OpenLink } from './flow.ts';
import {
  presentEvent,
  type PresentedEvent,
  type PresentedExit,
  presentEvents,
  presentExit,
  presentSuccess,
} from './outcome.ts';

/** What a framed page reports to the page around it and to `frame.js`. */
interface FrameState {
  /** Origin of the page around the frame, the only recipient. */
  app: string;
  resumePath: string | null;
  onEscape: { method: 'get' | 'post'; path: string } | null;
  /** Where to report an exit; null without an open session. */
  leavePath: string | null;
  /** Where to poll for the bank's own window; null without one. */
  answerPath: string | null;
  /** Since the frame was opened. */
  events: PresentedEvent[];
  /** The outcome of leaving now. */
  exit: PresentedExit;
  ending:
    | ({ kind: 'exit' } & PresentedExit)
    | { kind: 'success'; publicToken: string; metadata: ReturnType<typeof presentSuccess> }
    | null;
  redirect: string | null;
}

export interface FramedPage {
  isEnd?: boolean;
  asksToLeave?: boolean;
  redirect?: string;
  waitsForBank?: boolean;
}

function endingOf(emulator: Emulator, session: LinkSession): FrameState['ending'] {
  const { outcome } = session.state;
  if (outcome?.kind !== 'connected') return { kind: 'exit', ...presentExit(session) };
  const metadata = presentSuccess(emulator, session, outcome.itemId);
  return { kind: 'success', publicToken: outcome.publicToken, metadata };
}

function escapeOf(session: LinkSession, linkPath: string, page: FramedPage): FrameState['onEscape'] {
  if (page.isEnd === true) return null;
  if (session.finishedAt !== null) return { method: 'post', path: `${linkPath}/finish` };
  if (page.asksToLeave === true) return { method: 'get', path: `${linkPath}/resume` };
  const hasBegun = !['CONSENT', 'SELECT_INSTITUTION'].includes(session.state.lastView ?? 'CONSENT');
  return hasBegun
    ? { method: 'get', path: `${linkPath}/exit` }
    : { method: 'post', path: `${linkPath}/leave` };
}

export function frameState(
  emulator: Emulator,
  { token, session }: OpenLink,
  app: string,
  linkPath: string,
  page: FramedPage,
): string {
  const events = presentEvents(emulator, session, token.itemId !== null).slice(
    session.state.eventsBeforeReturn,
  );
  const isConnected = session.state.outcome?.kind === 'connected';
  const state: FrameState = {
    app,
    resumePath: `${linkPath}/resume`,
    onEscape: escapeOf(session, linkPath, page),
    leavePath: session.finishedAt === null ? `${linkPath}/leave` : null,
    answerPath: page.waitsForBank === true ? `${linkPath}/oauth/answer` : null,
    // HANDOFF reaches the app after the user has seen the success.
    events: isConnected && page.isEnd !== true ? events.filter(({ name }) => name !== 'HANDOFF') : events,
    exit: presentExit(session),
    ending: page.isEnd === true ? endingOf(emulator, session) : null,
    redirect: page.redirect ?? null,
  };
  return JSON.stringify(state);
}

/** State of a page that only shows an error, as JSON: an event, and the exit's error. */
export function failedFrameState(
  emulator: Emulator,
  openLink: OpenLink | null,
  app: string,
  linkPath: string | null,
  error: PlaidError,
): string {
  const { error_type, error_code, error_message, display_message } = error.body;
  const linkSessionId = openLink?.session.linkSessionId ?? randomUUID();
  const requestId = newRequestId();
  const event = (name: string, metadata: Record<string, string>) =>
    presentEvent(name, emulator.now().toISOString(), linkSessionId, { ...metadata, request_id: requestId });
  const before =
    openLink === null
      ? [event('OPEN', {})]
      : presentEvents(emulator, openLink.session, openLink.token.itemId !== null).slice(
          openLink.session.state.eventsBeforeReturn,
        );
  const metadata =
    openLink === null
      ? { institution: null, status: null, link_session_id: linkSessionId, request_id: requestId }
      : presentExit(openLink.session).metadata;
  const state: FrameState = {
    app,
    resumePath: linkPath === null ? null : `${linkPath}/resume`,
    onEscape: null,
    leavePath: openLink?.session.finishedAt === null ? `${linkPath ?? ''}/leave` : null,
    answerPath: null,
    events: [...before, event('ERROR', { error_type, error_code, error_message })],
    exit: { error: { error_type, error_code, error_message, display_message }, metadata },
    ending: null,
    redirect: null,
  };
  return JSON.stringify(state);
}
