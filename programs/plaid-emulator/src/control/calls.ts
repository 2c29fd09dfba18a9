/** Counts calls per endpoint since the process started or the counts were cleared. */
export interface Calls {
  /** `itemId` is null unless the call used an item's access token. */
  count(path: string, itemId: string | null): void;
  read(itemId: string | null): Record<string, number>;
  clear(): void;
}

export function createCalls(): Calls {
  /** Item id ('' for all calls) → path → count. */
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
