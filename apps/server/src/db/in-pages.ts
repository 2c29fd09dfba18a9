import { turnsOfWork } from '../concurrency/event-loop-turns.ts';

/**
 * The driver escapes 20,000 values of a list in 100 ms, without a turn for other requests. A busy machine needs seconds to
 * write so many rows, and no statement may take twenty.
 */
export const VALUES_PER_PAGE = 2_000;

/** Calls `work` with 2,000 values at a time, in order. Other requests run between the pages. */
export async function forEachPage<Value>(
  values: readonly Value[],
  work: (page: Value[]) => Promise<unknown>,
): Promise<void> {
  const pause = turnsOfWork();
  for (let first = 0; first < values.length; first += VALUES_PER_PAGE) {
    await pause();
    await work(values.slice(first, first + VALUES_PER_PAGE));
  }
}

/** Returns the rows that `read` returns for 2,000 values at a time, in order. Other requests run between the pages. */
export async function inPages<Value, Row>(
  values: readonly Value[],
  read: (page: Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  await forEachPage(values, async (page) => {
    for (const row of await read(page)) rows.push(row);
  });
  return rows;
}
