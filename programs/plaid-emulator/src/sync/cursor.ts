import { z } from 'zod';
import type { ChangeStream } from '../storage/transactions.ts';

/**
 * `after` is the last change returned; `knownUpTo` and `upTo` are the traversal's start and end. All are
 * equal when it has ended.
 */
export interface Cursor {
  stream: ChangeStream;
  knownUpTo: number;
  after: number;
  upTo: number;
}

const place = z.number().int().nonnegative();
const encoded = z.tuple([z.string(), z.string().nullable(), place, place, place]);

/** Base64, at most 256 characters. */
export function encodeCursor({ stream, knownUpTo, after, upTo }: Cursor): string {
  const fields: z.infer<typeof encoded> = [stream.itemId, stream.accountId, knownUpTo, after, upTo];
  return Buffer.from(JSON.stringify(fields)).toString('base64');
}

function decode(cursor: string): Cursor | null {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64').toString('utf8'));
  } catch {
    return null;
  }
  const parsed = encoded.safeParse(json);
  if (!parsed.success) return null;
  const [itemId, accountId, knownUpTo, after, upTo] = parsed.data;
  if (knownUpTo > after || after > upTo) return null;
  return { stream: { itemId, accountId }, knownUpTo, after, upTo };
}

/** Null for a cursor that is invalid or of another stream. */
export function decodeCursor(cursor: string, stream: ChangeStream): Cursor | null {
  const decoded = decode(cursor);
  const { itemId, accountId } = decoded?.stream ?? {};
  return itemId === stream.itemId && accountId === stream.accountId ? decoded : null;
}

export function isBetweenPages(cursor: string): boolean {
  const decoded = decode(cursor);
  return decoded !== null && decoded.after < decoded.upTo;
}
