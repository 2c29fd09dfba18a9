import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createCalls } from './control/calls.ts';
import { createFaults } from './control/faults.ts';
import { meetFaults } from './control/meet-faults.ts';
import { serveFaults } from './control/serve-faults.ts';
import { serveItemControl } from './control/serve-items.ts';
import { serveLedger } from './control/serve-ledger.ts';
import { serveLimits } from './control/serve-limits.ts';
import { serveWebhookControl } from './control/serve-webhooks.ts';
import type { PlaidEmulatorOptions } from './emulator.ts';
import { serveAccounts } from './endpoints/accounts.ts';
import { serveFireWebhook } from './endpoints/fire-webhook.ts';
import { serveInstitutions } from './endpoints/institutions.ts';
import { serveItems } from './endpoints/items.ts';
import { serveLinkTokens } from './endpoints/link-tokens.ts';
import { serveSandboxTransactions } from './endpoints/sandbox-transactions.ts';
import { serveSandbox } from './endpoints/sandbox.ts';
import { serveSelectAccounts } from './endpoints/select-accounts.ts';
import { serveTransactions } from './endpoints/transactions.ts';
import { serveWebhooks } from './endpoints/webhooks.ts';
import { newRequestId } from './identifiers.ts';
import { serveLink } from './link/serve-link.ts';
import { namedError } from './named-errors.ts';
import { PlaidError } from './plaid-error.ts';
import { createRateLimits } from './rate-limits.ts';
import { startEmulator, stopEmulator } from './start-emulator.ts';
import { openDatabase } from './storage/database.ts';

export type { PlaidEmulatorOptions } from './emulator.ts';
export { BankFileError } from '@oinkly/test-banks/bank-file';

/** As Plaid does: no body is an empty object, invalid JSON is INVALID_BODY. */
function parseJson(_request: unknown, text: string | Buffer): unknown {
  if (text.length === 0) return {};
  try {
    return JSON.parse(text.toString());
  } catch (error) {
    const invalid = new PlaidError('INVALID_REQUEST', 'INVALID_BODY', 'body could not be parsed as JSON');
    invalid.cause = error;
    throw invalid;
  }
}

function toPlaidError(error: FastifyError | PlaidError): PlaidError {
  if (error instanceof PlaidError) return error;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new PlaidError('INVALID_REQUEST', 'INVALID_HEADERS', 'Content-Type must be application/json');
  }
  if ((error.statusCode ?? 500) < 500)
    return new PlaidError('INVALID_REQUEST', 'INVALID_BODY', error.message);
  return namedError('INTERNAL_SERVER_ERROR');
}

/** Plaid's API (version 2020-09-14, Transactions) with test banks and Hosted Link (ADR 7). Register it with a prefix. */
export const plaidEmulator: FastifyPluginAsync<PlaidEmulatorOptions> = async (
  app: FastifyInstance,
  options,
) => {
  const database = openDatabase(options.databaseFile);
  const emulator = startEmulator(options, database, app.log);
  app.addHook('preClose', async () => stopEmulator(emulator));
  app.addHook('onClose', async () => database.close());
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' });
  });

  // The host's parsers must not apply here.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: unknown, text: string | Buffer) => parseJson(request, text),
  );
  app.setErrorHandler((error: FastifyError | PlaidError, request, reply) => {
    const plaidError = toPlaidError(error);
    const requestId = newRequestId();
    // A PlaidError was requested by a password or the control API; any other error is a bug here.
    if (plaidError.httpStatus >= 500 && error !== plaidError) {
      request.log.error({ err: error, requestId }, 'plaid emulator call failed');
    }
    return reply
      .code(plaidError.httpStatus)
      .header('cache-control', 'no-store')
      .send({ ...plaidError.body, request_id: requestId });
  });
  app.setNotFoundHandler(() => {
    throw new PlaidError('INVALID_REQUEST', 'NOT_FOUND', 'the requested path was not found');
  });

  const faults = createFaults();
  const calls = createCalls();
  const limits = createRateLimits(options.enforcesLimits ?? false);
  let paths: ReadonlySet<string> = new Set();
  await app.register(async (api) => {
    paths = meetFaults(api, emulator, { faults, calls, limits });
    serveLinkTokens(api, emulator);
    serveItems(api, emulator);
    serveAccounts(api, emulator);
    serveTransactions(api, emulator);
    serveInstitutions(api, emulator);
    serveSandbox(api, emulator);
    serveSandboxTransactions(api, emulator);
    serveSelectAccounts(api, emulator);
    serveFireWebhook(api, emulator);
    serveWebhooks(api, emulator);
  });
  await app.register(async (control) => {
    serveFaults(control, emulator, { faults, calls, paths });
    serveLimits(control, emulator, limits);
    serveLedger(control, emulator);
    serveItemControl(control, emulator);
    serveWebhookControl(control, emulator);
  });
  await app.register(async (pages) => serveLink(pages, emulator));
};
