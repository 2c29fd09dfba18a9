const waiting: (() => void)[] = [];

/**
 * Resolves when the next step of long work may start. Steps run one at a time and leave half of the event
 * loop to other requests.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginStep);
  });
}

/** The step runs at once, before anything scheduled here. */
function beginStep(): void {
  const startedAt = performance.now();
  waiting[0]?.();
  setImmediate(() => {
    waiting.shift();
    if (waiting.length > 0) setTimeout(beginStep, performance.now() - startedAt);
  });
}
