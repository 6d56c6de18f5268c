import type { Failure } from '#app/core/failures/failure.ts';
import type { Json } from '#app/domains/analytics/json.ts';
import { readSlugs, type Recovery, recoverModules } from '#app/domains/analytics/modules/recovery.service.ts';
import {
  changeSharing,
  readChanges,
  resetSharing,
  type SharingChange,
  type SharingOutcome,
} from '#app/domains/analytics/modules/sharing.service.ts';
import type { Sharing } from '#app/domains/analytics/access/actor.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { permitted } from './permit.ts';
import { roles } from '../users/role.ts';
import { oneOf, textsOf } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const Management = builder.enumType('AnalyticsSharingManagement', {
  description: 'Who may share a module.',
  values: {
    OWNER: { value: 'owner', description: 'User who owns it.' },
    ALL_ADMINS: { value: 'all_admins', description: 'Every administrator whose account is connected.' },
  } as const,
});

const AnalyticsSharing = builder.objectRef<Sharing>('AnalyticsSharing').implement({
  description: 'With whom a module is shared.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    sharedRoles: t.stringList({
      ...oneOf(roles, 'Roles that may see its data.', { old: 'Roles that may see its data, in small letters.', otherwise: null }),
      resolve: ({ sharedRoles }) => [...sharedRoles],
    }),
    management: t.expose('management', { type: Management, description: 'Who may change that.' }),
  }),
});

const NewOwner = builder.objectRef<{ slug: string; ownerId: number }>('AnalyticsNewOwner').implement({
  description: 'A module that has another owner now.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'User who owns it.',
      resolve: ({ ownerId }, _args, { load }) => load.user.load(ownerId),
    }),
    ownerId: t.exposeInt('ownerId', { description: 'Number of its owner.' }),
  }),
});

const Outcome = builder.objectRef<SharingOutcome>('AnalyticsSharingOutcome').implement({
  description: 'How modules are shared after a change.',
  fields: (t) => ({
    sharing: t.field({
      type: [AnalyticsSharing],
      description: 'All that is shared, or could be from the start.',
      resolve: ({ sharing }) => [...sharing],
    }),
    newOwners: t.field({ type: [NewOwner], description: 'Modules whose owner changed.', resolve: ({ newOwners }) => newOwners }),
  }),
});

const SharingDraft = builder.inputType('AnalyticsSharingChanges', {
  description: 'How one module is shared. What you may not decide is left out.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Slug of the module.' }),
    sharedRoles: t.stringList({
      ...oneOf(roles, 'Roles in place of all former ones; those that cannot edit posts are left out.', {
        old: 'Roles in place of all former ones; those that cannot edit posts are left out.',
      }),
    }),
    management: t.field({ type: Management, description: 'Who may share it.' }),
  }),
});

const RecoveryFailure = builder.objectRef<Pick<Failure, 'code' | 'message' | 'status'>>('AnalyticsRecoveryFailure').implement({
  description: 'Why a module was not taken over.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code for programs.' }),
    message: t.exposeString('message', { description: 'Error message for people.' }),
    status: t.exposeInt('status', { description: 'As an HTTP status.' }),
  }),
});

const AnalyticsRecovery = builder.objectRef<Recovery>('AnalyticsRecovery').implement({
  description: 'Result of taking over a module.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Slug of the module.' }),
    isRecovered: t.boolean({ description: 'Whether you are its owner now.', resolve: ({ failure }) => failure === null }),
    failure: t.field({
      type: RecoveryFailure,
      nullable: true,
      description: 'Reason why it failed.',
      // an error that a resolver returns counts as thrown
      resolve: ({ failure }) => failure && { code: failure.code, message: failure.message, status: failure.status },
    }),
  }),
});

const Recoveries = builder.objectRef<Recovery[]>('AnalyticsRecoveries').implement({
  description: 'Result of taking over modules.',
  fields: (t) => ({
    all: t.field({ type: [AnalyticsRecovery], description: 'Every module that was asked for.', resolve: (all) => all }),
    failed: t.field({
      type: [AnalyticsRecovery],
      description: 'Those that were not taken over.',
      resolve: (all) => all.filter(({ failure }) => failure !== null),
    }),
  }),
});

interface Shared {
  changes?: readonly SharingChange[] | null | undefined;
  settings?: unknown;
}

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

builder.mutationFields((t) => ({
  shareAnalyticsModules: t.field({
    type: Outcome,
    description: 'Decides which roles may see the data of modules; for those who manage analytics.',
    args: {
      changes: t.arg({ type: [SharingDraft], description: 'One for each module.' }),
      settings: t.arg({ type: 'JSON', ...legacy({ use: 'changes' }), description: 'For old clients: the same as a map by slug.' }),
    },
    ...permitted('manage', (actor, { changes, settings }: Shared, { site, viewer }) =>
      changeSharing(site, viewer, actor, changes ?? readChanges(isMap(settings) ? settings : {})),
    ),
  }),
  resetAnalyticsSharing: t.boolean({
    ...payload('wasShared'),
    description: 'Shares nothing any more. Returns whether anything was saved before; for those who manage analytics.',
    ...permitted('manage', (_actor, _args: object, { site }) => resetSharing(site)),
  }),
  recoverAnalyticsModules: t.field({
    type: Recoveries,
    description: 'Makes you the owner of modules that are shared and whose owner’s access is gone; for administrators.',
    args: {
      slugs: t.arg({
        type: 'JSON',
        ...textsOf('Slugs of the modules, at least one.', 'Slugs of the modules, at least one.'),
      }),
    },
    ...permitted('setUp', (actor, { slugs }: { slugs?: unknown }, { site, viewer }) =>
      recoverModules(site, viewer, actor, readSlugs(slugs)),
    ),
  }),
}));
