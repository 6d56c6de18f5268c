import type { S3Location } from '../domains/media/stores/s3-store.ts';
import type { Variables } from './variables.ts';

/** Environment with the variables of uploaded files. */
export type UploadsEnvironment = Readonly<Record<string, string | undefined>>;

/** Bucket with an optional prefix, in the syntax of S3. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const PREFIX = /^[\w!.*'()-]+(\/[\w!.*'()-]+)*$/;

/** Default region of S3-compatible services, most of which require it. */
const COMPATIBLE_REGION = 'us-east-1';

function isAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Reads the base address of files, without a trailing slash: by default the site's own `/uploads`, or another address such as a CDN's. */
export function readUploadsUrl(env: UploadsEnvironment, siteUrl: string, faults: string[]): string {
  const value = env['UPLOADS_URL']?.trim() || undefined;
  const url = value === undefined ? null : URL.parse(value);
  if (value !== undefined && (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== ''))
    faults.push('UPLOADS_URL: must be an address such as https://cdn.example.com/uploads, with https and without a query');
  return url ? url.href.replace(/\/+$/, '') : `${siteUrl}/uploads`;
}

/** Reads the bucket of uploads; undefined for the data directory. Adds a sentence to `faults` for each fault. */
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
  if (endpoint !== undefined && !isAddress(endpoint)) faults.push('S3_ENDPOINT: must be an address such as https://storage.example.com');
  const region = getValue('S3_REGION') ?? (endpoint === undefined ? undefined : COMPATIBLE_REGION);
  if (region === undefined) faults.push('S3_REGION: must be the region of the bucket, such as eu-central-1');
  const [accessKeyId, secretAccessKey] = [getValue('S3_ACCESS_KEY_ID'), getValue('S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    faults.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: must be set together');
  if (faults.length > faultsBefore) return undefined;
  return { bucket, prefix, region: region as string, endpoint, accessKeyId, secretAccessKey };
}

/** The variables of uploaded files. */
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
      'Address that links to uploaded files begin with, such as that of a CDN. The site still serves the files, so a CDN may fetch them from it.',
  },
  S3_REGION: { type: 'text', description: 'Region of the bucket. Required without `S3_ENDPOINT`.' },
  S3_ENDPOINT: { type: 'URL', description: 'Address of an S3-compatible service.' },
  S3_ACCESS_KEY_ID: {
    type: 'text',
    fallback: 'the identity of the machine',
    description: 'Access key that signs requests to the bucket. Requires `S3_SECRET_ACCESS_KEY`.',
  },
  S3_SECRET_ACCESS_KEY: { type: 'text', fallback: 'the identity of the machine', description: 'Secret of the access key.' },
};
