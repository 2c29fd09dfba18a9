/** The database cannot work now but may soon. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // Disk full.
  'ENOSPC',
  '53100',
  // Read-only, like a standby before it takes over.
  '25006',
  // Shutting down, starting, or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08001',
  '08003',
  '08006',
  // Waited too long for a lock, or a statement or transaction took too long.
  '55P03',
  '57014',
  '25P03',
  // Deadlock or serialization failure.
  '40P01',
  '40001',
]);

const NO_ANSWER = 'Query read timeout';

/** What a coordinator of a Citus cluster says when another server goes away. */
const LOST_SERVER = ['connection to the remote node', 'failure on connection marked as essential'];

const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  ...LOST_SERVER,
  NO_ANSWER,
];

/** Whether an error or one of its causes means that another server of a cluster than the coordinator is lost. */
export function isServerLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST_SERVER.some((beginning) => error.message.startsWith(beginning)) || isServerLost(error.cause);
}

/** Whether an error or one of its causes means that the database cannot work for now. */
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

/** Whether an error or one of its causes means that a connection no longer answers. */
export function isDatabaseSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === NO_ANSWER || isDatabaseSilent(error.cause);
}
