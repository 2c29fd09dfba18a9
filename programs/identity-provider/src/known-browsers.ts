import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentProvider } from './oidc/current-provider.ts';

const DAY_S = 24 * 60 * 60;
const LIFETIME_S = 180 * DAY_S;
const ID_BYTES = 16;
/** A shared browser has one cookie per account; its name doesn't reveal the account. */
const NAME_HEX_DIGITS = 16;

interface KnownBrowsersParts {
  provider: CurrentProvider;
  clock: () => Date;
  issuer: URL;
}

/**
 * A signed cookie selects a browser's own limit; it proves no identity (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies").
 */
export class KnownBrowsers {
  readonly #parts: KnownBrowsersParts;

  constructor(parts: KnownBrowsersParts) {
    this.#parts = parts;
  }

  /** @param options.since only browsers that have logged in since then */
  async find(
    request: FastifyRequest,
    accountId: string | undefined,
    { since }: { since?: Date } = {},
  ): Promise<string | undefined> {
    if (accountId === undefined) return undefined;
    const cookie = readCookie(request.headers.cookie ?? '', this.#nameFor(accountId));
    const [id = '', expiresAt = '', signature = ''] = cookie?.split('.') ?? [];
    if (!(Number(expiresAt) * 1000 > this.#parts.clock().getTime())) return undefined;
    if (since && Number(expiresAt) - LIFETIME_S < Math.floor(since.getTime() / 1000)) return undefined;
    const sent = Buffer.from(signature, 'base64url');
    const keys = await this.#parts.provider.cookieKeys();
    const isSigned = keys.some((key) => {
      const expected = sign(key, { accountId, id, expiresAt });
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    });
    return isSigned ? id : undefined;
  }

  async remember(reply: FastifyReply, accountId: string): Promise<void> {
    const { provider, clock, issuer } = this.#parts;
    const [key] = await provider.cookieKeys();
    if (key === undefined) throw new Error('There is no key to sign cookies with');
    const id = randomBytes(ID_BYTES).toString('base64url');
    const expiresAt = String(Math.floor(clock().getTime() / 1000) + LIFETIME_S);
    const signature = sign(key, { accountId, id, expiresAt }).toString('base64url');
    const attributes = [
      `${this.#nameFor(accountId)}=${id}.${expiresAt}.${signature}`,
      `Path=${issuer.pathname}`,
      `Max-Age=${LIFETIME_S}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(issuer.protocol === 'https:' ? ['Secure'] : []),
    ];
    reply.header('set-cookie', attributes.join('; '));
  }

  #nameFor(accountId: string): string {
    const prefix = this.#parts.issuer.protocol === 'https:' ? '__Secure-idp' : 'idp';
    const digest = createHash('sha256').update(accountId).digest('hex');
    return `${prefix}-known-${digest.slice(0, NAME_HEX_DIGITS)}`;
  }
}

function sign(key: string, signed: { accountId: string; id: string; expiresAt: string }): Buffer {
  const { accountId, id, expiresAt } = signed;
  return createHmac('sha256', key).update(`known browser\n${accountId}\n${id}\n${expiresAt}`).digest();
}

function readCookie(header: string, name: string): string | undefined {
  const pair = header.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
