import type { MessageAttempt } from '@oinkly/contract/messages';
import { Button } from '../../shared/ui/button.tsx';
import { useTestPlace } from './message-places-query.ts';
import { outcomeWords } from './place-words.ts';

/** Sends a test and shows the answer. */
export function TestPlace({ id }: { id: string }) {
  const test = useTestPlace(id);
  return (
    <div>
      <Button look="quiet" className="w-full" isBusy={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Sending...' : 'Send a test'}
      </Button>
      <div role="status" className="text-small text-pretty not-empty:mt-2">
        {test.data && <TestOutcome attempt={test.data} />}
      </div>
    </div>
  );
}

function TestOutcome({ attempt }: { attempt: MessageAttempt }) {
  return (
    <>
      <p className={attempt.failure === null ? 'text-under-text' : 'text-over-text'}>
        {outcomeWords(attempt)}.
      </p>
      <Answer text={attempt.answer} />
    </>
  );
}

/** The beginning of a server's answer, if it said anything. */
export function Answer({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p className="text-small wrap-anywhere text-ink-soft">
      Answer: <bdi>{text}</bdi>
    </p>
  );
}
