/** A call without an answer: no network, no server, or a silent one. The cause is fetch's own error. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'No answer', { cause });
  }
}

/** Whether the last call was answered; before the first, what the browser says. */
let isReachable = navigator.onLine;
const listeners = new Set<() => void>();

export function canReachServer(): boolean {
  return isReachable;
}

let lossCount = 0;

export function noteLoss(): void {
  lossCount += 1;
  note(false);
}

/** Call the result with the outcome. Calls that started before a loss of the network don't count. */
export function watchCall(): (hasAnswered: boolean) => void {
  const lossesBefore = lossCount;
  return (hasAnswered) => {
    if (lossCount === lossesBefore) note(hasAnswered);
  };
}

function note(wasReached: boolean): void {
  if (wasReached === isReachable) return;
  isReachable = wasReached;
  for (const listener of listeners) listener();
}

export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
