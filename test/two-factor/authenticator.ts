import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const toBase64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

function encodeCborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** Encodes a value of a passkey as CBOR. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([
      encodeCborHead(5, value.size),
      ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item as Cbor)]),
    ]);
  const list = value as readonly Cbor[];
  return Buffer.concat([encodeCborHead(4, list.length), ...list.map(encodeCbor)]);
}

/** Flags of the authenticator data (WebAuthn): user present, user verified, key included. */
const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

/** Deviations from correct behavior, for tests of refusals. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  type?: string;
  /** Whether certificates of the manufacturer are sent. */
  hasCertificates?: boolean;
}

/** A device with one passkey. */
export class Authenticator {
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly id = randomBytes(32);
  readonly #origin: string;
  #handle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    ({ privateKey: this.#key, publicKey: this.#publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  #createClientData(type: string, challenge: string, { origin = this.#origin }: Deviations): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #createAuthenticatorData(flags: number, { rpId = new URL(this.#origin).hostname, counter, isVerified = true }: Deviations): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (this.counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count]);
  }

  /** Creates a new passkey and returns the registration response. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, deviations: Deviations = {}): object {
    this.#handle = user.id;
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([
      this.#createAuthenticatorData(WITH_KEY, deviations),
      Buffer.alloc(16),
      length,
      this.id,
      encodeCbor(key),
    ]);
    const statement = new Map<string, Cbor>(
      deviations.hasCertificates
        ? [
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', [Buffer.alloc(200)]],
          ]
        : [],
    );
    const attestation = new Map<string, Cbor>([
      ['fmt', deviations.hasCertificates ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    const id = toBase64url(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(this.#createClientData(deviations.type ?? 'webauthn.create', challenge, deviations)),
        attestationObject: toBase64url(encodeCbor(attestation)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** Signs a challenge with the passkey and returns the sign-in response. */
  get({ challenge }: { challenge: string }, deviations: Deviations = {}): object {
    const client = this.#createClientData(deviations.type ?? 'webauthn.get', challenge, deviations);
    const authenticatorData = this.#createAuthenticatorData(0, deviations);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#key);
    const id = toBase64url(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(client),
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(signature),
        userHandle: this.#handle,
      },
      clientExtensionResults: {},
    };
  }
}
