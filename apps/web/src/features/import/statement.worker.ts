import type { Guess } from '@oinkly/domain/statements/guess-layout';
import type { Layout } from '@oinkly/domain/statements/layout';
import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import { FileProblem } from './file-problem.ts';
import type { FileTable, StatementLines } from './file-table.ts';
import { OpenStatement, type GivenFile } from './open-statement.ts';

/** The first is about the file; the worker then keeps it. */
export type WorkerQuestion =
  | ({ about: 'file' } & GivenFile)
  | { about: 'columns'; before: Guess; next: Layout }
  | { about: 'lines'; layout: Layout; countFixedBills: boolean };

/** The last message about a question. */
export type WorkerAnswer =
  { read: FileTable } | { guess: Guess } | { lines: Omit<StatementLines, 'rows'> } | { problem: string };

/** What comes before the answer: the share that is done, or some of the rows. */
export type WorkerNews = { progress: number } | { rows: readonly ReadRow[] };

/** The page unpacks so many in a few milliseconds. */
const ROWS_AT_ONCE = 2_000;

let statement: OpenStatement | undefined;

function answerTo(question: WorkerQuestion): WorkerAnswer {
  if (question.about === 'file') {
    statement = new OpenStatement(question, (progress) => tell({ progress }));
    return { read: statement.read };
  }
  if (!statement) throw new Error('No file was given');
  if (question.about === 'columns') return { guess: statement.guessAgain(question.before, question.next) };
  const { rows, ...lines } = statement.lines(question.layout, question.countFixedBills);
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE)
    tell({ rows: rows.slice(begin, begin + ROWS_AT_ONCE) });
  return { lines };
}

function tell(message: WorkerNews | WorkerAnswer): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  try {
    tell(answerTo(data));
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    tell({ problem: error.message });
  }
});
