/**
 * The rows of a list that comes in pages: `read` gets where the page before ended, and answers no place when there is no further one. A page
 * at a time is in memory, and none is read before it is wanted.
 */
export async function* everyPage<Row, Place>(
  read: (after: Place | undefined) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row> {
  let page: { rows: Row[]; next: Place | null } | undefined;
  do {
    page = await read(page?.next ?? undefined);
    yield* page.rows;
  } while (page.next !== null);
}
