import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { startMessageReceiver, type MessageReceiver, type ReceivedMessage } from './message-receiver.ts';

/* Publishing as JSON (docs.ntfy.sh/publish), with ntfy's own limits and errors. Unlike ntfy, it refuses unknown fields and headers that
   publish otherwise. */

/** Of ntfy's default settings. */
const MAX_JSON_BYTES = 8 * 1024;
const MAX_MESSAGE_BYTES = 4096;

const publication = z.strictObject({
  topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/),
  title: z.string().optional(),
  message: z.string().refine((text) => Buffer.byteLength(text) <= MAX_MESSAGE_BYTES),
  tags: z.array(z.string()).optional(),
  click: z.url().optional(),
});

type Publication = z.output<typeof publication>;

export interface NtfyServer extends Pick<MessageReceiver, 'origin' | 'close'> {
  published: Publication[];
  /** Lets only this token publish. */
  protect(token: string): void;
  /** Refuses all later messages as too many. */
  limit(): void;
  /** Forgets all of it. */
  reset(): void;
}

export async function startNtfyServer(): Promise<NtfyServer> {
  const receiver = await startMessageReceiver();
  const published: Publication[] = [];
  let token: string | null = null;
  let isLimited = false;
  const refusalOf = ({ path, headers: { authorization: given }, body }: ReceivedMessage) => {
    if (path !== '/') return refusal(400, 40024, 'invalid request: body must be message JSON');
    if (isLimited) return refusal(429, 42901, 'limit reached: too many requests');
    if (given !== undefined && given !== `Bearer ${token}`) return refusal(401, 40101, 'unauthorized');
    if (token !== null && given === undefined) return refusal(403, 40301, 'forbidden');
    if (Buffer.byteLength(body) > MAX_JSON_BYTES) return refusal(413, 41303, 'JSON body too large');
    return null;
  };
  receiver.answerWith((response, message) => {
    const refused = refusalOf(message);
    if (refused) {
      answer(response, refused.http, refused);
      return;
    }
    const parsed = publication.safeParse(JSON.parse(message.body));
    if (!parsed.success) {
      answer(response, 400, refusal(400, 40009, `invalid request: ${parsed.error.message}`));
      return;
    }
    published.push(parsed.data);
    const time = Math.floor(Date.now() / 1000);
    const stored = { id: randomBytes(6).toString('hex'), time, expires: time + 43_200, event: 'message' };
    answer(response, 200, { ...stored, ...parsed.data });
  });
  return {
    origin: receiver.origin,
    close: () => receiver.close(),
    published,
    protect: (secret) => {
      token = secret;
    },
    limit: () => {
      isLimited = true;
    },
    reset: () => {
      published.length = 0;
      token = null;
      isLimited = false;
    },
  };
}

function refusal(http: number, code: number, error: string) {
  return { code, http, error };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);
}
