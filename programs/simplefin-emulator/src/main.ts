#!/usr/bin/env node
import { UsageError } from '@oinkly/test-banks/program-options';
import Fastify from 'fastify';
import { type Command, readCommandLine, usage } from './command-line.ts';
import { BankFileError, simplefinEmulator } from './index.ts';

/** Runs the emulator alone; see `oinkly-simplefin-emulator --help`. */

async function serve(command: Command): Promise<void> {
  const { host, port, clockOffsetMs } = command;
  const app = Fastify({ logger: { level: 'warn' } });
  let publicUrl = command.publicUrl ?? '';
  await app.register(simplefinEmulator, {
    publicUrl: () => publicUrl,
    databaseFile: command.dataFile,
    clock: () => new Date(Date.now() + clockOffsetMs),
    seed: command.seed,
    timeZone: command.timeZone,
    controlSecret: command.controlSecret,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
  const address = await app.listen({ host, port });
  publicUrl ||= address;
  console.log(`SimpleFIN emulator at ${publicUrl}\nSetup tokens at ${publicUrl}/create`);
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
