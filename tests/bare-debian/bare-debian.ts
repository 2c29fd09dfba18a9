import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { requireBrought } from '../require-brought.ts';

/** Made by `scripts/bring-debian.mjs`. */
const DEBIAN = fileURLToPath(new URL('../.build/debian', import.meta.url));
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const ANA = 1_000;
/** The registry may be reached through a proxy of this machine. */
const CERTIFICATES = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';
requireBrought(DEBIAN, 'bring-debian');

/** Its arguments: the folder of Debian, a home folder, certificates, a command, settings. */
const ENTER = `root=$0 home=$1 certificates=$2 command=$3; shift 3
mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$home" "$root/home/ana" && mount --bind "$certificates" "$root/etc/certificates.pem"
for file in resolv.conf hosts; do mount --bind "/etc/$file" "$root/etc/$file"; done
exec /usr/sbin/chroot --userspec=${ANA}:${ANA} --groups= "$root" /usr/bin/env --ignore-environment HOME=/home/ana USER=ana \
  PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=/etc/certificates.pem "$@" sh -c "cd ~/oinkly
$command"`;

/** Ana's account on a bare Debian, with this checkout as her clone. It shares the network of this machine. */
export class BareDebian {
  readonly #home: string;
  readonly #settings: Record<string, string>;
  readonly #running = new Set<ChildProcess>();

  private constructor(home: string, settings: Record<string, string>) {
    this.#home = home;
    this.#settings = settings;
  }

  static async create(settings: Record<string, string>): Promise<BareDebian> {
    const home = await mkdtemp(join(tmpdir(), 'ana-'));
    await chmod(home, 0o755);
    const { stdout } = await promisify(execFile)(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      { cwd: CHECKOUT, maxBuffer: 1e8 },
    );
    const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(CHECKOUT, file)));
    for (const file of files) await cp(join(CHECKOUT, file), join(home, 'oinkly', file));
    await promisify(execFile)('chown', ['-R', `${ANA}:${ANA}`, home]);
    await chown(home, ANA, ANA);
    return new BareDebian(home, settings);
  }

  /** Types commands in the clone. */
  async type(
    commands: string,
    settings: Record<string, string> = {},
  ): Promise<{ exitCode: number | null; output: string }> {
    const program = this.#spawn(commands, settings);
    const output = outputOf(program);
    const [exitCode] = (await once(program, 'close')) as [number | null];
    return { exitCode, output: output() };
  }

  /**
   * Types a document's commands, and throws unless all succeed. Leaves the last server running; each other one is stopped as soon as
   * it is ready.
   */
  async follow(
    commands: string,
    settings: Record<string, string> = {},
  ): Promise<{ output: string; stop: () => Promise<void> }> {
    let exported = '';
    let typed = '';
    let stop = async () => undefined;
    for (const line of commands.replaceAll('\\\n', '').trim().split('\n')) {
      await stop();
      stop = async () => undefined;
      if (line.startsWith('export ')) exported += `${line}\n`;
      else if (line.includes('npm start')) stop = await this.serve(`${exported}${line}`, settings);
      else {
        const { exitCode, output } = await this.type(`${exported}${line}`, settings);
        if (exitCode !== 0) throw new Error(`'${line}' failed:\n${output}`);
        typed += output;
      }
    }
    return { output: typed, stop };
  }

  /** Types a command that serves, until it says that it is ready. Returns a function that presses Ctrl-C. */
  async serve(command: string, settings: Record<string, string> = {}): Promise<() => Promise<undefined>> {
    const program = this.#spawn(command, settings);
    const output = outputOf(program);
    await new Promise<void>((resolve, reject) => {
      program.stdout?.on('data', () => {
        if (output().includes('is ready at')) resolve();
      });
      program.once('close', () => reject(new Error(`'${command}' ended:\n${output()}`)));
    });
    return async () => {
      const closed = once(program, 'close');
      signalGroup(program, 'SIGINT');
      await closed;
      return undefined;
    };
  }

  async remove(): Promise<void> {
    for (const program of this.#running) {
      const closed = once(program, 'close');
      signalGroup(program, 'SIGKILL');
      await closed;
    }
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(command: string, settings: Record<string, string>): ChildProcess {
    const assigned = Object.entries({ ...this.#settings, ...settings }).map((entry) => entry.join('='));
    const program = spawn(
      'unshare',
      ['--mount', 'sh', '-c', ENTER, DEBIAN, this.#home, CERTIFICATES, command, ...assigned],
      { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#running.add(program);
    program.once('close', () => this.#running.delete(program));
    return program;
  }
}

function outputOf(program: ChildProcess): () => string {
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return () => output;
}

/** The program is the leader of its group. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
