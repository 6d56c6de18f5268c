import { hash } from 'node:crypto';

/**
 * All values of a consent that its digest covers, including strings in rows that several consents share. Times are ISO 8601 in UTC with milliseconds.
 */
export interface LogEntry {
  position: number;
  uuid: string;
  created: string;
  createdClientTime: string | null;
  context: string;
  pluginVersion: string;
  designVersion: number;
  ipv4: string;
  ipv6: string;
  isSaved: boolean;
  ipv4Hash: string;
  ipv6Hash: string;
  /** MD5 hashes of the revisions, and SHA-256 digests of their JSON. */
  revision: string;
  revisionDigest: string;
  revisionIndependent: string;
  revisionIndependentDigest: string;
  decision: string;
  previousDecision: string | null;
  buttonClicked: string;
  blockerId: number | null;
  viewportWidth: number;
  viewportHeight: number;
  referer: string | null;
  pureReferer: string | null;
  urlImprint: string | null;
  urlPrivacyPolicy: string | null;
  dnt: boolean;
  customBypass: string | null;
  userCountry: string | null;
  tcfString: string | null;
  previousTcfString: string | null;
  gcmConsent: readonly string[] | null;
  previousGcmConsent: readonly string[] | null;
  recorder: string | null;
  uiView: string | null;
}

/** Order of the values in the digest. Append new values; never reorder, because this would invalidate the digests of stored consents. */
export const entryMembers = [
  'position',
  'uuid',
  'created',
  'createdClientTime',
  'context',
  'pluginVersion',
  'designVersion',
  'ipv4',
  'ipv6',
  'isSaved',
  'ipv4Hash',
  'ipv6Hash',
  'revision',
  'revisionDigest',
  'revisionIndependent',
  'revisionIndependentDigest',
  'decision',
  'previousDecision',
  'buttonClicked',
  'blockerId',
  'viewportWidth',
  'viewportHeight',
  'referer',
  'pureReferer',
  'urlImprint',
  'urlPrivacyPolicy',
  'dnt',
  'customBypass',
  'userCountry',
  'tcfString',
  'previousTcfString',
  'gcmConsent',
  'previousGcmConsent',
  'recorder',
  'uiView',
] as const satisfies readonly (keyof LogEntry)[];

/** Returns the string from which the digest is computed: the values as a JSON array. */
export function serializeEntry(entry: LogEntry): string {
  return JSON.stringify(entryMembers.map((name) => entry[name]));
}

/** Returns the SHA-256 of all values of a consent as 64 hex characters. */
export function hashEntry(entry: LogEntry): string {
  return hash('sha256', serializeEntry(entry), 'hex');
}
