import type { MessageAttempt, MessageFailure, MessagePlace } from '@oinkly/contract/messages';
import { KIND_WORDS } from './kind-words.ts';

const dayWords = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });
const timeWords = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const FAILURES: Readonly<Record<Exclude<MessageFailure, 'refused'>, string>> = {
  'not-ntfy': 'the server answered, but it isn’t ntfy',
  'not-allowed': 'the person who runs this server doesn’t allow this address',
  'private-address': 'the name leads to a private network',
  'no-address': 'the name of the server isn’t known',
  certificate: 'the server’s certificate isn’t valid',
  timeout: 'the server didn’t answer within ten seconds',
  unreachable: 'the server couldn’t be reached',
};

/** `Webhook at hooks.example.org` */
export function whereWords({ type, host }: Pick<MessagePlace, 'type' | 'host'>): string {
  return `${type === 'webhook' ? 'Webhook' : 'ntfy'} at ${host}`;
}

/** `Delivered in 120 ms`, or why it failed. */
export function outcomeWords({ status, failure, tookMs }: MessageAttempt): string {
  return failure === null ? `Delivered in ${tookMs} ms` : `Failed: ${failureWords(failure, status)}`;
}

function failureWords(failure: MessageFailure, status: number | null): string {
  return failure === 'refused' ? `the server answered with ${status}` : FAILURES[failure];
}

/** `Jun 5, 12:00 PM, My budget` */
export function attemptHeading({ at, kind }: Pick<MessageAttempt, 'at' | 'kind'>): string {
  return `${timeWords.format(new Date(at))}, ${kind === 'test' ? 'Test' : KIND_WORDS[kind].label}`;
}

/** What the list says of a place. */
export function stateWords({ ended, attempts }: Pick<MessagePlace, 'ended' | 'attempts'>): string {
  if (ended) return endedWords(ended);
  const [latest] = attempts;
  if (!latest) return 'Nothing sent yet';
  const when = timeWords.format(new Date(latest.at));
  return latest.failure === null
    ? `Last message ${when}`
    : `Failed ${when}: ${failureWords(latest.failure, latest.status)}`;
}

/** Says why a place is off, and what helps. */
export function endedWords({ at, reason }: NonNullable<MessagePlace['ended']>): string {
  const since = `Off since ${dayWords.format(new Date(at))}`;
  switch (reason) {
    case 'failing':
      return `${since}: it failed for a week.`;
    case 'gone':
      return `${since}: it answered that it no longer exists.`;
    case 'key-lost':
      return `${since}: this server lost the key to its address. Remove it and add it again.`;
  }
}
