import { guessLayout } from '@oinkly/domain/statements/guess-layout';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkerAnswer } from './statement.worker.ts';
import { readInWorker } from './statement-file.ts';

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
  answer(data: WorkerAnswer) {
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
const started = async (): Promise<FakeWorker> => {
  await vi.waitFor(() => expect(FakeWorker.made[0]?.received).toHaveLength(1));
  const [worker] = FakeWorker.made;
  if (!worker) throw new Error('No worker was made');
  return worker;
};

test('a file is read in a worker, which ends with it [PD-30]', async () => {
  const read = readInWorker(file, TODAY);
  const worker = await started();
  const table = { format: 'csv', header: null, rows: [], others: [] } as const;
  const answer = { table, guess: guessLayout(table, TODAY) };
  worker.answer({ read: answer });
  expect(await read).toEqual(answer);
  expect(worker.received).toMatchObject([{ today: TODAY }]);
  expect(worker.isTerminated).toBe(true);
});

test("reports the worker's problem, or its crash [PD-30]", async () => {
  const refused = readInWorker(file, TODAY);
  (await started()).answer({ problem: 'This is a PDF.' });
  await expect(refused).rejects.toThrow('This is a PDF.');
  FakeWorker.made = [];
  const broken = readInWorker(file, TODAY);
  (await started()).dispatchEvent(new Event('error'));
  await expect(broken).rejects.toThrow('We couldn’t read this file. Please try again');
});

test('a file that takes too long is given up, and its worker ends [PD-30]', async () => {
  const read = readInWorker(file, TODAY);
  const worker = await started();
  const refused = expect(read).rejects.toThrow('We couldn’t read this file.');
  await vi.advanceTimersByTimeAsync(20_000);
  await refused;
  expect(worker.isTerminated).toBe(true);
});

test('a file over 5 MB is not read, and a missing one is reported [PD-30]', async () => {
  const large = new File([new Uint8Array(MAX_IMPORT_FILE_BYTES + 1)], 'large.csv');
  await expect(readInWorker(large, TODAY)).rejects.toThrow('larger than 5 MB');
  const gone = new File(['x'], 'gone.csv');
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await expect(readInWorker(gone, TODAY)).rejects.toThrow('We can’t open this file.');
  expect(FakeWorker.made).toEqual([]);
});
