import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { newLinkSecret, newToken } from '../identifiers.ts';
import { type Row, text, textOrNull } from './columns.ts';

const linkRequest = z.object({
  clientName: z.string(),
  language: z.string(),
  countryCodes: z.array(z.string()),
  products: z.array(z.string()),
  /** Days of history for an item made with this token. */
  daysRequested: z.number(),
  webhook: z.string().nullable(),
  redirectUri: z.string().nullable(),
  completionRedirectUri: z.string().nullable(),
  /** Subtypes to offer by account type; null offers all. */
  accountSubtypes: z.record(z.string(), z.array(z.string())).nullable(),
  /** Whether somebody who logs in again may choose other accounts. */
  accountSelectionEnabled: z.boolean(),
});

/** What was asked for at /link/token/create, as far as later steps need it. */
type LinkRequest = z.infer<typeof linkRequest>;

/** A link token. Times in ISO 8601 by the injected clock. */
export interface LinkToken {
  linkToken: string;
  /** The secret part of the Hosted Link address; null for a token without Hosted Link. */
  hostedLinkId: string | null;
  createdAt: string;
  expiresAt: string;
  /** The item to log in to again (update mode); null to make a new one. */
  itemId: string | null;
  request: LinkRequest;
}

function toLinkToken(row: Row): LinkToken {
  return {
    linkToken: text(row, 'link_token'),
    hostedLinkId: textOrNull(row, 'hosted_link_id'),
    createdAt: text(row, 'created_at'),
    expiresAt: text(row, 'expires_at'),
    itemId: textOrNull(row, 'item_id'),
    request: linkRequest.parse(JSON.parse(text(row, 'request'))),
  };
}

/** Stores a new link token, with a Hosted Link address when `hosted`. */
export function insertLinkToken(
  database: DatabaseSync,
  token: Pick<LinkToken, 'createdAt' | 'expiresAt' | 'itemId' | 'request'> & { hosted: boolean },
): LinkToken {
  const { hosted, ...rest } = token;
  const stored: LinkToken = {
    ...rest,
    linkToken: newToken('link'),
    hostedLinkId: hosted ? newLinkSecret() : null,
  };
  database
    .prepare(
      'INSERT INTO link_tokens (link_token, hosted_link_id, created_at, expires_at, item_id, request) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(
      stored.linkToken,
      stored.hostedLinkId,
      stored.createdAt,
      stored.expiresAt,
      stored.itemId,
      JSON.stringify(stored.request),
    );
  return stored;
}

/** The link token with a value, or null. */
export function findLinkToken(database: DatabaseSync, linkToken: string): LinkToken | null {
  const row = database.prepare('SELECT * FROM link_tokens WHERE link_token = ?').get(linkToken);
  return row === undefined ? null : toLinkToken(row);
}

/** The link token behind a Hosted Link address, or null. */
export function findHostedLink(database: DatabaseSync, hostedLinkId: string): LinkToken | null {
  const row = database.prepare('SELECT * FROM link_tokens WHERE hosted_link_id = ?').get(hostedLinkId);
  return row === undefined ? null : toLinkToken(row);
}
