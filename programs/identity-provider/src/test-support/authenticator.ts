import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

interface Request {
  challenge: string;
  rpId: string;
  origin: string;
}

interface Faults {
  isUnverified?: boolean;
  counter?: number;
  origin?: string;
  type?: string;
}

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
}

/** A device with its only passkey, as JSON. */
export interface StoredAuthenticator {
  id: string;
  privateKey: string;
  userHandle: string;
  counter: number;
}

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_HAS_CREDENTIAL = 0x40;

/** A device with passkeys (ES256, attestation 'none'). */
export class Authenticator {
  readonly credentials: Credential[] = [];
  counter = 0;

  static restore({ id, privateKey, userHandle, counter }: StoredAuthenticator): Authenticator {
    const device = new Authenticator();
    device.credentials.push({
      id: Buffer.from(id, 'base64url'),
      privateKey: createPrivateKey(privateKey),
      userHandle,
    });
    device.counter = counter;
    return device;
  }

  store(): StoredAuthenticator {
    const credential = this.#newest();
    return {
      id: credential.id.toString('base64url'),
      privateKey: credential.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      userHandle: credential.userHandle,
      counter: this.counter,
    };
  }

  /** Answers `navigator.credentials.create`. */
  create(
    { challenge, rpId, origin }: Request,
    { userHandle, id = randomBytes(16), ...faults }: Faults & { userHandle: string; id?: Buffer },
  ) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.credentials.push({ id, privateKey, userHandle });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coseKey = map([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credentialData = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
    const authData = Buffer.concat([this.#data(rpId, FLAG_HAS_CREDENTIAL, faults), credentialData]);
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData({ type: 'webauthn.create', challenge, origin, ...faults }),
        attestationObject: attestation('none', map([]), authData).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get` with the newest passkey. */
  get({ challenge, rpId, origin }: Request, faults: Faults = {}) {
    const credential = this.#newest();
    this.counter += 1;
    const authenticatorData = this.#data(rpId, 0, faults);
    const clientDataJSON = clientData({ type: 'webauthn.get', challenge, origin, ...faults });
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), credential.privateKey);
    return {
      id: credential.id.toString('base64url'),
      rawId: credential.id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: credential.userHandle,
      },
    };
  }

  #newest(): Credential {
    const credential = this.credentials.at(-1);
    if (credential === undefined) throw new Error('There is no passkey on this device.');
    return credential;
  }

  #data(rpId: string, flags: number, { isUnverified = false, counter = this.counter }: Faults): Buffer {
    const header = Buffer.alloc(5);
    header.writeUInt8(flags | FLAG_PRESENT | (isUnverified ? 0 : FLAG_VERIFIED));
    header.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), header]);
  }
}

/** Builds an attestation object. */
export function attestation(format: string, statement: Buffer, authData: Buffer): Buffer {
  return map([
    [text('fmt'), text(format)],
    [text('attStmt'), statement],
    [text('authData'), bytes(authData)],
  ]);
}

function clientData({
  type,
  challenge,
  origin,
}: {
  type: string;
  challenge: string;
  origin: string;
}): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

// The CBOR (RFC 8949) that a passkey needs.
export function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}

export function array(items: readonly Buffer[]): Buffer {
  return Buffer.concat([head(4, items.length), ...items]);
}

export function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

export function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

export function integer(value: number): Buffer {
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
