import type { MessageAttempt } from '@oinkly/contract/messages';
import type { Day } from '@oinkly/domain/days';
import { summarizeTotals, type WeekSummary } from '@oinkly/domain/week-summaries';
import type { Deps } from '../deps.ts';
import { listBudgetChanges } from '../budget/index.ts';
import type { UserRow } from '../identity/index.ts';
import { listWeekTotals } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import type { MessagePlaceRow } from './message-places.queries.ts';
import { requestOf, type Message } from './message-request.ts';
import type { MessageDeps } from './message-sender.ts';
import { openTarget } from './message-target.ts';

interface MessageToSend extends Pick<Message, 'id' | 'kind' | 'title' | 'body' | 'createdAt'> {
  path: string;
  /** The Monday of the week whose amounts it gets if the place includes them; null for none. */
  weekStart: Day | null;
}

/** Sends a message once and returns how that went. Throws a `SealedSecretError`. */
export async function sendTo(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'tokenBox'> & MessageDeps,
  user: UserRow,
  place: MessagePlaceRow,
  { path, weekStart, ...message }: MessageToSend,
): Promise<MessageAttempt> {
  const { clock, publicUrl, tokenBox, messages } = deps;
  const week = place.includesAmounts && weekStart !== null ? await readWeek(deps, user, weekStart) : null;
  const url = new URL(path, publicUrl);
  const at = clock();
  const request = requestOf(openTarget(tokenBox, place), { ...message, url, week }, at);
  return { at: at.toISOString(), kind: message.kind, ...(await messages.send(request)) };
}

async function readWeek(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  weekStart: Day,
): Promise<WeekSummary | null> {
  const [totals, budgets] = await Promise.all([
    listWeekTotals(db, user.id, weekStart, weekStart),
    listBudgetChanges(db, user.id),
  ]);
  return summarizeTotals([weekStart], totals, budgets, todayOf(user, clock))[0] ?? null;
}
