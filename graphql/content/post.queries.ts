import { checkRead, requireKind, unlockContent } from '#app/domains/content/content.access.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { post as postKind } from '#app/domains/content/kinds.ts';
import { checkList } from '#app/domains/content/list.access.ts';
import { listContent } from '#app/domains/content/list.service.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageArguments, pageComplexity } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Content } from './content.ts';
import { PostOrder } from './enums.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { toPostQuery, PostFilter } from './post.filter.ts';
import { Post } from './post.ts';
import { loadWholeContent } from './whole-content.ts';
import { lookupArgument } from '../public/lookup.ts';
import { createSlugKey, urlKey } from './lookup-keys.ts';

interface PostOptions {
  id: number;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
}

const PostPage = createPageType('Post', Post, 'posts', { isPrivate: true });

interface ListOptions {
  filter?: { statuses?: readonly string[] | null | undefined } | null | undefined;
  forEdit?: boolean | null | undefined;
}

async function findReadableByUrl(url: string, context: Context): Promise<ContentRecord | null> {
  const { site, viewer, load } = context;
  const id = await resolveLink(site, url);
  const content = id === null ? null : await load.content.load(id);
  return content && canRead(viewer, content) ? await loadWholeContent(content, context) : null;
}

builder.queryFields((t) => ({
  post: t.field({
    type: Post,
    description: 'One post of the site.',
    args: {
      id: t.arg.int({
        required: true,
        ...lookupArgument('Post', 'ID in the database.', { slug: createSlugKey(postKind.name), url: urlKey }),
      }),
      password: t.arg.string({ description: 'Password of a protected post; a wrong password is refused.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to show protected texts; refused unless you may edit the post.',
      }),
    },
    ...guard(async (args: PostOptions, { viewer, load }) =>
      checkRead(viewer, requireKind(postKind, await load.content.load(args.id)), args),
    ),
    resolve: async (_root, { id, password, forEdit }, { load }) => {
      const post = requireKind(postKind, await load.content.load(id));
      return password || forEdit ? { ...post, unlocked: true } : post;
    },
  }),
  postPage: t.field({
    type: PostPage,
    description: 'Posts that you may read, page by page. Statuses other than `publish` are for users who may edit posts.',
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      orderBy: t.arg({ type: PostOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
      filter: t.arg({ type: PostFilter, description: 'Conditions for posts.' }),
      password: t.arg.string({
        description: 'Password of protected posts. The texts of posts with this password are then returned; a wrong password is ignored.',
      }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEditOfLists),
        description: 'Only posts that you may edit, with protected texts.',
      }),
      countsUnreadable: t.arg.boolean({
        ...legacyOnly(reasons.countsUnreadable),
        description: 'Whether totals include posts that you may not read; `nodes` never does.',
      }),
      stickyFirst: t.arg.boolean({ description: 'Whether sticky posts are added at the top of the first page.' }),
    },
    complexity: pageComplexity,
    ...guard((args: ListOptions, { viewer }) => checkList(viewer, postKind, { statuses: args.filter?.statuses, forEdit: args.forEdit })),
    resolve: async (_root, args, { site, viewer, load }) => {
      const page = await listContent(
        site,
        viewer,
        {
          kind: postKind.name,
          page: args.page ?? 1,
          perPage: args.perPage ?? 10,
          offset: args.offset,
          orderBy: args.orderBy ?? 'date',
          order: args.order ?? 'desc',
          stickyFirst: args.stickyFirst ?? false,
          countsUnreadable: args.countsUnreadable ?? false,
          ...toPostQuery(site, args.filter ?? {}),
        },
        args.forEdit ?? false,
      );
      for (const node of page.nodes) if (!node.unlocked) load.content.prime(node.id, node);
      return args.password ? unlockContent(args.password, page) : page;
    },
  }),
  contentByUrl: t.field({
    type: Content,
    nullable: true,
    ...publicAccess,
    description: 'The content at a URL of this site; null if it does not exist or you may not read it.',
    args: { url: t.arg.string({ required: true, description: 'URL or path, with or without a trailing slash.' }) },
    resolve: (_root, { url }, context) => findReadableByUrl(url, context),
  }),
}));
