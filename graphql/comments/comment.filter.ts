import { checkListComments, type FindContent, moderates, NOTE } from '#app/domains/comments/comment.access.ts';
import { commentList, type CommentQuery } from '#app/domains/comments/comment.list.ts';
import { readBound } from '#app/domains/content/list.service.ts';
import { builder } from '../builder.ts';
import { filterFields, orderValues } from '../connections/filters.ts';
import type { Context } from '../context.ts';
import { commentTypesAsked, commentStatusesAsked } from './closed-sets.ts';
import { oneOf, describedAs } from '../public/public-mapping.ts';

/** Finds contents by ID with the loaders of the request; null if none exists. */
export const contentFinder =
  ({ load }: Context): FindContent =>
  (id) =>
    load.content.load(id);

export const CommentOrder = builder.enumType('CommentOrder', {
  description: 'Order of a list of comments.',
  values: orderValues(commentList.orders, { names: { date_utc: 'DATE_GMT', content: 'POST' } }),
});

/** Filter of a list of comments. Conditions are combined with AND. */
export const CommentFilter = builder.inputType('CommentFilter', {
  description: 'Conditions for comments; all of them have to match.',
  fields: (t) => ({
    ...filterFields(t, commentList.filters, {
      parentIds: describedAs('Only replies to these comments.', 'Only replies to these; 0 = to none.'),
    }),
    statuses: t.stringList({
      ...oneOf(commentStatusesAsked, 'Statuses of the comments; approved ones by default. Others are for users who may edit posts.', {
        old: '`approve` when absent; `hold`, `spam`, `trash` or `all` (approved and waiting) for users who may edit posts.',
      }),
    }),
    types: t.stringList({
      ...oneOf(commentTypesAsked, 'Types of the comments; ordinary comments by default. Others are for users who may edit posts.', {
        old: '`comment`, `pingback` or `trackback`, `pings` for both of these, `all`; others than `comment` for users who may edit posts.',
      }),
    }),
    topLevel: t.boolean({ subGraphs: ['public'], description: 'True excludes replies; takes precedence over `parentIds`.' }),
    search: t.string({ description: 'Part of the text or the name; for moderators also of the email address.' }),
    password: t.string({ description: 'Password of the one content item in `contentIds`, if it has one.' }),
  }),
});

type GivenFilter = typeof CommentFilter.$inferInput;

const statusWords = new Map<string, readonly string[]>([
  ['approve', ['approved']],
  ['approved', ['approved']],
  ['1', ['approved']],
  ['hold', ['hold']],
  ['0', ['hold']],
  ['spam', ['spam']],
  ['trash', ['trash']],
  ['all', ['approved', 'hold']],
  ['any', ['approved', 'hold']],
]);

/** Returns the stored statuses. Unknown words match nothing, because no comment has such a status. */
function storedStatuses(filter: GivenFilter): string[] {
  const words = filter.statuses?.length ? filter.statuses : ['approve'];
  return [...new Set(words.flatMap((word) => statusWords.get(word.toLowerCase()) ?? [word]))];
}

/**
 * Returns the stored types; undefined = any type. Only users who write may filter by other types than the default. For users who may read notes, the
 * default includes notes.
 */
function storedTypes(filter: GivenFilter): string[] | undefined {
  const words = filter.types?.length ? filter.types : ['comment'];
  if (words.some((word) => word === 'all' || word === '')) return undefined;
  return words.flatMap((word) => (word === 'pings' ? ['pingback', 'trackback'] : [word]));
}

/** Returns the REST names of the filters that only users who write may use. */
function guardedNames(filter: GivenFilter): string[] {
  return [
    ...(filter.authorIds?.length ? ['author'] : []),
    ...(filter.excludeAuthorIds?.length ? ['author_exclude'] : []),
    ...(filter.authorEmail ? ['author_email'] : []),
    ...(filter.types?.some((type) => type !== 'comment') ? ['type'] : []),
    ...(storedStatuses(filter).some((status) => status !== 'approved') ? ['status'] : []),
  ];
}

/** The options of a list of comments that its permission depends on. */
export interface CommentListOptions {
  filter?: GivenFilter | null | undefined;
  forEdit?: boolean | null | undefined;
}

/** Throws if the viewer may not list comments with this filter. */
export async function checkComments(filter: GivenFilter, forEdit: boolean, context: Context): Promise<void> {
  const { contentIds, password } = filter;
  const ofNotes = filter.types?.length === 1 && filter.types[0] === NOTE;
  await checkListComments(
    context.viewer,
    { contentIds, password, forEdit, ofNotes, guarded: guardedNames(filter) },
    contentFinder(context),
  );
}

/** Converts the filter to a query of the service. Throws for invalid times. */
export function commentQuery({ site, viewer }: Context, filter: GivenFilter): CommentQuery {
  const { topLevel, password: _, after, before, ...same } = filter;
  return {
    ...same,
    statuses: storedStatuses(filter),
    types: storedTypes(filter),
    includesNotes: true,
    ...(topLevel && { parentIds: [0] }),
    searchesAddresses: moderates(viewer),
    after: readBound(site, 'filter.after', after),
    before: readBound(site, 'filter.before', before),
  };
}
