/** Codes, or prefixes, of Node and PostgreSQL. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|08|25006|53|57P0[123])/;

/** The driver's messages without a code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** A retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && AWAY.test(String(error.code))) || BROKEN_CONNECTION.test(error.message);
}
