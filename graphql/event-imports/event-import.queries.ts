import { canSeeImport, checkImportEvents, seesAllImports } from '#app/event-imports/import.access.ts';
import { importKeyset } from '#app/event-imports/import.keyset.ts';
import { findImport, importStatuses, type ImportStatus } from '#app/event-imports/import.record.ts';
import { invalidArguments } from '#app/core/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, connectionComplexity } from '../connections/arguments.ts';
import { connect } from '../connections/connection.ts';
import { connectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { EventImport } from './event-import.ts';

const mayImport = (_args: object, { viewer }: Context) => checkImportEvents(viewer);

builder.queryField('eventImport', (t) =>
  t.field({
    type: EventImport,
    nullable: true,
    description: 'The import with this import id; null when there is none or it is not yours. For those who publish events.',
    args: { importId: t.arg.string({ required: true, description: 'Its import id.' }) },
    ...guard(mayImport),
    resolve: async (_root, { importId }, { site, viewer }) => {
      const record = await findImport(site, importId);
      return record && canSeeImport(viewer, record) ? record : null;
    },
  }),
);

function statusOf(status: string | null | undefined): ImportStatus | undefined {
  if (typeof status !== 'string') return undefined;
  const known = importStatuses.find((one) => one === status);
  if (!known) throw invalidArguments({ status: 'There is no such state.' });
  return known;
}

const EventImportConnection = connectionType('EventImport', EventImport, 'imports');

builder.queryField('eventImports', (t) =>
  t.field({
    type: EventImportConnection,
    description: 'Imports of events, newest first: all of them for those who edit events of others, else your own.',
    args: {
      ...connectionArguments,
      status: t.arg.string({ description: 'Only in this state.' }),
      origin: t.arg.string({ description: 'Only from there.' }),
    },
    complexity: connectionComplexity,
    ...guard(mayImport),
    resolve: (_root, { status, origin, ...args }, context) => {
      const { viewer } = context;
      const list = importKeyset({
        status: statusOf(status),
        origin: origin ?? undefined,
        authorId: seesAllImports(viewer) ? undefined : viewer.id,
      });
      return connect(context, list, 'event import', args);
    },
  }),
);
