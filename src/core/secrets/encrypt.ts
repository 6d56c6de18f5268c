import { type KeyOwner, type SiteWithKeys, getKeyOwners } from './key-owner.ts';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key of 32 bytes from a secret of high entropy. `purpose` separates keys of the same secret for different uses. */
export function deriveAesKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Encrypts a string with AES-256-GCM. Returns the nonce, the authentication tag and the ciphertext in one buffer. */
export function encryptString(key: Buffer, text: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts the result of `encryptString`. Throws if the key is different or a byte was changed. */
export function decryptString(key: Buffer, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/**
 * Decrypts the result of `encryptString` with the keys that `deriveKey` derives from the site's current and previous secrets. Throws if none of the
 * keys is correct.
 */
export function decryptWithAnyKey(site: SiteWithKeys, deriveKey: (owner: KeyOwner) => Buffer, sealed: Uint8Array): string {
  let failure: unknown;
  for (const owner of getKeyOwners(site)) {
    try {
      return decryptString(deriveKey(owner), sealed);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
