import { plaidEmulator } from '@oinkly/plaid-emulator';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';

export const BANK_CREDENTIALS = { clientId: 'test', secret: 'test-secret' };

/** An empty bank emulator. */
export interface TestEmulator {
  /** Without a trailing slash. */
  url: string;
  log: FastifyBaseLogger;
  /** Calls an endpoint, also of the control API (`/control/…`). Throws on any failure. */
  call(path: string, body: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** `prepare` sees the server before it listens. */
export async function startTestEmulator({
  clock,
  preparationMs = 50,
  databaseFile = ':memory:',
  prepare = () => undefined,
}: {
  clock: () => Date;
  preparationMs?: number;
  databaseFile?: string;
  prepare?: (server: FastifyInstance) => void;
}): Promise<TestEmulator> {
  const server = Fastify();
  prepare(server);
  await server.register(plaidEmulator, {
    prefix: '/plaid-emulator',
    publicUrl: 'http://localhost:3000/plaid-emulator',
    databaseFile,
    clock,
    preparationMs,
    ...BANK_CREDENTIALS,
  });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/plaid-emulator`;
  return {
    url,
    log: server.log,
    call: async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'plaid-client-id': BANK_CREDENTIALS.clientId,
          'plaid-secret': BANK_CREDENTIALS.secret,
        },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    close: () => server.close(),
  };
}
