import { simplefinEmulator } from '@oinkly/simplefin-emulator';
import {
  createControlClient,
  type ControlClient,
} from '@oinkly/simplefin-emulator/test-support/control-client';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { RequestBudget } from '../modules/banking/providers/simplefin/request-budget.ts';
import {
  SimplefinProvider,
  type SimplefinSettings,
} from '../modules/banking/providers/simplefin/simplefin-provider.ts';
import type { TestApp } from './test-app.ts';

/** An empty SimpleFIN emulator. */
export interface TestSimplefin {
  origin: URL;
  control: ControlClient;
  log: FastifyBaseLogger;
  close(): Promise<void>;
}

const CONTROL_SECRET = 'secret of the tests';
const PREFIX = '/simplefin-emulator';

/** `prepare` sees the server before it listens. */
export async function startTestSimplefin({
  clock,
  prepare = () => undefined,
}: {
  clock: () => Date;
  prepare?: (server: FastifyInstance) => void;
}): Promise<TestSimplefin> {
  const server = Fastify();
  prepare(server);
  let url = '';
  await server.register(simplefinEmulator, {
    prefix: PREFIX,
    publicUrl: () => url,
    databaseFile: ':memory:',
    clock,
    controlSecret: CONTROL_SECRET,
  });
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}${PREFIX}`;
  return {
    origin: new URL(new URL(url).origin),
    control: createControlClient(url, CONTROL_SECRET),
    log: server.log,
    close: async () => {
      // A hanging answer would keep its connection.
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

/** The real provider of an app, which asks this server with the limits of the app's users. */
export function simplefinProviderAt(
  server: TestSimplefin,
  app: () => TestApp,
  options: Pick<SimplefinSettings, 'timeoutMs' | 'resolve'> = {},
): SimplefinProvider {
  return new SimplefinProvider({
    tokenPageUrl: 'https://tokens.example/create',
    trustedOrigins: [server.origin.origin],
    allowedHosts: [],
    allowsAnyHost: true,
    budget: {
      spend: (accessUrl) => new RequestBudget(app().deps).spend(accessUrl),
      stop: (accessUrl) => new RequestBudget(app().deps).stop(accessUrl),
    },
    clock: () => app().deps.clock(),
    log: server.log,
    ...options,
  });
}
