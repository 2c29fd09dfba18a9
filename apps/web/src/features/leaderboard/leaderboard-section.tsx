import type { KeptWeeks, LeaderboardEntry, UnreachableFriend } from '@oinkly/contract/leaderboard';
import type { User } from '@oinkly/contract/account';
import { boardViewOf } from '@oinkly/domain/kept-weeks';
import { standingAgainstPastSelf } from '@oinkly/domain/past-self';
import { Star, Trophy } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { TextButton, TextLink } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useBeOnBoard } from './board-membership-query.ts';
import { HowTheBoardWorks } from './how-the-board-works.tsx';
import { KeptBoard } from './kept-board.tsx';
import { boardAgainstPastSelf, type BoardRow } from './past-self-board.ts';
import { statusMarkup } from './status-markup.tsx';

/** A longer board folds to its first rows and the user's own. */
const FOLD_ABOVE = 12;
const HEAD_ROWS = 10;
/** Stands after the last word of the name. */
const PRIZE = 'ml-2 inline-block align-[-0.15em] text-gold-text';

/** The leaderboard (DB-7 to DB-9, PD-25). */
export function LeaderboardSection({
  entries,
  kept,
  unreachable = [],
  user,
  goalCents,
  spentThisWeekCents,
  pastSelfCents,
  invitesBelow = false,
}: {
  entries: LeaderboardEntry[];
  /** Null for ranks. */
  kept: KeptWeeks | null;
  unreachable?: UnreachableFriend[] | undefined;
  user: Pick<User, 'onBoard' | 'boardView'>;
  /** Null while the weekly budget cannot be loaded. */
  goalCents: number | null;
  spentThisWeekCents: number;
  /** The past self's weekly spending; null without a past self. */
  pastSelfCents: number | null;
  /** Whether the page itself has the invitation. */
  invitesBelow?: boolean;
}) {
  const own = entries.find((entry) => entry.isCurrentUser);
  // With guests there are check marks.
  const isAlone = entries.length === 1 && own !== undefined && kept === null && unreachable.length === 0;
  const standing =
    isAlone && pastSelfCents !== null && goalCents !== null
      ? standingAgainstPastSelf(spentThisWeekCents, pastSelfCents, goalCents)
      : null;
  // Alone, there are no ranks to join.
  const alone = isAlone ? { ...own, joinsWith: null } : null;
  const rows = alone ? (standing ? boardAgainstPastSelf(alone, standing) : [alone]) : entries;
  const beOnBoard = useBeOnBoard();
  const place = useRef<HTMLElement>(null);
  const leaving = useFocusFallback(place);
  return (
    <section ref={place} tabIndex={-1} className="mt-9">
      <SectionHeading>
        {statusMarkup(standing?.status ?? own?.status ?? '') ?? 'Friends Leaderboard'}
      </SectionHeading>
      {kept ? <KeptBoard kept={kept} /> : rows.length > 0 && <Board rows={rows} />}
      {unreachable.length > 0 && <UnreachableFriends friends={unreachable} />}
      {isAlone && user.onBoard && pastSelfCents === null && (
        <p className="mt-2 flex min-h-13 items-center rounded-medium border border-dashed border-line-strong px-inset py-3 text-ink-soft">
          Your past self joins after your first week.
        </p>
      )}
      {isAlone && (user.onBoard ? pastSelfCents === null && !invitesBelow : true) && (
        <p className="mt-3 text-small text-ink-soft">
          {user.onBoard
            ? 'A leaderboard of one. Friends make it interesting.'
            : 'You’re off the board. You and your friends are hidden from each other.'}
        </p>
      )}
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-5">
        {user.onBoard ? (
          !invitesBelow && <TextLink href="/friends">Add friends</TextLink>
        ) : (
          <TextButton
            ref={leaving}
            aria-disabled={beOnBoard.isPending}
            onClick={beOnBoard.isPending ? undefined : () => beOnBoard.mutate(true)}
          >
            Come back
          </TextButton>
        )}
      </div>
      {user.onBoard && !isAlone && entries.length > 0 && (
        <div ref={leaving}>
          <HowTheBoardWorks
            view={boardViewOf(user.boardView, entries.length + unreachable.length)}
            hasRanks={entries.length + unreachable.length > 1}
            usualWeekCents={pastSelfCents}
            isBusy={beOnBoard.isPending}
            onLeave={() => beOnBoard.mutate(false)}
          />
        </div>
      )}
    </section>
  );
}

