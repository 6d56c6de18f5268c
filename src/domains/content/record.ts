import { columns, mapped, withMore } from '#app/core/db/columns.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { utcNow } from './site-time.ts';

/** A term as a content shows it. */
export type TermRef = Pick<Row<'Term'>, 'id' | 'taxonomy' | 'slug' | 'name'>;

const times = ['dateLocal', 'dateUtc', 'modifiedLocal', 'modifiedUtc'] as const;

/**
 * One content of any kind as it is read: the row with its terms, sorted by name. Times are texts `YYYY-MM-DDTHH:MM:SS`, the site's and those
 * of UTC; a scheduled content whose time has come already reads `publish`.
 */
export interface ContentRecord
  extends Known<
    Row<'Content', (typeof times)[number]>,
    {
      ticketed: readonly string[];
      /** Stored meta values; defaults are not among them. */
      meta: Readonly<Record<string, unknown>>;
    }
  > {
  terms: readonly TermRef[];
  /** Of a page below others what their addresses put before its slug, such as `about/people/`; null for everything else. */
  pathAbove: string | null;
  /** Set on a copy for callers who gave the right password or read for editing: protected texts are shown. */
  unlocked?: boolean;
}

/** What is read of the content row with this name, without its terms. */
export const contentColumns = (alias: string) => columns('Content', alias, { walls: times, instants: ['dateUtc', 'modifiedUtc'] });

/** SQL for the terms of the content row `c` by name, as JSON of these columns; null for none. */
export const termsColumn = ({ json }: { json: string }) =>
  `(SELECT json_agg(json_build_object(${json}) ORDER BY t.sort_name, t.id)
     FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id) AS terms`;

const own = contentColumns('c');
const shortTerms = columns('Term', 't', { only: ['id', 'taxonomy', 'slug', 'name'] });
const noTerms: readonly never[] = Object.freeze([]);

/** Turns a row with its terms into a record, in place. */
export function recordOf<Term extends TermRef>(row: object): ContentRecord & { terms: readonly Term[] } {
  const record = row as ContentRecord & { terms: readonly Term[] };
  record.terms ??= noTerms;
  record.pathAbove ??= null;
  if (record.status === 'future' && record.dateUtc !== null && record.dateUtc <= utcNow()) record.status = 'publish';
  return record;
}

/** SQL for `ContentRecord.pathAbove` of the content row with this name. */
export const pathAboveColumn = (alias: string) =>
  `CASE WHEN ${alias}.kind = 'page' AND ${alias}.parent_id IS NOT NULL THEN content_path(${alias}.parent_id) END AS "pathAbove"`;

/** Of each content row `c` a `ContentRecord`. */
export const recordColumns = {
  list: `${own.list}, ${pathAboveColumn('c')}, ${termsColumn(shortTerms)}`,
  ...mapped(withMore(own, { pathAbove: 'text?', terms: 'json?' }), (row): ContentRecord => recordOf(row)),
};

/** Ids of the record's terms of one taxonomy, in the order of their names. */
export function termIdsOf(record: ContentRecord, taxonomy: string): number[] {
  return record.terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.id);
}
