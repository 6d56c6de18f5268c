import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Missing } from '../support/needs.ts';

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const noOpenssl: Missing = hasOpenssl() ? null : "needs Debian's package openssl";

const PASSPHRASE = 'open sesame';

/** Creates certificates like those of Apple, signed by test authorities, in a temporary folder that `remove` deletes. */
export function appleCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-wallet-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const makeAuthority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-days',
      '9',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    );
  const makeCertificate = (name: string, subject: string, days = '9') => {
    openssl('req', '-new', '-key', 'pass.key', '-passin', `pass:${PASSPHRASE}`, '-subj', subject, '-out', `${name}.csr`);
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-days', days, '-out', `${name}.pem`);
  };
  makeAuthority('root');
  makeAuthority('other');
  openssl('genrsa', '-aes256', '-passout', `pass:${PASSPHRASE}`, '-out', 'pass.key', '2048');
  makeCertificate('pass', '/UID=pass.test.marquee/CN=Pass Type ID: pass.test.marquee/OU=TEAM123456/O=Town Hall');
  makeCertificate('plain', '/CN=town-hall.test');
  // in the format that Apple delivers
  openssl('x509', '-in', 'root.pem', '-outform', 'DER', '-out', 'root.cer');
  return {
    file,
    environment: {
      WALLET_APPLE_CERTIFICATE: file('pass.pem'),
      WALLET_APPLE_KEY: file('pass.key'),
      WALLET_APPLE_KEY_PASSPHRASE: PASSPHRASE,
      WALLET_APPLE_ISSUER: file('root.cer'),
    },
    /** Verifies a detached signature with `openssl`. Throws if it is invalid. */
    verify(content: Buffer, signature: Buffer): void {
      writeFileSync(file('content'), content);
      writeFileSync(file('signature'), signature);
      const input = ['-inform', 'DER', '-in', 'signature', '-content', 'content', '-binary'];
      openssl('smime', '-verify', ...input, '-CAfile', 'root.pem', '-purpose', 'any', '-out', 'verified');
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Creates the key of a service account in the format of Google, with the public key. */
export function googleAccount() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { client_email: 'tickets@hall.iam.gserviceaccount.test', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  return { publicKey, environment: { WALLET_GOOGLE_ISSUER: '3388000000012345678', WALLET_GOOGLE_ACCOUNT: JSON.stringify(key) } };
}
