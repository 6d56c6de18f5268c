import { containing } from '../content/search.rules.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Site } from '../site.ts';
import { termColumns, type TermRecord } from './term.record.ts';

export type TermOrder = 'id' | 'include' | 'name' | 'slug' | 'include_slugs' | 'term_group' | 'description' | 'count';

/** What a list of terms asks for. */
export interface TermQuery {
  taxonomy: string;
  page: number;
  perPage: number;
  offset?: number | null | undefined;
  orderBy: TermOrder;
  order: 'asc' | 'desc';
  /** Part of name or slug, in any case. */
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  /** Only direct children of this term; 0 = only terms without parent. */
  parent?: number | undefined;
  /** Only terms of this content. */
  contentId?: number | undefined;
  slugs?: readonly string[] | undefined;
  /** Leaves out terms that no published content carries. */
  hideEmpty?: boolean | undefined;
}

/** One page of terms, with the number of all that the query finds. */
export interface TermPage {
  total: number;
  totalPages: number;
  nodes: TermRecord[];
}

const names = new StatementNames('term_page');

const columns: Readonly<Record<Exclude<TermOrder, 'include' | 'include_slugs'>, string>> = {
  id: 't.id', name: 't.sort_name', slug: 't.slug', term_group: 't.id', description: 't.description', count: 't.count',
};

function statementOf(query: TermQuery): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = [`t.taxonomy = ${add(query.taxonomy)}`];
  if (query.search) {
    const pattern = add(containing(query.search.toLowerCase()));
    where.push(`(lower(t.name) LIKE ${pattern} OR t.sort_name LIKE ${pattern} OR t.slug LIKE ${pattern})`);
  }
  if (query.include?.length) where.push(`t.id = ANY(${add(query.include)}::int[])`);
  if (query.exclude?.length) where.push(`t.id <> ALL(${add(query.exclude)}::int[])`);
  if (query.parent !== undefined) where.push(query.parent === 0 ? 't.parent_id IS NULL' : `t.parent_id = ${add(query.parent)}`);
  if (query.contentId !== undefined) where.push(`t.id IN (SELECT term_id FROM content_term WHERE content_id = ${add(query.contentId)})`);
  if (query.slugs?.length) where.push(`t.slug = ANY(${add(query.slugs)}::text[])`);
  if (query.hideEmpty) where.push('t.count > 0');
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const order = query.orderBy === 'include' ? `array_position(${add(query.include ?? [])}::int[], t.id), t.id`
    : query.orderBy === 'include_slugs' ? `array_position(${add(query.slugs ?? [])}::text[], t.slug), t.id`
      : `${columns[query.orderBy]} ${direction}, t.id ${direction}`;
  const skip = query.offset ?? (query.page - 1) * query.perPage;
  const found = `SELECT ${termColumns} FROM term t WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${add(query.perPage)}::int OFFSET ${add(Math.max(0, Math.min(skip, 2_147_483_647)))}::int`;
  const text = `WITH t AS (${found}), counted AS (SELECT count(*)::int AS total FROM term t WHERE ${where.join(' AND ')})
    SELECT counted.total, t.* FROM counted LEFT JOIN t ON true`;
  return { text, values };
}

/** One page of a taxonomy's terms; a page beyond the end is empty but knows the total. One statement. */
export async function listTerms(site: Site, query: TermQuery): Promise<TermPage> {
  const { text, values } = statementOf(query);
  const rows = await site.db.sql<TermRecord & { total: number }>(text, values, names.of(text));
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: rows.filter((row) => row.id !== null) };
}
