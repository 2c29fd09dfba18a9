import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer =
  | { status?: number; headers?: Record<string, string>; body?: string | object }
  | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A SimpleFIN server on loopback that gives scripted answers. */
export interface ScriptedSimplefin {
  origin: URL;
  /** Holds every secret that an error or log must not hold. */
  accessUrl: string;
  setupToken: string;
  /** Oldest first. */
  requests: ReceivedRequest[];
  /** In order; the last one answers all later requests too. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

export const SIMPLEFIN_USER = 'USERFIVESIX';
export const SIMPLEFIN_PASSWORD = 'PASSWORDSEVENEIGHT';
export const SIMPLEFIN_CLAIM = 'CLAIMNINETEN';

export async function startScriptedSimplefin(): Promise<ScriptedSimplefin> {
  const requests: ReceivedRequest[] = [];
  let answers: Answer[] = [];
  const server = createServer((incoming, response) => {
    const handle = async () => {
      const url = new URL(incoming.url ?? '/', 'http://x');
      const request = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers,
        body: (await buffer(incoming)).toString(),
      };
      requests.push(request);
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500 };
      if (typeof answer === 'function') {
        answer(response, request);
        return;
      }
      const { status = 200, headers = {}, body = '' } = answer;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    handle().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: new URL(`http://${host}`),
    accessUrl: `http://${SIMPLEFIN_USER}:${SIMPLEFIN_PASSWORD}@${host}/simplefin`,
    setupToken: Buffer.from(`http://${host}/simplefin/claim/${SIMPLEFIN_CLAIM}`).toString('base64'),
    requests,
    answer: (...given) => {
      answers = given;
      requests.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
