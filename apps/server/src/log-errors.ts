/** An error as the log keeps it. */
interface DescribedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/** How many causes of an error are logged. */
const MAX_DEPTH = 5;

/**
 * An error as the log may keep it: its kind, text, code and stack, and those of its causes; nothing else that hangs on it. The query
 * builder's errors name the query and leave out its parameters, which are people's names, sums and secrets; PostgreSQL's own details
 * are left out for the same reason. So is what is no error: libraries hang whole addresses and answers on theirs as the cause.
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

/** The longest text of a request that a line of the log or an answer repeats. */
const MAX_QUOTED_LENGTH = 200;

/** What may be said of an error in one short line; empty for what is none. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? shorten(cutParameters(error.message)) : '';
}

/** Returns a text without what is beyond its first 200 characters: senders choose parts of it (SEC-15). */
export function shorten(text: string): string {
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

/** An error and its causes as a program that ends prints them, with nothing more than the log may keep. */
export function printableError(error: unknown): string {
  const lines = [];
  for (let described: unknown = describeError(error); isDescribed(described); described = described['cause'])
    lines.push(described.stack || `${described.type}: ${described.message}`);
  return lines.join('\ncaused by ');
}

/** The same as an error, to be thrown on to where it will be stored. */
export function withoutParameters(error: unknown): Error {
  return new Error(error instanceof Error ? cutParameters(error.message) : String(error));
}

function isDescribed(value: unknown): value is DescribedError {
  return typeof value === 'object' && value !== null && 'stack' in value;
}

/** What it is: 'String', 'Object', 'URLSearchParams' and such. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function cutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
}
