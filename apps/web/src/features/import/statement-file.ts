import type { Day } from '@oinkly/domain/days';
import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { FileProblem } from './file-problem.ts';
import { tooLarge, type FileTable } from './file-table.ts';
import type { WorkerAnswer, WorkerQuestion } from './statement.worker.ts';

/** Any normal 5 MB file takes a fraction of this; a slower one was made to be slow. */
const DEADLINE_MS = 20_000;
/** The worker crashed on the file or did not load. */
const UNREADABLE = 'We couldn’t read this file. Please try again, or download it from your bank again.';

/** Keeps the page responsive and gives up on slow files (ADR 13). Throws a FileProblem. */
export async function readInWorker(file: File, today: Day): Promise<FileTable> {
  if (file.size > MAX_IMPORT_FILE_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer().catch(refuse));
  const worker = new Worker(new URL('./statement.worker.ts', import.meta.url), { type: 'module' });
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

/** Called, for example, if the file was moved or is a folder. */
function refuse(cause: unknown): never {
  throw new FileProblem('We can’t open this file. Please choose it again.', { cause });
}
