import { FileProblem } from './file-problem.ts';
import { readFile } from './read-file.ts';

/** What the worker answers: the table, or why there is none in words for the person. */
export type WorkerAnswer = { read: ReturnType<typeof readFile> } | { problem: string };

function answerTo(bytes: Uint8Array): WorkerAnswer {
  try {
    return { read: readFile(bytes) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => postMessage(answerTo(data)));
