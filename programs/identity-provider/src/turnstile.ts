export interface TurnstileLimits {
  /** Tasks that run at once. */
  places: number;
  /** Waiting tasks of one caller, and of all. */
  waitingPerCaller: number;
  waiting: number;
}

const RETRY_AFTER_SECONDS = 5;

/** Too many tasks wait. Answered as 429 when they are the caller's own, as 503 otherwise. */
export class LineTooLong extends Error {
  readonly statusCode: number;
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(statusCode: 429 | 503) {
    super('Too many requests wait for their turn');
    this.statusCode = statusCode;
  }
}

/**
 * Runs tasks: at most one of each caller at once. Callers take turns, so each waits for one task of every other caller at most, and
 * behind its own.
 */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  #running = 0;
  #waiting = 0;
  /** The waiting tasks of callers with a running or waiting task. */
  readonly #lines = new Map<string, (() => void)[]>();
  /** Callers with waiting tasks and no running one, in the order of their turns. */
  readonly #next: string[] = [];

  constructor(limits: TurnstileLimits) {
    this.#limits = limits;
  }

  /** @throws LineTooLong without having run the task */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    await this.#enter(caller);
    try {
      return await task();
    } finally {
      this.#leave(caller);
    }
  }

  async #enter(caller: string): Promise<void> {
    const line = this.#lines.get(caller);
    if (line !== undefined && line.length >= this.#limits.waitingPerCaller) throw new LineTooLong(429);
    if (this.#waiting >= this.#limits.waiting) throw new LineTooLong(503);
    this.#waiting += 1;
    await new Promise<void>((start) => {
      if (line === undefined) {
        this.#lines.set(caller, [start]);
        this.#next.push(caller);
      } else line.push(start);
      this.#admit();
    });
  }

  #leave(caller: string): void {
    this.#running -= 1;
    if (this.#lines.get(caller)?.length === 0) this.#lines.delete(caller);
    else this.#next.push(caller);
    this.#admit();
  }

  #admit(): void {
    while (this.#running < this.#limits.places) {
      const caller = this.#next.shift();
      if (caller === undefined) return;
      this.#running += 1;
      this.#waiting -= 1;
      this.#lines.get(caller)?.shift()?.();
    }
  }
}
