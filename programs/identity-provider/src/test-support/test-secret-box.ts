import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../options.ts';

const KEY = randomBytes(32);

/** Seals as the application does. */
export const testSecretBox: SecretBox = {
  seal: (secret, rowId) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from(rowId));
    const body = Buffer.concat([cipher.update(secret), cipher.final()]);
    return { keyId: 'key.of-tests', sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
  },
  open: ({ keyId, sealed }, rowId) => {
    if (keyId !== 'key.of-tests') throw new Error(`The key ${keyId} is missing`);
    const decipher = createDecipheriv('aes-256-gcm', KEY, sealed.subarray(0, 12))
      .setAAD(Buffer.from(rowId))
      .setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString();
  },
  sealingLock: 1,
};
