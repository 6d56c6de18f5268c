import type { PageOptions } from '#app/core/db/lists/list.ts';
import type { Page } from '#app/core/db/page.ts';
import { unlockContent } from '#app/domains/content/content.access.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { checkReadLinked, isUnlockedFor, filterReadable, type ReadOptions } from '#app/domains/events/access.ts';
import type { LinkedQuery } from '#app/domains/events/linked.list.ts';
import type { LinkedRecord } from '#app/domains/events/linked.record.ts';
import { type LinkedListOptions, buildLinkedQuery, limitSearchToReadable } from '#app/domains/events/list.service.ts';
import { guard, authorizeWith } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageComplexity } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { EffectiveLinkedFilter, findLinkedId, LinkedFilter, type LinkedRef, createRefArguments } from './linked.ts';
import { type LinkedKind, organizers, venues } from './linked.kinds.ts';

/** Finds the venue or organizer with an ID, or other content that has this ID. */
export async function findLinked({ loader }: Pick<LinkedKind, 'loader'>, id: number, context: Context): Promise<ContentRecord | null> {
  return (await loader(context).load(id)) ?? (await context.load.content.load(id));
}

/** Returns the name of the argument that identifies the object. */
export const getArgumentName = (ref: LinkedRef) => (typeof ref.id === 'number' ? 'id' : 'slug');

function addItemQuery(linked: LinkedKind): void {
  const { kind, name, type } = linked;
  builder.queryField(kind.name, (t) =>
    t.field({
      type,
      description: `One ${kind.name}, by its ID or its slug. The details of a protected ${kind.name} are hidden unless its password is sent.`,
      args: {
        ...createRefArguments(t, name),
        password: t.arg.string({ description: `Password of a protected ${kind.name}.` }),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: `Whether unknown ${kind.name}s and ${kind.name}s that you may not read are refused with the same error.`,
        }),
      },
      ...guard(async (args: LinkedRef & ReadOptions, context) => {
        const content = await findLinked(linked, await findLinkedId(kind, args, context), context);
        checkReadLinked(context.viewer, kind, content, args, getArgumentName(args));
      }),
      resolve: async (_root, args, context) => {
        const record = (await findLinked(linked, await findLinkedId(kind, args, context), context)) as LinkedRecord;
        return isUnlockedFor(context.viewer, record, args) ? { ...record, unlocked: true } : record;
      },
    }),
  );
}

/** A page with its query. */
interface LinkedPage extends Page<LinkedRecord> {
  query: LinkedQuery & PageOptions;
}

type PageArguments = Pick<LinkedListOptions, 'page' | 'perPage'> & { filter?: LinkedListOptions | null | undefined };

function addPageQuery({ kind, name, type, list }: LinkedKind): void {
  const PageType = createPageType<LinkedRecord, LinkedPage>(name, type, `${kind.name}s`, { isPrivate: true });
  builder.objectField(PageType, 'effective', (t) =>
    t.expose('query', { type: EffectiveLinkedFilter, description: 'The filter that was applied, including defaults.' }),
  );
  const buildQuery = ({ filter, page, perPage }: PageArguments, { site, viewer }: Context): Promise<LinkedQuery & PageOptions> =>
    buildLinkedQuery(site, viewer, kind, { ...filter, page, perPage });
  builder.queryField(`${kind.name}Page`, (t) =>
    t.field({
      complexity: pageComplexity,
      type: PageType,
      description: `${name}s, latest first, page by page. Protected ${kind.name}s are included with their details hidden.`,
      args: {
        page: t.arg.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
        perPage: t.arg.int({ description: `${name}s on a page, at most 100; by default the setting of the site.` }),
        filter: t.arg({ type: LinkedFilter, description: `Conditions for ${kind.name}s.` }),
        password: t.arg.string({ description: `Password of protected ${kind.name}s, whose details are then shown.` }),
      },
      ...authorizeWith(
        `Everyone; statuses other than \`publish\` need the right to edit ${kind.name}s.`,
        buildQuery,
        async (query, { password }: PageArguments & { password?: string | null | undefined }, context) => {
          const page = await list.loadPage(context.site, limitSearchToReadable(context.viewer, kind, query));
          const readablePage = { ...page, nodes: filterReadable(context.viewer, page.nodes), query };
          return password ? unlockContent(password, readablePage) : readablePage;
        },
      ),
    }),
  );
}

addItemQuery(venues);
addPageQuery(venues);
addItemQuery(organizers);
addPageQuery(organizers);
