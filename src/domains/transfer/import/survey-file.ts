import { createHash } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { BrokenFileError } from '../broken-file.ts';
import type { ImportNote, ImportProgress } from '../importer.ts';
import { addToTally, type Tally } from '../tally.ts';
import { createChannel, readWxr } from '../wxr/read-wxr.ts';
import type { WxrAuthor, WxrChannel, WxrRecord } from '../wxr/records.ts';
import { createAuthorNote } from './author-note.ts';
import { describeItem, createItemNote } from './item-notes.ts';
import { countTerm, createTermNote } from './term-rows.ts';

/** Authors are held in memory, so their number is limited. */
const MAX_AUTHORS = 100_000;
/** Message of the XML parser for an unescaped `]]>`. */
const NESTED_CDATA = 'the string "]]>" is disallowed in char data';
const PROGRESS_INTERVAL = 500;

/** Result of the first pass through a file, which checks that the file is readable and counts its records. */
export interface Survey {
  channel: WxrChannel;
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  readAt: Date;
  tally: Tally;
  /** Notes about characters that were dropped from texts. */
  notes: ImportNote[];
  /** Number of terms and items. */
  records: number;
  authors: WxrAuthor[];
  /** Author names in items, with the line of their first occurrence. */
  creators: ReadonlyMap<string, number>;
  /** True if CDATA sections contain unescaped `]]>`. */
  hasNestedCdata: boolean;
}

function countRecord(tally: Tally, record: WxrRecord): void {
  if (record.kind === 'author') return addToTally(tally, 'author', 'inFile');
  if (record.kind === 'term') return countTerm(tally, record, 'inFile');
  addToTally(tally, describeItem(record), 'inFile');
  addToTally(tally, 'post meta', 'inFile', record.meta.length);
  addToTally(tally, 'term on an item', 'inFile', record.terms.length);
  addToTally(tally, 'comment', 'inFile', record.comments.length);
  addToTally(
    tally,
    'comment meta',
    'inFile',
    record.comments.reduce((sum, { meta }) => sum + meta.length, 0),
  );
}

function createDroppedNote(record: WxrRecord, count: number): ImportNote {
  const [reason, detail] = ['control characters, which XML cannot hold, were left out of its texts', `${count} of them`];
  if (record.kind === 'author') return createAuthorNote(record, 'changed', reason, detail);
  return record.kind === 'term' ? createTermNote(record, 'changed', reason, detail) : createItemNote(record, 'changed', reason, detail);
}

async function surveyRecords(file: string, allowNestedCdata: boolean, onProgress?: (progress: ImportProgress) => void): Promise<Survey> {
  const hash = createHash('sha256');
  const channel = createChannel();
  const tally: Tally = {};
  const authors: WxrAuthor[] = [];
  const creators = new Map<string, number>();
  const notes: ImportNote[] = [];
  let records = 0;
  const reading = readWxr(file, {
    channel,
    allowNestedCdata,
    onBytes: (bytes) => hash.update(bytes),
    onDropped: (record, count) => notes.push(createDroppedNote(record, count)),
  });
  for await (const record of reading) {
    countRecord(tally, record);
    if (record.kind === 'author') authors.push(record);
    else records += 1;
    if (record.kind === 'item' && record.creator !== '' && !creators.has(record.creator)) creators.set(record.creator, record.line);
    if (authors.length + creators.size > MAX_AUTHORS) throw new BrokenFileError(record.line, `there are more than ${MAX_AUTHORS} authors`);
    if (records % PROGRESS_INTERVAL === 0) onProgress?.({ stage: 'checking', done: records, total: 0 });
  }
  return { channel, hash: hash.digest('hex'), readAt: now(), tally, notes, records, authors, creators, hasNestedCdata: allowNestedCdata };
}

/**
 * Reads the whole file strictly and counts its contents. Accepts a file whose only error is unescaped `]]>` in CDATA sections, which some
 * sites write. Throws `BrokenFileError` with line and reason.
 */
export async function surveyFile(file: string, onProgress?: (progress: ImportProgress) => void): Promise<Survey> {
  try {
    return await surveyRecords(file, false, onProgress);
  } catch (error) {
    if (!(error instanceof BrokenFileError) || error.reason !== NESTED_CDATA) throw error;
    return await surveyRecords(file, true, onProgress).catch(() => {
      throw error;
    });
  }
}
