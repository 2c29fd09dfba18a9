import type { lookup } from 'node:dns';
import { once } from 'node:events';
import {
  request as requestHttp,
  type Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { publicLookup } from './public-lookup.ts';

/** Without a domain, or below a domain that only local networks have. */
const LOCAL_NAME = /^[^.]*\.?$|\.(?:localhost|local|internal|home\.arpa)\.?$/;

/** Whether a URL may be called that the operator didn't name. The lookup checks names only, so URLs with addresses are refused. */
export function mayBePublic({ protocol, hostname, port }: URL): boolean {
  return (
    protocol === 'https:' &&
    port !== '0' &&
    isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 &&
    !LOCAL_NAME.test(hostname)
  );
}

interface PublicRequest {
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Also for reading the answer. */
  timeoutMs: number;
  /** Whether the address may be private. */
  isTrusted: boolean;
  /** Without one, the connection isn't kept: a kept one would skip the lookup. */
  agent?: Agent;
  resolve?: typeof lookup | undefined;
}

/** Returns the answer's head. Follows no redirects, uses no proxy, and calls public addresses only, unless trusted (SEC-21). */
export async function requestPublic(
  url: URL,
  { body, timeoutMs, isTrusted, agent, resolve, ...options }: PublicRequest,
): Promise<IncomingMessage> {
  const refused = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), refused.signal]);
  const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, {
    ...options,
    agent: agent ?? false,
    signal,
    ...(!isTrusted && { lookup: publicLookup(resolve) }),
  });
  // Errors before the answer are thrown below, those behind it by its body.
  request.on('error', () => undefined);
  // Without a listener, a changed protocol would wait for ever.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    refused.abort();
  });
  request.end(body);
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}

/** Reads an answer's body. Null if it has more bytes; the connection ends then. */
export async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const start = await readStart(response, maxBytes + 1);
  return start.length > maxBytes ? null : start;
}

/** Reads the beginning of an answer's body. If there is more, the connection ends. */
export async function readStart(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** What went wrong, without the request, which Node's messages may quote. */
export function requestErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
