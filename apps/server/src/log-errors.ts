/** An error as the log keeps it. */
interface DescribedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/** How deep a chain of causes is told. */
const MAX_DEPTH = 5;

/**
 * An error as the log may keep it: its kind, text, code and stack, and those of its causes; nothing else that hangs on it. The query
 * builder's errors name the query and leave out its parameters, which are people's names, sums and secrets; PostgreSQL's own details
 * are left out for the same reason.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const hasCause = error.cause !== undefined && depth < MAX_DEPTH;
  return {
    type: error.name,
    message: cutParameters(error.message),
    stack: cutParameters(error.stack ?? ''),
    ...('code' in error && { code: error.code }),
    ...(hasCause && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The same as an error, to be thrown on to where it will be stored. */
export function withoutParameters(error: unknown): Error {
  return new Error(error instanceof Error ? cutParameters(error.message) : String(error));
}

function cutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
}
