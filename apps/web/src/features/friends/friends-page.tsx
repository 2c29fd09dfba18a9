import type { OtherUser, User } from '@oinkly/contract/endpoints';
import { dayInZone } from '@oinkly/domain/days';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import { useBeOnBoard } from '../leaderboard/board-membership-query.ts';
import { useMarkFriendsRead } from '../notifications/unread-query.ts';
import { FriendRow } from './friend-row.tsx';
import {
  friendsQuery,
  inviteQuery,
  useChangeCircle,
  useRememberInvited,
  useReplaceInvite,
} from './friends-queries.ts';
import { MailInvite } from './mail-invite.tsx';
import { OwnInvite } from './own-invite.tsx';

/** A longer list folds to its first rows, so that the invitation below it stays near. */
const FOLD_ABOVE = 8;
const HEAD_ROWS = 6;
const AFTER_THAT = 'After that, you’ll find a new one here.';

function Invite({ user }: { user: User }) {
  const rememberInvited = useRememberInvited();
  return (
    <section className="mt-9" aria-labelledby="invite-friends">
      <SectionHeading id="invite-friends">Invite friends</SectionHeading>
      <OwnInvite onInvited={rememberInvited} />
      {runtimeConfig.sendsMail && <MailInvite user={user} onInvited={rememberInvited} />}
      <InviteExpiry />
      <ReplaceLink />
    </section>
  );
}

function InviteExpiry() {
  const { data, isError } = useQuery(inviteQuery);
  const today = useToday();
  if (isError) return null;
  const day = data ? dayInZone(new Date(data.expiresAt), browserTimeZone()) : today;
  return (
    // Reserves its space while the day loads, so that nothing below moves.
    <p className={`mt-3 text-small text-ink-soft ${data ? '' : 'invisible'}`}>
      Your link works until {expenseDay(day)}. {data?.signUps ? signUpWords(data.signUps) : AFTER_THAT}
    </p>
  );
}

function signUpWords(count: number): string {
  return `${count === 1 ? '1 person has' : `${count} people have`} created an account with it.`;
}

function ReplaceLink() {
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  const replace = useReplaceInvite(() => setIsAsking(false));
  return (
    <div ref={place} tabIndex={-1}>
      {isAsking ? (
        <div ref={leaving} className="mt-3 rounded-medium border border-line bg-card p-4">
          <p className="text-pretty">Links you’ve already sent will stop working. Your friends stay.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button look="quiet" autoFocus isBusy={replace.isPending} onClick={() => replace.mutate()}>
              Replace my link
            </Button>
          </div>
        </div>
      ) : (
        <TextButton className="mt-1 text-small" onClick={() => setIsAsking(true)}>
          Replace my link
        </TextButton>
      )}
    </div>
  );
}

export function FriendsPage({ user }: { user: User }) {
  const circle = useQuery(friendsQuery);
  useMarkFriendsRead();
  // Loads at the same time, though it shows later.
  useQuery(inviteQuery);
  const focusFallback = useRef<HTMLElement>(null);
  return (
    <>
      <section
        ref={focusFallback}
        tabIndex={-1}
        className="mt-7"
        aria-labelledby="your-friends"
        aria-busy={circle.isPending}
      >
        <SectionHeading id="your-friends">Your friends</SectionHeading>
        {circle.data ? (
          <Friends friends={circle.data.friends} focusFallback={focusFallback} />
        ) : circle.isError ? (
          <FailureNotice
            message={messageOf(circle.error, 'We couldn’t load your friends.')}
            onRetry={() => void circle.refetch()}
          />
        ) : (
          <Skeleton className="h-14 w-full rounded-medium" />
        )}
      </section>
      {/* They would move when the friends load above them. */}
      {!circle.isPending && <Invite user={user} />}
      {circle.data && circle.data.blocked.length > 0 && (
        <Blocked blocked={circle.data.blocked} focusFallback={focusFallback} />
      )}
      {!circle.isPending && <OnBoard user={user} />}
    </>
  );
}

function Friends({
  friends,
  focusFallback,
}: {
  friends: OtherUser[];
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const leaving = useFocusFallback(list);
  const isFolded = friends.length > FOLD_ABOVE && !isUnfolded;
  if (friends.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-4 rounded-medium border border-line bg-card p-4">
        <Pig mood="content" width={72} className="flex-none" />
        {/* Large text wraps below the pig. */}
        <p className="flex-[1_1_8rem] text-pretty">
          No friends yet. For now you’re competing with your past self.
        </p>
      </div>
    );
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} className="rounded-medium border border-line bg-card">
        {(isFolded ? friends.slice(0, HEAD_ROWS) : friends).map((friend) => (
          <FriendRow key={friend.userId} friend={friend} focusFallback={focusFallback} />
        ))}
      </ul>
      {isFolded && (
        <TextButton ref={leaving} className="mt-1" onClick={() => setIsUnfolded(true)}>
          Show all {friends.length}
        </TextButton>
      )}
    </>
  );
}

function Blocked({
  blocked,
  focusFallback,
}: {
  blocked: OtherUser[];
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const unblock = useChangeCircle('unblock', 'Unblocked');
  return (
    <section className="mt-9" aria-labelledby="blocked">
      <SectionHeading id="blocked">Blocked</SectionHeading>
      <ul className="rounded-medium border border-line bg-card">
        {blocked.map(({ userId, name }) => (
          <li
            key={userId}
            ref={leaving}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-line px-inset py-1.5 not-first:border-t"
          >
            <span className="max-w-full flex-[1_1_6rem] wrap-break-word">
              <bdi>{name}</bdi>
            </span>
            <Button
              look="quiet"
              className="flex-none"
              aria-label={`Unblock ${name}`}
              isBusy={unblock.isPending && unblock.variables === userId}
              onClick={() => unblock.mutate(userId)}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OnBoard({ user }: { user: User }) {
  const beOnBoard = useBeOnBoard();
  return (
    <section className="mt-9" aria-labelledby="the-board">
      <SectionHeading id="the-board">The board</SectionHeading>
      <SwitchField
        label="I am on the board"
        hint="When off, you and your friends are hidden from each other. You stay friends and can come back."
        checked={beOnBoard.isPending ? beOnBoard.variables : user.onBoard}
        disabled={beOnBoard.isPending}
        onChange={(event) => beOnBoard.mutate(event.currentTarget.checked)}
      />
    </section>
  );
}
