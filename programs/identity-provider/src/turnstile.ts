import pLimit, { type LimitFunction } from 'p-limit';

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

interface Line {
  runNext: LimitFunction;
  /** Tasks that wait or run. */
  length: number;
}

/**
 * Runs tasks: at most one of each caller at once. Callers take turns, so each waits for one task of every other caller at most, and
 * behind its own.
 */
export class Turnstile {
  readonly #limits: TurnstileLimits;
  /** Its queue holds at most one task of each caller. */
  readonly #runInPlace: LimitFunction;
  #length = 0;
  readonly #lines = new Map<string, Line>();

  constructor(limits: TurnstileLimits) {
    this.#limits = limits;
    this.#runInPlace = pLimit(limits.places);
  }

  /** @throws LineTooLong without having run the task */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(caller) ?? { runNext: pLimit(1), length: 0 };
    // The first one runs, or is about to.
    if (line.length > this.#limits.waitingPerCaller) throw new LineTooLong(429);
    const running = Math.min(this.#limits.places, this.#lines.size);
    if (this.#length - running >= this.#limits.waiting) throw new LineTooLong(503);
    this.#lines.set(caller, line);
    line.length += 1;
    this.#length += 1;
    try {
      return await line.runNext(() => this.#runInPlace(task));
    } finally {
      this.#length -= 1;
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(caller);
    }
  }
}
