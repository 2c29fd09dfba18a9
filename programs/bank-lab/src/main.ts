#!/usr/bin/env node
import { freePort, originOf } from '@oinkly/test-banks/listen-address';
import { UsageError } from '@oinkly/test-banks/program-options';
import { type Command, readCommandLine, usage } from './command-line.ts';
import { BankFileError, clientId, createBankLab, LabFileError } from './index.ts';

/** Runs the lab; see `oinkly-bank-lab --help`. */

/** The message is one sentence for the operator. */
class ListenError extends Error {
  override readonly name = 'ListenError';
}

function cannotListen(host: string, port: number, cause: unknown): ListenError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new ListenError(
    `The lab cannot listen at ${host}, port ${port} (${code}): stop the program that does, or choose another --port or --host.`,
    { cause },
  );
}

async function serve({ host, port: wantedPort, publicUrl: given, ...options }: Command): Promise<void> {
  const failed = (error: unknown) => {
    throw cannotListen(host, wantedPort, error);
  };
  const port = wantedPort === 0 ? await freePort(host).catch(failed) : wantedPort;
  const publicUrl = given ?? originOf(host, port);
  const lab = await createBankLab({ ...options, publicUrl, port, realTime: () => new Date() });
  const { app, secret } = lab;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
  try {
    await app.listen({ host, port }).catch(failed);
    lab.saveSecret();
  } catch (error) {
    await app.close();
    throw error;
  }
  console.log(`Bank lab at ${publicUrl}\nPLAID_BASE_URL=${publicUrl}/plaid`);
  console.log(`PLAID_CLIENT_ID=${clientId}\nPLAID_SECRET=${secret}\nSIMPLEFIN_URL=${publicUrl}/simplefin`);
}

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command === null) console.log(usage);
  else await serve(command);
} catch (error) {
  const isManual = error instanceof UsageError;
  const isKnown =
    error instanceof BankFileError || error instanceof LabFileError || error instanceof ListenError;
  if (isManual) console.error(`${error.message}\nSee --help.`);
  else console.error(isKnown ? error.message : error);
  process.exitCode = isManual ? 2 : 1;
}
