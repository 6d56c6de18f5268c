import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Add, OrderKey } from '#app/core/db/keyset.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { visibleComments } from './comment.visibility.ts';
import { type CommentOrder, type CommentQuery, conditionsOf } from './comment.list.ts';
import { commentColumns, type CommentRecord } from './comment.record.ts';

/** What comments hang on, and how a row says so. */
const owned = {
  content: (owner: string) => `k.content_id = ${owner}`,
  comment: (owner: string) => `k.parent_id = ${owner}`,
} as const;

/** What a list of comments asks for, but which part of it. */
export type CommentConditions = Omit<CommentQuery, 'page' | 'perPage' | 'offset'>;

const names = new StatementNames('comment_slice');

const written: Omit<OrderKey, 'direction'> = { sql: 'k.created_utc', type: 'timestamptz' };
const columns: Readonly<Record<Exclude<CommentOrder, 'id' | 'include'>, Omit<OrderKey, 'direction'>>> = {
  date: written,
  date_utc: written,
  type: written,
  content: { sql: 'k.content_id', type: 'int' },
  parent: { sql: 'k.parent_id', type: 'int', isNullable: true },
};

function keysOf({ orderBy, order, include }: CommentConditions, add: Add): OrderKey[] {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const id: OrderKey = { sql: 'k.id', type: 'int', direction };
  if (orderBy === 'id') return [id];
  if (orderBy === 'include')
    return [
      { sql: `array_position(${add(include ?? [])}::int[], k.id)`, type: 'int', direction: 'ASC', isNullable: true },
      { ...id, direction: 'ASC' },
    ];
  return [{ ...columns[orderBy], direction }, id];
}

/** The comments that the viewer may read, as a list that is read from a place on. */
export function commentKeyset(
  viewer: Viewer,
  query: CommentConditions,
  opened: readonly number[] = [],
  owner?: keyof typeof owned,
): KeysetList<CommentRecord> {
  return {
    table: 'comment k',
    alias: 'k',
    columns: () => commentColumns.list,
    where: (add, of) =>
      [conditionsOf(query, add), ...(owner ? [owned[owner](of)] : []), visibleComments(viewer, query, opened, add)].join(' AND '),
    keys: (add) => keysOf(query, add),
    read: commentColumns.read,
    nameOf: (text) => names.of(text),
  };
}
