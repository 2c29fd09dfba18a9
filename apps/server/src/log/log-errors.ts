interface DescribedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

const MAX_DEPTH = 5;

/**
 * Leaves out other fields: queries' parameters, PostgreSQL's details and libraries' causes hold names, sums
 * and secrets.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: kindOf(error), message: '', stack: '' };
  const hasCause = error.cause !== undefined && depth < MAX_DEPTH;
  return {
    type: error.name,
    message: cutParameters(error.message),
    stack: cutParameters(error.stack ?? ''),
    ...('code' in error && { code: error.code }),
    ...(hasCause && { cause: describeError(error.cause, depth + 1) }),
  };
}

const MAX_QUOTED_LENGTH = 200;

/** Shortens an error's message to one line; empty for other values. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? shorten(cutParameters(error.message)) : '';
}

/** Cuts a text that senders choose (SEC-15). */
export function shorten(text: string): string {
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

/** Returns an error as text for a program that ends, without secrets. */
export function printableError(error: unknown): string {
  const lines = [];
  for (let described: unknown = describeError(error); isDescribed(described); described = described['cause'])
    lines.push(described.stack || `${described.type}: ${described.message}`);
  return lines.join('\ncaused by ');
}

/** A copy that is safe to store. */
export function withoutParameters(error: unknown): Error {
  return new Error(error instanceof Error ? cutParameters(error.message) : String(error));
}

function isDescribed(value: unknown): value is DescribedError {
  return typeof value === 'object' && value !== null && 'stack' in value;
}

/** Such as 'String' or 'URLSearchParams'. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function cutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
}
