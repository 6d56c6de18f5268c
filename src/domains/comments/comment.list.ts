import { counted } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { Add } from '#app/core/db/keyset.ts';
import { type Page, rowsBefore } from '#app/core/db/page.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentRecord } from '../content/record.ts';
import { containing } from '../content/search.rules.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import type { Site } from '#app/site.ts';
import { canReadComment, type FindContent, NOTE, readsContent } from './comment.access.ts';
import { commentColumns, type CommentRecord } from './comment.record.ts';
import { visibleComments } from './comment.visibility.ts';
import type { AboutQuery, CommentsAbout } from './comments-about.ts';

const commentOrders = ['date', 'date_utc', 'id', 'include', 'content', 'parent', 'type'] as const;
export type CommentOrder = (typeof commentOrders)[number];

/** What a list of comments asks for. */
export interface CommentQuery {
  page: number;
  perPage: number;
  offset?: number | null | undefined;
  orderBy: CommentOrder;
  order: 'asc' | 'desc';
  /** Stored statuses. */
  statuses: readonly string[];
  /** Of any type but notes when absent. */
  types?: readonly string[] | undefined;
  /** Of notes, too, when `types` is absent. */
  includesNotes?: boolean | undefined;
  contentIds?: readonly number[] | undefined;
  /** 0 = those that are not replies. */
  parents?: readonly number[] | undefined;
  excludedParents?: readonly number[] | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  users?: readonly number[] | undefined;
  excludedUsers?: readonly number[] | undefined;
  authorEmail?: string | undefined;
  /** Part of text, name, e-mail address, web address or IP address. */
  search?: string | undefined;
  /** Whether addresses of authors, which are not public, are searched too. */
  searchesAddresses?: boolean | undefined;
  after?: WallTime | undefined;
  before?: WallTime | undefined;
}

const everyCondition: Required<Omit<CommentQuery, 'page' | 'perPage' | 'offset' | 'orderBy' | 'order'>> = {
  statuses: ['approved', 'hold'],
  types: ['comment'],
  includesNotes: false,
  contentIds: [1],
  parents: [0],
  excludedParents: [1],
  include: [1],
  exclude: [2],
  users: [1],
  excludedUsers: [2],
  authorEmail: 'a@example.org',
  search: 'a',
  searchesAddresses: true,
  after: '2024-01-01T00:00:00',
  before: '2025-01-01T00:00:00',
};

const pages = new StatementFamily('comment_page', counted(commentColumns), () => [
  statementOf({ statuses: ['approved'], parents: [1], search: 'a', orderBy: 'date', order: 'desc', page: 1, perPage: 10 }).text,
  ...commentOrders.map((orderBy) => statementOf({ ...everyCondition, orderBy, order: 'asc', page: 1, perPage: 10 }).text),
]);

const orders: Readonly<Record<Exclude<CommentOrder, 'include'>, string>> = {
  date: 'k.created_utc',
  date_utc: 'k.created_utc',
  id: 'k.id',
  content: 'k.content_id',
  parent: 'k.parent_id',
  type: 'k.created_utc',
};

function searchCondition(text: string, searchesAddresses: boolean, add: (value: unknown) => string): string {
  const pattern = add(containing(text.toLowerCase()));
  const columns = ['k.content', 'k.author_name', ...(searchesAddresses ? ['k.author_email', 'k.author_url', 'k.author_ip'] : [])];
  return `(${columns.map((column) => `lower(${column}) LIKE ${pattern}`).join(' OR ')})`;
}

/** The conditions of a list on the comment row `k`, joined by AND. */
export function conditionsOf(query: Omit<CommentQuery, 'page' | 'perPage'>, add: (value: unknown) => string): string {
  const [only, ...further] = query.statuses;
  const all = [further.length === 0 ? `k.status = ${add(only ?? '')}` : `k.status = ANY(${add(query.statuses)}::text[])`];
  const anyOf = (column: string, ids: readonly number[] | undefined) => {
    if (ids?.length) all.push(`${column} = ANY(${add(ids)}::int[])`);
  };
  const noneOf = (column: string, ids: readonly number[] | undefined) => {
    if (ids?.length) all.push(`${column} <> ALL(${add(ids)}::int[])`);
  };
  if (query.types) all.push(`k.type = ANY(${add(query.types)}::text[])`);
  else if (!query.includesNotes) all.push(`k.type <> '${NOTE}'`);
  anyOf('k.content_id', query.contentIds);
  anyOf(query.parents?.includes(0) ? 'COALESCE(k.parent_id, 0)' : 'k.parent_id', query.parents);
  noneOf('COALESCE(k.parent_id, 0)', query.excludedParents);
  anyOf('k.id', query.include);
  noneOf('k.id', query.exclude);
  anyOf('k.user_id', query.users);
  noneOf('COALESCE(k.user_id, 0)', query.excludedUsers);
  if (query.authorEmail) all.push(`k.author_email = ${add(query.authorEmail.toLowerCase())}`);
  if (query.search?.trim()) all.push(searchCondition(query.search.trim(), query.searchesAddresses === true, add));
  if (query.after !== undefined) all.push(`k.created_local > ${add(query.after)}::timestamp`);
  if (query.before !== undefined) all.push(`k.created_local < ${add(query.before)}::timestamp`);
  return all.join(' AND ');
}

