import type { OtherUser } from '@oinkly/contract/friends';
import type { User } from '@oinkly/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { useBeOnBoard } from '../leaderboard/board-membership-query.ts';
import { FriendRow } from './friend-row.tsx';
import { friendsQuery, useChangeCircle } from './friends-queries.ts';

/** A longer list folds to its first rows. */
const FOLD_ABOVE = 8;
const HEAD_ROWS = 6;

/** Removing and blocking friends, and leaving the board (PD-27, PD-79). */
export default function ManageFriendsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const circle = useQuery(friendsQuery);
  const focusFallback = useRef<HTMLElement>(null);
  return (
    <Dialog open onOpenChange={onClose} title="Manage friends" focusesItself>
      <section
        ref={focusFallback}
        tabIndex={-1}
        aria-labelledby="your-friends"
        aria-busy={circle.isPending}
        className="outline-none"
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
      {circle.data && circle.data.blocked.length > 0 && (
        <Blocked blocked={circle.data.blocked} focusFallback={focusFallback} />
      )}
      <OnBoard user={user} />
    </Dialog>
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
    return <p>No friends yet.</p>;
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
    <section className="mt-7" aria-labelledby="blocked">
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
    <section className="mt-7" aria-labelledby="the-board">
      <SectionHeading id="the-board">The board</SectionHeading>
      <SwitchField
        label="Show me on the board"
        hint="When off, you and your friends are hidden from each other. You stay friends and can come back."
        checked={beOnBoard.isPending ? beOnBoard.variables : user.onBoard}
        disabled={beOnBoard.isPending}
        onChange={(event) => beOnBoard.mutate(event.currentTarget.checked)}
      />
    </section>
  );
}
