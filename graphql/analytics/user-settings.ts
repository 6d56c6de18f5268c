import { changeAudiences } from '#app/domains/analytics/user-settings/audiences.service.ts';
import { changeKeyMetrics } from '#app/domains/analytics/user-settings/key-metrics.service.ts';
import { changeUserSettings, loadUserSettings } from '#app/domains/analytics/user-settings/user-row.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { authorizeAnalytics } from './permit.ts';
import { declareFormerName } from '../public/former-names.ts';

// One database row stores all settings of a user. Each GraphQL type shows a group of them. Mutations change only the given fields.

const loadOwnSettings = (_actor: unknown, _args: object, { site, viewer }: Context) => loadUserSettings(site, viewer.id);

const AudienceSettings = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsAudienceSettings',
  description: 'Audiences whose statistics you see.',
  fields: (t) => ({
    configuredAudiences: t.stringList({
      nullable: true,
      description: 'Names of the audiences; null if you have never chosen any.',
      resolve: ({ configuredAudiences }) => (configuredAudiences === null ? null : (configuredAudiences as string[])),
    }),
    isHidden: t.exposeBoolean('areAudiencesHidden', { description: 'Whether you have hidden this part of the dashboard.' }),
    didSet: t.exposeBoolean('didSetAudiences', { description: 'Whether you have ever chosen audiences.' }),
  }),
});

const AudienceChanges = builder.inputType('AnalyticsAudienceSettingsChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    configuredAudiences: t.stringList({ description: 'Names of audiences.' }),
    isHidden: t.boolean({ description: 'Whether to hide this part of the dashboard.' }),
    didSet: t.boolean({ description: 'Whether audiences were ever chosen.' }),
  }),
});

const ConversionReporting = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsConversionReportingSettings',
  description: 'Times at which you dismissed notices about conversion events.',
  fields: (t) => ({
    newEventsDismissedAt: t.expose('newEventsDismissedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you dismissed the notice about new events; null if you never dismissed it.',
    }),
    lostEventsDismissedAt: t.expose('lostEventsDismissedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you dismissed the notice about events that are no longer found; null if you never dismissed it.',
    }),
  }),
});

const ConversionReportingChanges = builder.inputType('AnalyticsConversionReportingSettingsChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    newEventsDismissedAt: t.field({ type: 'DateTime', description: 'When the notice about new events was dismissed.' }),
    lostEventsDismissedAt: t.field({ type: 'DateTime', description: 'When the notice about lost events was dismissed.' }),
  }),
});

const InitialSetup = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsInitialSetup',
  description: 'Your progress in the initial setup.',
  fields: (t) => ({
    isAnalyticsSetupComplete: t.exposeBoolean('isAnalyticsSetupComplete', {
      nullable: true,
      description: 'Whether the Analytics module is set up; null if unknown.',
    }),
    isSitePurposeSet: t.exposeBoolean('hasSitePurposeAnswer', {
      ...declareFormerName('hasSitePurposeAnswer'),
      nullable: true,
      description: 'Whether you have stated the purpose of the site; null if unknown.',
    }),
  }),
});

const InitialSetupChanges = builder.inputType('AnalyticsInitialSetupChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    isAnalyticsSetupComplete: t.boolean({ description: 'Whether Analytics is set up.' }),
    isSitePurposeSet: t.boolean({
      ...declareFormerName('hasSitePurposeAnswer'),
      description: 'Whether the user has stated the purpose of the site.',
    }),
  }),
});

const KeyMetrics = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsKeyMetrics',
  description: 'The key metrics that you chose.',
  fields: (t) => ({
    slugs: t.exposeStringList('keyMetrics', { description: 'Names of the metrics, in your order.' }),
    isHidden: t.exposeBoolean('areKeyMetricsHidden', { description: 'Whether you have hidden this part of the dashboard.' }),
  }),
});

const Tracking = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsTracking',
  description: 'Whether your use of analytics screens is reported to their developers.',
  fields: (t) => ({ isEnabled: t.exposeBoolean('isTrackingEnabled', { description: 'Whether your use is reported.' }) }),
});

