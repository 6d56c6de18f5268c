import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Paths of objects by kind, below the REST root. */
const objects: Readonly<Record<string, (id: number) => string>> = {
  post: (id) => `/core/v2/posts/${id}`,
  page: (id) => `/core/v2/pages/${id}`,
  event: (id) => `/evt/v1/events/${id}`,
  venue: (id) => `/evt/v1/venues/${id}`,
  organizer: (id) => `/evt/v1/organizers/${id}`,
};

/** Paths of lists by taxonomy, below the REST root. */
const lists: Readonly<Record<string, (id: number) => string>> = {
  category: (id) => `/core/v2/posts?categories=${id}`,
  post_tag: (id) => `/core/v2/posts?tags=${id}`,
};

/** An address to preload: its path on the site and a description for the progress. */
export interface PreloadAddress {
  path: string;
  progress: string;
}

const ofTerm = columns('Term', 't', { only: ['id', 'taxonomy'] });
const terms = statement(
  'preloaded_terms',
  `SELECT ${ofTerm.list} FROM term t WHERE t.taxonomy IN ('category', 'post_tag') AND t.count > 0 ORDER BY t.taxonomy, t.id OFFSET $1 LIMIT $2`,
  ofTerm,
);
const ofContent = columns('Content', 'c', { only: ['id', 'kind'] });
const newest = statement(
  'preloaded_contents',
  `SELECT ${ofContent.list} FROM content c WHERE c.status = 'publish' AND c.kind IN ('post', 'page', 'event', 'venue', 'organizer')
  AND c.password = '' ORDER BY c.id DESC OFFSET $1 LIMIT $2`,
  ofContent,
);

/** Returns a batch of lists by category and tag. */
export async function taxonomyBatch(site: Site, from: number, most: number): Promise<PreloadAddress[]> {
  const rows = await site.db.rows(terms, [from, most]);
  return rows.flatMap(({ id, taxonomy }) => {
    const path = lists[taxonomy]?.(id);
    return path === undefined ? [] : [{ path: site.config.restRoot + path, progress: taxonomy }];
  });
}

/** Returns a batch of published objects, newest first. */
export async function objectBatch(site: Site, from: number, most: number): Promise<PreloadAddress[]> {
  const rows = await site.db.rows(newest, [from, most]);
  return rows.flatMap(({ id, kind }, at) => {
    const path = objects[kind]?.(id);
    return path === undefined ? [] : [{ path: site.config.restRoot + path, progress: String(from + at + 1) }];
  });
}
