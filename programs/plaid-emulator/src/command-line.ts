import { randomBytes } from 'node:crypto';
import { isTimeZone, readOptions, UsageError } from '@oinkly/test-banks/program-options';
import { z } from 'zod';

const millisecondsPerDay = 86_400_000;

export interface Command {
  host: string;
  port: number;
  /** Null derives it from host and port. */
  publicUrl: string | null;
  /** The default is the server's own and all on this machine. */
  appOrigins?: string[];
  /** SQLite file, or `:memory:`. */
  dataFile: string;
  clientId: string;
  secret: string;
  /** Whether this start generated the id and secret, so that it must print them. */
  hasNewCredentials: boolean;
  clockOffsetMs: number;
  seed?: string;
  timeZone?: string;
  preparationMs?: number;
  historyMs?: number;
  webhookRetryMs?: number;
  enforcesLimits: boolean;
}

export const usage = `Serves Plaid's API with test banks, offline.

  oinkly-plaid-emulator [options]

  --port <number>             port to listen on; 0 for any that is free (4100)
  --host <address>            address to listen on (127.0.0.1)
  --public-url <url>          where a browser reaches the server (http://<host>:<port>)
  --app-origins <origins>     the apps that may open Link, with commas between (the server's own and all on this machine)
  --data-file <file>          SQLite file with everything the banks know; :memory: for none (plaid-emulator.sqlite)
  --client-id <text>          the only API client, made up and printed unless given together with
  --secret <text>             its secret
  --seed <text>               decides every customer's history (oinkly)
  --clock-offset-days <days>  how far the banks' clock is ahead; behind as --clock-offset-days=-7 (0)
  --time-zone <zone>          where the banks' days begin (America/Los_Angeles)
  --preparation-ms <number>   how long a new item has no transactions (400)
  --history-ms <number>       how much longer it has only the last 30 days (0)
  --webhook-retry-ms <number> pause before a webhook that did not arrive is sent again (30000)
  --limits                    refuses calls beyond Plaid's limits per minute
  --help                      this text
`;

const wholeNumber = (name: string, greatest: number) =>
  z
    .string()
    .regex(/^\d+$/, `--${name} must be a whole number`)
    .transform(Number)
    .refine((value) => value <= greatest, `--${name} must be at most ${greatest}`)
    .optional();
const milliseconds = (name: string) => wholeNumber(name, 24 * 3600_000);

const webAddress = z
  .url({ protocol: /^https?$/, error: '--public-url must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));

const origin = z
  .string()
  .refine(
    (text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    '--app-origins must be http or https origins, without a path',
  );
const origins = z
  .string()
  .transform((list) => list.split(',').map((one) => one.trim()))
  .pipe(z.array(origin));

const values = z.object({
  port: wholeNumber('port', 65_535),
  host: z.string().min(1, '--host must not be empty').optional(),
  'public-url': webAddress.optional(),
  'app-origins': origins.optional(),
  'data-file': z.string().min(1, '--data-file must not be empty').optional(),
  'client-id': z.string().min(1, '--client-id must not be empty').optional(),
  secret: z.string().min(1, '--secret must not be empty').optional(),
  seed: z.string().optional(),
  'clock-offset-days': z
    .string()
    .regex(/^-?\d{1,5}$/, '--clock-offset-days must be a whole number of days')
    .transform(Number)
    .optional(),
  'time-zone': z.string().refine(isTimeZone, '--time-zone must be an IANA time zone').optional(),
  'preparation-ms': milliseconds('preparation-ms'),
  'history-ms': milliseconds('history-ms'),
  'webhook-retry-ms': milliseconds('webhook-retry-ms'),
});
const flags = z.object({ limits: z.boolean().default(false) });

/** Null for help. Throws UsageError. */
export function readCommandLine(args: readonly string[]): Command | null {
  const given = readOptions(Object.keys(values.shape), args, Object.keys(flags.shape));
  if (given === 'help') return null;
  const parsed = values.extend(flags.shape).safeParse(given);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
  const options = parsed.data;
  if ((options['client-id'] === undefined) !== (options.secret === undefined)) {
    throw new UsageError('--client-id and --secret come together');
  }
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 4100,
    publicUrl: options['public-url'] ?? null,
    appOrigins: options['app-origins'],
    dataFile: options['data-file'] ?? 'plaid-emulator.sqlite',
    clientId: options['client-id'] ?? randomBytes(12).toString('hex'),
    secret: options.secret ?? randomBytes(15).toString('hex'),
    hasNewCredentials: options.secret === undefined,
    clockOffsetMs: (options['clock-offset-days'] ?? 0) * millisecondsPerDay,
    seed: options.seed,
    timeZone: options['time-zone'],
    preparationMs: options['preparation-ms'],
    historyMs: options['history-ms'],
    webhookRetryMs: options['webhook-retry-ms'],
    enforcesLimits: options.limits,
  };
}
