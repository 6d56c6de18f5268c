import type { Bucket, EntryFacts } from './entry.ts';

/** Conditions for removing responses, combined with AND. Without conditions, nothing is removed. */
export interface PurgeRule {
  /** True to remove all cached responses. */
  all?: boolean;
  bucket?: Bucket;
  /** ID of the content item that the response shows. */
  objectId?: number;
  /** Host and path. Also matches the further pages of a list (`/page/2`). */
  directory?: string;
  /** Host, path and query. Matches only this URL. */
  url?: string;
  /** Host of the response. */
  host?: string;
  /** Keys of responses in hexadecimal. */
  keys?: readonly string[];
}

/** Returns the host and path of a URL, without slashes at the end. The URL may lack a scheme. */
export function getDirectory(url: string): string {
  return url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
}

const isPageOf = (directory: string, requested: string): boolean => directory === requested || directory.startsWith(`${requested}/page`);

/** True if the rule matches a response. */
export function isPurged(entry: Pick<EntryFacts, 'key' | 'bucket' | 'directory' | 'objectId'> & { url: string }, rule: PurgeRule): boolean {
  const { all, bucket, objectId, directory, url, host, keys } = rule;
  if (all) return true;
  const conditions = [
    bucket === undefined || entry.bucket === bucket,
    objectId === undefined || entry.objectId === objectId,
    directory === undefined || isPageOf(entry.directory, directory),
    url === undefined || entry.url === url,
    host === undefined || entry.directory === host || entry.directory.startsWith(`${host}/`),
    keys === undefined || keys.includes(entry.key),
  ];
  return Object.values(rule).some((value) => value !== undefined) && conditions.every(Boolean);
}
