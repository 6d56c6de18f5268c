import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text64 = (data: Buffer | string) => Buffer.from(data).toString('base64url');

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** Encodes a value of a passkey as CBOR. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (value instanceof Map)
    return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as Cbor)])]);
  const list = value as readonly Cbor[];
  return Buffer.concat([cborHead(4, list.length), ...list.map(cbor)]);
}

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

/** Deviations from correct behavior, for tests of refusals. */
export interface Oddity {
  origin?: string;
  rpId?: string;
  counter?: number;
  isVerified?: boolean;
  type?: string;
  /** Sends certificates of the manufacturer. */
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

  #client(type: string, challenge: string, { origin = this.#origin }: Oddity): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, { rpId = new URL(this.#origin).hostname, counter, isVerified = true }: Oddity): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (this.counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), count]);
  }

  /** Creates a new passkey and returns the registration response. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, odd: Oddity = {}): object {
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
    const authData = Buffer.concat([this.#data(WITH_KEY, odd), Buffer.alloc(16), length, this.id, cbor(key)]);
    const statement = new Map<string, Cbor>(
      odd.hasCertificates
        ? [
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', [Buffer.alloc(200)]],
          ]
        : [],
    );
    const attestation = new Map<string, Cbor>([
      ['fmt', odd.hasCertificates ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    const id = text64(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: text64(this.#client(odd.type ?? 'webauthn.create', challenge, odd)),
        attestationObject: text64(cbor(attestation)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** Signs a challenge with the passkey and returns the sign-in response. */
  get({ challenge }: { challenge: string }, odd: Oddity = {}): object {
    const client = this.#client(odd.type ?? 'webauthn.get', challenge, odd);
    const authenticatorData = this.#data(0, odd);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#key);
    const id = text64(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: text64(client),
        authenticatorData: text64(authenticatorData),
        signature: text64(signature),
        userHandle: this.#handle,
      },
      clientExtensionResults: {},
    };
  }
}
