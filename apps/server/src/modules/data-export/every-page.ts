/** Iterates over a paged list. `read` gets the last page's end and returns no place on the last page. One page at a time is in memory. */
export async function* everyPage<Row, Place>(
  read: (after: Place | undefined) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row> {
  let page: { rows: Row[]; next: Place | null } | undefined;
  do {
    page = await read(page?.next ?? undefined);
    yield* page.rows;
  } while (page.next !== null);
}
