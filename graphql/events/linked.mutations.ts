import type { ContentRecord } from '#app/domains/content/record.ts';
import { checkActOnLinked, checkAuthorship, checkCreateCalendar, checkNotTrashed, requireLinked } from '#app/domains/events/access.ts';
import { checkLinkedInput } from '#app/domains/events/input.checks.ts';
import type { CalendarContentInput } from '#app/domains/events/inputs.ts';
import type { LinkedRecord } from '#app/domains/events/linked.record.ts';
import { checkTrashed, restoredStatus } from '#app/domains/events/restore.rules.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { idOfLinked, type LinkedRef, refArguments } from './linked.ts';
import { type LinkedKind, organizers, venues } from './linked.kinds.ts';
import { argumentOf, findLinked } from './linked.queries.ts';

type Maybe<T> = T | null | undefined;
type Act = LinkedRef & { discreet?: Maybe<boolean> };

/** Returns the written record. Its author also sees the details that a password protects. */
function written(record: LinkedRecord, { load }: Context): LinkedRecord {
  load.calendar.renewCalendar(record.kind, record.id, record);
  load.renew(record.id, record);
  return { ...record, unlocked: true };
}

function addWriting(linked: LinkedKind): void {
  const { kind, name, one, type, draft: Draft, changes: Changes, add, change } = linked;

  builder.mutationField(`create${name}`, (t) =>
    t.field({
      type,
      description: `Creates ${one}.`,
      args: {
        draft: t.arg({
          type: Draft,
          required: true,
          description: `The ${kind.name} to create. At \`/graphql\`, a new one is created even if the name exists; only drafts within events reuse an existing ${kind.name}.`,
        }),
        reuseExisting: t.arg.boolean({
          ...legacyOnly('Whether there is one of the same name already is asked first, with a filter.'),
          description: 'One with the same name, and description where one is given, is used again: its details become those of the draft.',
        }),
      },
      ...guard(async ({ draft }: { draft?: Maybe<CalendarContentInput> }, { site, viewer }) => {
        if (draft) await checkLinkedInput(site, viewer, draft, { argument: 'draft' });
        checkCreateCalendar(viewer, kind);
        if (draft) checkAuthorship(viewer, kind, draft);
      }),
      resolve: async (_root, { draft, reuseExisting }, context) =>
        written(await add(context.site, context.viewer, draft, reuseExisting ?? false), context),
    }),
  );

  builder.mutationField(`update${name}`, (t) =>
    t.field({
      type,
      description: `Changes ${one}; absent fields are unchanged. Setting a status to a trashed one restores it from the trash.`,
      args: {
        ...refArguments(t, name),
        changes: t.arg({ type: Changes, required: true, description: 'The fields to change.' }),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: 'Unknown ones and those you may not edit are refused alike.',
        }),
      },
      ...guard(async (args: Act & { changes?: Maybe<CalendarContentInput> }, context) => {
        const found = await findLinked(linked, await idOfLinked(kind, args, context), context);
        if (!args.discreet) requireLinked(kind, found, argumentOf(args));
        if (args.changes) await checkLinkedInput(context.site, context.viewer, args.changes, { argument: 'changes' });
        checkActOnLinked(context.viewer, kind, 'edit', found, args.discreet ?? false, argumentOf(args));
        if (args.changes) checkAuthorship(context.viewer, kind, args.changes);
      }),
      resolve: async (_root, args, context) =>
        written(await change(context.site, context.viewer, await idOfLinked(kind, args, context), args.changes), context),
    }),
  );

  builder.mutationField(`restore${name}`, (t) =>
    t.field({
      type,
      description: `Restores ${one} from the trash, with its previous status and slug as far as they are available. It is not added to its previous events.`,
      args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
      ...guard(async ({ id }: { id: number }, context) => {
        const found = await findLinked(linked, id, context);
        checkActOnLinked(context.viewer, kind, 'edit', found, false);
      }),
      resolve: async (_root, { id }, context) => {
        const found = checkTrashed((await findLinked(linked, id, context)) as ContentRecord);
        return written(await change(context.site, context.viewer, id, { status: restoredStatus(found) }), context);
      },
    }),
  );
}

function addRemoving(linked: LinkedKind): void {
  const { kind, name, one, type, trash, remove } = linked;
  const mayDelete = async (args: Act, context: Context): Promise<void> => {
    const found = await findLinked(linked, await idOfLinked(kind, args, context), context);
    checkActOnLinked(context.viewer, kind, 'delete', found, args.discreet ?? false, argumentOf(args));
  };

  builder.mutationField(`trash${name}`, (t) =>
    t.field({
      type,
      description: `Moves ${one} to the trash. It is removed from its events permanently.`,
      args: {
        ...refArguments(t, name),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: 'Unknown ones and those you may not delete are refused alike.',
        }),
      },
      ...guard(mayDelete),
      resolve: async (_root, args, context) => {
        const id = await idOfLinked(kind, args, context);
        checkNotTrashed((await findLinked(linked, id, context)) as LinkedRecord);
        return written(await trash(context.site, context.viewer, id), context);
      },
    }),
  );

  builder.mutationField(`delete${name}`, (t) =>
    t.field({
      type,
      description: `Deletes ${one} and its links to events permanently, and returns it.`,
      args: {
        ...refArguments(t, name),
        discreet: t.arg.boolean({
          ...legacyOnly(reasons.discreet),
          description: 'Unknown ones and those you may not delete are refused alike.',
        }),
      },
      ...guard(mayDelete),
      resolve: async (_root, args, context) => {
        const last = await remove(context.site, await idOfLinked(kind, args, context));
        context.load.calendar.renewCalendar(last.kind, last.id, null);
        context.load.renew(last.id, null);
        return { ...last, unlocked: true };
      },
    }),
  );
}

addWriting(venues);
addRemoving(venues);
addWriting(organizers);
addRemoving(organizers);
