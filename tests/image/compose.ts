import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** A setting that is not listed here would have no effect in the tests. */
const service = z.strictObject({
  image: z.string(),
  build: z.literal('.').optional(),
  restart: z.literal('unless-stopped'),
  init: z.literal(true).optional(),
  read_only: z.literal(true),
  tmpfs: z.union([z.string().transform((path) => [path]), z.array(z.string())]),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  shm_size: z.string().optional(),
  stop_grace_period: z.string(),
  user: z.literal('postgres').optional(),
  ports: z.tuple([z.literal('127.0.0.1:3000:3000')]).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).optional(),
  volumes: z.array(z.string()),
  secrets: z.array(z.string()).default([]),
  env_file: z.tuple([z.object({ path: z.literal('.env'), required: z.literal(false) })]).optional(),
  environment: z.record(z.string(), z.string()),
  healthcheck: z
    .object({
      // While it makes a new database, PostgreSQL listens on its socket only.
      test: z.array(z.string()).refine((test) => test.includes('--host=127.0.0.1'), 'not over TCP'),
    })
    .loose()
    .optional(),
});
const composeFile = z.strictObject({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
  volumes: z.record(z.string(), z.null()),
});

export type Service = z.output<typeof service>;
export type Compose = z.output<typeof composeFile>;

/** Throws unless every service is as closed as the tests run it. */
export function readCompose(
  file: string | URL,
  variables: Readonly<Record<string, string | undefined>> = {},
): Compose {
  return composeFile.parse(
    parse(readFileSync(file, 'utf8'), (_key, value: unknown) =>
      typeof value === 'string' ? interpolated(value, variables) : value,
    ),
  );
}

export function serviceNamed({ services }: Compose, name: string): Service {
  const found = services[name];
  if (!found) throw new Error(`There is no service ${name}`);
  return found;
}

/** `${NAME:-default}` */
function interpolated(value: string, variables: Readonly<Record<string, string | undefined>>): string {
  return value.replaceAll(
    /\$\{(\w+):-([^}]*)\}/g,
    (_all, name: string, otherwise: string) => variables[name] ?? otherwise,
  );
}
