import { PLUG } from '@oinkly/artwork/pig';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../http/api-error.ts';
import { Button, buttonClass } from './button.tsx';
import { messageOf } from './failure-toast.ts';
import { PigPage } from './pig-page.tsx';
import { Wordmark } from './wordmark.tsx';

type Words = Omit<ComponentProps<typeof PigPage>, 'children'>;

/** The page of a link in a mail, which works without logging in. Asks for a tap, because mail programs open links too. */
export function MailLinkPage({
  question,
  closed = null,
  action,
  send,
  done,
  refused,
}: {
  question: Words;
  /** Stands instead of the question if the server is known to refuse. */
  closed?: Words | null;
  /** The button. */
  action: string;
  send: () => Promise<unknown>;
  done: Words;
  /** What to say of a refusal that trying again would not change; null for any other failure. */
  refused: (error: ApiError) => Words | null;
}) {
  const sending = useMutation({ mutationFn: send });
  const { error } = sending;
  const refusal = error instanceof ApiError ? refused(error) : null;
  const end = sending.isSuccess ? done : (closed ?? refusal);
  const failure: Words | null = error && {
    mood: 'worried',
    prop: PLUG,
    title: 'That didn’t work',
    text: messageOf(error, 'Please try again.'),
  };
  return (
    <div className="mx-auto max-w-column px-gutter">
      <header className="absolute py-3">
        <Wordmark />
      </header>
      <main>
        <PigPage {...(end ?? failure ?? question)}>
          {end ? (
            <Link href="/" className={buttonClass('primary')}>
              Go to home
            </Link>
          ) : (
            <Button isBusy={sending.isPending} onClick={() => sending.mutate()}>
              {failure ? 'Try again' : action}
            </Button>
          )}
        </PigPage>
      </main>
    </div>
  );
}
