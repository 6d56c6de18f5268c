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

export const missingOpenssl: Missing = hasOpenssl() ? null : "needs Debian's package openssl";

const PASSPHRASE = 'open sesame';

/** Creates certificates like those of Apple, signed by certificate authorities for tests, in a temporary folder that `remove` deletes. */
export function createAppleCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-wallet-'));
  const getPath = (name: string) => join(folder, name);
  const runOpenssl = (...args: string[]) => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const createAuthority = (name: string) =>
    runOpenssl(
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
  const createCertificate = (name: string, subject: string, days = '9') => {
    runOpenssl('req', '-new', '-key', 'pass.key', '-passin', `pass:${PASSPHRASE}`, '-subj', subject, '-out', `${name}.csr`);
    runOpenssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-days', days, '-out', `${name}.pem`);
  };
  createAuthority('root');
  createAuthority('other');
  runOpenssl('genrsa', '-aes256', '-passout', `pass:${PASSPHRASE}`, '-out', 'pass.key', '2048');
  createCertificate('pass', '/UID=pass.test.marquee/CN=Pass Type ID: pass.test.marquee/OU=TEAM123456/O=Town Hall');
  createCertificate('plain', '/CN=town-hall.test');
  // the certificate of the authority in DER, the format in which Apple delivers it
  runOpenssl('x509', '-in', 'root.pem', '-outform', 'DER', '-out', 'root.cer');
  return {
    file: getPath,
    environment: {
      WALLET_APPLE_CERTIFICATE: getPath('pass.pem'),
      WALLET_APPLE_KEY: getPath('pass.key'),
      WALLET_APPLE_KEY_PASSPHRASE: PASSPHRASE,
      WALLET_APPLE_ISSUER: getPath('root.cer'),
    },
    /** Verifies a detached signature with `openssl`. Throws if it is invalid. */
    verify(content: Buffer, signature: Buffer): void {
      writeFileSync(getPath('content'), content);
      writeFileSync(getPath('signature'), signature);
      const input = ['-inform', 'DER', '-in', 'signature', '-content', 'content', '-binary'];
      runOpenssl('smime', '-verify', ...input, '-CAfile', 'root.pem', '-purpose', 'any', '-out', 'verified');
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Creates the key of a service account in the format of Google, with the public key. */
export function createGoogleAccount() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { client_email: 'tickets@hall.iam.gserviceaccount.test', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  return { publicKey, environment: { WALLET_GOOGLE_ISSUER: '3388000000012345678', WALLET_GOOGLE_ACCOUNT: JSON.stringify(key) } };
}
