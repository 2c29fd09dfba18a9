import type { OtherUser } from '@oinkly/contract/friends';
import { EllipsisVertical } from 'lucide-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useChangeCircle } from './friends-queries.ts';

const sinceWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

export function FriendRow({
  friend,
  focusFallback,
}: {
  friend: OtherUser;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const moreButton = useRef<HTMLButtonElement>(null);
  const { name, since } = friend;
  return (
    <li ref={useFocusFallback(focusFallback)} className="border-line not-first:border-t">
      <div className="flex min-h-14 items-center gap-3 pl-inset">
        <div className="min-w-0 flex-1 py-2">
          <p className="wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-small text-ink-soft">Friends since {sinceWords.format(new Date(since))}</p>
        </div>
        <button
          ref={moreButton}
          type="button"
          aria-label={`More about ${name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="grid size-target flex-none place-items-center text-ink-soft hover:text-ink"
        >
          <EllipsisVertical size={18} aria-hidden="true" />
        </button>
      </div>
      {isOpen && <FriendActions id={panelId} friend={friend} focusFallback={moreButton} />}
    </li>
  );
}

function FriendActions({
  id,
  friend,
  focusFallback,
}: {
  id: string;
  friend: OtherUser;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const [asked, setAsked] = useState<'remove' | 'block' | null>(null);
  const remove = useChangeCircle('endFriendship', 'Friend removed');
  const block = useChangeCircle('blockFriend', 'Blocked');
  if (asked === null) {
    return (
      <div id={id} className="flex flex-wrap gap-2 px-inset pb-3">
        <Button look="quiet" onClick={() => setAsked('remove')}>
          Remove
        </Button>
        <Button look="quiet" onClick={() => setAsked('block')}>
          Block
        </Button>
      </div>
    );
  }
  const { words, act, label } =
    asked === 'remove'
      ? {
          words: 'You’ll no longer see each other on the board. You can invite them again later.',
          act: remove,
          label: 'Remove',
        }
      : {
          words: 'You’ll no longer see each other on the board, and your invitations won’t work for them.',
          act: block,
          label: 'Block',
        };
  return (
    // Its own key, so that it unmounts when the answer is no.
    <div key="question" ref={leaving} id={id} className="px-inset pb-3">
      <p className="text-small text-pretty text-ink-soft">{words}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => setAsked(null)}>
          Keep
        </Button>
        <Button
          look="quiet"
          autoFocus
          aria-label={`${label} ${friend.name}`}
          isBusy={act.isPending}
          onClick={() => act.mutate(friend.userId)}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
