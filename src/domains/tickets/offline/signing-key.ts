import { createHash, createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { Site } from '#app/site.ts';

/** PKCS #8 prefix for the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Key pair that signs lists of codes. It is derived from the site's secret key, so that every process has the same key, and nothing is stored. */
export interface SigningKey {
  privateKey: KeyObject;
  /** The public key as a JSON Web Key (RFC 8037). */
  publicJwk: JsonWebKey;
  /** The public key as PEM. */
  publicPem: string;
  /** Key ID: 16 hex characters. */
  keyId: string;
}

function createSigningKey({ secretKey }: Site): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'offline ticket list', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const publicJwk = publicKey.export({ format: 'jwk' });
  const keyId = createHash('sha256').update(String(publicJwk.x)).digest('hex').slice(0, 16);
  return { privateKey, publicJwk, publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(), keyId };
}

/** Returns the site's key pair for lists of codes. */
export function deriveSigningKey(site: Site): SigningKey {
  return site.state.getOrCreate(createSigningKey, site);
}

/** Returns the Ed25519 signature of a string in UTF-8, as base64url. */
export function signText(site: Site, text: string): string {
  return sign(null, Buffer.from(text), deriveSigningKey(site).privateKey).toString('base64url');
}
