import { isTimeToTell, weekEndingThisEvening } from '@oinkly/domain/week-promises';
import { inUserTransaction } from '../../db/database.ts';
import { forEachUser } from '../../db/for-each-user.ts';
import type { Deps } from '../deps.ts';
import { findUser } from '../identity/index.ts';
import { listWithinBudget } from '../leaderboard/index.ts';
import { notifyOfKeptWeek, type NotifyDeps } from '../notifications/index.ts';
import { zoneOf } from '../time/index.ts';
import { claimEvening, listUsersInEvening, listZones, type EveningUser } from './kept-weeks.queries.ts';
import { listPartnersIn } from './pacts.service.ts';

/* On a week's last evening, partners of a pact who are within budget are told so (PD-106). Each user's evening is looked at once, so that no
   time says when a partner got there. A server that was down until midnight says nothing. */

type EveningDeps = NotifyDeps & Pick<Deps, 'db' | 'clock' | 'log'>;

/** The job. A failing user is left for the next run. */
export async function notifyOfKeptWeeks(deps: EveningDeps, signal: AbortSignal): Promise<void> {
  const notifyAlone = async ({ id: userId }: EveningUser) => {
    try {
      await notifyOfPartners(deps, userId);
    } catch (error) {
      deps.log.error({ err: error, userId }, 'the kept week of a user could not be notified of');
    }
  };
  let last: EveningUser | null = null;
  do {
    const now = deps.clock();
    const { batch, isLast } = await listUsersInEvening(deps.db, now, last);
    const inEvening = batch.filter((user) => weekEndingThisEvening(now, zoneOf(user)) !== null);
    await forEachUser(inEvening, notifyAlone, () => signal.aborted);
    last = isLast ? null : (batch.at(-1) ?? null);
  } while (last !== null && !signal.aborted);
}

async function notifyOfPartners(deps: EveningDeps, userId: string): Promise<void> {
  await inUserTransaction(deps.db, userId, async (tx) => {
    const user = await findUser(tx, userId);
    const week = user ? weekEndingThisEvening(deps.clock(), zoneOf(user)) : null;
    if (!user || week === null) return;
    const partners = await listPartnersIn(tx, userId, week);
    const zones = (await listZones(tx, partners)).map(zoneOf);
    if (!isTimeToTell(week, deps.clock(), zoneOf(user), zones)) return;
    if (!(await claimEvening(tx, userId, week))) return;
    if (partners.length === 0 || !user.isOnBoard) return;
    const within = await listWithinBudget({ ...deps, db: tx }, user, partners, week);
    const partnerIds = partners.filter((id) => within.includes(id));
    if (partnerIds.length > 0 && within.includes(userId))
      await notifyOfKeptWeek(deps, tx, { userId, weekStart: week, partnerIds });
  });
}
