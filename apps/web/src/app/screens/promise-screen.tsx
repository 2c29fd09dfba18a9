import { QUESTION } from '@oinkly/artwork/pig-props';
import { messageOf } from '@oinkly/contract/errors';
import type { Day } from '@oinkly/domain/days';
import { isInThisWeek, weekOfPromiseToken } from '@oinkly/domain/week-promises';
import { formatWeek, weekStartOf } from '@oinkly/domain/weeks';
import { call } from '../../shared/http/call.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { MailLinkPage } from '../../shared/ui/mail-link-page.tsx';
import { useNameInPath } from './name-in-path.ts';

/** Promises the week of a Monday mail, open to everyone with its link (PD-106). Says which week, and nothing of the user. */
export default function PromiseScreen() {
  const token = useNameInPath();
  const today = useToday();
  const week = weekOfPromiseToken(token);
  return (
    <MailLinkPage
      question={{
        mood: 'content',
        title: `Are you keeping ${weekWords(week, today)}?`,
        text: 'Partners and check marks show that you’re in. It can’t be taken back. This link is only for the person who got the mail.',
      }}
      closed={week !== null && week < weekStartOf(today) ? notOpen(messageOf('PROMISE_NOT_OPEN')) : null}
      action="I’m in"
      send={() => call('promiseWeekByMail', { params: { token } })}
      done={{ mood: 'proud', title: 'You’re in.', text: 'Partners and check marks show it until Sunday.' }}
      refused={({ code, message }) => {
        if (code === 'PROMISE_NOT_OPEN') return notOpen(message);
        if (code !== 'PROMISE_LINK_NOT_FOUND') return null;
        return {
          mood: 'asleep',
          prop: QUESTION,
          title: 'This link doesn’t work',
          text: 'It’s mistyped, or the account was deleted. You can say that you’re in at home.',
        };
      }}
    />
  );
}

function notOpen(text: string) {
  return { mood: 'asleep', title: 'This mail’s week can’t be promised now', text } as const;
}

/** A mistyped link names no week. */
function weekWords(week: Day | null, today: Day): string {
  if (week === null) return 'this week';
  return isInThisWeek(week, today)
    ? `this week, ${formatWeek(week)}`
    : `the week of ${formatWeek(week, today)}`;
}
