import { PRODUCT_NAME } from '@oinkly/contract/product';
import { execFile } from 'node:child_process';
import { printableError } from '../log/log-errors.ts';
import { readConfig, type Config } from './config.ts';
import { explainFailedStart } from './failed-start.ts';
import type { RunningServer, StartOptions } from './start-server.ts';

/** Longer than all orderly ends together. */
const LAST_RESORT_MS = 9_800;

/** Runs what `start` starts as this process, until a signal ends it. A failed start ends it with a sentence. */
export async function runProcess(
  start: (config: Config, options: StartOptions) => Promise<RunningServer>,
): Promise<void> {
  // Ends the process as usual, but prints no names, sums or secrets.
  process.on('uncaughtException', (error) => {
    console.error(printableError(error));
    process.exit(1);
  });
  // `npm start` keeps a channel to this process and closes it to shut down.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  try {
    const config = readConfig();
    const starting = start(config, { onDatabaseLost: endWithSentence });
    stopOnSignal(starting);
    await starting;
    console.log(`${PRODUCT_NAME} is ready at ${config.publicUrl.origin}`);
    if (config.notifiesSystemd) tellSystemd();
  } catch (error) {
    explainFailedStart(error);
    process.exit(1);
  }
}

/** Also during the start: the kernel drops signals that a container's first process doesn't handle. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
      starting
        .then((server) => server.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            explainFailedStart(error);
            process.exit(1);
          },
        );
    });
  }
}

/** Node has no datagram sockets for systemd's address. */
function tellSystemd(): void {
  // Node has no datagram sockets for its address.
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) console.error(`systemd was not told that the server is ready: ${error.message}`);
  });
}

export function endWithSentence(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
