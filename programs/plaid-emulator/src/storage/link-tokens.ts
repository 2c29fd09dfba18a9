import type { DatabaseSync } from 'node:sqlite';
import { type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import { z } from 'zod';
import { newLinkSecret, newToken } from '../identifiers.ts';

const linkRequest = z.object({
  clientName: z.string(),
  language: z.string(),
  countryCodes: z.array(z.string()),
  products: z.array(z.string()),
  daysRequested: z.number(),
  webhook: z.string().nullable(),
  redirectUri: z.string().nullable(),
  completionRedirectUri: z.string().nullable(),
  /** Offered subtypes by account type; null offers all. */
  accountSubtypes: z.record(z.string(), z.array(z.string())).nullable(),
  /** Whether update mode may change the accounts. */
  accountSelectionEnabled: z.boolean(),
});

/** The parts of /link/token/create that later steps need. */
type LinkRequest = z.infer<typeof linkRequest>;

/** Times in ISO 8601 by the injected clock. */
export interface LinkToken {
  linkToken: string;
  /** Secret part of the Hosted Link address, or null. */
  hostedLinkId: string | null;
  createdAt: string;
  expiresAt: string;
  /** Null for a new item. */
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

/** `hosted` adds a Hosted Link address. */
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

export function findLinkToken(database: DatabaseSync, linkToken: string): LinkToken | null {
  const row = database.prepare('SELECT * FROM link_tokens WHERE link_token = ?').get(linkToken);
  return row === undefined ? null : toLinkToken(row);
}

export function findHostedLink(database: DatabaseSync, hostedLinkId: string): LinkToken | null {
  const row = database.prepare('SELECT * FROM link_tokens WHERE hosted_link_id = ?').get(hostedLinkId);
  return row === undefined ? null : toLinkToken(row);
}
