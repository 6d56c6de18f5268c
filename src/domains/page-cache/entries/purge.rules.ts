import type { Bucket, EntryFacts } from './entry.ts';

/** Which responses are to go. The members that are there must all fit; without any of them nothing goes. */
export interface PurgeRule {
  /** Everything that is kept. */
  all?: boolean;
  bucket?: Bucket;
  /** Content that the response is about. */
  objectId?: number;
  /** Host and path; pages below it go as well. */
  directory?: string;
  /** Host and path with its query; nothing else below it goes. */
  url?: string;
  /** Host of the response. */
  host?: string;
  /** Keys of responses, as hexadecimal digits. */
  keys?: readonly string[];
}

/** Host and path of an address, with or without its scheme, as responses are filed under. */
export function directoryOf(address: string): string {
  return address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
}

const isAt = (directory: string, wanted: string): boolean => directory === wanted || directory.startsWith(`${wanted}/page`);

/** Whether the rule takes a response. */
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
