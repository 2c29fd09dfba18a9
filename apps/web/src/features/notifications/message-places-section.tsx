import { MAX_MESSAGE_PLACES_PER_USER } from '@oinkly/contract/limits';
import type { MessagePlace } from '@oinkly/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { takeContinuation } from '../../shared/http/recent-login.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useRecentLogin } from '../../shared/ui/use-recent-login.ts';
import { AddPlaceDialog } from './add-place-dialog.tsx';
import { messagePlacesQuery } from './message-places-query.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { stateWords, whereWords } from './place-words.ts';

/** The webhooks and ntfy topics that get the user's notifications (PD-108). None at first. */
export function MessagePlacesSection() {
  const [isAdding, setIsAdding] = useState(false);
  const { isPending: isAsking, mutate: add } = useRecentLogin('place', () => setIsAdding(true));
  useEffect(() => {
    if (takeContinuation() === 'place') add();
  }, [add]);
  const places = useQuery(messagePlacesQuery);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <section className="mt-9" aria-labelledby="other-apps" aria-busy={places.isPending}>
      <SectionHeading id="other-apps">To other apps</SectionHeading>
      <p className="mb-3 text-small text-pretty text-ink-soft">
        Send your notifications to Home Assistant, ntfy or your own program.
      </p>
      {places.data ? (
        places.data.length > 0 && (
          <ul ref={list} tabIndex={-1} className="rounded-medium border border-line bg-card">
            {places.data.map((place) => (
              <PlaceRow
                key={place.id}
                place={place}
                focusFallback={places.data.length > 1 ? list : addButton}
              />
            ))}
          </ul>
        )
      ) : places.isError ? (
        <FailureNotice
          message={messageOf(places.error, 'We couldn’t load your places.')}
          onRetry={() => void places.refetch()}
        />
      ) : (
        <Skeleton className="h-14 w-full rounded-medium" />
      )}
      {!places.isPending && (places.data?.length ?? 0) < MAX_MESSAGE_PLACES_PER_USER && (
        <Button ref={addButton} look="quiet" className="mt-3 w-full" isBusy={isAsking} onClick={() => add()}>
          Add a place
        </Button>
      )}
      {isAdding && <AddPlaceDialog focusFallback={list} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function PlaceRow({
  place,
  focusFallback,
}: {
  place: MessagePlace;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const leaving = useFocusFallback(focusFallback);
  const [isOpen, setIsOpen] = useState(false);
  const { name, ended, attempts } = place;
  const isFailing = ended !== null || (attempts[0] !== undefined && attempts[0].failure !== null);
  return (
    <li
      ref={leaving}
      className="flex min-h-14 items-center justify-between gap-3 border-line px-inset py-1.5 not-first:border-t"
    >
      <div className="min-w-0 py-1">
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small wrap-anywhere text-ink-soft">{whereWords(place)}</p>
        <p className={`text-small text-pretty ${isFailing ? 'text-over-text' : 'text-ink-soft'}`}>
          {stateWords(place)}
        </p>
      </div>
      <Button
        look="quiet"
        className="flex-none"
        aria-label={`Manage ${name}`}
        onClick={() => setIsOpen(true)}
      >
        Manage
      </Button>
      {isOpen && <PlaceDialog place={place} focusFallback={focusFallback} onClose={() => setIsOpen(false)} />}
    </li>
  );
}
