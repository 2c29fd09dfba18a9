/** What decides an expense's place in a list. */
interface Ordered {
  /** Begins with `YYYY-MM-DD`. */
  date: string;
  /** Below zero while the server has not numbered it: the lower, the later it was added. */
  id: number;
}

/** Compares expenses for every list that people see: newest date first, and within a day the latest added first (DB-14). */
export function newestFirst(a: Ordered, b: Ordered): number {
  const [dayA, dayB] = [a.date.slice(0, 10), b.date.slice(0, 10)];
  if (dayA !== dayB) return dayA < dayB ? 1 : -1;
  if (a.id < 0 && b.id < 0) return a.id - b.id;
  if (a.id < 0 || b.id < 0) return a.id < 0 ? -1 : 1;
  return b.id - a.id;
}
