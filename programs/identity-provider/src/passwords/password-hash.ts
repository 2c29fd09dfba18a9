import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Checked for unknown accounts, so that the answer takes as long. */
const DUMMY = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Hashes with argon2id into a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await derive(password, salt, PARAMETERS));
}

/** Verifies a password. Without a PHC string (no such account), false after the same work. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const { parameters, salt, hash } = parse(phc ?? DUMMY);
  const equal = timingSafeEqual(await derive(password, salt, parameters), hash);
  return equal && phc !== undefined;
}

interface Parsed {
  parameters: typeof PARAMETERS;
  salt: Buffer;
  hash: Buffer;
}

function derive(password: string, salt: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Systems type the same letters as different code points (NIST SP 800-63B 3.1.1.2).
    const message = password.normalize('NFC');
    argon2('argon2id', { message, nonce: salt, tagLength: HASH_BYTES, ...parameters }, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

function format(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parse(phc: string): Parsed {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (found === null) throw new Error('A stored password hash is not an argon2id PHC string.');
  const [, memory, passes, parallelism, salt = '', hash = ''] = found;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
