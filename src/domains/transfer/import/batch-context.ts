import type { Site } from '#app/site.ts';
import type { AuthorMap } from './authors.ts';
import type { Run } from './run.ts';

/** Data shared by all batches of an import. */
export interface BatchContext {
  site: Site;
  run: Run;
  /** By login name on the other site. */
  authors: AuthorMap;
  /** By ID on the other site. */
  authorsByNumber: AuthorMap;
  /** For items without an author. */
  defaultAuthor: number | null;
  unfiltered: boolean;
  /** Address of the other site. */
  source: string;
}
