import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Paths of objects relative to the REST root, by kind of content. */
const objectPaths: Readonly<Record<string, (id: number) => string>> = {
  post: (id) => `/core/v2/posts/${id}`,
  page: (id) => `/core/v2/pages/${id}`,
  event: (id) => `/evt/v1/events/${id}`,
  venue: (id) => `/evt/v1/venues/${id}`,
  organizer: (id) => `/evt/v1/organizers/${id}`,
};

/** Paths of lists of posts with a term, relative to the REST root, by taxonomy. */
const listPaths: Readonly<Record<string, (id: number) => string>> = {
  category: (id) => `/core/v2/posts?categories=${id}`,
  post_tag: (id) => `/core/v2/posts?tags=${id}`,
};

/** A path to preload. */
export interface PreloadPath {
  /** Path on the site, with the query. */
  path: string;
  /** Name of the taxonomy, or position of the object in the run from 1. */
  progress: string;
}

const termColumns = columns('Term', 't', { only: ['id', 'taxonomy'] });
const selectTerms = statement(
  'preloaded_terms',
  `SELECT ${termColumns.list} FROM term t WHERE t.taxonomy IN ('category', 'post_tag') AND t.count > 0 ORDER BY t.taxonomy, t.id OFFSET $1 LIMIT $2`,
  termColumns,
);
const contentColumns = columns('Content', 'c', { only: ['id', 'kind'] });
const selectObjects = statement(
  'preloaded_contents',
  `SELECT ${contentColumns.list} FROM content c WHERE c.status = 'publish' AND c.kind IN ('post', 'page', 'event', 'venue', 'organizer')
  AND c.password = '' ORDER BY c.id DESC OFFSET $1 LIMIT $2`,
  contentColumns,
);

/** Returns a batch of paths of lists by category and tag. */
export async function listTaxonomyBatch(site: Site, offset: number, limit: number): Promise<PreloadPath[]> {
  const rows = await site.db.rows(selectTerms, [offset, limit]);
  return rows.flatMap(({ id, taxonomy }) => {
    const path = listPaths[taxonomy]?.(id);
    return path === undefined ? [] : [{ path: site.config.restRoot + path, progress: taxonomy }];
  });
}

/** Returns a batch of paths of published objects, newest first. */
export async function listObjectBatch(site: Site, offset: number, limit: number): Promise<PreloadPath[]> {
  const rows = await site.db.rows(selectObjects, [offset, limit]);
  return rows.flatMap(({ id, kind }, index) => {
    const path = objectPaths[kind]?.(id);
    return path === undefined ? [] : [{ path: site.config.restRoot + path, progress: String(offset + index + 1) }];
  });
}
