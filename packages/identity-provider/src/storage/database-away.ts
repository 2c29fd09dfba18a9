/** Codes of Node and of PostgreSQL, or how they begin, for a database that cannot be reached or used for now. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|08|25006|53|57P0[123])/;

/** What the driver says where it gives no code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Returns whether an error means that the database is away for now, so that a try a moment later may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && AWAY.test(String(error.code))) || BROKEN_CONNECTION.test(error.message);
}
