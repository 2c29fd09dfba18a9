// `npm run demo`: creates the demo in its data folder if needed, and serves it.
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { ConfigError } from '@oinkly/server/errors/config-error';
import { readDemoConfig, type DemoConfig } from './config.ts';
import { DemoError } from './demo-error.ts';
import { markComplete, openDemo, type Demo } from './demo-folder.ts';
import { startDemoServer, type DemoServer } from './demo-server.ts';
import { liveAYear } from './live-a-year.ts';

const stopping = new AbortController();
let server: DemoServer | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void stop(0);
  });
}

try {
  await run();
} catch (error) {
  // Stopping during creation leaves requests unanswered; the next start begins again.
  if (!stopping.signal.aborted) {
    console.error(isForPeople(error) ? error.message : error);
    await stop(1);
  }
}

async function stop(exitCode: number): Promise<void> {
  await server?.stop();
  process.exit(exitCode);
}

async function run(): Promise<void> {
  const config = readDemoConfig();
  const demo = await openDemo(config.dataDir);
  const start = async () => (server = await startDemoServer(config));
  if (!demo.isComplete) {
    await liveAYear(config, demo, { start, print: console.log });
    await markComplete(config.dataDir);
  }
  const { ended } = await start();
  console.log(welcome(config, demo));
  await ended;
  if (!stopping.signal.aborted)
    throw new DemoError(`The server stopped unexpectedly; its log is ${config.dataDir}/server.log.`);
}

function welcome({ origin, dataDir }: DemoConfig, demo: Demo): string {
  return `
The ${PRODUCT_NAME} demo is ready: ${namesOf(demo)}, with a year of spending.

  Address   ${origin}
  Email     ${demo.hero.email}
  Password  ${demo.hero.password}

Its data is in ${dataDir}. Press Ctrl-C to stop; the next start continues with the same data.
`;
}

/** 'Robin, Priya, Tom and June' */
function namesOf({ hero, friends }: Demo): string {
  const firstNames = [hero, ...friends].map(({ fullName }) => fullName.split(' ')[0] ?? fullName);
  return new Intl.ListFormat('en-US').format(firstNames);
}

function isForPeople(error: unknown): error is Error {
  return error instanceof DemoError || error instanceof ConfigError;
}
