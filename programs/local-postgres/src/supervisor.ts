import { setTimeout as delay } from 'node:timers/promises';
import { LocalPostgresStartError } from './errors.ts';
import type { TiedProcess } from './tied-process.ts';

interface SupervisorOptions {
  dataDir: string;
  /** The signal aborts the start. */
  restart: (signal: AbortSignal) => Promise<TiedProcess>;
  /** Pauses before restarts; when all fail, the server is lost. */
  restartPausesMs: readonly number[];
  logError: (line: string) => void;
  onLost: (error: Error) => void;
}

/** After this uptime the pauses start over. */
const STEADY_MS = 60_000;

/** A few times in a row. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #server: TiedProcess | undefined;

  constructor(server: TiedProcess, options: SupervisorOptions) {
    this.#options = options;
    this.#server = server;
    this.#watching = this.#watch(server).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        options.onLost(
          new LocalPostgresStartError(
            `PostgreSQL on ${options.dataDir} ended and does not start again; its log is ${options.dataDir}.log.`,
            { cause: error },
          ),
        );
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#server?.end();
    await this.#watching;
  }

  /** Rejects when the server is lost. */
  async #watch(first: TiedProcess): Promise<void> {
    const { dataDir, restartPausesMs, logError } = this.#options;
    let server = first;
    let pausesMs = restartPausesMs;
    for (;;) {
      const startedAtMs = performance.now();
      server.letGo();
      await server.exited;
      this.#server = undefined;
      if (this.#stopping.signal.aborted) return;

      logError(
        `PostgreSQL on ${dataDir} ended unexpectedly and is started again; its log is ${dataDir}.log.`,
      );
      if (performance.now() - startedAtMs > STEADY_MS) pausesMs = restartPausesMs;
      [server, pausesMs] = await this.#startAgain(pausesMs);
      logError(`PostgreSQL on ${dataDir} runs again.`);
    }
  }

  async #startAgain(pausesMs: readonly number[]): Promise<[TiedProcess, number[]]> {
    const { signal } = this.#stopping;
    const [pauseMs, ...rest] = pausesMs;
    if (pauseMs === undefined) throw new Error('It ended too often in a short time.');
    await delay(pauseMs, undefined, { signal, ref: false });
    try {
      const server = await this.#options.restart(signal);
      this.#server = server;
      return [server, rest];
    } catch (error) {
      if (signal.aborted || rest.length === 0) throw error;
      return this.#startAgain(rest);
    }
  }
}
