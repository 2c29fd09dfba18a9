interface Ordered {
  /** Starts with `YYYY-MM-DD`. */
  date: string;
  /** Negative until the server assigns an id; lower means added later. */
  id: number;
}

/** Compares for all lists: newest date first, then latest added first (DB-14). */
export function newestFirst(a: Ordered, b: Ordered): number {
  const byDay = b.date.slice(0, 10).localeCompare(a.date.slice(0, 10));
  if (byDay !== 0) return byDay;
  if (a.id < 0) return b.id < 0 ? a.id - b.id : -1;
  return b.id < 0 ? 1 : b.id - a.id;
}
