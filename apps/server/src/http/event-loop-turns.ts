const waiting: (() => void)[] = [];

/**
 * Resolves when the next step of long work may start: one step at a time in this process, after a pause as long as the last step. Other
 * requests get at least half of the event loop.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginStep);
  });
}

/** The step runs as soon as its promise resolves, before anything scheduled here. */
function beginStep(): void {
  const startedAt = performance.now();
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) setTimeout(beginStep, performance.now() - startedAt);
  });
}
