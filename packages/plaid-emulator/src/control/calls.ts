/** How often each endpoint was called, since the start of the process or the last clearing. */
export interface Calls {
  /** Counts a call of a path; `itemId` when it used an item's access token. */
  count(path: string, itemId: string | null): void;
  /** The number of calls by path, of one item or of all. */
  read(itemId: string | null): Record<string, number>;
  clear(): void;
}

export function createCalls(): Calls {
  /** By item, '' for all calls, then by path. */
  const counts = new Map<string, Map<string, number>>();

  function increase(key: string, path: string): void {
    const byPath = counts.get(key) ?? new Map<string, number>();
    byPath.set(path, (byPath.get(path) ?? 0) + 1);
    counts.set(key, byPath);
  }

  return {
    count(path, itemId) {
      increase('', path);
      if (itemId !== null) increase(itemId, path);
    },
    read: (itemId) => Object.fromEntries(counts.get(itemId ?? '') ?? []),
    clear: () => counts.clear(),
  };
}
