import type { Site } from '#app/site.ts';
import type { Tally } from './tally.ts';

/** How a file is to be read in. */
export interface ImportOptions {
  /** Says what would happen and writes nothing. */
  dryRun: boolean;
  /** Keeps HTML as it is instead of cleaning it as that of writers who may not write scripts. */
  unfiltered: boolean;
  /** Downloads the files of attachments; otherwise they stay where they are. */
  attachments: boolean;
  /** Login name on the other site → login name here. */
  authors: ReadonlyMap<string, string>;
  /** Login name of who gets what authors without an account wrote; without one accounts are made for them. */
  defaultAuthor: string | null;
  /** Columns of a table by what they are called here, where another program named them. */
  columns?: ReadonlyMap<string, string>;
  /** Called now and then with the progress. */
  onProgress?: (progress: ImportProgress) => void;
  /** Ends the import after the batch being written; it can be gone on with. */
  signal?: AbortSignal;
  /** Entries written in one transaction (100). */
  batchSize?: number;
}

/** How far an import is, told while it runs. */
export interface ImportProgress {
  stage: 'checking' | 'writing' | 'linking' | 'downloading';
  done: number;
  /** 0 while it is not known. */
  total: number;
}

/** Something that became otherwise than the file says. */
export interface ImportNote {
  /** Line of the file, 0 = none. */
  line: number;
  outcome: 'skipped' | 'changed';
  what: string;
  /** Number on the other site. */
  sourceId: string;
  title: string;
  /** The same words for all that share it. */
  reason: string;
  detail: string;
}

/** What an import did, as it is written into the report. */
export interface ImportReport {
  format: string;
  file: string;
  /** SHA-256 of the file. */
  hash: string;
  /** Address of the other site. */
  source: string;
  dryRun: boolean;
  /** Goes on with an import that was interrupted. */
  resumed: boolean;
  /** False when it was stopped before its end. */
  finished: boolean;
  tally: Tally;
  /** Accounts of the tally that count parts of items, such as meta, or what became of items; the other accounts count items. */
  parts: readonly string[];
  /** What was assumed where the file does not say, such as the separator of a table, by what it is about. */
  assumptions: Readonly<Record<string, string>>;
  /** All notes, in the order of the file; read one after the other, there may be very many. */
  notes: () => AsyncIterable<ImportNote>;
  /** To be called when the notes are read. */
  close: () => Promise<void>;
}

/** Reads one format of files. */
export interface Importer {
  /** For people: what it reads. */
  description: string;
  /** Endings of file names, in lower case with the dot. */
  extensions: readonly string[];
  /** Throws BrokenFile for a file that is refused; then nothing has been written. */
  run(site: Site, file: string, options: ImportOptions): Promise<ImportReport>;
}
