import { once } from 'node:events';
import { createServer } from 'node:http';
import { timeAnswers } from './timing.ts';

/** Measures one line of JSON from bare Node. */
export async function measureBareHttp(count: number): Promise<number[]> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const times = await timeAnswers(count, `http://127.0.0.1:${address.port}/`);
  server.close();
  server.closeAllConnections();
  return times;
}
