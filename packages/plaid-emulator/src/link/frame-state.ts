import { randomUUID } from 'node:crypto';
import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import type { PlaidError } from '../plaid-error.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import type { Visit } from './flow.ts';
import {
  presentEvent,
  type PresentedEvent,
  type PresentedExit,
  presentEvents,
  presentExit,
  presentSuccess,
} from './outcome.ts';

/** What a page inside the frame tells the page around it, and what its own script needs. `frame.js` reads it. */
interface FrameState {
  /** The origin of the page around the frame: nobody else is told. */
  app: string;
  /** Where the last page can be seen again; null when there is no session. */
  resumePath: string | null;
  /** Where Escape leads; null closes the frame at once. */
  onEscape: { method: 'get' | 'post'; path: string } | null;
  /** Where to say that the person has left; null when the session is over or there is none. */
  leavePath: string | null;
  /** Where to look whether the person is done in the bank's own window; null when there is none. */
  answerPath: string | null;
  /** Every event since the frame was opened. */
  events: PresentedEvent[];
  /** What leaving now would mean. */
  exit: PresentedExit;
  /** How Link has ended; null while it goes on. */
  ending:
    | ({ kind: 'exit' } & PresentedExit)
    | { kind: 'success'; publicToken: string; metadata: ReturnType<typeof presentSuccess> }
    | null;
  /** Where the whole window goes; null nowhere. */
  redirect: string | null;
}

/** What is particular about a page. */
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

/** The state of a page of somebody's visit, as JSON. */
export function frameState(
  emulator: Emulator,
  { token, session }: Visit,
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
    // The app hears of the handover when the person has seen that it worked.
    events: isConnected && page.isEnd !== true ? events.filter(({ name }) => name !== 'HANDOFF') : events,
    exit: presentExit(session),
    ending: page.isEnd === true ? endingOf(emulator, session) : null,
    redirect: page.redirect ?? null,
  };
  return JSON.stringify(state);
}

/** The state of a page that only says what is wrong, as JSON: the error is an event, and leaving carries it. */
export function failedFrameState(
  emulator: Emulator,
  visit: Visit | null,
  app: string,
  linkPath: string | null,
  error: PlaidError,
): string {
  const { error_type, error_code, error_message, display_message } = error.body;
  const linkSessionId = visit?.session.linkSessionId ?? randomUUID();
  const requestId = newRequestId();
  const event = (name: string, metadata: Record<string, string>) =>
    presentEvent(name, emulator.now().toISOString(), linkSessionId, { ...metadata, request_id: requestId });
  const before =
    visit === null
      ? [event('OPEN', {})]
      : presentEvents(emulator, visit.session, visit.token.itemId !== null).slice(
          visit.session.state.eventsBeforeReturn,
        );
  const metadata =
    visit === null
      ? { institution: null, status: null, link_session_id: linkSessionId, request_id: requestId }
      : presentExit(visit.session).metadata;
  const state: FrameState = {
    app,
    resumePath: linkPath === null ? null : `${linkPath}/resume`,
    onEscape: null,
    leavePath: visit?.session.finishedAt === null ? `${linkPath ?? ''}/leave` : null,
    answerPath: null,
    events: [...before, event('ERROR', { error_type, error_code, error_message })],
    exit: { error: { error_type, error_code, error_message, display_message }, metadata },
    ending: null,
    redirect: null,
  };
  return JSON.stringify(state);
}
