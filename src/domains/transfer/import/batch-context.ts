import type { Site } from '#app/site.ts';
import type { AuthorMap } from './authors.ts';
import type { Run } from './run.ts';

/** What all batches of an import share. */
export interface BatchContext {
  site: Site;
  run: Run;
  /** By login name on the other site. */
  authors: AuthorMap;
  /** By number on the other site. */
  authorsByNumber: AuthorMap;
  /** For items that name nobody. */
  defaultAuthor: number | null;
  unfiltered: boolean;
  /** Address of the other site. */
  source: string;
}
