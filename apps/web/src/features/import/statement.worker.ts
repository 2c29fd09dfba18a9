import type { Day } from '@oinkly/domain/days';
import { browserTimeZone } from '../../shared/hooks/time-zone.ts';
import { FileProblem } from './file-problem.ts';
import { readFile } from './read-file.ts';

export type WorkerAnswer = { read: ReturnType<typeof readFile> } | { problem: string };

export interface WorkerQuestion {
  bytes: Uint8Array;
  today: Day;
}

function answerTo({ bytes, today }: WorkerQuestion): WorkerAnswer {
  try {
    return { read: readFile(bytes, today, browserTimeZone()) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => postMessage(answerTo(data)));
