import type { RouteInput } from '@oinkly/contract/endpoints';
import { MAX_MESSAGE_PLACES_PER_USER } from '@oinkly/contract/limits';
import type { MessageAttempt, MessagePlaceType } from '@oinkly/contract/messages';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { MessageKind } from '@oinkly/domain/notifications';
import { weekStartOf } from '@oinkly/domain/weeks';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import { useTokenKeys } from '../../db/token-key-lock.ts';
import type { Deps } from '../deps.ts';
import { requireSession, type ActiveSession, type UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import {
  countPlaces,
  deletePlace,
  findPlace,
  insertPlace,
  updatePlace,
  type MessagePlaceRow,
} from './message-places.queries.ts';
import type { MessageDeps } from './message-sender.ts';
import { openTarget, sealTarget, type MessageTarget } from './message-target.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendTo } from './send-to-place.ts';
import { newWebhookSecret } from './webhook-signature.ts';

interface NewPlace {
  type: MessagePlaceType;
  name: string;
  url: string;
  /** Of ntfy. */
  topic?: string | undefined;
  token?: string | undefined;
  kinds: readonly MessageKind[];
  includesAmounts: boolean;
}

/**
 * Returns a webhook's secret too. Notifies the owner by mail. Throws MESSAGE_ADDRESS_NOT_ALLOWED, TOO_MANY_MESSAGE_PLACES, and UNAUTHORIZED
 * if the session was ended.
 */
export async function addPlace(
  {
    db,
    clock,
    queue,
    mailer,
    tokenBox,
    messages,
  }: Pick<Deps, 'db' | 'clock' | 'queue' | 'mailer' | 'tokenBox'> & MessageDeps,
  session: ActiveSession,
  { type, name, url: address, topic = '', token, kinds, includesAmounts }: NewPlace,
): Promise<{ row: MessagePlaceRow; secret: string | null }> {
  const url = new URL(address);
  if (!messages.reaches(url)) throw new AppError('MESSAGE_ADDRESS_NOT_ALLOWED');
  const { userId } = session;
  const id = randomUUID();
  const secret = newWebhookSecret();
  const target: MessageTarget =
    type === 'webhook'
      ? { type, url: url.href, secret }
      : { type, url: url.href, topic, token: token ?? null };
  return inUserTransaction(db, userId, async (tx) => {
    await requireSession(tx, session);
    if ((await countPlaces(tx, userId)) >= MAX_MESSAGE_PLACES_PER_USER)
      throw new AppError('TOO_MANY_MESSAGE_PLACES');
    await useTokenKeys(tx);
    const row = {
      userId,
      id,
      type,
      name,
      host: url.host,
      ...sealTarget(tokenBox, id, target),
      kinds: [...new Set(kinds)],
      includesAmounts,
      createdAt: clock(),
      failingSince: null,
      endedAt: null,
      endReason: null,
      attempts: [],
    };
    await insertPlace(tx, row);
    if (mailer) await queue.send('send-mail', { kind: 'message-place-added', userId }, { tx });
    return { row, secret: type === 'webhook' ? secret : null };
  });
}

type PlaceChange = Omit<RouteInput<'changeMessagePlace'>['body'], 'on'> & { on?: boolean | undefined };

/** Throws MESSAGE_PLACE_NOT_FOUND, also for turning on a place whose secrets are lost. */
export async function changePlace(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  id: string,
  { name, kinds, includesAmounts, on = false }: PlaceChange,
): Promise<MessagePlaceRow> {
  return inUserTransaction(db, userId, async (tx) => {
    const before = await findPlace(tx, userId, id);
    if (!before || (on && before.endReason === 'key-lost')) throw new AppError('MESSAGE_PLACE_NOT_FOUND');
    const changes = {
      name: name ?? before.name,
      kinds: kinds ? [...new Set(kinds)] : before.kinds,
      includesAmounts: includesAmounts ?? before.includesAmounts,
      ...(on && { failingSince: null, endedAt: null, endReason: null }),
    };
    await updatePlace(tx, before, changes);
    return { ...before, ...changes };
  });
}

/** Throws MESSAGE_PLACE_NOT_FOUND, and UNAUTHORIZED if the session was ended. */
export async function renewSecret(
  { db, tokenBox }: Pick<Deps, 'db' | 'tokenBox'>,
  session: ActiveSession,
  id: string,
): Promise<string> {
  const { userId } = session;
  return inUserTransaction(db, userId, async (tx) => {
    await requireSession(tx, session);
    const place = await findOpenable(tx, userId, id);
    const target = openTarget(tokenBox, place);
    if (target.type !== 'webhook') throw new AppError('MESSAGE_PLACE_NOT_FOUND');
    const secret = newWebhookSecret();
    await useTokenKeys(tx);
    await updatePlace(tx, place, sealTarget(tokenBox, id, { ...target, secret }));
    return secret;
  });
}

/** Sends a message of no event, also to a place that was switched off. Throws MESSAGE_PLACE_NOT_FOUND. */
export async function testPlace(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'publicUrl' | 'tokenBox'> & MessageDeps,
  user: UserRow,
  id: string,
): Promise<MessageAttempt> {
  const place = await findOpenable(deps.db, user.id, id);
  const attempt = await sendTo(deps, user, place, {
    id: `test-${randomUUID()}`,
    kind: 'test',
    title: `A test from ${PRODUCT_NAME}`,
    body: 'Messages arrive here.',
    path: '/notifications',
    createdAt: deps.clock(),
    weekStart: weekStartOf(todayOf(user, deps.clock)),
  });
  await recordAttempt(deps, place, attempt);
  return attempt;
}

/** Throws MESSAGE_PLACE_NOT_FOUND. */
export async function removePlace({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  if (!(await deletePlace(db, userId, id))) throw new AppError('MESSAGE_PLACE_NOT_FOUND');
}

async function findOpenable(db: Database, userId: string, id: string): Promise<MessagePlaceRow> {
  const place = await findPlace(db, userId, id);
  if (!place || place.endReason === 'key-lost') throw new AppError('MESSAGE_PLACE_NOT_FOUND');
  return place;
}
