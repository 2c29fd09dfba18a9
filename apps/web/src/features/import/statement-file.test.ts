import { guessLayout } from '@oinkly/domain/statements/guess-layout';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { NOT_CHECKED } from '@oinkly/domain/statements/prove-statement';
import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatementFile } from './statement-file.ts';
import type { WorkerAnswer, WorkerNews } from './statement.worker.ts';

const TODAY = '2026-06-05';

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  isTerminated = false;
  received: unknown[] = [];

  constructor() {
    super();
    FakeWorker.made.push(this);
  }
  postMessage(message: unknown) {
    this.received.push(message);
  }
  terminate() {
    this.isTerminated = true;
  }
  say(data: WorkerAnswer | WorkerNews) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const file = new File(['Date,Name,Amount'], 'card.csv');
const TABLE = { format: 'csv', header: null, rows: [], others: [] } as const;
const READ = { table: TABLE, guess: guessLayout(TABLE, TODAY) };
const { layout } = READ.guess;
/** What comes behind the rows. */
const REST = {
  indexes: { expense: new Int32Array(), 'left-out': Int32Array.of(0, 1, 2), bad: new Int32Array() },
  farAway: new Set<number>(),
  ...{ currencies: [], parts: [], proof: NOT_CHECKED },
};

/** The worker once it has so many questions. */
const workerWith = async (questions: number, index = 0): Promise<FakeWorker> => {
  await vi.waitFor(() => expect(FakeWorker.made[index]?.received).toHaveLength(questions));
  const worker = FakeWorker.made[index];
  if (!worker) throw new Error('No worker was made');
  return worker;
};
async function opened() {
  const statement = new StatementFile(file, TODAY);
  const read = statement.open([], () => undefined);
  const worker = await workerWith(1);
  worker.say({ read: READ });
  await read;
  return { statement, worker };
}
const leftOut = (line: number): ReadRow => ({
  ...{ line, lines: 1, text: 'x' },
  ...{ outcome: 'left-out', reason: 'No amount' },
});

test('a file is read in one worker, which tells its progress and answers until it is closed [PD-30]', async () => {
  const shares: number[] = [];
  const statement = new StatementFile(file, TODAY);
  const read = statement.open([], (share) => shares.push(share));
  const worker = await workerWith(1);
  worker.say({ progress: 0.5 });
  worker.say({ read: READ });
  expect(await read).toEqual(READ);
  expect(shares).toEqual([0.5]);
  expect(worker.received).toMatchObject([{ about: 'file', today: TODAY, layouts: [] }]);

  const [guess, lines] = [statement.guessAgain(READ.guess, layout), statement.lines(layout, true)];
  await workerWith(2);
  worker.say({ guess: READ.guess });
  expect(await guess).toEqual(READ.guess);
  await workerWith(3);
  worker.say({ rows: [leftOut(1), leftOut(2)] });
  worker.say({ rows: [leftOut(3)] });
  worker.say({ lines: REST });
  expect(await lines).toEqual({ ...REST, rows: [leftOut(1), leftOut(2), leftOut(3)] });
  expect(worker.received.slice(1)).toEqual([
    { about: 'columns', before: READ.guess, next: layout },
    { about: 'lines', layout, countFixedBills: true },
  ]);
  expect(worker.isTerminated).toBe(false);
  statement.close();
  expect(worker.isTerminated).toBe(true);
  await expect(statement.lines(layout, true)).rejects.toThrow('We couldn’t read this file.');
  expect(FakeWorker.made).toHaveLength(1);
});

test("reports the worker's problem, or its crash [PD-30]", async () => {
  const refused = new StatementFile(file, TODAY).open([], () => undefined);
  (await workerWith(1)).say({ problem: 'This is a PDF.' });
  await expect(refused).rejects.toThrow('This is a PDF.');
  FakeWorker.made = [];
  const broken = new StatementFile(file, TODAY).open([], () => undefined);
  (await workerWith(1)).dispatchEvent(new Event('error'));
  await expect(broken).rejects.toThrow('We couldn’t read this file. Please try again');
});

test('a file that takes too long is given up, and its worker ends [PD-30]', async () => {
  const read = new StatementFile(file, TODAY).open([], () => undefined);
  const worker = await workerWith(1);
  const refused = expect(read).rejects.toThrow('We couldn’t read this file.');
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
  expect(worker.isTerminated).toBe(true);
});

test('a later question may take as long, and a worker that died is replaced at the next one [PD-30]', async () => {
  const { statement, worker } = await opened();
  const refused = expect(statement.lines(layout, false)).rejects.toThrow('We couldn’t read this file.');
  await workerWith(2);
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
  expect(worker.isTerminated).toBe(true);

  const lines = statement.lines(layout, false);
  const next = await workerWith(1, 1);
  expect(next.received).toMatchObject([{ about: 'file' }]);
  next.say({ read: READ });
  await workerWith(2, 1);
  next.say({ lines: REST });
  expect(await lines).toEqual({ ...REST, rows: [] });
});

test('choosing another file ends the reading of this one [PD-30]', async () => {
  const statement = new StatementFile(file, TODAY);
  const refused = expect(statement.open([], () => undefined)).rejects.toThrow();
  const worker = await workerWith(1);
  statement.close();
  await refused;
  expect(worker.isTerminated).toBe(true);
  const early = new StatementFile(file, TODAY);
  const never = expect(early.open([], () => undefined)).rejects.toThrow();
  early.close();
  await never;
  expect(FakeWorker.made).toHaveLength(1);
});

test('a file over 16 MB is not read, and a missing one is reported [PD-30]', async () => {
  const open = (one: File) => new StatementFile(one, TODAY).open([], () => undefined);
  const large = new File([new Uint8Array(MAX_IMPORT_FILE_BYTES + 1)], 'large.csv');
  await expect(open(large)).rejects.toThrow('larger than 16 MB');
  const gone = new File(['x'], 'gone.csv');
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await expect(open(gone)).rejects.toThrow('We can’t open this file.');
  expect(FakeWorker.made).toEqual([]);
});
