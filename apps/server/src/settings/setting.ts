import type { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';

/** A heading of docs/settings.md. */
type Group = 'Address' | 'Data' | 'Log-in' | 'Banks' | 'Backups' | 'Mail' | 'Messages' | 'Watching';

/** An environment variable that the server reads. */
interface Setting {
  schema: z.ZodType;
  /** What the value must be, for the sentence that refuses a wrong one. */
  help: string;
  group: Group;
  /** What the setting does, in Markdown, for docs/settings.md and .env.example. */
  about: string;
  /** What happens if it is not set, in Markdown. */
  unset: string;
  /** A value for .env.example. */
  example: string;
  /** The place in `docs` that says more. */
  see?: string;
  /** May be in a file instead, as Docker and systemd hand over secrets: `PLAID_SECRET_FILE` names the file of `PLAID_SECRET`. */
  isSecret?: true;
}

/** By the name of the variable. */
export type Settings = Record<string, Setting>;

/** Null is not set. */
export type ValuesOf<S extends Settings> = { [N in keyof S]: z.output<S[N]['schema']> | null };

/** Reads `settings`. Empty variables are unset. Throws a `ConfigError` for the first one that is wrong. */
export function readSettings<S extends Settings>(settings: S, environment: NodeJS.ProcessEnv): ValuesOf<S> {
  const values = Object.entries(settings).map(([name, { schema, help }]) => {
    const given = environment[name]?.trim();
    if (!given) return [name, null];
    const result = schema.safeParse(given);
    if (!result.success) throw new ConfigError(`${name} is wrong: it must be ${help}.`);
    return [name, result.data];
  });
  // `fromEntries` does not know that each name is there.
  return Object.fromEntries(values) as ValuesOf<S>;
}

/** Returns whether all of `names` are set. Throws a `ConfigError` if only some are. */
export function areSet<N extends string>(values: Record<N, unknown>, ...names: N[]): boolean {
  const missing = names.filter((name) => values[name] === null);
  if (missing.length === 0) return true;
  if (missing.length === names.length) return false;
  throw new ConfigError(`${names.join(', ')} belong together: set ${missing.join(' and ')} too.`);
}
