import { setTimeout as pause } from 'node:timers/promises';
import { getSqlState } from '#app/core/db/errors.ts';
import { limitConcurrency } from '#app/core/async/limit-concurrency.ts';
import type { Site } from '#app/site.ts';
import type { CalculatedRevisions } from '../revision/calculated-revisions.ts';
import { hashSha256 } from '../revision/calculated-revisions.ts';
import type { CountParameters } from '../statistics/counting.ts';
import { computeChainLink } from './chain.ts';
import { hashEntry, type LogEntry } from './entry.ts';
import { selectRecentCount, insertConsent, selectLogEnd } from './write-statements.ts';

/** A consent to write. `writeEntry` adds its position, its revisions, and values of the visitor's previous consent. */
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

/** Kind under which each string of a consent is stored. */
const TEXT_KINDS = {
  decision: 'decision',
  previousDecision: 'decision',
  referer: 'url',
  pureReferer: 'url',
  urlImprint: 'url',
  urlPrivacyPolicy: 'url',
  tcfString: 'tcf',
  previousTcfString: 'tcf',
};

type TextName = keyof typeof TEXT_KINDS;

const textNames = Object.keys(TEXT_KINDS) as TextName[];

/** Strings of a consent that are stored once and shared: parallel arrays for SQL, and the hash of each string by the name of its member. */
interface SharedTexts {
  kinds: string[];
  hashes: string[];
  texts: string[];
  hashByName: Partial<Record<TextName, string>>;
}

function collectSharedTexts(entry: LogEntry): SharedTexts {
  const uniqueRows = new Map<string, readonly [kind: string, hash: string, text: string]>();
  const hashByName: Partial<Record<TextName, string>> = {};
  for (const name of textNames) {
    const text = entry[name];
    if (text === null) continue;
    const kind = TEXT_KINDS[name];
    const hash = (hashByName[name] = hashSha256(text));
    uniqueRows.set(`${kind} ${hash}`, [kind, hash, text]);
  }
  // always in the same order, to avoid deadlocks between writers
  const rows = [...uniqueRows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return { kinds: rows.map(([kind]) => kind), hashes: rows.map(([, hash]) => hash), texts: rows.map(([, , text]) => text), hashByName };
}

const toJson = (value: readonly string[] | null): string | null => (value === null ? null : JSON.stringify(value));

/** Returns the parameters of `insertConsent` in their order. */
function toParameters(entry: LogEntry, digest: string, link: string, counts: CountParameters): unknown[] {
  const texts = collectSharedTexts(entry);
  const getHash = (name: TextName): string | null => texts.hashByName[name] ?? null;
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
    getHash('decision'),
    getHash('previousDecision'),
    entry.buttonClicked,
    entry.blockerId,
    entry.viewportWidth,
    entry.viewportHeight,
    getHash('referer'),
    getHash('pureReferer'),
    getHash('urlImprint'),
    getHash('urlPrivacyPolicy'),
    entry.dnt,
    entry.customBypass,
    entry.userCountry,
    getHash('tcfString'),
    getHash('previousTcfString'),
    toJson(entry.gcmConsent),
    toJson(entry.previousGcmConsent),
    entry.recorder,
    entry.uiView,
    entry.revision,
    entry.revisionIndependent,
    entry.ipv4 === '' && entry.ipv6 === '' ? 1 : 0,
    ...counts,
  ];
}

/** Result of writing a consent. Outcomes other than `written` say why nothing was stored. */
export type WriteResult = { outcome: 'written'; id: number } | { outcome: 'flooded' | 'old_configuration' | 'unknown_revision' };

/** Configuration that the visitor decided about, and the resulting changes to the statistics. */
export interface EntryOrigin {
  /** Version of the configuration. */
  version: number;
  revisions: CalculatedRevisions;
  counts: CountParameters;
}

/** Maximum number of consents per minute and network. */
const MAX_PER_MINUTE = 255;

/** True if a network sends more consents per minute than visitors would. */
export const isFlood = (recent: number): boolean => recent > MAX_PER_MINUTE;

const subtractMinute = (time: Date): Date => new Date(time.getTime() - 60_000);

/** Returns the number of consents from a network within the minute before the given time. */
export async function countRecentConsents(
  site: Site,
  { ipv4Hash, ipv6Hash }: { ipv4Hash: string; ipv6Hash: string },
  time: Date,
): Promise<number> {
  const [row] = await site.db.rows(selectRecentCount, [ipv4Hash, ipv6Hash, subtractMinute(time)]);
  return row?.recent ?? 0;
}

/** SQL state if a referenced row was deleted during the write. */
const FOREIGN_KEY_VIOLATION = '23503';
/** Maximum number of attempts to append. Each fails if another process appends first. */
const MAX_ATTEMPTS = 200;

/** Limits a process to one write at a time, because every write needs the next position in the log. */
const createWriteLimit = () => limitConcurrency(1);

/** Tries once to append a consent. Null if another process appended first, or if a referenced row was deleted meanwhile. */
async function tryToWrite(site: Site, entry: NewEntry, { version, revisions, counts }: EntryOrigin): Promise<WriteResult | null> {
  const { previousUuid, ...values } = entry;
  const since = subtractMinute(new Date(entry.created));
  const [end] = await site.db.rows(selectLogEnd, [entry.ipv4Hash, entry.ipv6Hash, since, previousUuid]);
  if (!end) throw new Error('The row of consent_log_head is missing. Restore it from a backup.');
  if (isFlood(end.recent)) return { outcome: 'flooded' };
  if (end.version > version) return { outcome: 'old_configuration' };
  const { dependent, independent } = revisions;
  const complete: LogEntry = {
    ...values,
    position: end.position + 1,
    revision: dependent.hash,
    revisionDigest: dependent.digest,
    revisionIndependent: independent.hash,
    revisionIndependentDigest: independent.digest,
    previousTcfString: end.previousTcfString,
    previousGcmConsent: end.previousGcmConsent as string[] | null,
  };
  const digest = hashEntry(complete);
  const link = computeChainLink(site, end.link, complete.position, digest);
  const [row] = await site.db.rows(insertConsent, toParameters(complete, digest, link, counts)).catch((error: unknown) => {
    if (getSqlState(error) === FOREIGN_KEY_VIOLATION) return [null];
    throw error;
  });
  if (row && row.id !== null) return { outcome: 'written', id: row.id };
  return row?.isKnown === false ? { outcome: 'unknown_revision' } : null;
}

/**
 * Appends a consent to the log, together with the rows that it shares with other consents, and updates the statistics. Reads the end of the log with
 * one statement, and writes with another that has an effect only if the end is still the same. Concurrent writers therefore cause neither gaps nor
 * forks. A writer that loses the race tries again.
 */
export async function writeEntry(site: Site, entry: NewEntry, origin: EntryOrigin): Promise<WriteResult> {
  return await site.state.getOrCreate(createWriteLimit)(async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const result = await tryToWrite(site, entry, origin);
      if (result) return result;
      await pause(Math.random() * Math.min(attempt, 20));
    }
    throw new Error(`The consent could not be written in ${MAX_ATTEMPTS} attempts, because other processes appended to the log first.`);
  });
}
