import { join } from 'node:path';
import { plaidEmulator } from '@oinkly/plaid-emulator';
import { simplefinEmulator } from '@oinkly/simplefin-emulator';
import Fastify, { type FastifyInstance } from 'fastify';
import { createClock } from './clock.ts';
import { createControls } from './controls.ts';
import { openLabFile } from './lab-file.ts';
import { ownOrigins, refuseForeignRequests } from './own-requests.ts';
import { servePages } from './pages/serve-pages.ts';
import { createScenarioRuns } from './scenarios/scenario-runs.ts';

export { BankFileError } from '@oinkly/plaid-emulator';
export { LabFileError } from './lab-file.ts';

export const clientId = 'bank-lab';

interface BankLabOptions {
  /** An origin. */
  publicUrl: string;
  port: number;
  /** Null keeps everything in memory. */
  dataFolder: string | null;
  /** Null takes the stored one, or makes one up. */
  secret: string | null;
  /** What the banks' clock is ahead of or behind. */
  realTime: () => Date;
  /** Of the scenarios. */
  slowAnswerMs?: number;
}

interface BankLab {
  app: FastifyInstance;
  secret: string;
  /** For the next start. A start that fails must not replace the secret of a lab that runs. Throws LabFileError. */
  saveSecret: () => void;
}

/** A server with Plaid under `/plaid`, SimpleFIN under `/simplefin` and the lab's pages. Throws BankFileError and LabFileError. */
export async function createBankLab({
  publicUrl,
  port,
  dataFolder,
  secret: givenSecret,
  realTime,
  slowAnswerMs = 100_000,
}: BankLabOptions): Promise<BankLab> {
  const file = openLabFile(dataFolder, givenSecret);
  const { secret } = file;
  const clock = createClock({
    realTime,
    offsetMs: file.clockOffsetMs,
    save: (offsetMs) => file.saveClockOffset(offsetMs),
  });
  const databaseFile = (name: string) => (dataFolder === null ? ':memory:' : join(dataFolder, name));
  const app = Fastify({ logger: { level: 'warn' } });
  refuseForeignRequests(app, ownOrigins(publicUrl, port));
  await app.register(plaidEmulator, {
    prefix: '/plaid',
    publicUrl: `${publicUrl}/plaid`,
    databaseFile: databaseFile('plaid.sqlite'),
    clock: () => clock.now(),
    // Receivers of webhooks live in real time.
    signatureClock: realTime,
    enforcesLimits: true,
    clientId,
    secret,
  });
  await app.register(simplefinEmulator, {
    prefix: '/simplefin',
    publicUrl: `${publicUrl}/simplefin`,
    databaseFile: databaseFile('simplefin.sqlite'),
    clock: () => clock.now(),
    controlSecret: secret,
  });
  const controls = createControls(app, { publicUrl, clientId, secret });
  const runs = createScenarioRuns({
    ...controls,
    today: () => clock.today(),
    passDays: (days) => clock.moveBy(days),
    slowAnswerMs,
  });
  await app.register(async (pages) => {
    await servePages(pages, { publicUrl, clientId, secret, clock, controls, runs });
  });
  return { app, secret, saveSecret: () => file.save() };
}
