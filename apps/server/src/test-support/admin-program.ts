import { execFile, type ExecFileException } from 'node:child_process';
import { cleanEnvironment, programOf } from './server-process.ts';

export interface AdminAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunningAdmin {
  kill(signal: NodeJS.Signals): void;
  ended: Promise<AdminAnswer>;
}

/**
 * Runs the built program of `npm run admin`.
 * @param options.maxFileBytes the system refuses to write larger files, as on a full disk
 */
export function startAdmin(
  environment: Record<string, string>,
  words: readonly string[],
  { maxFileBytes }: { maxFileBytes?: number } = {},
): RunningAdmin {
  // The shell counts blocks of 512 bytes and becomes the program.
  const limit = maxFileBytes === undefined ? '' : `ulimit -f ${Math.floor(maxFileBytes / 512)}; `;
  const command = `${limit}exec "$0" --disable-warning=ExperimentalWarning "$@"`;
  const { promise: ended, resolve } = Promise.withResolvers<AdminAnswer>();
  const child = execFile(
    '/bin/sh',
    ['-c', command, process.execPath, programOf('admin'), ...words],
    { env: cleanEnvironment(environment) },
    (error: ExecFileException | null, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
  );
  return { kill: (signal) => void child.kill(signal), ended };
}
