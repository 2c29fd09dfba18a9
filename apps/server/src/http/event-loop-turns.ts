const waiting: (() => void)[] = [];

/**
 * Resolves when the next step of long work may begin: one step at a time in this process, after a pause as long as the step before took.
 * Other requests get at least half of the event loop, however many do such work.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginStep);
  });
}

/** The step runs as soon as its promise resolves, before anything that is scheduled here. */
function beginStep(): void {
  const startedAt = performance.now();
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) setTimeout(beginStep, performance.now() - startedAt);
  });
}
