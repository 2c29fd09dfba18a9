import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jsonObject, type Row, text, textOrNull } from './columns.ts';

const sessionError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

const sessionState = z.object({
  consented: z.boolean(),
  institutionId: z.string().nullable(),
  /** Who logged in successfully; null before that. */
  authenticatedAs: z.string().nullable(),
  /** What was typed as username, kept for the next attempt. */
  typedUsername: z.string(),
  /** What went wrong at the last attempt to log in; null when nothing did. */
  error: sessionError.nullable(),
  /** Whether the accounts were sent without any of them chosen. */
  nothingChosen: z.boolean(),
  /** Whether the last search for a bank found none. */
  searchFoundNothing: z.boolean(),
  /** The view last shown, so that a reload is no transition. */
  lastView: z.string().nullable(),
  outcome: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('connected'), itemId: z.string(), publicToken: z.string() }),
      z.object({ kind: z.literal('left'), exitStatus: z.string() }),
    ])
    .nullable(),
});

/** Where a person stands in Link. It is all in the database: any process can go on with it. */
type LinkSessionState = z.infer<typeof sessionState>;

/** One visit to Link. Times in ISO 8601 by the injected clock. */
export interface LinkSession {
  linkSessionId: string;
  linkToken: string;
  startedAt: string;
  finishedAt: string | null;
  state: LinkSessionState;
}

/** Something that happened during a session, in the shape of Plaid's `LinkEvent`. */
interface LinkEvent {
  event_id: string;
  event_name: string;
  timestamp: string;
  event_metadata: Record<string, unknown>;
}

function toSession(row: Row): LinkSession {
  return {
    linkSessionId: text(row, 'link_session_id'),
    linkToken: text(row, 'link_token'),
    startedAt: text(row, 'started_at'),
    finishedAt: textOrNull(row, 'finished_at'),
    state: sessionState.parse(JSON.parse(text(row, 'state'))),
  };
}

/** Begins a session for a link token; `institutionId` when the bank is already settled (update mode). */
export function insertLinkSession(
  database: DatabaseSync,
  linkToken: string,
  institutionId: string | null,
  startedAt: string,
): LinkSession {
  const session: LinkSession = {
    linkSessionId: randomUUID(),
    linkToken,
    startedAt,
    finishedAt: null,
    state: {
      consented: false,
      institutionId,
      authenticatedAs: null,
      typedUsername: '',
      error: null,
      nothingChosen: false,
      searchFoundNothing: false,
      lastView: null,
      outcome: null,
    },
  };
  database
    .prepare('INSERT INTO link_sessions (link_session_id, link_token, started_at, state) VALUES (?, ?, ?, ?)')
    .run(session.linkSessionId, linkToken, startedAt, JSON.stringify(session.state));
  return session;
}

/** The sessions of a link token, oldest first. */
export function listLinkSessions(database: DatabaseSync, linkToken: string): LinkSession[] {
  return database
    .prepare('SELECT * FROM link_sessions WHERE link_token = ? ORDER BY started_at, rowid')
    .all(linkToken)
    .map(toSession);
}

/** Stores where a session stands now, and when it was finished. */
export function saveLinkSession(database: DatabaseSync, session: LinkSession): void {
  database
    .prepare('UPDATE link_sessions SET finished_at = ?, state = ? WHERE link_session_id = ?')
    .run(session.finishedAt, JSON.stringify(session.state), session.linkSessionId);
}

/** Adds an event to a session. */
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

/** The events of a session, newest first, as Plaid lists them. */
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
