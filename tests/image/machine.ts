import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  appendFile,
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const STAND_IN = fileURLToPath(new URL('docker-stand-in.ts', import.meta.url));
const WITHIN_MS = 60_000;
const POLL_MS = 50;

/** A machine with the compose files and a stand-in for Docker. Containers listen on a loopback address of its own. */
export class Machine {
  readonly #folder: string;
  readonly #address: string;
  readonly #image: string;
  readonly origin: string;

  private constructor(folder: string, address: string, image: string) {
    this.#folder = folder;
    this.#address = address;
    this.#image = image;
    this.origin = `http://${address}:3000`;
  }

  static async create(image: string): Promise<Machine> {
    const folder = await mkdtemp(join(tmpdir(), 'docker-'));
    await chmod(folder, 0o755);
    for (const name of ['clone', 'programs', 'state']) await mkdir(join(folder, name));
    for (const file of ['compose.yaml', 'compose.postgresql.yaml']) {
      await copyFile(join(CHECKOUT, file), join(folder, 'clone', file));
    }
    const programs = {
      docker: `exec '${process.execPath}' '${STAND_IN}' "$@"`,
      // The image stays the same.
      git: ':',
    };
    for (const [name, command] of Object.entries(programs)) {
      await writeFile(join(folder, 'programs', name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    }
    const address = ['127', ...Array.from({ length: 3 }, () => randomInt(2, 250))].join('.');
    return new Machine(folder, address, image);
  }

  /** Types commands in the clone. Throws unless all succeed. */
  async type(commands: string): Promise<string> {
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands], {
      cwd: join(this.#folder, 'clone'),
      env: {
        ...process.env,
        PATH: [join(this.#folder, 'programs'), process.env['PATH']].join(delimiter),
        PUBLIC_URL: this.origin,
        IMAGE: this.#image,
        STATE: join(this.#folder, 'state'),
        ADDRESS: this.#address,
      },
    });
    return stdout;
  }

  addSettings(lines: string): Promise<void> {
    return appendFile(join(this.#folder, 'clone', '.env'), lines);
  }

  /** Copies from the clone on another machine. */
  async take(from: Machine, ...names: string[]): Promise<void> {
    for (const name of names) {
      await cp(join(from.#folder, 'clone', name), join(this.#folder, 'clone', name), { recursive: true });
    }
  }

  /** Waits until the server can serve users. */
  async becomeReady(): Promise<void> {
    await this.#until(async () => {
      const answer = await fetch(`${this.origin}/api/ready`).catch(() => null);
      await answer?.body?.cancel();
      return answer?.ok ?? false;
    });
  }

  /** Waits until the server's log contains a sentence. */
  async becomeRefused(sentence: string): Promise<void> {
    await this.#until(async () => (await this.#log()).includes(sentence));
  }

  async remove(): Promise<void> {
    const state = join(this.#folder, 'state');
    for (const file of await readdir(state)) {
      if (file.endsWith('.pid')) killIfAlive(Number(await readFile(join(state, file), 'utf8')));
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #until(condition: () => Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + WITHIN_MS;
    while (!(await condition())) {
      if (performance.now() > deadlineMs) throw new Error(`It took too long:\n${await this.#log()}`);
      await wait(POLL_MS);
    }
  }

  #log(): Promise<string> {
    return readFile(join(this.#folder, 'state', 'oinkly.log'), 'utf8');
  }
}

/** The first process of a container, whose others end with it. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
