import { Decrypter, Encrypter, Stanza, type Recipient } from 'age-encryption';
import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const LABEL = 'age-encryption.org/v1/scrypt';
/** The base-2 logarithm of scrypt's cost: 128 MB for a moment. */
const WORK_FACTOR = 17;
const BLOCK_SIZE = 8;
const TAG_BYTES = 16;

const deriveKey = promisify<string, Buffer, number, { N: number; r: number; maxmem: number }, Buffer>(scrypt);

/** Encrypts in the age format, so that `age -d` opens it. */
export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase));
  yield* await encrypter.encrypt(webStream(chunks));
}

/** Throws the library's errors. */
export async function* decrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* await decrypter.decrypt(webStream(chunks));
}

/** Age's recipient for a passphrase. The library's own one would block the server for most of a second. */
function passphraseRecipient(passphrase: string): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16);
      const cost = { N: 2 ** WORK_FACTOR, r: BLOCK_SIZE };
      const key = await deriveKey(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, {
        ...cost,
        maxmem: 2 * 128 * cost.N * cost.r,
      });
      // The key is used once, so the format's nonce is zero.
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', unpadded(salt), String(WORK_FACTOR)], body)];
    },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function webStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await source.return?.();
    },
  });
}
