import type { Failure } from '#app/core/failures/failure.ts';
import { isRecord } from '#app/domains/analytics/json.ts';
import { parseSlugs, type Recovery, recoverModules } from '#app/domains/analytics/modules/recovery.service.ts';
import {
  changeSharing,
  parseChanges,
  resetSharing,
  type SharingChange,
  type SharingOutcome,
} from '#app/domains/analytics/modules/sharing.service.ts';
import type { Sharing } from '#app/domains/analytics/access/actor.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { authorizeAnalytics } from './permit.ts';
import { roles } from '../users/role.ts';
import { oneOf, stringListInput } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const SharingManagement = builder.enumType('AnalyticsSharingManagement', {
  description: 'Users who may share a module.',
  values: {
    OWNER: { value: 'owner', description: 'Only the owner of the module.' },
    ALL_ADMINS: { value: 'all_admins', description: 'Every administrator with a connected account.' },
  } as const,
});

const AnalyticsSharing = builder.objectRef<Sharing>('AnalyticsSharing').implement({
  description: 'Roles with which a module is shared.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    sharedRoles: t.stringList({
      ...oneOf(roles, 'Roles that may see the data of the module.', {
        old: 'Roles that may see the data of the module, in lower case.',
        otherwise: null,
      }),
      resolve: ({ sharedRoles }) => [...sharedRoles],
    }),
    management: t.expose('management', { type: SharingManagement, description: 'Users who may change these roles.' }),
  }),
});

const NewOwner = builder.objectRef<{ slug: string; ownerId: number }>('AnalyticsNewOwner').implement({
  description: 'A module whose owner has changed.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    owner: t.prismaField({
      type: User,
      nullable: true,
      description: 'New owner of the module; null if that user was deleted.',
      resolve: (query, { ownerId }, _args, { load }) => load.selectedUser(ownerId, query),
    }),
    ownerId: t.exposeInt('ownerId', { description: 'ID of the new owner.' }),
  }),
});

const SharingOutcomeObject = builder.objectRef<SharingOutcome>('AnalyticsSharingOutcome').implement({
  description: 'Sharing of modules after the change.',
  fields: (t) => ({
    sharing: t.field({
      type: [AnalyticsSharing],
      description: 'All modules that are shared or can be shared.',
      resolve: ({ sharing }) => [...sharing],
    }),
    newOwners: t.expose('newOwners', { type: [NewOwner], description: 'Modules with a new owner.' }),
  }),
});

const SharingChangesInput = builder.inputType('AnalyticsSharingChanges', {
  description: 'Sharing settings of one module. Fields that you may not change are ignored.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Slug of the module.' }),
    sharedRoles: t.stringList({
      ...oneOf(roles, 'The roles, which replace the previous ones; roles that cannot edit posts are ignored.', {
        old: 'The roles, which replace the previous ones; roles that cannot edit posts are ignored.',
      }),
    }),
    management: t.field({ type: SharingManagement, description: 'Users who may change these roles.' }),
  }),
});

const RecoveryFailure = builder.objectRef<Pick<Failure, 'code' | 'message' | 'status'>>('AnalyticsRecoveryFailure').implement({
  description: 'Reason why you could not become the owner of a module.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable error code.' }),
    message: t.exposeString('message', { description: 'Human-readable error message.' }),
    status: t.exposeInt('status', { description: 'HTTP status of the failure.' }),
  }),
});

const AnalyticsRecovery = builder.objectRef<Recovery>('AnalyticsRecovery').implement({
  description: 'Result of making you the owner of a shared module.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    isRecovered: t.boolean({ description: 'Whether you are the owner of the module now.', resolve: ({ failure }) => failure === null }),
    failure: t.field({
      type: RecoveryFailure,
      nullable: true,
      description: 'Reason of the failure; null if you became the owner.',
      // GraphQL treats an error that a resolver returns as thrown, so the result is a plain object.
      resolve: ({ failure }) => failure && { code: failure.code, message: failure.message, status: failure.status },
    }),
  }),
});

const Recoveries = builder.objectRef<Recovery[]>('AnalyticsRecoveries').implement({
  description: 'Results of making you the owner of shared modules.',
  fields: (t) => ({
    all: t.field({
      type: [AnalyticsRecovery],
      description: 'Result for each requested module.',
      resolve: (recoveries) => recoveries,
    }),
    failed: t.field({
      type: [AnalyticsRecovery],
      description: 'Modules of which you did not become the owner.',
      resolve: (recoveries) => recoveries.filter(({ failure }) => failure !== null),
    }),
  }),
});

interface ShareArgs {
  changes?: readonly SharingChange[] | null | undefined;
  settings?: unknown;
}

builder.mutationFields((t) => ({
  shareAnalyticsModules: t.field({
    type: SharingOutcomeObject,
    description: 'Sets which roles may see the data of modules; for users who manage analytics.',
    args: {
      changes: t.arg({ type: [SharingChangesInput], description: 'Sharing settings, one item for each module.' }),
      settings: t.arg({ type: 'JSON', ...legacy({ use: 'changes' }), description: 'For old clients: the sharing settings by slug.' }),
    },
    ...authorizeAnalytics('manage', (actor, { changes, settings }: ShareArgs, { site, viewer }) =>
      changeSharing(site, viewer, actor, changes ?? parseChanges(isRecord(settings) ? settings : {})),
    ),
  }),
  resetAnalyticsSharing: t.boolean({
    ...payload('wasShared', 'Whether sharing settings were stored before.'),
    description: 'Ends all sharing of modules, and returns whether sharing settings were stored before; for users who manage analytics.',
    ...authorizeAnalytics('manage', (_actor, _args: object, { site }) => resetSharing(site)),
  }),
  recoverAnalyticsModules: t.field({
    type: Recoveries,
    description: 'Makes you the owner of shared modules whose owner has lost access; for administrators.',
    args: {
      slugs: t.arg({
        type: 'JSON',
        ...stringListInput('Slugs of the modules, at least one.', 'Slugs of the modules, at least one.'),
      }),
    },
    ...authorizeAnalytics('setUp', (actor, { slugs }: { slugs?: unknown }, { site, viewer }) =>
      recoverModules(site, viewer, actor, parseSlugs(slugs)),
    ),
  }),
}));
