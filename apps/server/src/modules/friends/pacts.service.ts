import type { Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import { firstWeekOfPact, MAX_PACTS, pactRun, type PactRun, type PactStanding } from '@oinkly/domain/pacts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { readKeptWeeks } from '../leaderboard/index.ts';
import { notifyOfPact, type NotifyDeps } from '../notifications/index.ts';
import { zoneOf } from '../time/index.ts';
import { readTimeZone } from '../users/index.ts';
import { listFriendsWords, listOwnWords, updateWord, type PactWord } from './pacts.queries.ts';

/* A pact is made while both friends said yes after its last end. Each writes only the own word, so that no two writers meet, and
   an end needs no one's help (PD-102). */

export interface Pact {
  userId: string;
  name: string;
  standing: PactStanding;
  /** Null unless made. */
  run: PactRun | null;
}

const NOTHING_SAID: PactWord = { saidAt: null, from: null, endedAt: null };

/** Both friends' words in which a pact is proposed or made. */
interface OpenPact {
  friendId: string;
  standing: PactStanding;
  /** The Monday of the first week that can count. */
  from: Day;
}

/** Lists the user's pacts and proposals, those that are made first. Call `closeDueWeeks` first. Cost: n log n in the weeks since they were made. */
export async function readPacts(deps: { db: Database; clock: () => Date }, user: UserRow): Promise<Pact[]> {
  if (!user.isOnBoard) return [];
  const open = await listOpen(deps.db, user.id);
  if (open.length === 0) return [];
  const from = open.map((pact) => pact.from).toSorted()[0] ?? '';
  const people = await readKeptWeeks(
    deps,
    user,
    open.map(({ friendId }) => friendId),
    from,
  );
  const own = people.get(user.id)?.kept ?? new Map<Day, boolean>();
  const pacts = open.flatMap(({ friendId, standing, from: firstWeek }) => {
    const friend = people.get(friendId);
    if (!friend) return [];
    const run = standing === 'made' ? pactRun(firstWeek, [own, friend.kept]) : null;
    return [{ userId: friendId, name: displayName(friend.fullName), standing, run }];
  });
  return pacts.toSorted(
    (a, b) =>
      Number(b.standing === 'made') - Number(a.standing === 'made') ||
      a.name.localeCompare(b.name, 'en-US') ||
      (a.userId < b.userId ? -1 : 1),
  );
}

/**
 * Proposes a pact to a friend, or agrees to theirs. Idempotent. Throws FRIEND_NOT_FOUND, and TOO_MANY_PACTS if the user
 * is in or has proposed `MAX_PACTS`.
 */
export async function makePact(
  deps: NotifyDeps & Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  friendId: string,
): Promise<void> {
  const { db, clock } = deps;
  const said = await inUserTransaction(db, user.id, async (tx) => {
    const all = await wordsOf(tx, user.id);
    const words = all.get(friendId);
    if (!words) throw new AppError('FRIEND_NOT_FOUND');
    const standing = standingOf(words);
    if (saysYes(standing)) return null;
    if ([...all.values()].map(standingOf).filter(saysYes).length >= MAX_PACTS)
      throw new AppError('TOO_MANY_PACTS');
    const now = clock();
    // Later than an end of the same millisecond.
    const saidAt = new Date(Math.max(now.getTime(), lastEndOf(words) + 1));
    const from = firstWeekOfPact(now, zoneOf(user), zoneOf(await readTimeZone(tx, friendId)));
    await updateWord(tx, { userId: user.id, friendId }, { pactSaidAt: saidAt, pactFrom: from });
    return { saidAt, pact: standing === 'asked' ? ('made' as const) : ('asked' as const) };
  });
  if (said)
    await inUserTransaction(db, friendId, (tx) =>
      notifyOfPact(deps, tx, { userId: friendId, friendId: user.id, ...said }),
    );
}

/** Ends a pact or a proposal, without a word to the friend (PD-102). Idempotent. Throws FRIEND_NOT_FOUND. */
export async function endPact(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  friendId: string,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    const words = (await wordsOf(tx, userId)).get(friendId);
    if (!words) throw new AppError('FRIEND_NOT_FOUND');
    if (standingOf(words) === null) return;
    const saidAt = Math.max(...[words.own, words.friend].map((word) => word.saidAt?.getTime() ?? 0));
    await updateWord(
      tx,
      { userId, friendId },
      { pactEndedAt: new Date(Math.max(clock().getTime(), saidAt)) },
    );
  });
}

interface Words {
  own: PactWord;
  friend: PactWord;
}

/** What the user and each friend said of a pact. */
async function wordsOf(db: Database, userId: string): Promise<Map<string, Words>> {
  const own = await listOwnWords(db, userId);
  const friends = await listFriendsWords(db, userId, [...own.keys()]);
  return new Map([...own].map(([id, word]) => [id, { own: word, friend: friends.get(id) ?? NOTHING_SAID }]));
}

async function listOpen(db: Database, userId: string): Promise<OpenPact[]> {
  return [...(await wordsOf(db, userId))].flatMap(([friendId, words]) => {
    const standing = standingOf(words);
    const from = [words.own.from, words.friend.from]
      .flatMap((day) => day ?? [])
      .toSorted()
      .at(-1);
    return standing === null || from === undefined ? [] : [{ friendId, standing, from }];
  });
}

/** Null if neither proposes. */
function standingOf(words: Words): PactStanding | null {
  const end = lastEndOf(words);
  const [own, friend] = [words.own, words.friend].map(
    ({ saidAt }) => saidAt !== null && saidAt.getTime() > end,
  );
  if (own && friend) return 'made';
  return own ? 'proposed' : friend ? 'asked' : null;
}

function saysYes(standing: PactStanding | null): boolean {
  return standing === 'proposed' || standing === 'made';
}

function lastEndOf({ own, friend }: Words): number {
  return Math.max(own.endedAt?.getTime() ?? 0, friend.endedAt?.getTime() ?? 0);
}