export function LeaderboardSkeleton() {
  return (
    <section aria-busy="true" aria-label="Friends Leaderboard" className="mt-9">
      <Skeleton className="mb-3.5 h-6 w-56 rounded-square" />
      <div className="rounded-medium border border-line bg-card">
        {[1, 2, 3].map((row) => (
          <div key={row} className="flex min-h-13 items-center gap-2.5 border-line px-4 not-first:border-t">
            <Skeleton className="mr-3 size-5 rounded-square" />
            <Skeleton className="h-5 w-32 rounded-square" />
            <Skeleton className="ml-auto h-5 w-6 rounded-square" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-4 mb-2 h-5 w-24 rounded-square" />
    </section>
  );
}

export function LeaderboardFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <section className="mt-9">
      <SectionHeading>Friends Leaderboard</SectionHeading>
      <FailureNotice message={message} onRetry={onRetry} />
    </section>
  );
}

function Board({ rows }: { rows: BoardRow[] }) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const leaving = useFocusFallback(list);
  const isFolded = rows.length > FOLD_ABOVE && !isUnfolded;
  const head = isFolded ? rows.slice(0, HEAD_ROWS) : rows;
  const ownIndex = rows.findIndex((row) => row.isCurrentUser);
  const own = ownIndex >= head.length ? rows[ownIndex] : undefined;
  const isShared = (row: BoardRow) => rows.some((other) => other !== row && other.rank === row.rank);
  return (
    <>
      <ol ref={list} tabIndex={-1} className="overflow-hidden rounded-medium border border-line bg-card">
        {head.map((row) => (
          <Row key={row.userId} row={row} isShared={isShared(row)} />
        ))}
        {ownIndex > head.length && (
          <li
            aria-hidden="true"
            data-testid="board-gap"
            className="border-t border-line py-1 pl-5 font-bold text-ink-soft"
          >
            · · ·
          </li>
        )}
        {own && <Row row={own} isShared={isShared(own)} />}
      </ol>
      {isFolded && (
        <TextButton ref={leaving} className="mt-1 mr-6" onClick={() => setIsUnfolded(true)}>
          Show all {rows.length}
        </TextButton>
      )}
    </>
  );
}

/** Without a rank: nothing is known of their week. */
function UnreachableFriends({ friends }: { friends: UnreachableFriend[] }) {
  return (
    <ul className="mt-2 overflow-hidden rounded-medium border border-line bg-card">
      {friends.map(({ userId, name }) => (
        <li
          key={userId}
          className="flex min-h-13 flex-wrap items-center gap-x-2.5 border-line px-inset py-3 not-first:border-t"
        >
          <bdi className="max-w-full flex-[1_1_6rem] wrap-anywhere">{name}</bdi>
          <span className="text-small text-ink-soft">Not reachable right now</span>
        </li>
      ))}
    </ul>
  );
}

function Row({ row, isShared }: { row: BoardRow; isShared: boolean }) {
  return (
    <li
      aria-current={row.isCurrentUser ? 'true' : undefined}
      className="grid min-h-13 grid-cols-[minmax(min(2rem,10vw),auto)_minmax(0,1fr)] items-center gap-2.5 border-line px-inset py-3 not-first:border-t aria-[current]:bg-pink-wash"
    >
      <span className="font-soft text-title font-bold text-ink-soft">
        <span className="sr-only">Rank </span>
        {row.rank}
      </span>
      {/* In large text, the move wraps below the name. */}
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5">
        <span className="max-w-full flex-[1_1_6rem] wrap-anywhere">
          <bdi>{row.name}</bdi>
          {row.isCurrentUser && <span className="ml-2 inline-block text-ink-soft">(You)</span>}
          {row.prize === 'trophy' && (
            <Trophy size={18} role="img" aria-label="First place" className={PRIZE} />
          )}
          {row.prize === 'star' && <Star size={18} role="img" aria-label="Second place" className={PRIZE} />}
          {row.about !== undefined && <span className="block text-small text-ink-soft">{row.about}</span>}
          {row.joinsWith === null ? (
            isShared && <span className="block text-small text-ink-soft">shares this rank</span>
          ) : (
            <span className="block text-small text-balance text-ink-soft">
              joins the ranks with the {row.joinsWith} expense
            </span>
          )}
        </span>
        <PositionChange change={row.positionChange} />
      </span>
    </li>
  );
}

/** The figure with a word (PD-97), so that neither color nor sign says it alone. */
function PositionChange({ change }: { change: number }) {
  const [word, figure, look] =
    change > 0
      ? ['moved up', `+${change}`, 'text-under-text']
      : change < 0
        ? ['moved down', `−${-change}`, 'text-over-text']
        : ['moved', '0', 'text-ink-soft'];
  return (
    <span className="ml-auto flex flex-wrap items-baseline justify-end gap-x-1.5 text-right">
      <span className="text-small text-ink-soft">{word} </span>
      <span className={`font-bold ${look}`}>{figure}</span>
    </span>
  );
}
