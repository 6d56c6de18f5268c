import { checkImportEvents, canSeeAllImports } from '#app/domains/events/imports/import.access.ts';
import {
  countImports,
  type ImportConditions,
  importStatuses,
  type ImportStatus,
  listImports,
} from '#app/domains/events/imports/import.record.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { EventImport, importStates } from './event-import.ts';
import { oneOf } from '../public/public-mapping.ts';

const requireImporter = (_args: object, { viewer }: Context) => checkImportEvents(viewer);

function parseStatus(status: string | null | undefined): ImportStatus | undefined {
  if (typeof status !== 'string') return undefined;
  const knownStatus = importStatuses.find((name) => name === status);
  if (!knownStatus) throw invalidArguments({ status: `The status is unknown. Use one of: ${importStatuses.join(', ')}.` });
  return knownStatus;
}

interface ListOptions {
  status?: string | null | undefined;
  origin?: string | null | undefined;
}

const toImportConditions = ({ status, origin }: ListOptions, viewer: Viewer): ImportConditions => ({
  status: parseStatus(status),
  origin: origin ?? undefined,
  authorId: canSeeAllImports(viewer) ? undefined : viewer.id,
});

builder.queryFields((t) => ({
  eventImport: t.prismaField({
    type: EventImport,
    nullable: true,
    description: 'The import with this import ID; null if it does not exist, or if you may not see it. For users who publish events.',
    args: { importId: t.arg.string({ required: true, description: 'ID of the import.' }) },
    ...guard(requireImporter),
    resolve: async (query, _root, { importId }, { site, viewer }) => {
      // PostgreSQL cannot store this character in strings
      if (importId.includes('\0')) return null;
      return (await listImports(site, { ...toImportConditions({}, viewer), importId }, query))[0] ?? null;
    },
  }),
  eventImports: t.prismaConnection(
    {
      type: EventImport,
      cursor: 'id',
      description: 'Imports of events, newest first. Users who may edit events of others get all imports; other users get their own.',
      args: {
        status: t.arg.string({ ...oneOf(importStates, 'Only imports with this status.', { old: 'Only imports with this status.' }) }),
        origin: t.arg.string({ description: 'Only imports from this source.' }),
      },
      ...guard(requireImporter),
      totalCount: (_root, args, { site, viewer }) => countImports(site, toImportConditions(args, viewer)),
      resolve: (query, _root, args, { site, viewer }) => listImports(site, toImportConditions(args, viewer), query),
    },
    { name: 'EventImportConnection', description: 'A part of a list of imports.' },
    { name: 'EventImportEdge', description: 'An item of a list of imports.' },
  ),
}));
