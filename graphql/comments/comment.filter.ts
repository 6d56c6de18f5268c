import { checkListComments, canModerate, NOTE } from '#app/domains/comments/comment.access.ts';
import { commentList, type CommentQuery } from '#app/domains/comments/comment.list.ts';
import { parseTimeBound } from '#app/domains/content/list.service.ts';
import { builder } from '../builder.ts';
import { createFilterFields, createOrderValues } from '../connections/filters.ts';
import { createContentFinder } from '../content/content-finder.ts';
import type { Context } from '../context.ts';
import { filterableCommentTypes, filterableCommentStatuses } from './enum-definitions.ts';
import { oneOf, describedAs } from '../public/public-mapping.ts';

export const CommentOrder = builder.enumType('CommentOrder', {
  description: 'Order of a list of comments.',
  values: createOrderValues(commentList.orders, { names: { date_utc: 'DATE_GMT', content: 'POST' } }),
});

/** Filter of a list of comments. Conditions are combined with AND. */
export const CommentFilter = builder.inputType('CommentFilter', {
  description: 'Conditions for comments; all of them have to match.',
  fields: (t) => ({
    ...createFilterFields(t, commentList.filters, {
      parentIds: describedAs(
        'Only replies to these comments.',
        'Only replies to these comments; 0 stands for comments that are not replies.',
      ),
    }),
    statuses: t.stringList({
      ...oneOf(filterableCommentStatuses, 'Statuses of the comments; approved ones by default. Others are for users who may edit posts.', {
        old: 'Statuses of the comments; `approve` by default. `hold`, `spam`, `trash` and `all` (approved and waiting) are for users who may edit posts.',
      }),
    }),
    types: t.stringList({
      ...oneOf(filterableCommentTypes, 'Types of the comments; ordinary comments by default. Others are for users who may edit posts.', {
        old: 'Types of the comments: `comment` by default, `pingback`, `trackback`, `pings` for both of these, or `all`. Types other than `comment` are for users who may edit posts.',
      }),
    }),
    topLevel: t.boolean({ subGraphs: ['public'], description: 'True excludes replies; takes precedence over `parentIds`.' }),
    search: t.string({
      description:
        "Text to find in comments and names of authors. For moderators, also in the authors' email addresses, websites and IP addresses.",
    }),
    password: t.string({ description: 'Password of the content item in `contentIds`; only if there is exactly one.' }),
  }),
});

type CommentFilterInput = typeof CommentFilter.$inferInput;

const storedStatusesByName = new Map<string, readonly string[]>([
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

/** Returns the stored statuses. An unknown status matches nothing, because no comment has it. */
function toStoredStatuses(filter: CommentFilterInput): string[] {
  const requested = filter.statuses?.length ? filter.statuses : ['approve'];
  return [...new Set(requested.flatMap((name) => storedStatusesByName.get(name.toLowerCase()) ?? [name]))];
}

/** Returns the stored types; undefined for any type. Filters for types other than the default are for users who may edit posts. */
function toStoredTypes(filter: CommentFilterInput): string[] | undefined {
  const requested = filter.types?.length ? filter.types : ['comment'];
  if (requested.some((name) => name === 'all' || name === '')) return undefined;
  return requested.flatMap((name) => (name === 'pings' ? ['pingback', 'trackback'] : [name]));
}

/** Returns the REST names of the used filters that require the right to edit posts. */
function listEditorParameters(filter: CommentFilterInput): string[] {
  return [
    ...(filter.authorIds?.length ? ['author'] : []),
    ...(filter.excludeAuthorIds?.length ? ['author_exclude'] : []),
    ...(filter.authorEmail ? ['author_email'] : []),
    ...(filter.types?.some((type) => type !== 'comment') ? ['type'] : []),
    ...(toStoredStatuses(filter).some((status) => status !== 'approved') ? ['status'] : []),
  ];
}

/** Options that determine who may read a list of comments. */
export interface CommentListOptions {
  filter?: CommentFilterInput | null | undefined;
  forEdit?: boolean | null | undefined;
}

/** Throws if the viewer may not list comments with this filter. */
export async function checkCommentFilter(filter: CommentFilterInput, forEdit: boolean, context: Context): Promise<void> {
  const { contentIds, password } = filter;
  const onlyNotes = filter.types?.length === 1 && filter.types[0] === NOTE;
  await checkListComments(
    context.viewer,
    { contentIds, password, forEdit, onlyNotes, editorParameters: listEditorParameters(filter) },
    createContentFinder(context),
  );
}

/** Converts the GraphQL filter to a query of the comment service. Throws for invalid times. */
export function toCommentQuery({ site, viewer }: Context, filter: CommentFilterInput): CommentQuery {
  const { topLevel, password: _, after, before, ...otherFilters } = filter;
  return {
    ...otherFilters,
    statuses: toStoredStatuses(filter),
    types: toStoredTypes(filter),
    includesNotes: true,
    ...(topLevel && { parentIds: [0] }),
    searchesAddresses: canModerate(viewer),
    after: parseTimeBound(site, 'filter.after', after),
    before: parseTimeBound(site, 'filter.before', before),
  };
}
