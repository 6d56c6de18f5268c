import type { Bucket, EntryFacts } from './entry.ts';

/** Conditions for removing responses, combined with AND. Without conditions, nothing is removed. */
export interface PurgeRule {
  /** Removes all cached responses. */
  all?: boolean;
  bucket?: Bucket;
  /** ID of the content in the response. */
  objectId?: number;
  /** Host and path; includes pages below it. */
  directory?: string;
  /** Host and path with its query; does not include pages below it. */
  url?: string;
  /** Host of the response. */
  host?: string;
  /** Keys of responses in hexadecimal. */
  keys?: readonly string[];
}

/** Returns the host and path under which responses to an address are stored. The scheme is optional. */
export function directoryOf(address: string): string {
  return address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
}

const isAt = (directory: string, wanted: string): boolean => directory === wanted || directory.startsWith(`${wanted}/page`);

/** True if the rule matches a response. */
export function isPurged(entry: Pick<EntryFacts, 'key' | 'bucket' | 'directory' | 'objectId'> & { url: string }, rule: PurgeRule): boolean {
  const { all, bucket, objectId, directory, url, host, keys } = rule;
  if (all) return true;
  const conditions = [
    bucket === undefined || entry.bucket === bucket,
    objectId === undefined || entry.objectId === objectId,
    directory === undefined || isAt(entry.directory, directory),
    url === undefined || entry.url === url,
    host === undefined || entry.directory === host || entry.directory.startsWith(`${host}/`),
    keys === undefined || keys.includes(entry.key),
  ];
  return Object.values(rule).some((value) => value !== undefined) && conditions.every(Boolean);
}
