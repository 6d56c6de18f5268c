import { checkRead, requireKind, unlockContent } from '#app/domains/content/content.access.ts';
import { page as pageKind } from '#app/domains/content/kinds.ts';
import { checkList, expandStatuses, normalizeStatuses } from '#app/domains/content/list.access.ts';
import { listPages, pageList } from '#app/domains/content/site-pages/page.list.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createFilterFields, createOrderValues } from '../connections/filters.ts';
import { createPageType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { Page } from '../content/post.ts';
import { toSharedConditions, createSharedFilterFields } from '../content/shared-conditions.ts';
import { filterableStatuses } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { lookupArgument } from '../public/lookup.ts';
import { urlKey } from '../content/lookup-keys.ts';

interface PageOptions {
  id: number;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
}

const PageListOrder = builder.enumType('PageListOrder', {
  description: 'Sort key of a list of pages; ties are sorted by ID.',
  values: createOrderValues({
    ...pageList.orders,
    include: { description: 'The order of `filter.include`.' },
    include_slugs: { description: 'The order of `filter.slugs`.' },
    parent: { description: 'ID of the parent page.' },
  }),
});

const { parentIds, excludeParentIds, menuOrder } = pageList.filters;

const PageListFilter = builder.inputType('PageListFilter', {
  description: 'Conditions for pages; all of them have to match.',
  fields: (t) => ({
    ...createSharedFilterFields(t),
    ...createFilterFields(t, { parentIds, excludeParentIds, menuOrder }),
    statuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only pages with one of these statuses; published pages by default. Other statuses are for users who may edit pages.',
        {
          old: '`publish` by default; other statuses, or `any`, are for users who may edit pages.',
        },
      ),
    }),
  }),
});

const PagePage = createPageType('Page', Page, 'pages', { isPrivate: true });

interface ListOptions {
  filter?: { statuses?: readonly string[] | null | undefined } | null | undefined;
  forEdit?: boolean | null | undefined;
}

builder.queryFields((t) => ({
  page: t.field({
    type: Page,
    description: 'One page of the site.',
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('Page', 'ID in the database.', { url: urlKey }) }),
      password: t.arg.string({ description: 'Password of a protected page; a wrong password is refused.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to show protected texts; refused unless you may edit the page.',
      }),
    },
    ...guard(async (args: PageOptions, { viewer, load }) =>
      checkRead(viewer, requireKind(pageKind, await load.content.load(args.id)), args),
    ),
    resolve: async (_root, { id, password, forEdit }, { load }) => {
      const page = requireKind(pageKind, await load.content.load(id));
      return password || forEdit ? { ...page, unlocked: true } : page;
    },
  }),
  pagePage: t.field({
    type: PagePage,
    description: 'Pages, page by page. Only users who may edit pages can request pages that are not published.',
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      orderBy: t.arg({ type: PageListOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
      filter: t.arg({ type: PageListFilter, description: 'Conditions for pages.' }),
      password: t.arg.string({ description: 'Password of protected pages, whose texts are then shown; a wrong password is ignored.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEditOfLists),
        description: 'Whether to return only pages that you may edit, with protected texts.',
      }),
      countsUnreadable: t.arg.boolean({
        ...legacyOnly(reasons.countsUnreadable),
        description: 'Whether the total includes matches that you may not read, which `nodes` leaves out.',
      }),
    },
    complexity: pageComplexity,
    ...guard((args: ListOptions, { viewer }) => checkList(viewer, pageKind, { statuses: args.filter?.statuses, forEdit: args.forEdit })),
    resolve: async (_root, args, { site, viewer, load }) => {
      const filter = args.filter ?? {};
      const pages = await listPages(
        site,
        viewer,
        {
          ...toSharedConditions(site, filter),
          kind: pageKind.name,
          statuses: expandStatuses(normalizeStatuses(filter.statuses)),
          ...selectPage(args),
          offset: args.offset,
          countsUnreadable: args.countsUnreadable ?? false,
          orderBy: args.orderBy,
          order: args.order,
        },
        args.forEdit ?? false,
      );
      for (const node of pages.nodes) if (!node.unlocked) load.content.prime(node.id, node);
      return args.password ? unlockContent(args.password, pages) : pages;
    },
  }),
}));
