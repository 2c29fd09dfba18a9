const waiting: (() => void)[] = [];

/** Other requests notice a longer step. */
const LONGEST_STEP_MS = 10;

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

/** When work began in the event loop's present turn. */
let turnBeganAt: number | undefined;

/**
 * Returns a function to call between parts of long work. It waits for the next turn once the parts, with those of all other work in this
 * turn, took 10 ms: many short works after each other are a long one.
 */
export function turnsOfWork(): () => Promise<void> {
  beginTurn();
  return async () => {
    if (performance.now() - beginTurn() < LONGEST_STEP_MS) return;
    await nextTurn();
    beginTurn();
  };
}

/** Returns when work began in this turn. */
function beginTurn(): number {
  if (turnBeganAt === undefined) {
    turnBeganAt = performance.now();
    setImmediate(() => (turnBeganAt = undefined));
  }
  return turnBeganAt;
}

/** Returns what the steps return, and lets other requests run between them. */
export async function inTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  const pause = turnsOfWork();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
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
