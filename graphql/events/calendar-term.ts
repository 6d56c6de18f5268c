import { checkManageTerms, requireTerms } from '#app/domains/events/calendar-terms.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { getTaxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { termList } from '#app/domains/content/terms/term.list.ts';
import { createTerm, updateTerm, deleteTerm } from '#app/domains/content/terms/terms.service.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { TermOrder } from '../terms/enums.ts';
import { Term } from '../terms/term.ts';
import { lookupArgument } from '../public/lookup.ts';
import { termSlugKey } from '../terms/lookup-keys.ts';
import { nulls } from '../public/nulls.ts';

const CalendarTaxonomy = builder.enumType('CalendarTaxonomy', {
  description: 'Taxonomies of events.',
  values: {
    CATEGORY: { value: 'event_category', description: 'Categories of events, which form a hierarchy.' },
    TAG: { value: 'post_tag', description: 'Tags, shared with posts.' },
  } as const,
});

const CalendarTermFilter = builder.inputType('CalendarTermFilter', {
  description: 'Conditions for terms; all of them have to match. Unknown IDs are refused.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name or the slug.' }),
    include: t.intList({ description: 'Only the objects with these IDs.' }),
    exclude: t.intList({ description: 'Excludes the objects with these IDs.' }),
    parent: t.int({ description: 'Only direct children of this category.' }),
    eventId: t.int({ description: 'Only terms of this event; takes precedence over `postId`.' }),
    postId: t.int({ description: 'The same as `eventId`.' }),
    slug: t.string({ description: 'Only the term with this slug.' }),
    hideEmpty: t.boolean({ description: 'Excludes terms without published content.' }),
  }),
});

type Filter = typeof CalendarTermFilter.$inferInput;

async function checkFilter(
  { taxonomy: name, filter }: { taxonomy: string; filter?: Filter | null | undefined },
  { site, load }: Context,
): Promise<void> {
  const taxonomy = getTaxonomy(name);
  await requireTerms(site, taxonomy, filter?.include ?? [], 'filter.include');
  await requireTerms(site, taxonomy, filter?.exclude ?? [], 'filter.exclude');
  if (filter?.parent !== null && filter?.parent !== undefined) await requireTerms(site, taxonomy, [filter.parent], 'filter.parent');
  for (const argument of ['eventId', 'postId'] as const) {
    const id = filter?.[argument];
    if (id === null || id === undefined) continue;
    const content = await load.content.load(id);
    if (content?.kind !== eventKind.name) throw invalidArguments({ [`filter.${argument}`]: 'There is no such event.' });
  }
}

const CalendarTermPage = createPageType('CalendarTerm', Term, 'terms');

interface TermRef {
  taxonomy: string;
  id: number;
}

async function requireTerm({ taxonomy, id }: TermRef, { site }: Context): Promise<TermRecord> {
  const [term] = await requireTerms(site, getTaxonomy(taxonomy), [id], 'id');
  return term as TermRecord;
}

builder.queryFields((t) => ({
  calendarTermPage: t.field({
    complexity: pageComplexity,
    type: CalendarTermPage,
    description: 'Categories or tags of events, page by page.',
    args: {
      taxonomy: t.arg({ type: CalendarTaxonomy, required: true, description: 'Taxonomy of the terms.' }),
      page: t.arg.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
      perPage: t.arg.int({ description: 'Number of terms on a page, at most 100; by default the setting of the site.' }),
      orderBy: t.arg({ type: TermOrder, defaultValue: 'name', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      filter: t.arg({ type: CalendarTermFilter, description: 'Conditions for terms.' }),
    },
    ...guard(checkFilter),
    resolve: async (_root, { taxonomy, page, perPage, orderBy, order, filter }, { site }) => {
      const { eventId, postId, slug, ...otherFilters } = filter ?? {};
      const part = selectPage({ page, perPage: perPage ?? Math.min(site.settings.get(postsPerPage), 100) });
      return await termList.loadPage(site, {
        taxonomy,
        ...otherFilters,
        post: eventId ?? postId,
        slugs: slug ? [slug] : undefined,
        ...part,
        orderBy,
        order,
      });
    },
  }),
  calendarTerm: t.field({
    type: Term,
    description: 'A category or tag of events; an unknown ID is refused.',
    args: {
      taxonomy: t.arg({ type: CalendarTaxonomy, required: true, description: 'Taxonomy of the term.' }),
      id: t.arg.int({ required: true, ...lookupArgument('Term', 'ID in the database.', { slug: termSlugKey }) }),
    },
    ...guard(async (ref: TermRef, context) => void (await requireTerm(ref, context))),
    resolve: async (_root, ref, context) => await requireTerm(ref, context),
  }),
}));

const CalendarTermDraft = builder.inputType('CalendarTermDraft', {
  description: 'A new category or tag.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Display name, unique among the terms with the same parent.' }),
    slug: t.string({ description: 'Name in URLs; derived from `name` by default.' }),
    description: t.string({ description: 'Description of the term.' }),
    parentId: t.int({ description: 'ID of the parent category; refused for tags.' }),
  }),
});

