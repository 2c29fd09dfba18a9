import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** A disk of its own, until the end of the test. Only Linux's root can mount it, and not in every container. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async mount(sizeBytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder]);
    } catch (cause) {
      await rmdir(folder);
      throw new Error('This drill mounts a disk: run it as root on Linux, in a container that may mount.', {
        cause,
      });
    }
    onTestFinished(async () => {
      await run('umount', [folder]);
      await rmdir(folder);
    });
    // PostgreSQL's own user must pass through.
    await chmod(folder, 0o755);
    return new SmallDisk(folder);
  }

  /** Fills it but for `freeBytes`. */
  async fill(freeBytes = 0): Promise<void> {
    await this.clear();
    const { bavail, bsize } = await statfs(this.folder);
    await writeFile(this.#filler, Buffer.alloc(bavail * bsize - freeBytes));
  }

  async clear(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  get #filler(): string {
    return join(this.folder, 'filler');
  }
}
