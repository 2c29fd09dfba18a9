import { startTestSimplefin, type TestSimplefin } from '@oinkly/server/test-support/test-simplefin';
import { z } from 'zod';

const answerShape = z.object({
  accounts: z.array(
    z.looseObject({
      id: z.string(),
      conn_id: z.string(),
      currency: z.string(),
      transactions: z.array(z.looseObject({ id: z.string() })),
    }),
  ),
});

/** An answer with transactions, as it was sent. */
export interface SentAnswer {
  /** The requested days, both included. */
  from: string;
  to: string;
  hasPending: boolean;
  accounts: z.infer<typeof answerShape>['accounts'];
}

/** The SimpleFIN emulator, which remembers what it answered. */
export class SimplefinServer {
  readonly #server: TestSimplefin;
  /** By the header that names the user. */
  readonly #sent: Map<string, SentAnswer[]>;

  private constructor(server: TestSimplefin, sent: Map<string, SentAnswer[]>) {
    this.#server = server;
    this.#sent = sent;
  }

  static async start(clock: () => Date): Promise<SimplefinServer> {
    const sent = new Map<string, SentAnswer[]>();
    const server = await startTestSimplefin({
      clock,
      prepare: (fastify) => {
        fastify.addHook('onSend', async (request, reply, payload) => {
          const { searchParams, pathname } = new URL(request.url, 'http://localhost');
          const isRead = pathname.endsWith('/accounts') && searchParams.has('start-date');
          if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return;
          const user = request.headers.authorization ?? '';
          const answers = sent.get(user) ?? [];
          sent.set(user, answers);
          answers.push({
            from: dayOf(Number(searchParams.get('start-date'))),
            to: dayOf(Number(searchParams.get('end-date')) - 1),
            hasPending: searchParams.has('pending'),
            accounts: answerShape.parse(JSON.parse(payload)).accounts,
          });
        });
      },
    });
    return new SimplefinServer(server, sent);
  }

  get origin() {
    return this.#server.origin;
  }

  get control() {
    return this.#server.control;
  }

  get log() {
    return this.#server.log;
  }

  /** Removes and returns the answers to one user. */
  takeAnswers(accessUrl: string): SentAnswer[] {
    const { username, password } = new URL(accessUrl);
    const user = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const answers = this.#sent.get(user) ?? [];
    this.#sent.delete(user);
    return answers;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
