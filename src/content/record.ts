import type { WallTime } from '../core/time/wall-time.ts';

/** A term as a content shows it. */
export interface TermRef {
  id: number;
  /** `category`, `post_tag`, … */
  taxonomy: string;
  slug: string;
  name: string;
}

/**
 * One content of any kind as it is read: the row with its terms, sorted by name. Times are texts `YYYY-MM-DDTHH:MM:SS`; a scheduled
 * content whose time has come already reads `publish`.
 */
export interface ContentRecord {
  id: number;
  kind: string;
  status: string;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  authorId: number | null;
  password: string;
  parentId: number | null;
  menuOrder: number;
  commentStatus: string;
  pingStatus: string;
  guid: string;
  /** Publication time on the site's clock. */
  dateLocal: WallTime;
  /** The same in UTC; null while the date floats. */
  dateUtc: WallTime | null;
  modifiedLocal: WallTime;
  modifiedUtc: WallTime;
  featuredMediaId: number | null;
  format: string;
  template: string;
  sticky: boolean;
  /** Providers that have tickets on it. */
  ticketed: readonly string[];
  /** Stored meta values; defaults are not among them. */
  meta: Readonly<Record<string, unknown>>;
  /** Status before the trash. */
  trashedFrom: string | null;
  /** Slug to take again when it leaves the trash. */
  desiredSlug: string;
  revisionCount: number;
  latestRevisionId: number | null;
  terms: readonly TermRef[];
  /** Set on a copy for callers who gave the right password or read for editing: protected texts are shown. */
  unlocked?: boolean;
}

/** The columns of a `ContentRecord` for a statement whose content row is called `c`. */
export const recordColumns = `c.id, c.kind, c.status, c.title, c.content, c.excerpt, c.slug, c.author_id AS "authorId", c.password,
  c.parent_id AS "parentId", c.menu_order AS "menuOrder", c.comment_status AS "commentStatus", c.ping_status AS "pingStatus", c.guid,
  c.date_local::text AS "dateLocal", (c.date_utc AT TIME ZONE 'UTC')::text AS "dateUtc",
  c.modified_local::text AS "modifiedLocal", (c.modified_utc AT TIME ZONE 'UTC')::text AS "modifiedUtc",
  c.featured_media_id AS "featuredMediaId", c.format, c.template, c.sticky, c.ticketed, c.meta, c.trashed_from AS "trashedFrom",
  c.desired_slug AS "desiredSlug", c.revision_count AS "revisionCount", c.latest_revision_id AS "latestRevisionId",
  (SELECT json_agg(json_build_object('id', t.id, 'taxonomy', t.taxonomy, 'slug', t.slug, 'name', t.name) ORDER BY t.sort_name, t.id)
     FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id) AS terms`;

/**
 * The content rows `c` of ids found as `found.id`, each looked up by its key. A prepared statement does not know how many ids there will
 * be; for a plain join it would plan on reading the whole table.
 */
export const foundRows = 'found JOIN LATERAL (SELECT * FROM content WHERE id = found.id LIMIT 1) c ON true';

/** What the driver answers for `recordColumns`. */
export type RecordRow = Omit<ContentRecord, 'terms'> & { terms: TermRef[] | null };

const noTerms: readonly TermRef[] = Object.freeze([]);

function wall(text: string): WallTime {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}`;
}

/** Turns a row into a record, in place. `nowUtc` decides whether a scheduled content is due. */
export function recordOf(row: RecordRow, nowUtc: WallTime): ContentRecord {
  const record = row as ContentRecord;
  record.dateLocal = wall(row.dateLocal);
  record.dateUtc = row.dateUtc === null ? null : wall(row.dateUtc);
  record.modifiedLocal = wall(row.modifiedLocal);
  record.modifiedUtc = wall(row.modifiedUtc);
  record.terms ??= noTerms;
  if (record.status === 'future' && record.dateUtc !== null && record.dateUtc <= nowUtc) record.status = 'publish';
  return record;
}

/** Ids of the record's terms of one taxonomy, in the order of their names. */
export function termIdsOf(record: ContentRecord, taxonomy: string): number[] {
  return record.terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.id);
}
