import { readOptions, UsageError } from '@oinkly/test-banks/program-options';
import { z } from 'zod';

export interface Command {
  host: string;
  port: number;
  /** Null derives it from host and port. */
  publicUrl: string | null;
  /** Null keeps everything in memory. */
  dataFolder: string | null;
  /** Null takes the one in the data folder, which the first start makes up. */
  secret: string | null;
}

export const usage = `Serves made-up banks over Plaid's API and over SimpleFIN, with a page to break them.

  oinkly-bank-lab [options]

  --port <number>         port to listen on; 0 for any that is free (4300)
  --host <address>        address to listen on (127.0.0.1)
  --public-url <url>      where apps and browsers reach the lab (http://<host>:<port>)
  --data-folder <folder>  everything the banks know, and the clock; :memory: for none (bank-lab-data)
  --secret <text>         Plaid's secret, which both control APIs take too (made up once and printed)
  --help                  this text
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
    .string()
    .transform((url) => url.replace(/\/$/, ''))
    .refine(
      (url) => /^https?:/.test(url) && URL.canParse(url) && new URL(url).origin === url,
      '--public-url must be an http or https address without a path',
    )
    .optional(),
  'data-folder': z.string().min(1, '--data-folder must not be empty').optional(),
  secret: z
    .string()
    .regex(/^[\x21-\x7e]+$/, '--secret must be letters, digits and signs without spaces')
    .optional(),
});

/** Null for help. Throws UsageError. */
export function readCommandLine(args: readonly string[]): Command | null {
  const given = readOptions(Object.keys(values.shape), args);
  if (given === 'help') return null;
  const parsed = values.safeParse(given);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
  const options = parsed.data;
  const folder = options['data-folder'] ?? 'bank-lab-data';
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 4300,
    publicUrl: options['public-url'] ?? null,
    dataFolder: folder === ':memory:' ? null : folder,
    secret: options.secret ?? null,
  };
}
