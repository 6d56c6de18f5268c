import { anyNumber, filter, noNumber, timeBound } from '#app/core/db/lists/filters.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { orderByColumn, orderByPosition, defineList, type PageOptions, type QueryOf } from '#app/core/db/lists/list.ts';
import type { Page } from '#app/core/db/page.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentRecord, FindContent } from '../content/record.ts';
import { toLikePattern } from '../content/search.rules.ts';
import type { Site } from '#app/site.ts';
import { canReadComment, NOTE, canReadText } from './comment.access.ts';
import { commentColumns, type CommentRecord } from './comment.record.ts';
import { buildVisibleComments } from './comment.visibility.ts';
import type { FirstCommentsQuery, FirstComments } from './first-comments.ts';

/** Conditions of a list of comments in addition to its filters. */
interface CommentScope {
  statuses: readonly string[];
  /** If absent: all types except notes. */
  types?: readonly string[] | undefined;
  /** Also includes notes if `types` is absent. */
  includesNotes?: boolean | undefined;
  /** Search string: part of the text or of the author's name. */
  search?: string | null | undefined;
  /** True if the search also covers the authors' email addresses, URLs and IP addresses, which are not public. */
  searchesAddresses?: boolean | undefined;
  /** Limits the list to comments that this viewer may read. `unlockedIds` are the IDs of content whose password the viewer has sent. */
  seenBy?: { viewer: Viewer; unlockedIds: readonly number[] } | undefined;
}

function buildScope(query: CommentScope, add: AddParameter): string[] {
  const { statuses, types, includesNotes, search, searchesAddresses, seenBy } = query;
  const [firstStatus = '', ...otherStatuses] = statuses;
  const conditions = [otherStatuses.length === 0 ? `k.status = ${add(firstStatus)}` : `k.status = ANY(${add(statuses)}::text[])`];
  if (types) conditions.push(`k.type = ANY(${add(types)}::text[])`);
  else if (!includesNotes) conditions.push(`k.type <> '${NOTE}'`);
  if (search?.trim()) {
    const pattern = add(toLikePattern(search.trim().toLowerCase()));
    const columns = ['k.content', 'k.author_name', ...(searchesAddresses ? ['k.author_email', 'k.author_url', 'k.author_ip'] : [])];
    conditions.push(`(${columns.map((column) => `lower(${column}) LIKE ${pattern}`).join(' OR ')})`);
  }
  if (seenBy) conditions.push(buildVisibleComments(seenBy.viewer, query, seenBy.unlockedIds, add));
  return conditions;
}

/** List of comments, newest first by default. */
export const commentList = defineList({
  name: 'comment',
  from: 'comment k',
  alias: 'k',
  shape: commentColumns,
  filters: {
    contentIds: anyNumber('k.content_id', 'Only comments on this content.'),
    parentIds: filter('numbers', [0], undefined, (ids, add) => {
      if (ids.length === 0) return null;
      return `${ids.includes(0) ? 'COALESCE(k.parent_id, 0)' : 'k.parent_id'} = ANY(${add(ids)}::int[])`;
    }),
    excludeParentIds: noNumber('COALESCE(k.parent_id, 0)', 'Excludes replies to these comments.'),
    include: anyNumber('k.id', 'Only the comments with these IDs.'),
    exclude: noNumber('k.id', 'Excludes the comments with these IDs.'),
    authorIds: anyNumber('k.user_id', 'Only comments of these users. Requires the permission to edit posts.'),
    excludeAuthorIds: noNumber('COALESCE(k.user_id, 0)', 'Excludes comments of these users. Requires the permission to edit posts.'),
    authorEmail: filter(
      'text',
      'a@example.org',
      'Only comments with this email address. Requires the permission to edit posts.',
      (email, add) => (email === '' ? null : `k.author_email = ${add(email.toLowerCase())}`),
    ),
    after: timeBound('k.created_local >', "Only comments written after this time. A time without a zone is in the site's time zone."),
    before: timeBound('k.created_local <', 'Only comments written before this time.'),
  },
  scope: buildScope,
  orders: {
    date: orderByColumn('k.created_utc', 'timestamptz', 'By the date of the comment.'),
    date_utc: orderByColumn('k.created_utc', 'timestamptz', 'The same as `DATE`.'),
    id: { description: 'By the ID of the comment.' },
    include: orderByPosition('include', 'k.id', 'int', 'The order of `filter.include`.'),
    content: orderByColumn('k.content_id', 'int', 'By the ID of the content that the comment is about.'),
    parent: orderByColumn('k.parent_id', 'int', 'By the comment to which a reply belongs.', true),
    type: orderByColumn('k.created_utc', 'timestamptz', 'The same as `DATE`.'),
  },
  defaultOrder: ['date', 'desc'],
  owners: { content: (owner) => `k.content_id = ${owner}`, comment: (owner) => `k.parent_id = ${owner}` },
  examples: [
    { statuses: ['approved', 'hold'], types: ['comment'], search: 'a', searchesAddresses: true },
    { statuses: ['approved'], parentIds: [1], search: 'a', seenBy: { viewer: anonymous, unlockedIds: [1] } },
  ],
});

