import { isTimeZone, readOptions, UsageError } from '@oinkly/test-banks/program-options';
import { z } from 'zod';

const millisecondsPerDay = 86_400_000;

export interface Command {
  host: string;
  port: number;
  /** Null derives it from the address that the server listens on. */
  publicUrl: string | null;
  /** SQLite file, or `:memory:`. */
  dataFile: string;
  controlSecret?: string;
  clockOffsetMs: number;
  seed?: string;
  timeZone?: string;
}

export const usage = `Serves SimpleFIN with test banks, offline.

  oinkly-simplefin-emulator [options]

  --port <number>             port to listen on; 0 for any that is free (4200)
  --host <address>            address to listen on (127.0.0.1)
  --public-url <url>          where clients reach the server (http://<host>:<port>)
  --data-file <file>          SQLite file with everything the banks know; :memory: for none (simplefin-emulator.sqlite)
  --control-secret <text>     serves the control API to callers that send this secret
  --seed <text>               decides every customer's history (oinkly)
  --clock-offset-days <days>  how far the banks' clock is ahead; behind as --clock-offset-days=-7 (0)
  --time-zone <zone>          where the banks' days begin (America/Los_Angeles)
  --help                      this text
`;

const values = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, '--port must be a whole number')
    .transform(Number)
    .refine((port) => port <= 65_535, '--port must be at most 65535')
    .optional(),
  host: z.string().min(1, '--host must not be empty').optional(),
  'public-url': z
    .url({ protocol: /^https?$/, error: '--public-url must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  'data-file': z.string().min(1, '--data-file must not be empty').optional(),
  'control-secret': z.string().min(1, '--control-secret must not be empty').optional(),
  seed: z.string().optional(),
  'clock-offset-days': z
    .string()
    .regex(/^-?\d{1,5}$/, '--clock-offset-days must be a whole number of days')
    .transform(Number)
    .optional(),
  'time-zone': z.string().refine(isTimeZone, '--time-zone must be an IANA time zone').optional(),
});

/** Null for help. Throws UsageError. */
export function readCommandLine(args: readonly string[]): Command | null {
  const given = readOptions(Object.keys(values.shape), args);
  if (given === 'help') return null;
  const parsed = values.safeParse(given);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
  const options = parsed.data;
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 4200,
    publicUrl: options['public-url'] ?? null,
    dataFile: options['data-file'] ?? 'simplefin-emulator.sqlite',
    controlSecret: options['control-secret'],
    clockOffsetMs: (options['clock-offset-days'] ?? 0) * millisecondsPerDay,
    seed: options.seed,
    timeZone: options['time-zone'],
  };
}
