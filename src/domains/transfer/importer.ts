import type { Site } from '#app/site.ts';
import type { Tally } from './tally.ts';

/** Options of an import. */
export interface ImportOptions {
  /** Reports what would happen without writing. */
  dryRun: boolean;
  /** Keeps HTML unchanged. By default it is cleaned as for writers without `unfiltered_html`. */
  unfiltered: boolean;
  /** Downloads the files of attachments. By default they stay on the other site. */
  attachments: boolean;
  /** Login name on the other site → local login name. */
  authors: ReadonlyMap<string, string>;
  /** Login name of the user who gets the content of authors without an account. If null, accounts are created for them. */
  defaultAuthor: string | null;
  /** Column names used here → names in the table of another program. */
  columns?: ReadonlyMap<string, string>;
  /** Called at intervals with the progress. */
  onProgress?: (progress: ImportProgress) => void;
  /** Stops the import after the current batch; it can be continued later. */
  signal?: AbortSignal;
  /** Entries per transaction (100). */
  batchSize?: number;
}

/** Progress of a running import. */
export interface ImportProgress {
  stage: 'checking' | 'writing' | 'linking' | 'downloading';
  done: number;
  /** 0 while unknown. */
  total: number;
}

/** A difference between the file and the result. */
export interface ImportNote {
  /** Line of the file; 0 = none. */
  line: number;
  outcome: 'skipped' | 'changed';
  what: string;
  /** ID on the other site. */
  sourceId: string;
  title: string;
  /** The same text for all notes with the same reason. */
  reason: string;
  detail: string;
}

/** Result of an import, for the report. */
export interface ImportReport {
  format: string;
  file: string;
  /** SHA-256 of the file. */
  hash: string;
  /** Address of the other site. */
  source: string;
  dryRun: boolean;
  /** True if it continued an interrupted import. */
  resumed: boolean;
  /** False if it was stopped early. */
  finished: boolean;
  tally: Tally;
  /** Accounts of the tally that count parts or results of items, such as meta. The other accounts count items. */
  parts: readonly string[];
  /** Assumptions about facts that the file lacks, such as the separator of a table, by subject. */
  assumptions: Readonly<Record<string, string>>;
  /** All notes in the order of the file. Read as a stream, because there may be very many. */
  notes: () => AsyncIterable<ImportNote>;
  /** Call it after the notes have been read. */
  close: () => Promise<void>;
}

/** Reads one file format. */
export interface Importer {
  /** Supported content, for users. */
  description: string;
  /** File extensions, in lower case with the dot. */
  extensions: readonly string[];
  /** Imports a file. Throws BrokenFile for a refused file, without having written anything. */
  run(site: Site, file: string, options: ImportOptions): Promise<ImportReport>;
}
