import { type Page, rowsBefore } from '#app/core/db/page.ts';
import { containing, sortTitleOf } from '../search.rules.ts';
import { counted } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type Add, type OrderKey, orderByKeys } from '#app/core/db/keyset.ts';
import type { Site } from '#app/site.ts';
import { termColumns, type TermRecord } from './term.record.ts';

const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const;
/** What lists of terms may be ordered by. */
export type TermOrder = (typeof termOrders)[number];

/** Which terms a list holds, and in what order. */
export interface TermConditions {
  taxonomy: string;
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

/** What a list of terms asks for, page by page. */
export interface TermQuery extends TermConditions {
  page: number;
  perPage: number;
  offset?: number | null | undefined;
}

const everyCondition: Required<Omit<TermConditions, 'orderBy' | 'order'>> = {
  taxonomy: 'category',
  search: 'a',
  include: [1],
  exclude: [2],
  parent: 1,
  contentId: 1,
  slugs: ['a'],
  hideEmpty: true,
};

const pages = new StatementFamily('term_page', counted(termColumns), () => [
  statementOf({ taxonomy: 'category', parent: 0, orderBy: 'id', order: 'desc', page: 1, perPage: 10 }).text,
  ...termOrders.map((orderBy) => statementOf({ ...everyCondition, orderBy, order: 'asc', page: 1, perPage: 10 }).text),
]);

const keys: Readonly<Record<Exclude<TermOrder, 'include' | 'include_slugs' | 'id' | 'term_group'>, Omit<OrderKey, 'direction'>>> = {
  name: { sql: 't.sort_name', type: 'text' },
  slug: { sql: 't.slug', type: 'text' },
  description: { sql: 't.description', type: 'text' },
  count: { sql: 't.count', type: 'int' },
};

/** The conditions of a list on the row `t`, joined by AND. */
export function conditionsOf(query: TermConditions, add: Add): string {
  const where = [`t.taxonomy = ${add(query.taxonomy)}`];
  if (query.search) {
    const pattern = add(containing(query.search.toLowerCase()));
    const plain = add(containing(sortTitleOf(query.search)));
    where.push(`(lower(t.name) LIKE ${pattern} OR t.sort_name LIKE ${plain} OR t.slug LIKE ${pattern})`);
  }
  if (query.include?.length) where.push(`t.id = ANY(${add(query.include)}::int[])`);
  if (query.exclude?.length) where.push(`t.id <> ALL(${add(query.exclude)}::int[])`);
  if (query.parent !== undefined) where.push(query.parent === 0 ? 't.parent_id IS NULL' : `t.parent_id = ${add(query.parent)}`);
  if (query.contentId !== undefined) where.push(`t.id IN (SELECT term_id FROM content_term WHERE content_id = ${add(query.contentId)})`);
  if (query.slugs?.length) where.push(`t.slug = ANY(${add(query.slugs)}::text[])`);
  if (query.hideEmpty) where.push('t.count > 0');
  return where.join(' AND ');
}

/** What the rows of a query are ordered by; equal rows follow their ids in the same direction. */
export function orderKeysOf({ orderBy, order, include = [], slugs = [] }: TermConditions, add: Add): OrderKey[] {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const id: OrderKey = { sql: 't.id', type: 'int', direction };
  const given = (sql: string): OrderKey[] => [
    { sql, type: 'int', direction: 'ASC', isNullable: true },
    { ...id, direction: 'ASC' },
  ];
  if (orderBy === 'include') return given(`array_position(${add(include)}::int[], t.id)`);
  if (orderBy === 'include_slugs') return given(`array_position(${add(slugs)}::text[], t.slug)`);
  return orderBy === 'id' || orderBy === 'term_group' ? [id] : [{ ...keys[orderBy], direction }, id];
}

function statementOf(query: TermQuery): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = conditionsOf(query, add);
  const order = orderByKeys(orderKeysOf(query, add));
  const skip = rowsBefore(query);
  const found = `SELECT ${termColumns.list} FROM term t WHERE ${where} ORDER BY ${order} LIMIT ${add(query.perPage)}::int OFFSET ${add(skip)}::int`;
  const text = `WITH t AS (${found}), counted AS (SELECT count(*)::int AS total FROM term t WHERE ${where})
    SELECT counted.total, t.* FROM counted LEFT JOIN t ON true`;
  return { text, values };
}

/** One page of a taxonomy's terms; a page beyond the end is empty but knows the total. One statement. */
export async function listTerms(site: Site, query: TermQuery): Promise<Page<TermRecord>> {
  const { text, values } = statementOf(query);
  const rows = await site.db.rows(pages.of(text), values);
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: rows.flatMap(({ node }) => node ?? []) };
}
