import { addDays, type Day } from '@oinkly/domain/days';
import {
  chooseCircleRows,
  countCircle,
  FEWEST_IN_CIRCLE,
  sharedCircleOf,
  type SharedCircle,
} from '@oinkly/domain/shared-circle';
import { weekStartOf } from '@oinkly/domain/weeks';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { listFriendIds, listGuests, readCircleMarks, RESULTS_READ } from '../leaderboard/index.ts';
import { todayOf } from '../time/index.ts';
import { findShareOwner } from './share-links.ts';
import { listOnBoard, type ShareOwner } from './sharing.queries.ts';

export interface SharedCircleView extends SharedCircle {
  ownerId: string;
}

type CircleDeps = Pick<Deps, 'db' | 'clock' | 'hasGuests'>;

/**
 * Reads a circle as strangers see it: everyone whom its owner sees on the board, and names only of those who agree now. Empty while the owner is
 * off the board. Reading it closes no weeks.
 */
export async function readOwnCircle(deps: CircleDeps, owner: ShareOwner): Promise<SharedCircleView> {
  const { db, hasGuests } = deps;
  const ownerId = owner.id;
  if (!owner.isOnBoard) return { ownerId, weekStarts: [], rows: [], more: 0 };
  const friends = await listOnBoard(db, await listFriendIds(db, ownerId));
  const guests = hasGuests ? await listGuests(db, ownerId, firstTapsRead(owner, deps.clock)) : [];
  const { rows, more } = chooseCircleRows([
    { id: ownerId, role: 'sharer', fullName: owner.fullName, mayBeNamed: owner.signsPictures },
    ...friends.map((friend) => ({ ...friend, role: 'friend' as const })),
    // They have no account in which to agree.
    ...guests.map(({ id }) => ({ id, role: 'guest' as const, fullName: null, mayBeNamed: false })),
  ]);
  const shown = new Set(rows.map(({ id }) => id));
  const { weekStarts, marks } = await readCircleMarks(
    deps,
    owner,
    rows.flatMap(({ id, role }) => (role === 'friend' ? [id] : [])),
    guests.filter(({ id }) => shown.has(id)),
  );
  const read = rows.flatMap((row) => {
    // Without marks for a friend who has just left the board.
    const kept = marks.get(row.id);
    return kept ? [{ ...row, kept }] : [];
  });
  return { ownerId, ...sharedCircleOf(weekStarts, read, more) };
}

/** Throws NOT_FOUND while the circle has too few people, and so while its owner is off the board. */
export async function readShownCircle(deps: CircleDeps, owner: ShareOwner): Promise<SharedCircleView> {
  const circle = await readOwnCircle(deps, owner);
  if (countCircle(circle).people < FEWEST_IN_CIRCLE) throw new AppError('NOT_FOUND');
  return circle;
}

/** Throws NOT_FOUND, also for a link switched off. */
export async function readSharedCircle(deps: CircleDeps, token: string): Promise<SharedCircleView> {
  return readShownCircle(deps, await findShareOwner(deps.db, 'circle', token));
}

function firstTapsRead(owner: ShareOwner, clock: () => Date): Day {
  return addDays(weekStartOf(todayOf(owner, clock)), -7 * RESULTS_READ);
}
