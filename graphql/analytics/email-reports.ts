import { reportMailsEnabled } from '#app/domains/analytics/analytics.settings.ts';
import { frequencies, type Frequency, isFrequency } from '#app/domains/analytics/email-reports/frequency.rules.ts';
import { inviteReader } from '#app/domains/analytics/email-reports/invitations.ts';
import { listCandidates, listSubscribers, type ReportReader, formatRole } from '#app/domains/analytics/email-reports/readers.ts';
import { type FailureCategory, findLastFailure, type ReportFailure } from '#app/domains/analytics/email-reports/report-health.ts';
import { findNextReportOfUser, switchReports } from '#app/domains/analytics/email-reports/schedules.ts';
import { changeSubscription, unsubscribeUser } from '#app/domains/analytics/email-reports/subscription.service.ts';
import { loadUserSettings } from '#app/domains/analytics/user-settings/user-row.ts';
import { builder } from '../builder.ts';
import { pageArguments, type PageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { createEnumValues } from '../named-fields.ts';
import { Role } from '../users/role.ts';
import { authorizeAnalytics } from './permit.ts';
import { AnalyticsSwitch } from './switch.ts';
import { payload } from '../public/payload.ts';

const periods: Readonly<Record<Frequency, string>> = { weekly: 'week', monthly: 'month', quarterly: 'quarter' };

const Frequencies = builder.enumType('AnalyticsReportFrequency', {
  description: 'Frequency of reports.',
  values: Object.fromEntries(
    frequencies.map((frequency) => [frequency.toUpperCase(), { value: frequency, description: `Once a ${periods[frequency]}.` }]),
  ) as Record<Uppercase<Frequency>, { value: Frequency; description: string }>,
});

const Subscription = builder.prismaObject('AnalyticsUser', {
  variant: 'AnalyticsReportSubscription',
  description: 'Whether you receive reports by mail.',
  fields: (t) => ({
    isSubscribed: t.exposeBoolean('isSubscribed', { description: 'Whether you are subscribed to the reports.' }),
    frequency: t.field({
      type: Frequencies,
      description: 'Frequency of the reports. It is set even without a subscription.',
      resolve: ({ reportFrequency }) => (isFrequency(reportFrequency) ? reportFrequency : 'weekly'),
    }),
  }),
});

const SubscriptionChanges = builder.inputType('AnalyticsReportSubscriptionChanges', {
  description: 'The fields to change.',
  fields: (t) => ({
    isSubscribed: t.boolean({ description: 'Whether you are subscribed to the reports.' }),
    frequency: t.field({ type: Frequencies, description: 'Frequency of the reports.' }),
  }),
});

const AnalyticsReportReader = builder.objectRef<ReportReader>('AnalyticsReportReader').implement({
  description: 'A user who receives reports by email, or can be invited to receive them.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the user.' }),
    displayName: t.exposeString('displayName', { description: 'Display name of the user.' }),
    email: t.exposeString('email', { description: 'Email address for the reports.' }),
    role: t.expose('role', { type: Role, description: 'Role of the user.' }),
    roleName: t.string({ description: 'Name of the role of the user.', resolve: ({ role }) => formatRole(role) }),
    isInvited: t.exposeBoolean('isInvited', { description: 'Whether the user was invited within the last day.' }),
  }),
});

const ReaderPage = createPageType('AnalyticsReportReaderPage', AnalyticsReportReader, 'report readers');

const categoryMeanings: Readonly<Record<FailureCategory, string>> = {
  cron_scheduler_error: 'Scheduled jobs do not run.',
  permissions_error: 'The recipient has no access to the data at the provider.',
  report_error: 'The data could not be loaded.',
  sending_error: 'The mail server refuses the mail.',
  server_error: 'Any other failure.',
};

const FailureCategories = builder.enumType('AnalyticsReportFailureCategory', {
  description: 'Category of a failure to send reports.',
  values: createEnumValues(categoryMeanings),
});

const AnalyticsReportFailure = builder.objectRef<ReportFailure>('AnalyticsReportFailure').implement({
  description: 'A reason why the most recent mailing sent no report.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable error code.' }),
    message: t.exposeString('message', { description: 'Human-readable error message.' }),
    messages: t.stringList({
      description: 'The error message as a list with one item. New clients read `message`.',
      resolve: ({ message }) => [message],
    }),
    category: t.expose('category', { type: FailureCategories, description: 'Category of the failure.' }),
  }),
});

