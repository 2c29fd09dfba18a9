import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';

/**
 * Stores a model of the OpenID library for all processes. Ids are credentials, so only their SHA-256 is
 * stored, except in an interaction's return path, which lasts an hour. Contract:
 * https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js
 */
export class PostgresAdapter implements Adapter {
  readonly #pool: pg.Pool;
  readonly #model: string;

  constructor(pool: pg.Pool, model: string) {
    this.#pool = pool;
    this.#model = model;
  }

  /** @param expiresInSeconds never expires when absent */
  async upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void> {
    // A good time: each flow starts here.
    if (this.#model === 'Interaction') await this.#removeExpired();
    await this.#pool.query(
      `INSERT INTO identity.models (model, id_hash, payload, grant_id, uid, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
       ON CONFLICT (model, id_hash) DO UPDATE
       SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
      [
        this.#model,
        hash(id),
        JSON.stringify(withoutIds(payload)),
        payload.grantId ?? null,
        payload.uid ?? null,
        expiresInSeconds ?? null,
      ],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#findOne('id_hash = $2', hash(id));
    return payload === undefined ? undefined : { ...payload, jti: id };
  }

  /** The library only compares the result. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findOne('uid = $2', uid);
  }

  /** Part of the device flow, which is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** Fails the second of two concurrent uses. */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `UPDATE identity.models
       SET payload = jsonb_set(payload, '{consumed}', to_jsonb(floor(extract(epoch FROM now()))))
       WHERE model = $1 AND id_hash = $2 AND NOT payload ? 'consumed'`,
      [this.#model, hash(id)],
    );
    if (rowCount !== 1) throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.models WHERE model = $1 AND id_hash = $2', [
      this.#model,
      hash(id),
    ]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.models WHERE model = $1 AND grant_id = $2', [
      this.#model,
      grantId,
    ]);
  }

  async #findOne(condition: string, value: Buffer | string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#pool.query<{ payload: AdapterPayload }>(
      `SELECT payload FROM identity.models
       WHERE model = $1 AND ${condition} AND (expires_at IS NULL OR expires_at > now())`,
      [this.#model, value],
    );
    return rows[0]?.payload;
  }

  async #removeExpired(): Promise<void> {
    await this.#pool.query(
      `DELETE FROM identity.models WHERE (model, id_hash) IN (
         SELECT model, id_hash FROM identity.models WHERE expires_at <= now() LIMIT 200 FOR UPDATE SKIP LOCKED)`,
    );
  }
}

function hash(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

/** Removes ids that are credentials; the library never reads them back. */
function withoutIds({ jti: _jti, session, ...payload }: AdapterPayload): AdapterPayload {
  if (session === undefined) return payload;
  const { cookie: _cookie, ...rest } = session;
  return { ...payload, session: rest };
}
