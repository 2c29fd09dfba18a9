import type { Seen, SeenAnswer } from '@oinkly/contract/friends';
import { formatDay } from '@oinkly/domain/days';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { seenQuery } from './friends-queries.ts';
import { seenWords } from './seen-words.ts';

const PLACES: Record<SeenAnswer['call'], string> = {
  getLeaderboard: 'On their board',
  listPacts: 'In their pacts',
  listFriends: 'In their list of friends',
  getGuestPage: 'On their guest page',
};

/** Each friend and guest, with what they were last sent about the user: in words, and the JSON itself (PD-105). */
export function SeenByFriends() {
  const seen = useQuery(seenQuery);
  if (!seen.data) {
    return seen.isError ? (
      <FailurePicture
        className="py-14"
        message={messageOf(seen.error, 'We couldn’t load what friends see.')}
        onRetry={() => void seen.refetch()}
      />
    ) : (
      <Skeleton className="mt-7 h-56 w-full rounded-medium" />
    );
  }
  const { friends, guests } = seen.data;
  if (friends.length + guests.length === 0)
    return <p className="mt-7">No friends yet, so no one sees anything.</p>;
  return [...friends, ...guests].map((viewer) => (
    <SeenBy key={viewer.userId} viewer={viewer} isGuest={guests.includes(viewer)} />
  ));
}

function SeenBy({ viewer: { userId, name, answers }, isGuest }: { viewer: Seen; isGuest: boolean }) {
  const headingId = `seen-by-${userId}`;
  return (
    <section className="mt-7" aria-labelledby={headingId}>
      <SectionHeading id={headingId}>
        <bdi className="wrap-anywhere">{name}</bdi>
        {isGuest && ' (guest)'}
      </SectionHeading>
      {answers.length === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <ul className="rounded-medium border border-line bg-card">
          {answers.map((answer) => (
            <AnswerRow key={answer.call} answer={answer} />
          ))}
        </ul>
      )}
    </section>
  );
}

function AnswerRow({ answer }: { answer: SeenAnswer }) {
  return (
    <li className="border-line px-inset py-3 not-first:border-t">
      <p className="text-small text-ink-soft">
        {PLACES[answer.call]}, {formatDay(answer.sentOn, { month: 'long', day: 'numeric' })}
      </p>
      <ul>
        {seenWords(answer).map((words) => (
          <li key={words} className="text-pretty wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
      <details className="group text-small">
        <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
          The answer itself
          <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
        </summary>
        <code className="block rounded-small bg-page p-3 text-small wrap-anywhere">{answer.json}</code>
      </details>
    </li>
  );
}