builder.queryFields((t) => ({
  analyticsAudienceSettings: t.field({
    type: AudienceSettings,
    description: 'Audiences whose statistics you see.',
    ...authorizeAnalytics('viewDashboard', loadOwnSettings),
  }),
  analyticsConversionReportingSettings: t.field({
    type: ConversionReporting,
    description: 'When you dismissed the notices about conversion events.',
    ...authorizeAnalytics('viewDashboard', loadOwnSettings),
  }),
  analyticsInitialSetup: t.field({
    type: InitialSetup,
    description: 'Your progress in the initial setup; for administrators.',
    ...authorizeAnalytics('setUp', loadOwnSettings),
  }),
  analyticsKeyMetrics: t.field({
    type: KeyMetrics,
    description: 'The key metrics that you chose.',
    ...authorizeAnalytics('seeAnything', loadOwnSettings),
  }),
  analyticsTracking: t.field({
    type: Tracking,
    description: 'Whether your use of analytics screens is reported.',
    ...authorizeAnalytics('seeAnything', loadOwnSettings),
  }),
}));

interface ChangesArgs<Changes> {
  changes: Changes;
}

builder.mutationFields((t) => ({
  updateAnalyticsAudienceSettings: t.field({
    type: AudienceSettings,
    description: 'Sets the audiences whose statistics you see.',
    args: { changes: t.arg({ type: AudienceChanges, required: true, description: 'The fields to change.' }) },
    ...authorizeAnalytics('viewDashboard', (_actor, { changes }: ChangesArgs<typeof AudienceChanges.$inferInput>, { site, viewer }) =>
      changeAudiences(site, viewer.id, changes),
    ),
  }),
  updateAnalyticsConversionReportingSettings: t.field({
    type: ConversionReporting,
    description: 'Records when you dismissed notices about conversion events.',
    args: { changes: t.arg({ type: ConversionReportingChanges, required: true, description: 'The fields to change.' }) },
    ...authorizeAnalytics(
      'viewDashboard',
      (_actor, { changes }: ChangesArgs<typeof ConversionReportingChanges.$inferInput>, { site, viewer }) => {
        const { newEventsDismissedAt, lostEventsDismissedAt } = changes;
        return changeUserSettings(site.db.prisma, viewer.id, {
          ...(newEventsDismissedAt !== undefined && { newEventsDismissedAt }),
          ...(lostEventsDismissedAt !== undefined && { lostEventsDismissedAt }),
        });
      },
    ),
  }),
  updateAnalyticsInitialSetup: t.field({
    type: InitialSetup,
    description: 'Records your progress in the initial setup; for administrators.',
    args: { changes: t.arg({ type: InitialSetupChanges, required: true, description: 'The fields to change.' }) },
    ...authorizeAnalytics('setUp', (_actor, { changes }: ChangesArgs<typeof InitialSetupChanges.$inferInput>, { site, viewer }) => {
      const { isAnalyticsSetupComplete, isSitePurposeSet } = changes;
      return changeUserSettings(site.db.prisma, viewer.id, {
        ...(typeof isAnalyticsSetupComplete === 'boolean' && { isAnalyticsSetupComplete }),
        ...(typeof isSitePurposeSet === 'boolean' && { hasSitePurposeAnswer: isSitePurposeSet }),
      });
    }),
  }),
  updateAnalyticsKeyMetrics: t.field({
    type: KeyMetrics,
    description: 'Sets your key metrics.',
    args: {
      slugs: t.arg.stringList({ description: 'Names of one to eight metrics; unchanged if absent.' }),
      isHidden: t.arg.boolean({ required: true, description: 'Whether to hide this part of the dashboard.' }),
    },
    ...authorizeAnalytics(
      'seeAnything',
      (_actor, choice: { slugs?: readonly string[] | null | undefined; isHidden: boolean }, { site, viewer }) =>
        changeKeyMetrics(site, viewer.id, choice),
    ),
  }),
  updateAnalyticsTracking: t.field({
    type: Tracking,
    description: 'Sets whether your use of analytics screens is reported to their developers.',
    args: { isEnabled: t.arg.boolean({ required: true, description: 'Whether your use is reported.' }) },
    ...authorizeAnalytics('seeAnything', (_actor, { isEnabled }: { isEnabled: boolean }, { site, viewer }) =>
      changeUserSettings(site.db.prisma, viewer.id, { isTrackingEnabled: isEnabled }),
    ),
  }),
}));
