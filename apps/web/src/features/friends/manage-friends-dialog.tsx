import type { OtherUser } from '@oinkly/contract/friends';
import type { User } from '@oinkly/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button, TextButton, TextLink } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { useBeOnBoard } from '../leaderboard/board-membership-query.ts';
import { useChoosePictureNames } from '../sharing/picture-names-query.ts';
import { FriendRow } from './friend-row.tsx';
import { friendsQuery, useChangeCircle } from './friends-queries.ts';
import { useRemoveGuest } from './guest-queries.ts';

/** A longer list folds to its first rows. */
const FOLD_ABOVE = 8;
const HEAD_ROWS = 6;

/** Removing and blocking friends, leaving the board (PD-27, PD-79), and being named in pictures (PD-107). */
export default function ManageFriendsDialog({
  user,
  onClose,
  children,
}: {
  user: User;
  onClose: () => void;
  children: ReactNode;
}) {
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
      {circle.data && circle.data.guests.length > 0 && (
        <Guests guests={circle.data.guests} focusFallback={focusFallback} />
      )}
      {circle.data && circle.data.blocked.length > 0 && (
        <Blocked blocked={circle.data.blocked} focusFallback={focusFallback} />
      )}
      <OnBoard user={user} />
      <InPictures user={user} />
      <TextLink href="/friends/seen" className="mt-3">
        What friends see of you
      </TextLink>
      {children}
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

function Guests({
  guests,
  focusFallback,
}: {
  guests: OtherUser[];
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const remove = useRemoveGuest();
  return (
    <section className="mt-7" aria-labelledby="guests">
      <SectionHeading id="guests">Guests</SectionHeading>
      <ul className="rounded-medium border border-line bg-card">
        {guests.map(({ userId, name }) => (
          <li
            key={userId}
            ref={leaving}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-line px-inset py-1.5 not-first:border-t"
          >
            <span className="max-w-full flex-[1_1_6rem] wrap-anywhere">
              <bdi>{name}</bdi>
            </span>
            <Button
              look="quiet"
              className="flex-none"
              aria-label={`Remove ${name}`}
              isBusy={remove.isPending && remove.variables === userId}
              onClick={() => remove.mutate(userId)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-pretty text-ink-soft">
        Guests have no account. They see your check marks and those of your other guests.
      </p>
    </section>
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
      <SavedSwitch
        label="Show me on the board"
        hint="When off, you and your friends are hidden from each other. You stay friends and can come back."
        isOn={user.onBoard}
        save={beOnBoard}
      />
    </section>
  );
}

function InPictures({ user }: { user: User }) {
  const choose = useChoosePictureNames('mayBeNamed');
  return (
    <section className="mt-7" aria-labelledby="in-pictures">
      <SectionHeading id="in-pictures">In pictures</SectionHeading>
      <SavedSwitch
        label="Friends may name me in pictures they share"
        hint="When off, you’re “A friend” there. When on, your first name shows. A change counts at once, also on pages that are already public. Saved pictures stay as they are."
        isOn={user.mayBeNamed}
        save={choose}
      />
    </section>
  );
}
