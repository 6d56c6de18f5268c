import type { Site } from '#app/site.ts';
import type { AuthorMap } from './authors.ts';
import type { ImportRun } from './run.ts';

/** Data shared by all batches of an import. */
export interface BatchContext {
  site: Site;
  run: ImportRun;
  /** Accounts by login name on the other site. */
  authors: AuthorMap;
  /** Accounts by user ID on the other site. */
  authorsById: AuthorMap;
  /** Account for items without an author; null for none. */
  defaultAuthor: number | null;
  /** True to import HTML without sanitizing it. */
  unfiltered: boolean;
  /** URL of the other site. */
  source: string;
}
