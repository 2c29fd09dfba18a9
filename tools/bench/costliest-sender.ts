import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { CostliestRequest } from './costliest-content.ts';

/* A thread that sends requests, so that large bodies and answers don't delay the bench's own clock. */

interface SentRequest extends CostliestRequest {
  origin: string;
}

export interface SentAnswer {
  status: number;
  tookMs: number;
  bytes: number;
}

function send({ origin, method, path, headers, body }: SentRequest): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(`${origin}${path}`, { method, headers: { ...headers, ...length } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, tookMs: performance.now() - startedAt, bytes }),
      );
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body ?? undefined);
  });
}

parentPort?.on('message', (message: SentRequest) => {
  send(message).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
