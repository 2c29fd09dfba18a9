#!/usr/bin/env node
import { once } from 'node:events';
import { createServer } from 'node:net';
import { UsageError } from '@oinkly/test-banks/program-options';
import Fastify from 'fastify';
import { z } from 'zod';
import { type Command, readCommandLine, usage } from './command-line.ts';
import { BankFileError, plaidEmulator } from './index.ts';

/** Runs the emulator alone; see `oinkly-plaid-emulator --help`. */

/** Links contain the port, so it must be known before listening. */
async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = z.object({ port: z.number() }).parse(probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

function originOf(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function serve(command: Command): Promise<void> {
  const { host, dataFile, clockOffsetMs } = command;
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
