import { turnsOfWork } from '../../concurrency/event-loop-turns.ts';

/** Iterates over a paged list with one page in memory, in turns. `next` is null on the last page. */
export async function* everyPage<Row, Place>(
  read: (after: Place | undefined) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row> {
  const pause = turnsOfWork();
  let page: { rows: Row[]; next: Place | null } | undefined;
  do {
    page = await read(page?.next ?? undefined);
    for (const row of page.rows) {
      await pause();
      yield row;
    }
  } while (page.next !== null);
}
