import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';

export interface SubscribedBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface PushedMessage {
  endpoint: string;
  text: string;
  headers: IncomingHttpHeaders;
  /** Base64url; has verified the signature. */
  senderKey: string;
  contact: unknown;
}

/** Decrypts by RFC 8291 itself, so as not to share the sender's errors. */
export interface TestPushService {
  origin: string;
  /** Oldest first, without refused ones. */
  messages: PushedMessage[];
  readonly requests: number;
  /** Answers the endpoint's next message; later ones are accepted again. */
  answer(endpoint: string, answer: { status: number; headers?: Record<string, string> }): void;
  subscribe(): SubscribedBrowser;
  close(): Promise<void>;
}

interface Device {
  ecdh: ECDH;
  auth: Buffer;
}

export async function startPushService(): Promise<TestPushService> {
  const devices = new Map<string, Device>();
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
  const messages: PushedMessage[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const handle = async () => {
      requests += 1;
      const endpoint = `${origin}${request.url ?? ''}`;
      const body = await buffer(request);
      const { status, headers = {} } = answers.get(endpoint) ?? { status: 201 };
      answers.delete(endpoint);
      const device = devices.get(endpoint);
      if (status === 201 && device) {
        const { senderKey, contact } = await checkSender(request.headers.authorization ?? '', origin);
        const text = decrypt(body, device);
        messages.push({ endpoint, text, headers: request.headers, senderKey, contact });
      }
      response.writeHead(device ? status : 404, headers).end();
    };
    handle().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    messages,
    get requests() {
      return requests;
    },
    answer: (endpoint, answer) => void answers.set(endpoint, answer),
    subscribe: () => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomUUID()}`;
      devices.set(endpoint, { ecdh, auth });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Verifies the signature (RFC 8292). Throws for another service or key. */
async function checkSender(
  authorization: string,
  audience: string,
): Promise<{ senderKey: string; contact: unknown }> {
  const [, token, senderKey] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || senderKey === undefined) throw new Error('The message is not signed');
  const point = Buffer.from(senderKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, key, { audience, maxTokenAge: undefined });
  if (payload.exp === undefined || payload.exp > Date.now() / 1000 + 24 * 60 * 60) {
    throw new Error('The signature holds for longer than a day');
  }
  return { senderKey, contact: payload.sub };
}

/** Decrypts a message of one record (RFC 8291 on RFC 8188). */
function decrypt(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const derive = (secret: Buffer, mix: Buffer, info: Buffer, sizeBytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, mix, info, sizeBytes));
  const ikm = derive(
    ecdh.computeSecret(senderKey),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]),
    32,
  );
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last nonzero byte ends the message.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The message does not end');
  return padded.subarray(0, end).toString('utf8');
}
