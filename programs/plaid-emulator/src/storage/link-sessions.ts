import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { jsonObject, type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import { z } from 'zod';
import { newLinkSecret } from '../identifiers.ts';

const sessionError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

/** Choose a device, enter its code, or answer `count` questions, open or with choices. */
const challenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device') }),
  z.object({ kind: z.literal('code') }),
  z.object({ kind: z.literal('questions'), round: z.number(), count: z.number() }),
  // Choices per question; the first is correct.
  z.object({ kind: z.literal('selections'), questions: z.array(z.array(z.string()).min(1)).min(1) }),
]);

export type Challenge = z.infer<typeof challenge>;

const sessionState = z.object({
  hostOrigin: z.string().nullable().default(null),
  /** Null follows the system. */
  appearance: z.enum(['light', 'dark']).nullable().default(null),
  /** Events that the page received before the OAuth redirect. */
  eventsBeforeReturn: z.number().default(0),
  consented: z.boolean(),
  institutionId: z.string().nullable(),
  authenticatedAs: z.string().nullable(),
  /** Null for all. */
  bankMasks: z.array(z.string()).nullable().default(null),
  /** Open challenges in order; null outside a login. */
  challenged: z
    .object({ username: z.string(), open: z.array(challenge).min(1) })
    .nullable()
    .default(null),
  /** Prefills the next attempt. */
  enteredUsername: z.string(),
  error: sessionError.nullable(),
  nothingChosen: z.boolean(),
  searchFoundNothing: z.boolean(),
  /** Detects reloads, which are no transitions. */
  lastView: z.string().nullable(),
  outcome: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('connected'), itemId: z.string(), publicToken: z.string() }),
      z.object({ kind: z.literal('left'), exitStatus: z.string() }),
    ])
    .nullable(),
});

/** The state of a session. All of it is stored, so any process can continue. */
type LinkSessionState = z.infer<typeof sessionState>;

/** Times in ISO 8601 by the injected clock. */
export interface LinkSession {
  linkSessionId: string;
  linkToken: string;
  /** Secret part of a frame's address; null on Hosted Link. */
  widgetId: string | null;
  startedAt: string;
  finishedAt: string | null;
  state: LinkSessionState;
}

/** An event in the shape of Plaid's `LinkEvent`. */
export interface LinkEvent {
  event_id: string;
  event_name: string;
  timestamp: string;
  event_metadata: Record<string, unknown>;
}

function toSession(row: Row): LinkSession {
  return {
    linkSessionId: text(row, 'link_session_id'),
    linkToken: text(row, 'link_token'),
    widgetId: textOrNull(row, 'widget_id'),
    startedAt: text(row, 'started_at'),
    finishedAt: textOrNull(row, 'finished_at'),
    state: sessionState.parse(JSON.parse(text(row, 'state'))),
  };
}

export interface LinkHost {
  origin: string;
  /** Null follows the system. */
  appearance: 'light' | 'dark' | null;
}

interface NewSession {
  linkToken: string;
  institutionId: string | null;
  startedAt: string;
  /** Null for Hosted Link. */
  host: LinkHost | null;
}

export function insertLinkSession(
  database: DatabaseSync,
  { linkToken, institutionId, startedAt, host }: NewSession,
): LinkSession {
  const session: LinkSession = {
    linkSessionId: randomUUID(),
    linkToken,
    widgetId: host === null ? null : newLinkSecret(),
    startedAt,
    finishedAt: null,
    state: {
      hostOrigin: host?.origin ?? null,
      appearance: host?.appearance ?? null,
      eventsBeforeReturn: 0,
      consented: false,
      institutionId,
      authenticatedAs: null,
      bankMasks: null,
      challenged: null,
      enteredUsername: '',
      error: null,
      nothingChosen: false,
      searchFoundNothing: false,
      lastView: null,
      outcome: null,
    },
  };
  database
    .prepare(
      'INSERT INTO link_sessions (link_session_id, link_token, widget_id, started_at, state) VALUES (?, ?, ?, ?, ?)',
    )
    .run(session.linkSessionId, linkToken, session.widgetId, startedAt, JSON.stringify(session.state));
  return session;
}

export function findLinkSession(database: DatabaseSync, linkSessionId: string): LinkSession | null {
  const row = database.prepare('SELECT * FROM link_sessions WHERE link_session_id = ?').get(linkSessionId);
  return row === undefined ? null : toSession(row);
}

/** Null before the first request. */
export function findHostedSession(database: DatabaseSync, linkToken: string): LinkSession | null {
  const row = database
    .prepare('SELECT * FROM link_sessions WHERE link_token = ? AND widget_id IS NULL')
    .get(linkToken);
  return row === undefined ? null : toSession(row);
}

export function findWidgetSession(database: DatabaseSync, widgetId: string): LinkSession | null {
  const row = database.prepare('SELECT * FROM link_sessions WHERE widget_id = ?').get(widgetId);
  return row === undefined ? null : toSession(row);
}

/** Oldest first. */
export function listLinkSessions(database: DatabaseSync, linkToken: string): LinkSession[] {
  return database
    .prepare('SELECT * FROM link_sessions WHERE link_token = ? ORDER BY rowid')
    .all(linkToken)
    .map(toSession);
}

export function saveLinkSession(database: DatabaseSync, session: LinkSession): void {
  database
    .prepare('UPDATE link_sessions SET finished_at = ?, state = ? WHERE link_session_id = ?')
    .run(session.finishedAt, JSON.stringify(session.state), session.linkSessionId);
}

export function insertLinkEvent(
  database: DatabaseSync,
  linkSessionId: string,
  eventName: string,
  timestamp: string,
  metadata: Record<string, string>,
): void {
  database
    .prepare(
      `INSERT INTO link_events (event_id, link_session_id, position, event_name, timestamp, metadata)
       SELECT ?, ?, count(*), ?, ?, ? FROM link_events WHERE link_session_id = ?`,
    )
    .run(randomUUID(), linkSessionId, eventName, timestamp, JSON.stringify(metadata), linkSessionId);
}

/** Newest first, as Plaid lists them. */
export function listLinkEvents(database: DatabaseSync, linkSessionId: string): LinkEvent[] {
  return database
    .prepare('SELECT * FROM link_events WHERE link_session_id = ? ORDER BY position DESC')
    .all(linkSessionId)
    .map((row) => ({
      event_id: text(row, 'event_id'),
      event_name: text(row, 'event_name'),
      timestamp: text(row, 'timestamp'),
      event_metadata: jsonObject(row, 'metadata'),
    }));
}
