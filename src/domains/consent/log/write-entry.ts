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

/** A consent to write. `writeEntry` adds its position, its revisions and the visitor's previous values. */
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
  /** UUID of the visitor's previous consent. */
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

/** Texts of a consent for the table of shared texts, and their hashes by name. */
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
  // always in the same order, to avoid deadlocks between writers
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

/** Result of writing a consent. */
export type WriteResult = { outcome: 'written'; id: number } | { outcome: 'flooded' | 'old_configuration' | 'unknown_revision' };

/** Values from which a consent was created. */
export interface CacheDependencies {
  /** Version of the configuration. */
  version: number;
  revisions: CalculatedRevisions;
  counts: CountChanges;
}

/** Maximum number of consents per minute and network. */
const MAX_A_MINUTE = 255;

/** True if a network has sent more consents within a minute than visitors would. */
export const isFlood = (recent: number): boolean => recent > MAX_A_MINUTE;

const minuteBefore = (moment: Date): Date => new Date(moment.getTime() - 60_000);

/** Returns the number of consents from a network within the minute before the given time. */
export async function recentConsents(
  site: Site,
  { ipv4Hash, ipv6Hash }: { ipv4Hash: string; ipv6Hash: string },
  moment: Date,
): Promise<number> {
  const [row] = await site.db.rows(recentOfNetwork, [ipv4Hash, ipv6Hash, minuteBefore(moment)]);
  return row?.recent ?? 0;
}

/** SQL state if a referenced row was deleted during the write. */
const FOREIGN_KEY_VIOLATION = '23503';
/** Maximum number of attempts if other processes append to the log first. */
const MAX_ATTEMPTS = 200;

/** Writes one consent at a time per process, because all need the next position in the log. */
const oneAtATime = () => limitConcurrency(1);

/** Returns null if the log has a new end, or if a referenced row was deleted. */
async function tryToWrite(site: Site, entry: NewEntry, { version, revisions, counts }: CacheDependencies): Promise<WriteResult | null> {
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
 * Appends a consent to the log in two statements, together with its shared rows and the statistics. It is written only if the log still has the end
 * that was read, so concurrent writers cause no gap and no fork. Otherwise it is repeated.
 */
export async function writeEntry(site: Site, entry: NewEntry, from: CacheDependencies): Promise<WriteResult> {
  return await site.state.of(oneAtATime)(async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const written = await tryToWrite(site, entry, from);
      if (written) return written;
      await pause(Math.random() * Math.min(attempt, 20));
    }
    throw new Error('The log of consents went on faster than a consent could be written');
  });
}
