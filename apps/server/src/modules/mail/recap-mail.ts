import { formatUsd } from '@oinkly/domain/money';
import { notificationWords } from '@oinkly/domain/notifications';
import { addDays, type Day } from '@oinkly/domain/days';
import { priceSentences } from '@oinkly/domain/price-changes';
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
import { promiseToken, readWeekToPromise } from '../week-promises/index.ts';
import { readMapWeeks } from '../weeks/index.ts';
import { findUnsubscribeToken } from './mail.queries.ts';

/** Monday and Tuesday: later, the recap is no news. */
const NEWS_FOR_DAYS = 2;

/** The words of the recap in the app. Null if it is unwanted, no longer news, or the email unconfirmed. */
export async function recapMail(
  deps: Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'publicUrl' | 'tokenBox'>,
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
  const { toCome: due, priceChanges } = await readComing(deps, user);
  const changedPrices = priceSentences(priceChanges, weekStart);
  const isUnder = !balanceOf(recap).isOver;
  const counted = countWeeks((await readMapWeeks(deps, user)).weeks);
  const event = { kind: 'result', weekStart, isUnder, highlight: recap.highlight } as const;
  const { title, body } = notificationWords(event, '');
  const weekToPromise = await readWeekToPromise(deps, user);
  return {
    kind: 'recap',
    to: user.email,
    subject: title,
    paragraphs: [
      `${formatWeek(weekStart)}: ${body}`,
      // None on the first Monday of a year.
      `${spent} of ${budget}, ${difference}.${counted.closed > 0 ? ` ${weekCountWords(counted)}.` : ''}`,
      ...(changedPrices.length > 0 ? [changedPrices.join(' ')] : []),
      ...(due.amountCents > 0
        ? [`Due this week: ${formatUsd(due.amountCents)} for ${dueNames(due.names)}.`]
        : []),
    ],
    link: { label: 'See your week', url: new URL(`/weeks/${weekStart}`, publicUrl) },
    ...(weekToPromise !== null && {
      secondLink: {
        label: 'I’m in this week',
        url: new URL(
          `/in/${promiseToken(deps.tokenBox, { userId: user.id, weekStart: weekToPromise })}`,
          publicUrl,
        ),
      },
    }),
    notes: ['You chose this mail under Notifications.'],
    unsubscribeUrl: new URL(routes.unsubscribeFromMail.path.replace(':token', token), publicUrl),
  };
}
