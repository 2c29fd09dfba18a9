import type { Day } from '@oinkly/domain/days';
import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { Layout } from '@oinkly/domain/statements/layout';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';
import { FileProblem } from './file-problem.ts';
import {
  tooLarge,
  type FileTable,
  type RememberedLayouts,
  type Statement,
  type StatementLines,
} from './file-table.ts';
import type { WorkerAnswer, WorkerNews, WorkerQuestion } from './statement.worker.ts';

/** Any normal file takes a fraction of this for each question; a slower one was made to be slow. */
const DEADLINE_MS = 20_000;
/** The worker crashed on the file or did not load. */
const UNREADABLE = 'We couldn’t read this file. Please try again, or download it from your bank again.';

/**
 * A chosen file in a worker, which keeps the page responsive (ADR 13). All methods throw a FileProblem. A worker that
 * died, or took too long, is replaced at the next question.
 */
export class StatementFile implements Statement {
  readonly #file: File;
  readonly #today: Day;
  #layouts: RememberedLayouts = [];
  #worker: Worker | undefined;
  /** The worker answers one question at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #giveUp: ((problem: FileProblem) => void) | undefined;
  #isClosed = false;

  constructor(file: File, today: Day) {
    this.#file = file;
    this.#today = today;
  }

  /** Reads the file. `onProgress` gets the share that is done. */
  async open(layouts: RememberedLayouts, onProgress: (share: number) => void): Promise<FileTable> {
    this.#layouts = layouts;
    return this.#next(() => this.#start(onProgress));
  }

  async guessAgain(before: Guess, next: Layout): Promise<Guess> {
    const { answer } = await this.#askOpened({ about: 'columns', before, next });
    return 'guess' in answer ? answer.guess : unreadable();
  }

  async lines(layout: Layout, countFixedBills: boolean): Promise<StatementLines> {
    const { answer, rows } = await this.#askOpened({ about: 'lines', layout, countFixedBills });
    return 'lines' in answer ? { ...answer.lines, rows } : unreadable();
  }

  /** Ends the worker and the question that it works on. */
  close(): void {
    this.#isClosed = true;
    this.#endWorker();
    this.#giveUp?.(new FileProblem(UNREADABLE));
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #askOpened(question: WorkerQuestion) {
    return this.#next(async () => {
      if (!this.#worker) await this.#start();
      return this.#ask(question);
    });
  }

  async #start(onProgress?: (share: number) => void): Promise<FileTable> {
    if (this.#file.size > MAX_IMPORT_FILE_BYTES) throw tooLarge();
    const bytes = new Uint8Array(await this.#file.arrayBuffer().catch(refuse));
    if (this.#isClosed) return unreadable();
    this.#worker = new Worker(new URL('./statement.worker.ts', import.meta.url), { type: 'module' });
    const given = { bytes, today: this.#today, timeZone: browserTimeZone(), layouts: this.#layouts };
    const { answer } = await this.#ask({ about: 'file', ...given }, { transfer: [bytes.buffer], onProgress });
    return 'read' in answer ? answer.read : unreadable();
  }

  async #ask(
    question: WorkerQuestion,
    {
      transfer = [],
      onProgress,
    }: { transfer?: Transferable[]; onProgress?: ((share: number) => void) | undefined } = {},
  ): Promise<{ answer: WorkerAnswer; rows: ReadRow[] }> {
    const worker = this.#worker;
    if (!worker) return unreadable();
    const rows: ReadRow[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
    const listening = new AbortController();
    const { signal } = listening;
    const hear = ({ data }: MessageEvent<WorkerAnswer | WorkerNews>) => {
      if ('progress' in data) onProgress?.(data.progress);
      else if ('rows' in data) rows.push(...data.rows);
      else resolve(data);
    };
    worker.addEventListener('message', hear, { signal });
    worker.addEventListener('error', (cause) => reject(new FileProblem(UNREADABLE, { cause })), { signal });
    this.#giveUp = reject;
    const timer = setTimeout(() => reject(new FileProblem(UNREADABLE)), DEADLINE_MS);
    try {
      worker.postMessage(question, transfer);
      const answer = await promise;
      if ('problem' in answer) throw new FileProblem(answer.problem);
      return { answer, rows };
    } catch (error) {
      this.#endWorker();
      throw error;
    } finally {
      clearTimeout(timer);
      listening.abort();
    }
  }
}

function unreadable(): never {
  throw new FileProblem(UNREADABLE);
}

/** Called, for example, if the file was moved or is a folder. */
function refuse(cause: unknown): never {
  throw new FileProblem('We can’t open this file. Please choose it again.', { cause });
}
