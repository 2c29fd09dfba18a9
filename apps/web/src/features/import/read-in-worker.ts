import type { Day } from '@oinkly/domain/days';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { FileProblem } from './file-problem.ts';
import { tooLarge, type FileTable } from './file-table.ts';
import type { WorkerAnswer, WorkerQuestion } from './read-file.worker.ts';

/** Any file of 5 MB is read in a fraction of it: what takes longer was made to. */
const DEADLINE_MS = 20_000;
/** The reader may have broken down over the file, or not have been loaded at all. */
const UNREADABLE = 'We couldn’t read this file. Please try again, or download it from your bank again.';

/**
 * Reads a file away from the page, which stays usable meanwhile, and gives up on one that takes too long. Throws a FileProblem that says
 * why it cannot be imported.
 */
export async function readInWorker(file: File, today: Day): Promise<FileTable> {
  if (file.size > MAX_IMPORT_FILE_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer().catch(refuse));
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<WorkerAnswer>();
  const timer = setTimeout(() => reject(new FileProblem(UNREADABLE)), DEADLINE_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data));
  worker.addEventListener('error', (cause) => reject(new FileProblem(UNREADABLE, { cause })));
  try {
    worker.postMessage({ bytes, today } satisfies WorkerQuestion, [bytes.buffer]);
    const answer = await promise;
    if ('problem' in answer) throw new FileProblem(answer.problem);
    return answer.read;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

/** A file that was moved or renamed since it was chosen, for instance, or a folder. */
function refuse(cause: unknown): never {
  throw new FileProblem('We can’t open this file. Please choose it again.', { cause });
}
