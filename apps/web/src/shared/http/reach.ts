/** Whether the server could be reached when last asked; until then, what the browser knows of the network. */
let isReachable = typeof navigator === 'undefined' || navigator.onLine;
const listeners = new Set<() => void>();

/** Whether the server answers, as far as anybody knows. */
export function canReachServer(): boolean {
  return isReachable;
}

/** Notes that the server has answered a call, or that none came. */
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

/** Whether a call has failed because no answer came at all: there is no network, or no server at its end. */
export function isNoAnswer(error: unknown): boolean {
  // What fetch throws then (WHATWG Fetch, "network error").
  if (error instanceof TypeError) return true;
  return error instanceof Error && error.cause !== undefined && isNoAnswer(error.cause);
}
