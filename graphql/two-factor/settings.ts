import { invalidArguments, refused } from '#app/core/failures/failure.ts';
import { createChanges } from '#app/core/settings/setting.ts';
import { forcedRoles, gracePeriod, loginProtection, rolesWithEmail } from '#app/domains/two-factor/two-factor.settings.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { nulls } from '../public/nulls.ts';
import type { Context } from '../context.ts';
import { Role } from '../users/role.ts';

const settings = { isEnabled: loginProtection, emailRoles: rolesWithEmail, forcedRoles, graceDays: gracePeriod };

const descriptions = {
  isEnabled: 'Whether the sign-in may ask for a second factor.',
  emailRoles: 'Roles whose users are asked to set up codes by email when they sign in.',
  forcedRoles: 'Roles of `emailRoles` whose users must set up a second factor within the grace period.',
  graceDays: 'Grace period in days: 1, 5, 10 or 30.',
};

const TwoFactorSettings = builder.objectRef<Context>('TwoFactorSettings').implement({
  description: 'The settings that decide which users the sign-in asks for a second factor.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: descriptions.isEnabled, resolve: ({ site }) => site.settings.get(loginProtection) }),
    emailRoles: t.field({ type: [Role], description: descriptions.emailRoles, resolve: ({ site }) => site.settings.get(rolesWithEmail) }),
    forcedRoles: t.field({ type: [Role], description: descriptions.forcedRoles, resolve: ({ site }) => site.settings.get(forcedRoles) }),
    graceDays: t.int({ description: descriptions.graceDays, resolve: ({ site }) => site.settings.get(gracePeriod) }),
  }),
});

const TwoFactorSettingsChanges = builder.inputType('TwoFactorSettingsChanges', {
  ...nulls({ handledByResolver: 'all' }),
  description: 'Settings of second factors to change.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: descriptions.isEnabled }),
    emailRoles: t.field({ type: [Role], description: descriptions.emailRoles }),
    forcedRoles: t.field({ type: [Role], description: descriptions.forcedRoles }),
    graceDays: t.int({ description: descriptions.graceDays }),
  }),
});

function requireManager(_args: object, { viewer }: Context): void {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the settings of this site.');
}

builder.queryField('twoFactorSettings', (t) =>
  t.field({
    type: TwoFactorSettings,
    description: 'Settings of second factors. For administrators.',
    ...guard(requireManager),
    resolve: (_root, _args, context) => context,
  }),
);

builder.mutationField('updateTwoFactorSettings', (t) =>
  t.field({
    type: TwoFactorSettings,
    description:
      'Changes the settings of second factors, and returns all of them. If one value is invalid, none are changed. For administrators.',
    args: { changes: t.arg({ type: TwoFactorSettingsChanges, required: true, description: 'The fields to change.' }) },
    ...guard(requireManager),
    resolve: async (_root, { changes }, context) => {
      const { graceDays } = changes;
      if (typeof graceDays === 'number' && !gracePeriod.schema.safeParse(graceDays).success)
        throw invalidArguments({ 'changes.graceDays': 'The grace period is invalid. Use 1, 5, 10 or 30 days.' });
      await context.site.settings.setAll(createChanges(settings, changes));
      return context;
    },
  }),
);
