#!/usr/bin/env node
import { freePort, originOf } from '@oinkly/test-banks/listen-address';
import { UsageError } from '@oinkly/test-banks/program-options';
import Fastify from 'fastify';
import { type Command, readCommandLine, usage } from './command-line.ts';
import { BankFileError, plaidEmulator } from './index.ts';

/** Runs the emulator alone; see `oinkly-plaid-emulator --help`. */

async function serve(command: Command): Promise<void> {
  const { host, dataFile, clockOffsetMs } = command;
  // Links contain the port, so it must be known before listening.
  const port = command.port === 0 ? await freePort(host) : command.port;
  const publicUrl = command.publicUrl ?? originOf(host, port);
  const app = Fastify({ logger: { level: 'warn' } });
  await app.register(plaidEmulator, {
    publicUrl,
    appOrigins: command.appOrigins,
    databaseFile: dataFile,
    clock: () => new Date(Date.now() + clockOffsetMs),
    // Webhook receivers use real time, whatever the banks' clock.
    signatureClock: () => new Date(),
    clientId: command.clientId,
    secret: command.secret,
    seed: command.seed,
    timeZone: command.timeZone,
    preparationMs: command.preparationMs,
    historyMs: command.historyMs,
    webhookRetryMs: command.webhookRetryMs,
    enforcesLimits: command.enforcesLimits,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
  await app.listen({ host, port });
  console.log(`Plaid emulator at ${publicUrl}`);
  if (command.hasNewCredentials) {
    console.log(`PLAID_CLIENT_ID=${command.clientId}\nPLAID_SECRET=${command.secret}`);
  }
}

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command === null) console.log(usage);
  else await serve(command);
} catch (error) {
  const isManual = error instanceof UsageError;
  if (isManual) console.error(`${error.message}\nSee --help.`);
  else console.error(error instanceof BankFileError ? error.message : error);
  process.exitCode = isManual ? 2 : 1;
}
