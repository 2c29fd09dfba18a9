import { parseArgs } from 'node:util';

/** A wrong command line. The message is for the operator. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads `--name value` for these names, and `--flag` for these flags. Throws UsageError. */
export function readOptions(
  names: readonly string[],
  args: readonly string[],
  flags: readonly string[] = [],
): Record<string, unknown> | 'help' {
  const optionOf = (type: 'boolean' | 'string') => (name: string) => [name, { type }] as const;
  const options = Object.fromEntries([...names.map(optionOf('string')), ...flags.map(optionOf('boolean'))]);
  try {
    const given = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    }).values;
    return given.help === true ? 'help' : given;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Whether a text names an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
