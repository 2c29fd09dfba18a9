import { onlineManager } from '@tanstack/react-query';

export const NO_ANSWER = 'We can’t reach Oinkly.';

/** A call without an answer: no network, no server, or a silent one. The cause is fetch's own error, whose words differ by browser. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause: unknown) {
    super(NO_ANSWER, { cause });
  }
}

// Whether the last call was answered; before the first, what the browser says. A network may come without the server.
onlineManager.setEventListener(() => undefined);
// The server draws a page that has reached it.
onlineManager.setOnline(typeof window === 'undefined' || navigator.onLine);

export function subscribeToReach(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

export function canReachServer(): boolean {
  return onlineManager.isOnline();
}

let lossCount = 0;

export function noteLoss(): void {
  lossCount += 1;
  onlineManager.setOnline(false);
}

/** Call the result with the outcome. Calls that started before a loss of the network don't count. */
export function watchCall(): (hasAnswered: boolean) => void {
  const lossesBefore = lossCount;
  return (hasAnswered) => {
    if (lossCount === lossesBefore) onlineManager.setOnline(hasAnswered);
  };
}
