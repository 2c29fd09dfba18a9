/** By major version: the day of its last release, from PostgreSQL's versioning policy. */
const LAST_RELEASES: Record<number, string> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

/** The day after which a major version of PostgreSQL gets no fixes; null if it is not known yet. */
export function postgresEndOfLife(major: number): Date | null {
  const day = LAST_RELEASES[major];
  return day === undefined ? null : new Date(day);
}
