import { columns, mapShape, withColumns } from '#app/core/db/columns.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { getUtcNow } from './site-time.ts';

/** A term of content, with the values that links and names need. */
export type TermRef = Pick<Row<'Term'>, 'id' | 'taxonomy' | 'slug' | 'name'>;

const times = ['dateLocal', 'dateUtc', 'modifiedLocal', 'modifiedUtc'] as const;

/**
 * Content of any kind with its terms, which are sorted by name. Times are strings `YYYY-MM-DDTHH:MM:SS`, in the site's zone and in UTC. Scheduled
 * content that is due already has the status `publish`.
 */
export interface ContentRecord
  extends Override<
    Row<'Content', (typeof times)[number]>,
    {
      ticketed: readonly string[];
      /** Stored meta values, without defaults. */
      meta: Readonly<Record<string, unknown>>;
    }
  > {
  terms: readonly TermRef[];
  /** Path of the parents of a page, such as `about/people/`; null for other content. */
  pathAbove: string | null;
  /** True on a copy for users who entered the password or who read for editing. Protected texts are then visible. */
  unlocked?: boolean;
}

/** Finds content by ID, usually with the loaders of the request. */
export type FindContent = (id: number) => Promise<ContentRecord | null>;

/** Returns the columns of a content row with this alias, without its terms. */
export const selectContentColumns = (alias: string) =>
  columns('Content', alias, { wallTimes: times, instants: ['dateUtc', 'modifiedUtc'] });

/** Returns SQL for the terms of the row `c` as JSON, sorted by name; the value is null if there are no terms. */
export const buildTermsColumn = ({ json }: { json: string }) =>
  `(SELECT json_agg(json_build_object(${json}) ORDER BY t.sort_name, t.id)
     FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id) AS terms`;

const ownColumns = selectContentColumns('c');
const shortTerms = columns('Term', 't', { only: ['id', 'taxonomy', 'slug', 'name'] });
const noTerms: readonly never[] = Object.freeze([]);

/** Converts a row with its terms to a record, in place. */
export function toContentRecord<Term extends TermRef>(row: object): ContentRecord & { terms: readonly Term[] } {
  const record = row as ContentRecord & { terms: readonly Term[] };
  record.terms ??= noTerms;
  record.pathAbove ??= null;
  if (record.status === 'future' && record.dateUtc !== null && record.dateUtc <= getUtcNow()) record.status = 'publish';
  return record;
}

/** Returns SQL for `ContentRecord.pathAbove` of a content row with this alias. */
export const buildPathAboveColumn = (alias: string) =>
  `CASE WHEN ${alias}.kind = 'page' AND ${alias}.parent_id IS NOT NULL THEN content_path(${alias}.parent_id) END AS "pathAbove"`;

/** The columns of a `ContentRecord` for statements with the content row `c`. */
export const recordColumns = {
  list: `${ownColumns.list}, ${buildPathAboveColumn('c')}, ${buildTermsColumn(shortTerms)}`,
  ...mapShape(withColumns(ownColumns, { pathAbove: 'text?', terms: 'json?' }), toContentRecord),
};

/** Returns the IDs of the record's terms of one taxonomy, sorted by name. */
export function listTermIds(record: ContentRecord, taxonomy: string): number[] {
  return record.terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.id);
}
