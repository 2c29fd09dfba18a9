import { execFile, type ExecFileException } from 'node:child_process';
import { checkedProgram, cleanEnvironment, programOf, REFUSED_STATEMENT } from './server-process.ts';

export interface AdminAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunningAdmin {
  kill(signal: NodeJS.Signals): void;
  /** Rejects if a statement of the command would ask all servers of a cluster. */
  ended: Promise<AdminAnswer>;
}

/**
 * Runs the built program of `npm run admin` and checks its statements.
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
  const { promise: ended, resolve, reject } = Promise.withResolvers<AdminAnswer>();
  const child = execFile(
    '/bin/sh',
    ['-c', command, process.execPath, ...checkedProgram(programOf('admin')), ...words],
    { env: cleanEnvironment(environment) },
    (error: ExecFileException | null, stdout, stderr) => {
      const exitCode = error ? Number(error.code ?? -1) : 0;
      if (exitCode === REFUSED_STATEMENT) reject(new Error(stderr));
      else resolve({ exitCode, stdout, stderr });
    },
  );
  return { kill: (signal) => void child.kill(signal), ended };
}
