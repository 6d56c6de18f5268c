import type { S3Location } from '../domains/media/stores/s3-store.ts';
import type { Variables } from './variables.ts';

/** Environment with the variables of uploaded files. */
export type UploadsEnvironment = Readonly<Record<string, string | undefined>>;

/** Bucket with an optional prefix, in the syntax of S3. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const PREFIX = /^[\w!.*'()-]+(\/[\w!.*'()-]+)*$/;

/** Default region for S3-compatible services, because most of them require one. */
const COMPATIBLE_REGION = 'us-east-1';

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/**
 * Returns the base URL of uploaded files without a trailing slash: `UPLOADS_URL`, such as that of a CDN, or by default `/uploads` of the site. Adds a
 * sentence to `faults` if `UPLOADS_URL` is invalid.
 */
export function readUploadsUrl(env: UploadsEnvironment, siteUrl: string, faults: string[]): string {
  const value = env['UPLOADS_URL']?.trim() || undefined;
  const url = value === undefined ? null : URL.parse(value);
  if (value !== undefined && (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== ''))
    faults.push(
      'UPLOADS_URL: must be a URL such as https://cdn.example.com/uploads, with https and without credentials, a query or a fragment',
    );
  return url ? url.href.replace(/\/+$/, '') : `${siteUrl}/uploads`;
}

/** Reads the bucket for uploaded files. Returns undefined if the data directory stores them. Adds a sentence to `faults` for each fault. */
export function readUploads(env: UploadsEnvironment, faults: string[]): S3Location | undefined {
  const getValue = (name: string) => env[name]?.trim() || undefined;
  const store = getValue('UPLOADS_STORE');
  if (store === undefined) return undefined;
  const faultsBefore = faults.length;
  const [, bucket = '', path = ''] = BUCKET_URL.exec(store) ?? [];
  const prefix = path.replace(/\/+$/, '');
  const isPrefix = prefix === '' || (PREFIX.test(prefix) && !prefix.split('/').some((part) => part === '.' || part === '..'));
  if (bucket === '' || !isPrefix) faults.push('UPLOADS_STORE: must be s3://bucket or s3://bucket/prefix');
  const endpoint = getValue('S3_ENDPOINT');
  if (endpoint !== undefined && !isHttpUrl(endpoint)) faults.push('S3_ENDPOINT: must be a URL such as https://storage.example.com');
  const region = getValue('S3_REGION') ?? (endpoint === undefined ? undefined : COMPATIBLE_REGION);
  if (region === undefined) faults.push('S3_REGION: must be the region of the bucket, such as eu-central-1');
  const [accessKeyId, secretAccessKey] = [getValue('S3_ACCESS_KEY_ID'), getValue('S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    faults.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set together');
  if (faults.length > faultsBefore) return undefined;
  return { bucket, prefix, region: region as string, endpoint, accessKeyId, secretAccessKey };
}

/** Environment variables of uploaded files. */
export const uploadsVariables: Variables = {
  UPLOADS_STORE: {
    type: '`s3://bucket/prefix`',
    fallback: '`uploads` in the data directory',
    description: 'Bucket for uploaded files, of S3 or a compatible service.',
  },
  UPLOADS_URL: {
    type: 'URL',
    fallback: '`/uploads` of the site',
    description:
      'Base URL of links to uploaded files, such as that of a CDN. The site still serves the files, so a CDN may fetch them from it.',
  },
  S3_REGION: { type: 'string', description: 'Region of the bucket. Required without `S3_ENDPOINT`.' },
  S3_ENDPOINT: { type: 'URL', description: 'URL of an S3-compatible service.' },
  S3_ACCESS_KEY_ID: {
    type: 'string',
    fallback: 'the identity of the machine',
    description: 'Access key that signs requests to the bucket. Requires `S3_SECRET_ACCESS_KEY`.',
  },
  S3_SECRET_ACCESS_KEY: { type: 'string', fallback: 'the identity of the machine', description: 'Secret of the access key.' },
};
