import type {
  BegunLinkSession,
  LinkSessionOutcome,
  ProviderChanges,
} from '@oinkly/server/modules/banking/provider';
import { PlaidWebhooks } from '@oinkly/server/modules/banking/providers/plaid/plaid-webhooks';
import { chosenBank, ScriptedBank } from '@oinkly/server/test-support/scripted-bank';
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { IncomingHttpHeaders } from 'node:http';

const KEY_ID = 'key-1';
export const SUMS_OF_A_KIND = 400;
export const [PURCHASE_CENTS, LUNCH_CENTS] = [20_00, 7_00];

/**
 * Has new rows at each read, never delays, and signs like Plaid, because the real code reads its webhooks.
 */
export class FuzzBank extends ScriptedBank {
  readonly linkStates = new Map<string, string[]>();
  readonly lingering = new Set<string>();
  readonly #webhooks: PlaidWebhooks;
  readonly #key: CryptoKey;
  readonly #clock: () => Date;
  /** Users in order of arrival. */
  readonly #linkOwners: string[] = [];
  #rows = 0;

  private constructor({ privateKey, jwk }: { privateKey: CryptoKey; jwk: JWK }, clock: () => Date) {
    super();
    this.#key = privateKey;
    this.#clock = clock;
    this.#webhooks = new PlaidWebhooks(
      async (keyId) => (keyId === KEY_ID ? { ...jwk, expired_at: null } : null),
      clock,
    );
  }

  static async open(clock: () => Date): Promise<FuzzBank> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    return new FuzzBank({ privateKey, jwk: await exportJWK(publicKey) }, clock);
  }

  async sign(body: string): Promise<string> {
    return new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
      .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
      .setIssuedAt(this.#clock().getTime() / 1000)
      .sign(this.#key);
  }

  override async readWebhook(headers: IncomingHttpHeaders, rawBody: Buffer) {
    const token = headers['plaid-verification'];
    return this.#webhooks.read(Array.isArray(token) ? token[0] : token, rawBody);
  }

  override async exchangeToken(oneTimeToken: string) {
    const number = this.exchanged.push(oneTimeToken);
    return { accessToken: `access-${number}`, providerConnectionId: `item-${number}` };
  }

  /** Many rows for a new connection, few later. */
  override async readChanges(accessToken: string, cursor: string | null): Promise<ProviderChanges> {
    const count = cursor === null ? 6 : 1;
    this.answer({ upserted: Array.from({ length: count }, () => this.#newRows()).flat() });
    return super.readChanges(accessToken, cursor);
  }

  /** A purchase, its refund and a lunch with unique names and amounts. */
  #newRows() {
    const number = ++this.#rows;
    const centsMore = number % SUMS_OF_A_KIND;
    const shop = { merchantName: `Shop ${number}`, name: `SHOP NO ${number}` };
    const lunch = { merchantName: `Lunch ${number}`, name: `LUNCH NO ${number}` };
    return [
      { ...shop, transactionId: `purchase ${number}`, amountCents: PURCHASE_CENTS + centsMore },
      { ...shop, transactionId: `refund ${number}`, amountCents: -5_00 - centsMore, postedOn: '2026-06-04' },
      { ...lunch, transactionId: `lunch ${number}`, amountCents: LUNCH_CENTS + centsMore },
    ];
  }

  override async beginLinkSession(
    userId: string,
    completionUrl: string,
    accessToken: string | null,
  ): Promise<BegunLinkSession> {
    const link = await super.beginLinkSession(userId, completionUrl, accessToken);
    const state = new URL(completionUrl).searchParams.get('state') ?? '';
    this.linkStates.set(userId, [state, ...(this.linkStates.get(userId) ?? [])].slice(0, 10));
    return { ...link, providerSessionId: `link-${this.#linkOwners.push(userId)}` };
  }

  /** Every third link session ends without a bank. */
  override async readLinkSession(providerSessionId?: string): Promise<LinkSessionOutcome> {
    const number = Number(providerSessionId?.slice('link-'.length));
    if (this.lingering.has(this.#linkOwners[number - 1] ?? '')) return { status: 'open' };
    if (number % 3 === 0) return { status: 'left' };
    return { status: 'connected', banks: [chosenBank(`public-${randomUUID()}`)] };
  }
}
