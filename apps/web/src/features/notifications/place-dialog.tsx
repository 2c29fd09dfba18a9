import type { MessageAttempt, MessagePlace } from '@oinkly/contract/messages';
import { MESSAGE_KINDS, type MessageKind } from '@oinkly/domain/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { logInAgain, needsRecentLogin } from '../../shared/http/recent-login.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { KIND_WORDS } from './kind-words.ts';
import { messagePlacesQuery, useChangePlace } from './message-places-query.ts';
import { attemptHeading, endedWords, outcomeWords, whereWords } from './place-words.ts';
import { Answer, TestPlace } from './test-place.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** What a place gets, how its messages went, and what ends it. */
export function PlaceDialog({
  place,
  focusFallback,
  onClose,
}: {
  place: MessagePlace;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { id, name, type, ended, attempts } = place;
  const isLost = ended?.reason === 'key-lost';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      description={whereWords(place)}
      focusFallback={focusFallback}
      focusesItself
    >
      <div className="flex flex-col gap-4">
        {ended && <Ended id={id} ended={ended} isLost={isLost} />}
        {!isLost && (
          <>
            <TestPlace id={id} />
            <fieldset className="flex flex-col gap-4">
              <legend className="mb-1.5 font-medium">What it gets</legend>
              {MESSAGE_KINDS.map((kind) => (
                <KindSwitch key={kind} place={place} kind={kind} />
              ))}
              <AmountsSwitch place={place} />
            </fieldset>
          </>
        )}
        {attempts.length > 0 && <Attempts attempts={attempts} />}
        {type === 'webhook' && !isLost && <NewSecret id={id} />}
        <RemovePlace id={id} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function Ended({
  id,
  ended,
  isLost,
}: {
  id: string;
  ended: NonNullable<MessagePlace['ended']>;
  isLost: boolean;
}) {
  const turnOn = useChangePlace(id, () => ({ on: true as const }), 'Turned on again');
  return (
    <div className="rounded-medium border border-line bg-card p-4">
      <p className="text-pretty">{endedWords(ended)}</p>
      {!isLost && (
        <Button
          look="quiet"
          className="mt-3 w-full"
          isBusy={turnOn.isPending}
          onClick={() => turnOn.mutate(undefined)}
        >
          Turn it on again
        </Button>
      )}
    </div>
  );
}

function KindSwitch({ place: { id, kinds }, kind }: { place: MessagePlace; kind: MessageKind }) {
  const isOn = kinds.includes(kind);
  const save = useChangePlace(id, (wanted: boolean, known) => ({
    kinds: MESSAGE_KINDS.filter((one) => (one === kind ? wanted : known.kinds.includes(one))),
  }));
  // A place that gets nothing is one to remove.
  return <SavedSwitch {...KIND_WORDS[kind]} isOn={isOn} save={save} disabled={isOn && kinds.length === 1} />;
}

function AmountsSwitch({ place: { id, includesAmounts } }: { place: MessagePlace }) {
  const save = useChangePlace(id, (wanted: boolean) => ({ includesAmounts: wanted }));
  return (
    <SavedSwitch
      label="Include amounts"
      hint="Adds your budget, what you spent and what’s left. Everyone who can read the place sees them."
      isOn={includesAmounts}
      save={save}
    />
  );
}

function Attempts({ attempts }: { attempts: readonly MessageAttempt[] }) {
  return (
    <section aria-label="Latest messages">
      <h3 className="mb-1.5 font-medium">Latest messages</h3>
      <ol className="rounded-medium border border-line bg-card">
        {attempts.map((attempt, index) => (
          <li
            key={`${attempt.at} ${index}`}
            className="border-line px-inset py-2 text-small not-first:border-t"
          >
            <p>{attemptHeading(attempt)}</p>
            <p className={attempt.failure === null ? 'text-ink-soft' : 'text-over-text'}>
              {outcomeWords(attempt)}
            </p>
            <Answer text={attempt.answer} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function NewSecret({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => call('renewMessageSecret', { params: { id } }),
    onError: (error) => {
      if (needsRecentLogin(error)) logInAgain('secret');
      else toastFailure(error);
    },
  });
  if (renew.data) return <WebhookSecret secret={renew.data.secret} />;
  if (!isAsking) {
    return (
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Replace the secret
      </Button>
    );
  }
  return (
    <AskFirst
      question="Replace the secret?"
      words="The old secret stops at once. Messages are refused until the other app has the new one."
      act="Replace"
      action={renew}
      onKeep={() => setIsAsking(false)}
    />
  );
}

function RemovePlace({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('removeMessagePlace', { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Place removed' });
      onClose();
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagePlacesQuery.queryKey }),
  });
  if (!isAsking) {
    return (
      <Button look="secondary" onClick={() => setIsAsking(true)}>
        Remove this place
      </Button>
    );
  }
  return (
    <AskFirst
      question="Remove this place?"
      words="Messages stop at once. The log is deleted."
      act="Remove"
      action={remove}
      onKeep={() => setIsAsking(false)}
    />
  );
}

function AskFirst({
  question,
  words,
  act,
  action,
  onKeep,
}: {
  question: string;
  words: string;
  act: string;
  action: { isPending: boolean; mutate: () => void };
  onKeep: () => void;
}) {
  return (
    <div role="group" aria-label={question}>
      <p className="mb-3 text-pretty">{words}</p>
      <div className="grid gap-3 compact:grid-cols-2">
        <Button look="secondary" autoFocus onClick={onKeep} disabled={action.isPending}>
          Keep it
        </Button>
        <Button look="danger" isBusy={action.isPending} onClick={() => action.mutate()}>
          {act}
        </Button>
      </div>
    </div>
  );
}
