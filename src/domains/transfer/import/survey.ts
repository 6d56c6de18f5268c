import { createHash } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { BrokenFile } from '../broken-file.ts';
import type { ImportNote, ImportProgress } from '../importer.ts';
import { count, type Tally } from '../tally.ts';
import { emptyChannel, readWxr } from '../wxr/read-wxr.ts';
import type { WxrAuthor, WxrChannel, WxrRecord } from '../wxr/records.ts';
import { authorNote } from './author-note.ts';
import { itemAccount, itemNote } from './item-notes.ts';
import { countTerm, termNote } from './term-rows.ts';

/** Authors are held in memory: this many are more than any site has. */
const MAX_AUTHORS = 100_000;
const NESTED_CDATA = 'the string "]]>" is disallowed in char data';
const TELL_EVERY = 500;

/** What a first reading of the whole file says: it can be read to its end, and this is in it. */
export interface Survey {
  channel: WxrChannel;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  readAt: Date;
  tally: Tally;
  /** What was left out of texts to read them. */
  notes: ImportNote[];
  /** Terms and items together. */
  records: number;
  authors: WxrAuthor[];
  /** Names that items give as their author, with the line of the first. */
  creators: ReadonlyMap<string, number>;
  /** `]]>` stands unescaped inside CDATA sections. */
  hasNestedCdata: boolean;
}

function countRecord(tally: Tally, record: WxrRecord): void {
  if (record.kind === 'author') return count(tally, 'author', 'inFile');
  if (record.kind === 'term') return countTerm(tally, record, 'inFile');
  count(tally, itemAccount(record), 'inFile');
  count(tally, 'post meta', 'inFile', record.meta.length);
  count(tally, 'term on an item', 'inFile', record.terms.length);
  count(tally, 'comment', 'inFile', record.comments.length);
  count(
    tally,
    'comment meta',
    'inFile',
    record.comments.reduce((sum, { meta }) => sum + meta.length, 0),
  );
}

function droppedNote(record: WxrRecord, count: number): ImportNote {
  const [reason, detail] = ['control characters, which XML cannot hold, were left out of its texts', `${count} of them`];
  if (record.kind === 'author') return authorNote(record, 'changed', reason, detail);
  return record.kind === 'term' ? termNote(record, 'changed', reason, detail) : itemNote(record, 'changed', reason, detail);
}

async function read(file: string, allowNestedCdata: boolean, onProgress?: (progress: ImportProgress) => void): Promise<Survey> {
  const hash = createHash('sha256');
  const channel = emptyChannel();
  const tally: Tally = {};
  const authors: WxrAuthor[] = [];
  const creators = new Map<string, number>();
  const notes: ImportNote[] = [];
  let records = 0;
  const reading = readWxr(file, {
    channel,
    allowNestedCdata,
    onBytes: (bytes) => hash.update(bytes),
    onDropped: (record, count) => notes.push(droppedNote(record, count)),
  });
  for await (const record of reading) {
    countRecord(tally, record);
    if (record.kind === 'author') authors.push(record);
    else records += 1;
    if (record.kind === 'item' && record.creator !== '' && !creators.has(record.creator)) creators.set(record.creator, record.line);
    if (authors.length + creators.size > MAX_AUTHORS) throw new BrokenFile(record.line, `there are more than ${MAX_AUTHORS} authors`);
    if (records % TELL_EVERY === 0) onProgress?.({ stage: 'checking', done: records, total: 0 });
  }
  return { channel, hash: hash.digest('hex'), readAt: now(), tally, notes, records, authors, creators, hasNestedCdata: allowNestedCdata };
}

/**
 * Reads the whole file once, strictly, and counts what is in it. A file whose only fault are CDATA sections that hold `]]>` unescaped, as some
 * sites write them, is read with those. Throws BrokenFile with the line and the reason.
 */
export async function surveyFile(file: string, onProgress?: (progress: ImportProgress) => void): Promise<Survey> {
  try {
    return await read(file, false, onProgress);
  } catch (error) {
    if (!(error instanceof BrokenFile) || error.reason !== NESTED_CDATA) throw error;
    return await read(file, true, onProgress).catch(() => {
      throw error;
    });
  }
}
