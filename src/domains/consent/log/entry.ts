import { hash } from 'node:crypto';

/** Everything that one consent says, shared texts spelled out: what its digest vouches for. Times are ISO 8601 in UTC with milliseconds. */
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
  /** MD5 names of the revisions, and SHA-256 of their texts. */
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

/** The order in which values go into the digest. Once consents are stored it never changes: a new value would go to the end. */
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

/** The text behind the digest: the values as a JSON list. */
export function entryText(entry: LogEntry): string {
  return JSON.stringify(entryMembers.map((name) => entry[name]));
}

/** SHA-256 of everything a consent says, 64 hex characters. */
export function entryDigest(entry: LogEntry): string {
  return hash('sha256', entryText(entry), 'hex');
}
