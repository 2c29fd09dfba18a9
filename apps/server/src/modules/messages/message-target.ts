import { z } from 'zod';
import type { TokenBox } from '../../security/token-box.ts';
import type { MessagePlaceRow } from './message-places.queries.ts';

/** All of it is sealed: the path of a webhook and a topic of ntfy are secrets too (SEC-35). */
const targetShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('webhook'), url: z.string(), secret: z.string() }),
  z.object({ type: z.literal('ntfy'), url: z.string(), topic: z.string(), token: z.string().nullable() }),
]);

export type MessageTarget = z.output<typeof targetShape>;

/** Call `useTokenKeys` in the transaction that stores it. */
export function sealTarget(
  tokenBox: TokenBox,
  placeId: string,
  target: MessageTarget,
): Pick<MessagePlaceRow, 'target' | 'targetKeyId'> {
  const { sealed, keyId } = tokenBox.seal(JSON.stringify(target), placeId);
  return { target: sealed, targetKeyId: keyId };
}

/** Throws a `SealedSecretError`. */
export function openTarget(
  tokenBox: TokenBox,
  { id, target, targetKeyId }: Pick<MessagePlaceRow, 'id' | 'target' | 'targetKeyId'>,
): MessageTarget {
  return targetShape.parse(JSON.parse(tokenBox.open({ keyId: targetKeyId, sealed: target }, id)));
}
