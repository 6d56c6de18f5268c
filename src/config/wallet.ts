import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variables } from './variables.ts';

/** Credentials that sign passes for Apple Wallet. */
export interface AppleWallet {
  /** Pass type identifier in the certificate. Apple refuses passes with another one. */
  passType: string;
  /** Team identifier in the certificate. Apple refuses passes with another one. */
  team: string;
  /** Certificate of the pass type; PEM. */
  certificate: string;
  /** RSA key of the certificate; PEM. */
  key: string;
  /** Apple’s certificate, with which `certificate` was issued; PEM. */
  issuer: string;
  /** Time at which the certificate expires. */
  expiresAt: Date;
}

/** Credentials that sign tickets for Google Wallet. */
export interface GoogleWallet {
  /** ID of the issuer's account. */
  issuerId: string;
  /** Email address of the service account. */
  account: string;
  key: KeyObject;
}

/** Configuration of wallets for tickets. Wallets that are undefined are not offered. */
export interface WalletConfig {
  apple: AppleWallet | undefined;
  google: GoogleWallet | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const appleNames = ['WALLET_APPLE_CERTIFICATE', 'WALLET_APPLE_KEY', 'WALLET_APPLE_ISSUER'] as const;

/** A fault of an environment variable. Its message is a sentence for the operator. */
class Fault extends Error {}

/** Returns the result of `create`. Replaces errors of libraries by a Fault with `sentence`, because their messages may contain secrets. */
function withFault<T>(sentence: string, create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(sentence);
  }
}

/** Returns the value of a variable if it is the content itself. Otherwise reads the file with this path. */
function readContent(name: string, value: string, isContent: (text: string) => boolean): Buffer {
  if (isContent(value)) return Buffer.from(value);
  return withFault(`${name}: the file ${value} does not exist or cannot be read`, () => readFileSync(value));
}

const isPem = (text: string) => text.includes('-----BEGIN');

function readCertificate(name: string, value: string): X509Certificate {
  return withFault(`${name}: is not a certificate`, () => new X509Certificate(readContent(name, value, isPem)));
}

function readRsaKey(sentence: string, key: string | Buffer, passphrase?: string): KeyObject {
  const privateKey = withFault(sentence, () => createPrivateKey({ key, format: 'pem', ...(passphrase !== undefined && { passphrase }) }));
  if (privateKey.asymmetricKeyType !== 'rsa') throw new Fault(sentence);
  return privateKey;
}

/** Returns the value of a part of a certificate's subject, such as `UID` or `OU`. */
const getSubjectPart = (certificate: X509Certificate, part: string) =>
  certificate.subject
    .split('\n')
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1);

function readAppleWallet(getValue: (name: string) => string | undefined): AppleWallet | undefined {
  const [values, passphrase] = [appleNames.map(getValue), getValue('WALLET_APPLE_KEY_PASSPHRASE')];
  if (values.every((value) => value === undefined)) return undefined;
  const [ownValue, keyValue, issuerValue] = values;
  if (!ownValue || !keyValue || !issuerValue) throw new Fault(`${appleNames.join(', ')}: must be set together`);
  const certificate = readCertificate(appleNames[0], ownValue);
  const issuer = readCertificate(appleNames[2], issuerValue);
  const key = readRsaKey(
    'WALLET_APPLE_KEY: is not an RSA key in PEM, or WALLET_APPLE_KEY_PASSPHRASE does not decrypt it',
    readContent(appleNames[1], keyValue, isPem),
    passphrase,
  );
  const [passType, team] = [getSubjectPart(certificate, 'UID'), getSubjectPart(certificate, 'OU')];
  if (!passType || !team) throw new Fault('WALLET_APPLE_CERTIFICATE: is not a pass type certificate: its pass type or team is missing');
  if (!certificate.checkPrivateKey(key)) throw new Fault('WALLET_APPLE_KEY: is not the key of WALLET_APPLE_CERTIFICATE');
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    throw new Fault('WALLET_APPLE_ISSUER: is not the certificate that issued WALLET_APPLE_CERTIFICATE');
  return {
    passType,
    team,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }) as string,
    issuer: issuer.toString(),
    expiresAt: new Date(certificate.validTo),
  };
}

function readGoogleWallet(getValue: (name: string) => string | undefined): GoogleWallet | undefined {
  const [issuerId, value] = [getValue('WALLET_GOOGLE_ISSUER'), getValue('WALLET_GOOGLE_ACCOUNT')];
  if (issuerId === undefined && value === undefined) return undefined;
  if (!issuerId || !value) throw new Fault('WALLET_GOOGLE_ISSUER, WALLET_GOOGLE_ACCOUNT: must be set together');
  if (!/^\d{1,20}$/.test(issuerId)) throw new Fault('WALLET_GOOGLE_ISSUER: must be the number of an issuer account: digits only');
  const sentence = 'WALLET_GOOGLE_ACCOUNT: must be the JSON key of a service account, or a file with it';
  const text = readContent('WALLET_GOOGLE_ACCOUNT', value, (text) => text.startsWith('{')).toString();
  const { client_email: account, private_key: key } = withFault(sentence, () => Object(JSON.parse(text)) as Record<string, unknown>);
  if (typeof account !== 'string' || !account.includes('@') || typeof key !== 'string') throw new Fault(sentence);
  return { issuerId, account, key: readRsaKey(sentence, key) };
}

/** Reads the environment variables of wallets and the files that they name. Adds a sentence to `faults` for each fault. */
export function readWallets(env: Environment, faults: string[]): WalletConfig {
  const getValue = (name: string) => env[name]?.trim() || undefined;
  const read = <T>(readWallet: (get: typeof getValue) => T): T | undefined => {
    try {
      return readWallet(getValue);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  return { apple: read(readAppleWallet), google: read(readGoogleWallet) };
}

/** Environment variables of wallets. */
export const walletVariables: Variables = {
  WALLET_APPLE_CERTIFICATE: {
    type: 'PEM or file',
    description: 'Certificate of the pass type, for tickets in Apple Wallet ([Wallets](../operating/wallets.md)).',
  },
  WALLET_APPLE_KEY: { type: 'PEM or file', description: 'RSA key of the certificate.' },
  WALLET_APPLE_KEY_PASSPHRASE: { type: 'string', description: 'Passphrase of the key.' },
  WALLET_APPLE_ISSUER: { type: 'PEM or file', description: 'Apple’s certificate that issued the certificate of the pass type.' },
  WALLET_GOOGLE_ISSUER: {
    type: 'integer',
    description: 'Number of the issuer account, for tickets in Google Wallet ([Wallets](../operating/wallets.md)).',
  },
  WALLET_GOOGLE_ACCOUNT: { type: 'JSON or file', description: 'JSON key of the service account.' },
};
