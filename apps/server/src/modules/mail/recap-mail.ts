import { formatUsd } from '@oinkly/domain/money';
import { notificationWords } from '@oinkly/domain/notifications';
import { addDays, type Day } from '@oinkly/domain/days';
import { dueNames, recapAmounts } from '@oinkly/domain/week-recap';
import { balanceOf } from '@oinkly/domain/week-balance';
import { countWeeks, weekCountWords } from '@oinkly/domain/week-count';
import { formatWeek } from '@oinkly/domain/weeks';
import { routes } from '@oinkly/contract/routes';
import type { Deps } from '../deps.ts';
import type { Mail } from '../../mail/mailer.ts';
import { readComing } from '../expenses/index.ts';
import type { UserRow } from '../identity/index.ts';
import { readRecap } from '../leaderboard/index.ts';
import { todayOf } from '../time/index.ts';
import { readMapWeeks } from '../weeks/index.ts';
import { findUnsubscribeToken } from './mail.queries.ts';

/** Monday and Tuesday: later, the recap is no news. */
const NEWS_FOR_DAYS = 2;

/** The words of the recap in the app. Null if it is unwanted, no longer news, or the email unconfirmed. */
export async function recapMail(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  user: UserRow,
  weekStart: Day,
): Promise<Mail | null> {
  const { db, clock, publicUrl } = deps;
  if (!user.wantsRecapMail || !user.isEmailConfirmed) return null;
  if (todayOf(user, clock) >= addDays(weekStart, 7 + NEWS_FOR_DAYS)) return null;
  const recap = await readRecap(db, user.id, weekStart);
  const token = await findUnsubscribeToken(db, user.id);
  if (!recap || token === undefined) return null;
  const { spent, budget, difference } = recapAmounts(recap);
  const { toCome: due } = await readComing(deps, user);
  const isUnder = !balanceOf(recap).isOver;
  const counted = countWeeks((await readMapWeeks(deps, user)).weeks);
  const event = { kind: 'result', weekStart, isUnder, highlight: recap.highlight } as const;
  const { title, body } = notificationWords(event, '');
  return {
    kind: 'recap',
    to: user.email,
    subject: title,
    paragraphs: [
      `${formatWeek(weekStart)}: ${body}`,
      // None on the first Monday of a year.
      `${spent} of ${budget}, ${difference}.${counted.closed > 0 ? ` ${weekCountWords(counted)}.` : ''}`,
      ...(due.amountCents > 0
        ? [`Due this week: ${formatUsd(due.amountCents)} for ${dueNames(due.names)}.`]
        : []),
    ],
    link: { label: 'See your week', url: new URL(`/weeks/${weekStart}`, publicUrl) },
    notes: ['You chose this mail under Notifications.'],
    unsubscribeUrl: new URL(routes.unsubscribeFromMail.path.replace(':token', token), publicUrl),
  };
}
