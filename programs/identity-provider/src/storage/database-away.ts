/** Codes, or prefixes, of Node and PostgreSQL. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|08|25006|25P03|40001|40P01|53|55P03|57014|57P0[123])/;

/** The driver's messages without a code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** A retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const isSocketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isSocketMissing || AWAY.test(code) || BROKEN_CONNECTION.test(error.message);
}
