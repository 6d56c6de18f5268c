import { nowUntil } from '#app/core/time/clock.ts';
import { answer } from '#app/core/db/columns.ts';
import { orderByKeys } from '#app/core/db/keyset.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type Page, rowsBefore } from '#app/core/db/page.ts';
import type { Site } from '#app/site.ts';
import { type UserConditions, userConditions, type UserOrder, userOrder } from './user.conditions.ts';
import { userAnswer, userColumns, type UserRecord } from './user.record.ts';

/** Which users, and which of their pages. */
export interface UserListQuery extends UserConditions {
  /** From 1. */
  page: number;
  perPage: number;
  /** Wins over `page` for choosing rows. */
  offset?: number | undefined;
  /** The shown name unless said. */
  orderBy?: UserOrder | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const everyCondition: Required<UserConditions> = {
  search: 'a',
  searchesPrivately: true,
  roles: ['author'],
  capabilities: ['edit_posts'],
  ids: [1],
  excludedIds: [2],
  slugs: ['a'],
  publishedKinds: ['post'],
};
const everyOrder: Readonly<Record<UserOrder, 'asc' | 'desc'>> = {
  id: 'asc',
  include: 'asc',
  name: 'desc',
  registered_date: 'asc',
  slug: 'asc',
  include_slugs: 'desc',
  email: 'asc',
  url: 'asc',
};

/** Queries that together hold every filter and every order. */
const examples = (): UserListQuery[] => [
  { page: 1, perPage: 10 },
  { page: 1, perPage: 10, search: 'a', publishedKinds: 'any' },
  ...(Object.keys(everyOrder) as UserOrder[]).map((orderBy) => ({
    ...everyCondition,
    page: 1,
    perPage: 10,
    orderBy,
    order: everyOrder[orderBy],
  })),
];

const counts = new StatementFamily('user_count', answer({ total: 'int' }), () => examples().map((query) => statementsOf(query).count.text));
const pages = new StatementFamily('user_page', userAnswer, () => examples().map((query) => statementsOf(query).page.text));

interface Text {
  text: string;
  values: readonly unknown[];
}

function statementsOf(query: UserListQuery): { count: Text; page: Text } {
  const { perPage } = query;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = userConditions(query, add);
  const count = { text: `SELECT count(*)::int AS total FROM user_account u WHERE ${where}`, values: [...values] };
  const order = orderByKeys(userOrder(query, add));
  const text = `SELECT ${userColumns(add(nowUntil('schedule')))} FROM user_account u WHERE ${where} ORDER BY ${order} LIMIT ${add(perPage)} OFFSET ${add(rowsBefore(query))}`;
  return { count, page: { text, values } };
}

/** One page of the users, with the number of all that fit. */
export async function listUsers(site: Site, query: UserListQuery): Promise<Page<UserRecord>> {
  const { count, page } = statementsOf(query);
  const [[counted], nodes] = await Promise.all([
    site.db.rows(counts.of(count.text), count.values),
    site.db.rows(pages.of(page.text), page.values),
  ]);
  const total = counted?.total ?? 0;
  return { nodes, total, totalPages: Math.ceil(total / query.perPage) };
}
