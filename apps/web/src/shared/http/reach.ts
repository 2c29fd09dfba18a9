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

/** Notes that the server has answered a call, or that no answer came. */
export function noteReach(hasAnswered: boolean): void {
  if (hasAnswered === isReachable) return;
  isReachable = hasAnswered;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change until the answered function is called. */
export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
