import { openBankFile } from '@oinkly/test-banks/bank-file';
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { requireControlSecret } from './control/control-endpoint.ts';
import { createFaults } from './control/faults.ts';
import { serveFaults } from './control/serve-faults.ts';
import { serveProblems } from './control/serve-problems.ts';
import { serveTokens } from './control/serve-tokens.ts';
import { serveTransactions } from './control/serve-transactions.ts';
import { serveCreatePage } from './create/serve-create-page.ts';
import { createEmulator, type SimplefinEmulatorOptions } from './emulator.ts';
import { serveProtocol } from './protocol/serve-protocol.ts';
import { SimplefinError } from './simplefin-error.ts';
import { schemaSteps } from './storage/schema.ts';

export type { SimplefinEmulatorOptions } from './emulator.ts';
export { BankFileError } from '@oinkly/test-banks/bank-file';

function toSimplefinError(error: FastifyError | SimplefinError): SimplefinError {
  if (error instanceof SimplefinError) return error;
  const status = error.statusCode ?? 500;
  return new SimplefinError(status, status < 500 ? error.message : 'Internal server error', { cause: error });
}

/** A SimpleFIN server (versions 1 and 2) with test banks, as strict as any real one. Register it with a prefix. */
export const simplefinEmulator: FastifyPluginAsync<SimplefinEmulatorOptions> = async (
  app: FastifyInstance,
  options,
) => {
  const database = openBankFile(options.databaseFile, schemaSteps);
  const emulator = createEmulator(options, database);
  app.addHook('onClose', async () => database.close());
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });
  app.setErrorHandler((error: FastifyError | SimplefinError, request, reply) => {
    const simplefinError = toSimplefinError(error);
    // A SimplefinError was asked for by the control API; any other error is a bug here.
    if (simplefinError.httpStatus >= 500 && error !== simplefinError) {
      request.log.error({ err: error }, 'SimpleFIN emulator call failed');
    }
    return reply.code(simplefinError.httpStatus).send(simplefinError.body);
  });
  app.setNotFoundHandler(() => {
    throw new SimplefinError(404, 'Not found');
  });

  const faults = createFaults();
  await app.register(async (protocol) => {
    // A claim has no body, whatever its type says.
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      async (_request: unknown, text: unknown) => text,
    );
    serveProtocol(protocol, emulator, faults);
  });
  await app.register(async (page) => {
    page.removeAllContentTypeParsers();
    await serveCreatePage(page, emulator, options.pageUserOf);
  });
  const { controlSecret } = options;
  if (controlSecret === undefined) return;
  await app.register(
    async (control) => {
      requireControlSecret(control, controlSecret);
      serveTokens(control, emulator);
      serveTransactions(control, emulator);
      serveProblems(control, emulator);
      serveFaults(control, emulator, faults);
    },
    { prefix: '/control' },
  );
};
