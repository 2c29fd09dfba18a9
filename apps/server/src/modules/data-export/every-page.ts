/** Iterates over a paged list with one page in memory. `next` is null on the last page. */
export async function* everyPage<Row, Place>(
  read: (after: Place | undefined) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row> {
  let page: { rows: Row[]; next: Place | null } | undefined;
  do {
    page = await read(page?.next ?? undefined);
    yield* page.rows;
  } while (page.next !== null);
}
