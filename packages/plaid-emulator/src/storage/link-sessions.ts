import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { newLinkSecret } from '../identifiers.ts';
import { jsonObject, type Row, text, textOrNull } from './columns.ts';

const sessionError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
});

/**
 * A question of the bank beyond the password: which device gets the code, the code itself, `count` security questions, or as
 * many with answers to choose from.
 */
const challenge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device') }),
  z.object({ kind: z.literal('code') }),
  z.object({ kind: z.literal('questions'), round: z.number(), count: z.number() }),
  // For each question what there is to choose from. The first is right.
  z.object({ kind: z.literal('selections'), questions: z.array(z.array(z.string()).min(1)).min(1) }),
]);

export type Challenge = z.infer<typeof challenge>;

const sessionState = z.object({
  /** The origin of the page that shows Link in a frame; null where Link has the window to itself. */
  hostOrigin: z.string().nullable().default(null),
  /** How that page looks, where it does not leave it to the system. */
  appearance: z.enum(['light', 'dark']).nullable().default(null),
  /** How many events the framing page has had before it went to the bank and came back. */
  eventsBeforeReturn: z.number().default(0),
  consented: z.boolean(),
  institutionId: z.string().nullable(),
  /** Who logged in successfully; null before that. */
  authenticatedAs: z.string().nullable(),
  /** The accounts that the person has chosen on the bank's own pages, by their masks; null for all. */
  bankMasks: z.array(z.string()).nullable().default(null),
  /** What the bank still asks before it lets somebody in, the next first; null when nobody is half-way in. */
  challenged: z
    .object({ username: z.string(), open: z.array(challenge).min(1) })
    .nullable()
    .default(null),
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
  /** The secret part of the address that a frame shows; null for a visit to Hosted Link. */
  widgetId: string | null;
  startedAt: string;
  finishedAt: string | null;
  state: LinkSessionState;
}

/** Something that happened during a session, in the shape of Plaid's `LinkEvent`. */
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

/** A page that shows Link in a frame. */
export interface LinkHost {
  origin: string;
  /** Null when it looks as the system says. */
  appearance: 'light' | 'dark' | null;
}

/** How a session begins. */
interface NewSession {
  linkToken: string;
  /** The bank, where it is already settled (update mode). */
  institutionId: string | null;
  startedAt: string;
  /** The page that shows Link in a frame; null for Hosted Link. */
  host: LinkHost | null;
}

/** Begins a session for a link token. */
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
      typedUsername: '',
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

/** The session with an id, or null. */
export function findLinkSession(database: DatabaseSync, linkSessionId: string): LinkSession | null {
  const row = database.prepare('SELECT * FROM link_sessions WHERE link_session_id = ?').get(linkSessionId);
  return row === undefined ? null : toSession(row);
}

/** The only session of a link token on Hosted Link, or null before the first visit. */
export function findHostedSession(database: DatabaseSync, linkToken: string): LinkSession | null {
  const row = database
    .prepare('SELECT * FROM link_sessions WHERE link_token = ? AND widget_id IS NULL')
    .get(linkToken);
  return row === undefined ? null : toSession(row);
}

/** The session that a frame shows at a secret address, or null. */
export function findWidgetSession(database: DatabaseSync, widgetId: string): LinkSession | null {
  const row = database.prepare('SELECT * FROM link_sessions WHERE widget_id = ?').get(widgetId);
  return row === undefined ? null : toSession(row);
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
