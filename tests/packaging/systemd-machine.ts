import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { requireBrought } from '../require-brought.ts';

/** Made by `scripts/bring-debian.mjs`. */
const DEBIAN = fileURLToPath(new URL('../.build/debian', import.meta.url));
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const WITHIN_MS = 60_000;
const POLL_MS = 50;
requireBrought(join(DEBIAN, 'usr/lib/systemd/systemd'), 'bring-debian');

/** Their argument: a new folder, also for the cgroups, because machines have those in different places. */
const MAKE_CGROUP = `mount -t cgroup2 cgroup2 "$0" && mkdir "$0/\${0##*/}" && echo $$ >"$0/\${0##*/}/cgroup.procs"`;
const REMOVE_CGROUP = `mount -t cgroup2 cgroup2 "$0" && find "$0/\${0##*/}" -depth -type d -exec rmdir {} +`;

/**
 * Its arguments: a new folder, Debian and the checkout. As systemd's own `systemd-nspawn` prepares a container, and as systemd asks of one:
 * https://systemd.io/CONTAINER_INTERFACE. What the machine writes is in memory. Settings of this kernel are read-only. Credentials of services
 * need shared mounts.
 */
const BOOT = `state=$0 debian=$1 checkout=$2 root=$0/root
umount "$state" && mount -t tmpfs tmpfs "$state" && mkdir "$state/upper" "$state/work" "$root"
mount -t overlay -o "lowerdir=$debian,upperdir=$state/upper,workdir=$state/work" overlay "$root"
mount -t proc proc "$root/proc" && mount --bind "$root/proc/sys" "$root/proc/sys" && mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys" && mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in dev run; do mount -t tmpfs -o mode=755 tmpfs "$root/$folder"; done
for device in null zero full random urandom tty; do
  touch "$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm" && ln -s pts/ptmx "$root/dev/ptmx"
mkdir "$root/root/oinkly" "$root/old" && mount --bind "$checkout" "$root/root/oinkly"
mount -o remount,bind,ro "$root/root/oinkly"
# For "git pull": the clone stays the same.
ln -s /bin/true "$root/usr/local/bin/git"
cd "$root" && pivot_root . old && umount --lazy /old && mount --make-rshared /
exec env --ignore-environment container=other PATH=/usr/sbin:/usr/bin \\
  setpriv --bounding-set=-sys_module,-sys_time,-syslog /usr/lib/systemd/systemd`;

/** A Debian with systemd as its first process and this checkout as root's clone. It shares the network of this machine. */
export class SystemdMachine {
  readonly #folder: string;
  readonly #boot: ChildProcess;
  /** Of the first process, as this machine numbers it. */
  readonly #pid: number;

  private constructor(folder: string, boot: ChildProcess, pid: number) {
    this.#folder = folder;
    this.#boot = boot;
    this.#pid = pid;
  }

  static async boot(): Promise<SystemdMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'systemd-'));
    const inner = ['unshare', '--pid', '--fork', '--kill-child', '--cgroup', '--mount', '--uts', '--ipc'];
    const boot = spawn(
      'setpriv',
      [
        // The machine ends with the test.
        ...['--pdeathsig', 'KILL', 'unshare', '--mount', 'sh', '-euc', `${MAKE_CGROUP}; exec "$@"`, folder],
        ...[...inner, 'sh', '-euc', BOOT, folder, DEBIAN, CHECKOUT],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let errors = '';
    boot.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const deadlineMs = performance.now() + WITHIN_MS;
    for (;;) {
      const machine = new SystemdMachine(folder, boot, await firstProcessOf(boot));
      if (await machine.#isRunning()) return machine;
      if (boot.exitCode !== null || performance.now() > deadlineMs) {
        await machine.remove();
        throw new Error(`The machine does not start: ${errors}`);
      }
      await wait(POLL_MS);
    }
  }

  /** Whether all of Debian's own units have started. */
  async #isRunning(): Promise<boolean> {
    try {
      await this.type('timeout 30 systemctl is-system-running --wait');
      return true;
    } catch {
      return false;
    }
  }

  /** Types commands as root, in the clone unless `folder` names another place. Throws unless all succeed. */
  async type(commands: string, folder = '/root/oinkly'): Promise<string> {
    // Until the first process is systemd, its root may still be that of this machine.
    const name = await readFile(`/proc/${this.#pid}/comm`, 'utf8');
    if (name !== 'systemd\n') throw new Error(`The first process is '${name.trim()}', not systemd`);
    const { stdout } = await promisify(execFile)('nsenter', [
      ...['--target', String(this.#pid), '--mount', '--pid', '--cgroup', '--uts', '--ipc', '--root'],
      ...['/usr/bin/env', '--ignore-environment', '--chdir', folder, 'HOME=/root', 'USER=root'],
      ...['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin', 'sh', '-ec', commands],
    ]);
    return stdout;
  }

  /** Copies a file from another machine into root's home. */
  async take(from: SystemdMachine, path: string): Promise<void> {
    await copyFile(from.#path(path), this.#path(`/root/${path.slice(path.lastIndexOf('/') + 1)}`));
  }

  async remove(): Promise<void> {
    if (this.#boot.exitCode === null) {
      const closed = once(this.#boot, 'close');
      // All others end with the first process.
      if (this.#pid > 0) process.kill(this.#pid, 'SIGKILL');
      else this.#boot.kill('SIGKILL');
      await closed;
    }
    await promisify(execFile)('unshare', ['--mount', 'sh', '-euc', REMOVE_CGROUP, this.#folder]);
    await rmdir(this.#folder);
  }

  #path(path: string): string {
    return `/proc/${this.#pid}/root${path}`;
  }
}

/** Until the boot is under way, it may be one of its commands, or zero. */
async function firstProcessOf({ pid }: ChildProcess): Promise<number> {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8')) || 0 : 0;
}
