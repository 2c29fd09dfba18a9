/** What decides an expense's place in a list. */
interface Ordered {
  /** Begins with `YYYY-MM-DD`. */
  date: string;
  /** Below zero while the server has not numbered it: the lower, the later it was added. */
  id: number;
}

/** Compares expenses for every list that people see: newest date first, and within a day the latest added first (DB-14). */
export function newestFirst(a: Ordered, b: Ordered): number {
  const byDay = b.date.slice(0, 10).localeCompare(a.date.slice(0, 10));
  if (byDay !== 0) return byDay;
  if (a.id < 0) return b.id < 0 ? a.id - b.id : -1;
  return b.id < 0 ? 1 : b.id - a.id;
}
