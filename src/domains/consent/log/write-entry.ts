import { setTimeout as pause } from 'node:timers/promises';
import { sqlState } from '#app/core/db/errors.ts';
import { limitConcurrency } from '#app/core/async/limit-concurrency.ts';
import type { Site } from '#app/site.ts';
import type { CalculatedRevisions } from '../revision/calculated.ts';
import { sha256 } from '../revision/calculated.ts';
import type { CountChanges } from '../statistics/counting.ts';
import { chainLink } from './chain.ts';
import { entryDigest, type LogEntry } from './entry.ts';
import { endOfLog, recentOfNetwork, writeConsent } from './write-statements.ts';

/** A consent that is to be documented; its place, its revisions and what the visitor sent before are added when it is written. */
export type NewEntry = Omit<
  LogEntry,
  | 'position'
  | 'revision'
  | 'revisionDigest'
  | 'revisionIndependent'
  | 'revisionIndependentDigest'
  | 'previousTcfString'
  | 'previousGcmConsent'
> & {
  /** The visitor’s newest consent before this one. */
  previousUuid: string | null;
};

type TextName =
  | 'decision'
  | 'previousDecision'
  | 'referer'
  | 'pureReferer'
  | 'urlImprint'
  | 'urlPrivacyPolicy'
  | 'tcfString'
  | 'previousTcfString';

const kinds: Readonly<Record<TextName, string>> = {
  decision: 'decision',
  previousDecision: 'decision',
  referer: 'url',
  pureReferer: 'url',
  urlImprint: 'url',
  urlPrivacyPolicy: 'url',
  tcfString: 'tcf',
  previousTcfString: 'tcf',
};

const textNames = Object.keys(kinds) as TextName[];

/** The texts of a consent for the table that holds each once, and their hashes by name. */
interface SharedTexts {
  kinds: string[];
  hashes: string[];
  texts: string[];
  hashOf: Partial<Record<TextName, string>>;
}

function sharedTexts(entry: LogEntry): SharedTexts {
  const given = new Map<string, readonly [kind: string, hash: string, text: string]>();
  const hashOf: Partial<Record<TextName, string>> = {};
  for (const name of textNames) {
    const text = entry[name];
    if (text === null) continue;
    const hash = (hashOf[name] = sha256(text));
    given.set(`${kinds[name]} ${hash}`, [kinds[name], hash, text]);
  }
  // in one order for all writers, so that none waits for another that waits for it
  const rows = [...given.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { kinds: rows.map(([kind]) => kind), hashes: rows.map(([, hash]) => hash), texts: rows.map(([, , text]) => text), hashOf };
}

const json = (value: readonly string[] | null): string | null => (value === null ? null : JSON.stringify(value));

function valuesOf(entry: LogEntry, digest: string, link: string, counts: CountChanges): unknown[] {
  const texts = sharedTexts(entry);
  const hashOf = (name: TextName): string | null => texts.hashOf[name] ?? null;
  return [
    entry.position,
    digest,
    link,
    entry.uuid,
    texts.kinds,
    texts.hashes,
    texts.texts,
    entry.ipv4,
    entry.ipv6,
    entry.isSaved,
    entry.ipv4Hash,
    entry.ipv6Hash,
    entry.created,
    entry.createdClientTime,
    entry.context,
    entry.pluginVersion,
    entry.designVersion,
    hashOf('decision'),
    hashOf('previousDecision'),
    entry.buttonClicked,
    entry.blockerId,
    entry.viewportWidth,
    entry.viewportHeight,
    hashOf('referer'),
    hashOf('pureReferer'),
    hashOf('urlImprint'),
    hashOf('urlPrivacyPolicy'),
    entry.dnt,
    entry.customBypass,
    entry.userCountry,
    hashOf('tcfString'),
    hashOf('previousTcfString'),
    json(entry.gcmConsent),
    json(entry.previousGcmConsent),
    entry.recorder,
    entry.uiView,
    entry.revision,
    entry.revisionIndependent,
    entry.ipv4 === '' && entry.ipv6 === '' ? 1 : 0,
    ...counts,
  ];
}

/** What became of a consent that was to be written. */
export type Written = { outcome: 'written'; id: number } | { outcome: 'flooded' | 'old_configuration' | 'unknown_revision' };

/** What a consent was made from. */
export interface CacheDependencies {
  /** Number of the configuration. */
  version: number;
  revisions: CalculatedRevisions;
  counts: CountChanges;
}

/** More consents than this in a minute from one network are no visitor’s. */
const MAX_A_MINUTE = 255;

/** Whether this many consents within a minute from one network are more than visitors give. */
export const isFlood = (recent: number): boolean => recent > MAX_A_MINUTE;

const minuteBefore = (moment: Date): Date => new Date(moment.getTime() - 60_000);

/** How many consents came within the minute before the moment from the network with these hashes. */
export async function recentConsents(
  site: Site,
  { ipv4Hash, ipv6Hash }: { ipv4Hash: string; ipv6Hash: string },
  moment: Date,
): Promise<number> {
  const [row] = await site.db.rows(recentOfNetwork, [ipv4Hash, ipv6Hash, minuteBefore(moment)]);
  return row?.recent ?? 0;
}

/** A row that the consent refers to was deleted while it was written. */
const FOREIGN_KEY_VIOLATION = '23503';
/** As often a consent is tried again because another process was quicker. */
const MAX_ATTEMPTS = 200;

/** One consent of this process is written at a time: no two of them want the same place in the log. */
const oneAtATime = () => limitConcurrency(1);

/** Null when the log went on meanwhile, or something that the consent refers to is gone. */
async function tryToWrite(site: Site, entry: NewEntry, { version, revisions, counts }: CacheDependencies): Promise<Written | null> {
  const { previousUuid, ...given } = entry;
  const since = minuteBefore(new Date(entry.created));
  const [end] = await site.db.rows(endOfLog, [entry.ipv4Hash, entry.ipv6Hash, since, previousUuid]);
  if (!end) throw new Error('The log of consents has no head');
  if (isFlood(end.recent)) return { outcome: 'flooded' };
  if (end.version > version) return { outcome: 'old_configuration' };
  const { dependent, independent } = revisions;
  const whole: LogEntry = {
    ...given,
    position: end.position + 1,
    revision: dependent.hash,
    revisionDigest: dependent.digest,
    revisionIndependent: independent.hash,
    revisionIndependentDigest: independent.digest,
    previousTcfString: end.previousTcfString,
    previousGcmConsent: end.previousGcmConsent as string[] | null,
  };
  const digest = entryDigest(whole);
  const link = chainLink(site, end.link, whole.position, digest);
  const [row] = await site.db.rows(writeConsent, valuesOf(whole, digest, link, counts)).catch((error: unknown) => {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return [null];
    throw error;
  });
  if (row && row.id !== null) return { outcome: 'written', id: row.id };
  return row?.isKnown === false ? { outcome: 'unknown_revision' } : null;
}

/**
 * Adds a consent to the end of the log, with its shared rows and the statistics, all or nothing: two statements. It is written only where the
 * log ends as it was read, so that the log has no gap and no fork, with any number of writers; where another process was quicker it is tried again.
 */
export async function writeEntry(site: Site, entry: NewEntry, from: CacheDependencies): Promise<Written> {
  return await site.state.of(oneAtATime)(async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const written = await tryToWrite(site, entry, from);
      if (written) return written;
      await pause(Math.random() * Math.min(attempt, 20));
    }
    throw new Error('The log of consents went on faster than a consent could be written');
  });
}
