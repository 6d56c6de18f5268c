import { formatIsoLocal } from '#app/core/time/zone.ts';
import { hideMigration, runMigration, findShownMigration } from '#app/domains/consent/migrations/migration.service.ts';
import type { ActionResult, MigrationAction } from '#app/domains/consent/migrations/migrations.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { payload } from '../public/payload.ts';

type ShownMigration = NonNullable<Awaited<ReturnType<typeof findShownMigration>>>;
type ShownAction = MigrationAction & { performedAt: Date | undefined };

const Action = builder.objectRef<ShownAction>('ConsentMigrationAction').implement({
  description: 'A step of a migration.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Unique name of the step.' }),
    title: t.exposeString('title', { description: 'Title of the step.' }),
    description: t.exposeString('description', { description: 'Explanation of the step.' }),
    linkText: t.exposeString('linkText', { description: 'Text of the button.' }),
    needsPro: t.exposeBoolean('needsPro', { description: 'Whether the step requires a license.' }),
    isRunnable: t.boolean({
      description: 'Whether the step changes something; otherwise it only opens a link.',
      resolve: ({ act }) => act !== undefined,
    }),
    performedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the step was last run; null if it was never run.',
      resolve: ({ performedAt }) => performedAt ?? null,
    }),
    performedLocal: t.string({
      nullable: true,
      ...legacy({ use: 'performedAt' }),
      description: '`performedAt` with the UTC offset of the site’s time zone.',
      resolve: ({ performedAt }, _args, { site }) => (performedAt ? formatIsoLocal(performedAt, getSiteZone(site)) : null),
    }),
  }),
});

/** GraphQL type of the migration that administrators have to check. */
export const ConsentMigration = builder.objectRef<ShownMigration>('ConsentMigration').implement({
  description: 'Changes to check after an update of the banner from an earlier version.',
  fields: (t) => ({
    name: t.string({ description: 'Unique name of the migration.', resolve: ({ migration }) => migration.id }),
    headline: t.string({ description: 'Title of the migration.', resolve: ({ migration }) => migration.headline }),
    description: t.string({ description: 'Explanation of the migration.', resolve: ({ migration }) => migration.description }),
    actions: t.field({
      type: [Action],
      description: 'Steps of the migration.',
      resolve: ({ migration, performed }) => migration.actions.map((action) => ({ ...action, performedAt: performed.get(action.id) })),
    }),
  }),
});

const MigrationResult = builder.objectRef<ActionResult>('ConsentMigrationResult').implement({
  description: 'Result of a step of a migration.',
  fields: (t) => ({
    isSuccess: t.boolean({ description: 'Whether the step succeeded.', resolve: () => true }),
    redirectUrl: t.string({
      nullable: true,
      description: 'URL to open next; null if none exists.',
      resolve: ({ redirect }) => redirect ?? null,
    }),
    resetTexts: t.stringList({
      nullable: true,
      description: 'Names of the texts that were reset to their defaults; null if the step resets no texts.',
      resolve: ({ reset }) => reset ?? null,
    }),
    deletedTexts: t.stringList({
      nullable: true,
      description: 'Edited texts that were deleted; null if the step deletes no texts.',
      resolve: ({ deletedTexts }) => deletedTexts ?? null,
    }),
    tileChange: t.field({
      type: 'JSON',
      nullable: true,
      ...legacyOnly('Front ends request the migration again and show its current state.'),
      description: 'Changes to the tile that shows the step.',
      resolve: ({ overrideAction }) => overrideAction ?? null,
    }),
  }),
});

const migrationId = { required: true, description: 'Name of the migration.' } as const;

builder.mutationFields((t) => ({
  runConsentMigration: t.field({
    type: MigrationResult,
    ...consentManagers,
    description: 'Runs a step of a migration and records when; for users who manage the consent banner.',
    args: { migration: t.arg.string(migrationId), action: t.arg.string({ required: true, description: 'Name of the step.' }) },
    resolve: (_root, { migration, action }, { site }) => runMigration(site, migration, action),
  }),
  hideConsentMigration: t.boolean({
    ...payload('isHidden', 'True once the notice is hidden.'),
    ...consentManagers,
    description: 'Hides the notice about a migration; for users who manage the consent banner.',
    args: { migration: t.arg.string(migrationId) },
    resolve: async (_root, { migration }, { site }) => {
      await hideMigration(site, migration);
      return true;
    },
  }),
}));
