import type { Site } from '#app/site.ts';
import type { Tally } from './tally.ts';

/** Options of an import. */
export interface ImportOptions {
  /** Reports what would happen without writing. */
  dryRun: boolean;
  /** Imports HTML unchanged. By default it is sanitized as for authors without the capability `unfiltered_html`. */
  unfiltered: boolean;
  /** Downloads the files of attachments. By default pages load them from the other site. */
  attachments: boolean;
  /** Local login names by login name on the other site. */
  authors: ReadonlyMap<string, string>;
  /** Login name of the user who gets the content of authors without an account here. If null, accounts are created for these authors. */
  defaultAuthor: string | null;
  /** Supported field names by the column names of the file, for columns with other names. */
  columns?: ReadonlyMap<string, string>;
  /** Called at intervals with the progress. */
  onProgress?: (progress: ImportProgress) => void;
  /** Stops the import after the current batch; it can be continued later. */
  signal?: AbortSignal;
  /** Records per transaction; 100 by default. */
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
  /** Line of the file, from 1; 0 for a note that is not about a line. */
  line: number;
  outcome: 'skipped' | 'changed';
  /** Name of the account in the tally that counts the entry, see tally.ts. */
  what: string;
  /** ID on the other site. */
  sourceId: string;
  title: string;
  /** Reason without variable parts, so that notes with the same reason can be counted. */
  reason: string;
  detail: string;
}

/** Result of an import, for the report. */
export interface ImportReport {
  format: string;
  file: string;
  /** SHA-256 of the file. */
  hash: string;
  /** URL of the other site; empty if the file does not contain it. */
  source: string;
  dryRun: boolean;
  /** True if it continued an interrupted import. */
  resumed: boolean;
  /** False if it was stopped early. */
  finished: boolean;
  tally: Tally;
  /** Accounts of the tally that count parts or results of items, such as meta. The other accounts count items. */
  parts: readonly string[];
  /** Assumptions about facts that the file does not state, such as the separator of a table, by subject. */
  assumptions: Readonly<Record<string, string>>;
  /** Streams all notes in the order of the file, because there may be many. */
  notes: () => AsyncIterable<ImportNote>;
  /** Releases temporary files; call it after reading the notes. */
  close: () => Promise<void>;
}

/** Reads one file format. */
export interface Importer {
  /** Description of the files of this format, for users. */
  description: string;
  /** File extensions, in lower case with the dot. */
  extensions: readonly string[];
  /** Imports a file. Throws `BrokenFileError`, without writing anything, for a file that cannot be imported. */
  run(site: Site, file: string, options: ImportOptions): Promise<ImportReport>;
}
