/** A call that got no answer: there is no network, no server at its end, or one that keeps silent. The cause is fetch's own error. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'No answer', { cause });
  }
}

/** Whether the server answered when last asked; until then, what the browser knows of the network. */
let isReachable = navigator.onLine;
const listeners = new Set<() => void>();

/** Whether the server answers, as far as anybody knows. */
export function canReachServer(): boolean {
  return isReachable;
}

/** How often the browser has said that the network is gone. */
let lossCount = 0;

/** Notes that the network is gone, as the browser says. */
export function noteLoss(): void {
  lossCount += 1;
  note(false);
}

/**
 * Watches a call that begins now: the answered function is told whether the server has answered it. What becomes of a call that was on its
 * way when the network was lost says nothing of the time after.
 */
export function watchCall(): (hasAnswered: boolean) => void {
  const lossesBefore = lossCount;
  return (hasAnswered) => {
    if (lossCount === lossesBefore) note(hasAnswered);
  };
}

function note(isThere: boolean): void {
  if (isThere === isReachable) return;
  isReachable = isThere;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change until the answered function is called. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