const CalendarTermChanges = builder.inputType('CalendarTermChanges', {
  ...nulls({ clearedBy: { description: '' }, handledByResolver: ['parentId'] }),
  description: 'The fields of a category or tag to change.',
  fields: (t) => ({
    name: t.string({ description: 'Display name of the category or tag.' }),
    slug: t.string({ description: 'Name in URLs.' }),
    description: t.string({ description: 'Description of the term.' }),
    parentId: t.int({ description: 'ID of the parent category; null for no parent. Refused for tags.' }),
  }),
});

interface ParentInput {
  parentId?: number | null | undefined;
}

/** Checks the parent of a category. Tags have no parent; the service refuses a parent of a tag after the permission check. */
async function checkParent(taxonomy: string, input: ParentInput | null | undefined, argument: string, { site }: Context): Promise<void> {
  const parentId = input?.parentId;
  if (parentId && getTaxonomy(taxonomy).isHierarchical) await requireTerms(site, getTaxonomy(taxonomy), [parentId], `${argument}.parentId`);
}

builder.mutationFields((t) => ({
  createCalendarTerm: t.field({
    type: Term,
    description: 'Creates a category or tag of events; for users who write events and manage terms.',
    args: {
      taxonomy: t.arg({ type: CalendarTaxonomy, required: true, description: 'Taxonomy of the term.' }),
      draft: t.arg({ type: CalendarTermDraft, required: true, description: 'The term to create.' }),
    },
    ...guard(async ({ taxonomy, draft }: { taxonomy: string; draft?: ParentInput }, context) => {
      await checkParent(taxonomy, draft, 'draft', context);
      checkManageTerms(context.viewer, getTaxonomy(taxonomy));
    }),
    resolve: async (_root, { taxonomy, draft }, { site }) => await createTerm(site, getTaxonomy(taxonomy), draft),
  }),
  updateCalendarTerm: t.field({
    type: Term,
    description: 'Changes a category or tag of events; for users who write events and manage terms.',
    args: {
      taxonomy: t.arg({ type: CalendarTaxonomy, required: true, description: 'Taxonomy of the term.' }),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: CalendarTermChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(async (args: TermRef & { changes?: ParentInput }, context) => {
      await requireTerm(args, context);
      await checkParent(args.taxonomy, args.changes, 'changes', context);
      checkManageTerms(context.viewer, getTaxonomy(args.taxonomy));
    }),
    resolve: async (_root, { taxonomy, id, changes }, { site, load }) => {
      const term = await updateTerm(site, getTaxonomy(taxonomy), id, changes);
      load.clearTerm(term.id);
      return term;
    },
  }),
  deleteCalendarTerm: t.field({
    type: Term,
    description:
      'Deletes a category or tag permanently and returns it. Child categories move to the parent of the deleted category. For users who write events and manage terms.',
    args: {
      taxonomy: t.arg({ type: CalendarTaxonomy, required: true, description: 'Taxonomy of the term.' }),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
    },
    ...guard(async (ref: TermRef, context) => {
      await requireTerm(ref, context);
      checkManageTerms(context.viewer, getTaxonomy(ref.taxonomy));
    }),
    resolve: async (_root, { taxonomy, id }, { site, load }) => {
      const term = await deleteTerm(site, getTaxonomy(taxonomy), id);
      load.clearTerm(id);
      return term;
    },
  }),
}));