const Failures = builder.objectRef<ReportFailure[]>('AnalyticsReportFailures').implement({
  description: 'Failures to send reports.',
  fields: (t) => ({ all: t.field({ type: [AnalyticsReportFailure], description: 'The failures; at least one.', resolve: (all) => all }) }),
});

interface ReaderListArgs extends PageArguments {
  search?: string | null | undefined;
}

const toReaderQuery = ({ search, ...page }: ReaderListArgs) => ({ ...selectPage(page), search: search ?? '' });

builder.queryFields((t) => {
  const readers = {
    type: ReaderPage,
    args: { ...pageArguments, search: t.arg.string({ description: 'Part of a name, an email address or a role.' }) },
    complexity: pageComplexity,
  };
  return {
    analyticsReportSubscription: t.field({
      type: Subscription,
      description: 'Whether you receive reports by mail.',
      ...authorizeAnalytics('viewDashboard', (_actor, _args: object, { site, viewer }) => loadUserSettings(site, viewer.id)),
    }),
    analyticsNextReportAt: t.field({
      type: 'DateTime',
      description: 'When the next report at your chosen frequency will be created, even if you are not subscribed.',
      ...authorizeAnalytics('viewDashboard', (_actor, _args: object, { site, viewer }) => findNextReportOfUser(site, viewer.id)),
    }),
    analyticsReportMails: t.field({
      type: AnalyticsSwitch,
      description: 'Whether reports are mailed.',
      ...authorizeAnalytics('seeAnything', (_actor, _args: object, { site }) => ({ isEnabled: site.settings.get(reportMailsEnabled) })),
    }),
    analyticsReportCandidates: t.field({
      ...readers,
      description: 'Users who can be invited to receive reports, administrators first; for users who manage analytics.',
      ...authorizeAnalytics('manage', ({ state }, args: ReaderListArgs, { site, viewer }) =>
        listCandidates(site, state, viewer.id, toReaderQuery(args)),
      ),
    }),
    analyticsReportSubscribers: t.field({
      ...readers,
      description: 'Users who receive reports, sorted by name; for users who manage analytics.',
      ...authorizeAnalytics('manage', ({ state }, args: ReaderListArgs, { site }) => listSubscribers(site, state, toReaderQuery(args))),
    }),
    analyticsReportFailures: t.field({
      type: Failures,
      nullable: true,
      description:
        'Reasons why the most recent mailing sent no report; null if it sent a report or can still send one. For users who manage analytics.',
      ...authorizeAnalytics('manage', async (_actor, _args: object, { site }) => {
        const failure = await findLastFailure(site);
        return failure && [failure];
      }),
    }),
  };
});

builder.mutationFields((t) => ({
  updateAnalyticsReportSubscription: t.field({
    type: Subscription,
    description: 'Subscribes you to reports by mail, or changes your subscription.',
    args: { changes: t.arg({ type: SubscriptionChanges, required: true, description: 'The fields to change.' }) },
    ...authorizeAnalytics('viewDashboard', (_actor, { changes }: { changes: typeof SubscriptionChanges.$inferInput }, { site, viewer }) =>
      changeSubscription(site, viewer.id, changes),
    ),
  }),
  updateAnalyticsReportMails: t.field({
    type: AnalyticsSwitch,
    description: 'Sets whether reports are mailed; for users who manage analytics.',
    args: { isEnabled: t.arg.boolean({ required: true, description: 'Whether reports are mailed.' }) },
    ...authorizeAnalytics('manage', async (_actor, { isEnabled }: { isEnabled: boolean }, { site }) => ({
      isEnabled: await switchReports(site, isEnabled),
    })),
  }),
  inviteAnalyticsReportReader: t.boolean({
    ...payload('isInvited', 'True once the user is invited.'),
    description: 'Invites a user by mail to subscribe to reports, at most once a day; for users who manage analytics. Returns true.',
    args: { userId: t.arg.int({ required: true, description: 'ID of the user.' }) },
    ...authorizeAnalytics('manage', async ({ state }, { userId }: { userId: number }, { site, viewer }) => {
      await inviteReader(site, viewer, state, userId);
      return true;
    }),
  }),
  unsubscribeAnalyticsReportReader: t.boolean({
    ...payload('isUnsubscribed', 'True once the subscription has ended.'),
    description: 'Ends the subscription of a user to reports; for users who manage analytics. Returns true.',
    args: { userId: t.arg.int({ required: true, description: 'ID of the user.' }) },
    ...authorizeAnalytics('manage', async (_actor, { userId }: { userId: number }, { site }) => {
      await unsubscribeUser(site, userId);
      return true;
    }),
  }),
}));