function statementOf(query: CommentQuery, seen?: (add: Add) => string): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = [conditionsOf(query, add), ...(seen ? [seen(add)] : [])].join(' AND ');
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  const order =
    query.orderBy === 'include'
      ? `array_position(${add(query.include ?? [])}::int[], k.id), k.id`
      : query.orderBy === 'id'
        ? `k.id ${direction}`
        : `${orders[query.orderBy]} ${direction}, k.id ${direction}`;
  const skip = rowsBefore({ ...query, offset: query.offset || undefined });
  const text = `WITH found AS (SELECT k.id FROM comment k WHERE ${where} ORDER BY ${order} LIMIT ${add(query.perPage)}::int OFFSET ${add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM comment k WHERE ${where})
    SELECT counted.total, ${commentColumns.list} FROM counted LEFT JOIN (comment k JOIN found ON found.id = k.id) ON true ORDER BY ${order}`;
  return { text, values };
}

/** Reads the first comments about one content; anyone who asks for many at once has them read together. */
export type FirstAbout = (contentId: number, query: AboutQuery) => Promise<CommentsAbout>;

const isNothing = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What a list asks for that names nothing but one content, where it begins with the first; null for others. */
function aboutOne({ page, perPage, offset, orderBy, order, statuses, types, contentIds, ...further }: CommentQuery) {
  const { searchesAddresses: _, includesNotes: _notes, ...conditions } = further;
  const [contentId, another] = contentIds ?? [];
  if (contentId === undefined || another !== undefined || page !== 1 || offset || types === undefined) return null;
  if ((orderBy !== 'date' && orderBy !== 'date_utc') || !Object.values(conditions).every(isNothing)) return null;
  return { contentId, query: { perPage, order, statuses, types } };
}

async function readPage(
  site: Site,
  query: CommentQuery,
  firstAbout: FirstAbout,
  seen: ((add: Add) => string) | undefined,
): Promise<CommentsAbout> {
  const about = aboutOne(query);
  if (about) return await firstAbout(about.contentId, about.query);
  const { text, values } = statementOf(query, seen);
  const rows = await site.db.rows(pages.of(text), values);
  return { total: rows[0]?.total ?? 0, comments: rows.flatMap(({ node }) => node ?? []) };
}

/** With what a list reads besides its own statement. */
export interface CommentReading {
  find: FindContent;
  firstAbout: FirstAbout;
}

/** How a list looks at what its reader may not read. */
export interface CommentSight {
  /** Opens the content that the list is about. */
  password?: string | null | undefined;
  /** Totals also count what the viewer may not read (core-rest.md 4.8). */
  countsUnreadable: boolean;
}

/**
 * Comments as the viewer sees them, and how many there are of these; with a password, what it does not open is left out after counting. A page
 * beyond the end is empty but knows the total. One statement, shared by lists about single contents, and what `find` needs for the contents.
 */
export async function listComments(
  site: Site,
  viewer: Viewer,
  query: CommentQuery,
  { password, countsUnreadable }: CommentSight,
  { find, firstAbout }: CommentReading,
): Promise<Page<CommentRecord>> {
  const seen = password || countsUnreadable ? undefined : (add: Add) => visibleComments(viewer, query, [], add);
  const { total, comments } = await readPage(site, query, firstAbout, seen);
  const contents = await Promise.all(comments.map((comment) => find(comment.contentId)));
  const isShown = (comment: CommentRecord, content: ContentRecord | null | undefined) =>
    content !== null &&
    content !== undefined &&
    (comment.type === NOTE || readsContent(viewer, content, password)) &&
    canReadComment(viewer, comment, content);
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: comments.filter((comment, i) => isShown(comment, contents[i])) };
}
