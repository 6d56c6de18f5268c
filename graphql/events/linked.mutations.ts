import type { ContentRecord } from '#app/domains/content/record.ts';
import {
  checkActOnLinked,
  checkAuthorship,
  checkCreateCalendarContent,
  checkNotTrashed,
  requireLinked,
} from '#app/domains/events/access.ts';
import { checkLinkedInput } from '#app/domains/events/input.checks.ts';
import type { CalendarContentInput } from '#app/domains/events/inputs.ts';
import type { LinkedRecord } from '#app/domains/events/linked.record.ts';
import { checkTrashed, getRestoredStatus } from '#app/domains/events/restore.rules.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { findLinkedId, type LinkedRef, createRefArguments } from './linked.ts';
import { type LinkedKind, organizers, venues } from './linked.kinds.ts';
import { getArgumentName, findLinked } from './linked.queries.ts';

type Maybe<T> = T | null | undefined;
type LinkedArguments = LinkedRef & { discreet?: Maybe<boolean> };

/** Puts the changed record into the loaders, and returns it with the fields that a password protects. */
function cacheRecord(record: LinkedRecord, { load }: Context): LinkedRecord {
  load.calendar.updateCachedCalendarContent(record.kind, record.id, record);
  load.updateCachedContent(record.id, record);
  return { ...record, unlocked: true };
}

function addWriteMutations(linked: LinkedKind): void {
  const { kind, name, nameWithArticle, type, draft: Draft, changes: Changes, create, update } = linked;

  builder.mutationField(`create${name}`, (t) =>
    t.field({
      type,
      description: `Creates ${nameWithArticle}.`,
      args: {
        draft: t.arg({
          type: Draft,
          required: true,
          description: `The ${kind.name} to create. At \`/graphql\`, a new ${kind.name} is created even if the name exists; only drafts within events reuse an existing ${kind.name}.`,
        }),
        reuseExisting: t.arg.boolean({
          ...legacyOnly('Search for the name first, with a filter.'),
          description: `Whether to update an existing ${kind.name} with the same name, and the same description if given, instead of creating one.`,
        }),
      },
      ...guard(async ({ draft }: { draft?: Maybe<CalendarContentInput> }, { site, viewer }) => {
        if (draft) await checkLinkedInput(site, viewer, draft, { argument: 'draft' });
        checkCreateCalendarContent(viewer, kind);
        if (draft) checkAuthorship(viewer, kind, draft);
      }),
      resolve: async (_root, { draft, reuseExisting }, context) =>
        cacheRecord(await create(context.site, context.viewer, draft, reuseExisting ?? false), context),
    }),
  );

  builder.mutationField(`update${name}`, (t) =>
    t.field({
      type,
      description: `Changes ${nameWithArticle}; absent fields are unchanged. Setting a status restores a trashed ${kind.name}.`,
      args: {
        ...createRefArguments(t, name),
        changes: t.arg({ type: Changes, required: true, description: 'The fields to change.' }),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: `Whether unknown ${kind.name}s and ${kind.name}s that you may not edit are refused with the same error.`,
        }),
      },
      ...guard(async (args: LinkedArguments & { changes?: Maybe<CalendarContentInput> }, context) => {
        const content = await findLinked(linked, await findLinkedId(kind, args, context), context);
        if (!args.discreet) requireLinked(kind, content, getArgumentName(args));
        if (args.changes) await checkLinkedInput(context.site, context.viewer, args.changes, { argument: 'changes' });
        checkActOnLinked(context.viewer, kind, 'edit', content, args.discreet ?? false, getArgumentName(args));
        if (args.changes) checkAuthorship(context.viewer, kind, args.changes);
      }),
      resolve: async (_root, args, context) =>
        cacheRecord(await update(context.site, context.viewer, await findLinkedId(kind, args, context), args.changes), context),
    }),
  );

  builder.mutationField(`restore${name}`, (t) =>
    t.field({
      type,
      description: `Restores ${nameWithArticle} from the trash, with its previous status and slug if they are still available. The ${kind.name} is not added to its previous events again.`,
      args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
      ...guard(async ({ id }: { id: number }, context) => {
        const content = await findLinked(linked, id, context);
        checkActOnLinked(context.viewer, kind, 'edit', content, false);
      }),
      resolve: async (_root, { id }, context) => {
        const content = checkTrashed((await findLinked(linked, id, context)) as ContentRecord);
        return cacheRecord(await update(context.site, context.viewer, id, { status: getRestoredStatus(content) }), context);
      },
    }),
  );
}

function addRemoveMutations(linked: LinkedKind): void {
  const { kind, name, nameWithArticle, type, trash, remove } = linked;
  const checkMayDelete = async (args: LinkedArguments, context: Context): Promise<void> => {
    const content = await findLinked(linked, await findLinkedId(kind, args, context), context);
    checkActOnLinked(context.viewer, kind, 'delete', content, args.discreet ?? false, getArgumentName(args));
  };

  builder.mutationField(`trash${name}`, (t) =>
    t.field({
      type,
      description: `Moves ${nameWithArticle} to the trash. The ${kind.name} is permanently removed from its events.`,
      args: {
        ...createRefArguments(t, name),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: `Whether unknown ${kind.name}s and ${kind.name}s that you may not delete are refused with the same error.`,
        }),
      },
      ...guard(checkMayDelete),
      resolve: async (_root, args, context) => {
        const id = await findLinkedId(kind, args, context);
        checkNotTrashed((await findLinked(linked, id, context)) as LinkedRecord);
        return cacheRecord(await trash(context.site, context.viewer, id), context);
      },
    }),
  );

  builder.mutationField(`delete${name}`, (t) =>
    t.field({
      type,
      description: `Deletes ${nameWithArticle} and its links to events permanently, and returns it.`,
      args: {
        ...createRefArguments(t, name),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: `Whether unknown ${kind.name}s and ${kind.name}s that you may not delete are refused with the same error.`,
        }),
      },
      ...guard(checkMayDelete),
      resolve: async (_root, args, context) => {
        const removed = await remove(context.site, await findLinkedId(kind, args, context));
        context.load.calendar.updateCachedCalendarContent(removed.kind, removed.id, null);
        context.load.updateCachedContent(removed.id, null);
        return { ...removed, unlocked: true };
      },
    }),
  );
}

addWriteMutations(venues);
addRemoveMutations(venues);
addWriteMutations(organizers);
addRemoveMutations(organizers);
