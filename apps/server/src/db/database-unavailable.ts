/** Codes of Node and PostgreSQL for a database that cannot do its work now, but may a little later. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // The disk is full, here or at the database.
  'ENOSPC',
  '53100',
  // It is read-only, as a standby is until it takes over.
  '25006',
  // It is shutting down, starting, or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08001',
  '08003',
  '08006',
  // It ended one of two transactions that blocked each other.
  '40P01',
  '40001',
]);

/** The driver's errors without a code, by how their messages begin. */
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
];

/** Returns whether an error or one of its causes means that the database is away, read-only or full for now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const isSocketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    isSocketMissing ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.some((beginning) => error.message.startsWith(beginning)) ||
    isDatabaseUnavailable(error.cause)
  );
}
