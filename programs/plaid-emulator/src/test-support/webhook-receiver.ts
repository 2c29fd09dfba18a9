import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openApi } from './open-api.ts';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  text: string;
  body: z.infer<typeof webhookBody>;
}

const webhookBody = z.looseObject({ webhook_type: z.string(), webhook_code: z.string() });
const networkAddress = z.object({ port: z.number() });

/** Checks each webhook against Plaid's OpenAPI file. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  waitFor(code: string, count?: number): Promise<ReceivedWebhook['body'][]>;
  /** Waits for both webhooks of a new item, which arrive in any order, and forgets them. */
  skipFirstWebhooks(): Promise<void>;
}

/** `answer` sets the status of the n-th call (from 1), 200 by default. */
export async function startWebhookReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end(),
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body = webhookBody.parse(JSON.parse(sent));
      problems.push(...openApi.webhookProblems(body).map((problem) => `${problem} in ${sent}`));
      received.push({ headers: request.headers, text: sent, body });
      answer(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    expect(problems).toEqual([]);
  });
  const { port } = networkAddress.parse(server.address());

  async function waitFor(code: string, count = 1) {
    const found = () => received.map(({ body }) => body).filter((body) => body.webhook_code === code);
    await expect.poll(() => found().length, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(count);
    return found();
  }

  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    waitFor,
    async skipFirstWebhooks() {
      await waitFor('INITIAL_UPDATE');
      await waitFor('HISTORICAL_UPDATE');
      received.length = 0;
    },
  };
}