/** Filters and sort order of a list of comments. */
export type CommentQuery = QueryOf<typeof commentList>;

/** Loads the first comments on a content item. The loader combines all calls of one request into one statement. */
export type LoadFirstComments = (contentId: number, query: FirstCommentsQuery) => Promise<FirstComments>;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the query for `loadFirstComments` if the list is the first page of the comments on one content item without other filters, else null. */
function findFirstCommentsQuery({
  page,
  perPage,
  offset,
  orderBy,
  order,
  statuses,
  types,
  contentIds,
  ...otherOptions
}: CommentQuery & PageOptions) {
  const { searchesAddresses: _, includesNotes: _notes, ...filters } = otherOptions;
  const [contentId, secondId] = contentIds ?? [];
  if (contentId === undefined || secondId !== undefined || page !== 1 || offset || types === undefined) return null;
  if ((orderBy !== 'date' && orderBy !== 'date_utc') || !Object.values(filters).every(isEmpty)) return null;
  return { contentId, query: { perPage, order: order ?? 'desc', statuses, types } };
}

/** Loaders that a list of comments uses in addition to its own statement. */
export interface CommentReaders {
  find: FindContent;
  loadFirst: LoadFirstComments;
}

/** Options for comments that the viewer may not read. */
export interface CommentVisibility {
  /** Password of the content that the list is about. */
  password?: string | null | undefined;
  /** True if totals include comments that the viewer may not read (docs/behaviour/core-rest.md 4.8). */
  countsUnreadable: boolean;
}

/**
 * Lists the comments that the viewer may read, with their total number. With a password or `countsUnreadable`, the total and the page size include
 * unreadable comments, which are then removed from the page. A page beyond the end is empty but has the total. `loadFirst` combines the lists of
 * several posts into one statement; `find` loads the posts.
 */
export async function listComments(
  site: Site,
  viewer: Viewer,
  query: CommentQuery & PageOptions,
  { password, countsUnreadable }: CommentVisibility,
  { find, loadFirst }: CommentReaders,
): Promise<Page<CommentRecord>> {
  const firstQuery = findFirstCommentsQuery(query);
  const seenBy = password || countsUnreadable ? undefined : { viewer, unlockedIds: [] };
  const { total, comments } = firstQuery
    ? await loadFirst(firstQuery.contentId, firstQuery.query)
    : await commentList
        .loadPage(site, { ...query, offset: query.offset || undefined, seenBy })
        .then((page) => ({ total: page.total, comments: page.nodes }));
  const contentOfComments = await Promise.all(comments.map((comment) => find(comment.contentId)));
  const isShown = (comment: CommentRecord, content: ContentRecord | null | undefined) =>
    content !== null &&
    content !== undefined &&
    (comment.type === NOTE || canReadText(viewer, content, password)) &&
    canReadComment(viewer, comment, content);
  return {
    total,
    totalPages: Math.ceil(total / query.perPage),
    nodes: comments.filter((comment, i) => isShown(comment, contentOfComments[i])),
  };
}
