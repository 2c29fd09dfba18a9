import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

/** A server that gets messages. */
export interface MessageReceiver {
  origin: string;
  /** Oldest first. */
  received: ReceivedMessage[];
  /** Answers all later messages so; 204 before. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

const taken: Answer = (response) => void response.writeHead(204).end();

export async function startMessageReceiver(): Promise<MessageReceiver> {
  const received: ReceivedMessage[] = [];
  let answer = taken;
  const server = createServer((request, response) => {
    const handle = async () => {
      const { method, url = '', headers } = request;
      if (method !== 'POST') throw new Error(`A message came by ${method}`);
      const message = { path: url, headers, body: (await buffer(request)).toString() };
      received.push(message);
      answer(response, message);
    };
    handle().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (given) => {
      answer = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
