import { listNotifications, markNotification } from '#app/domains/analytics/notifications/notifications.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';
import { notificationStates } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const AnalyticsNotification = builder.prismaObject('AnalyticsNotification', {
  description: 'A notification for administrators.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'Name to pass to `markAnalyticsNotification`.' }),
    title: t.exposeString('title', { description: 'Title of the notification.' }),
    content: t.exposeString('content', { description: 'Full text, as HTML.' }),
    ctaUrl: t.exposeString('ctaUrl', { description: 'URL of the button; empty if there is no button.' }),
    ctaLabel: t.exposeString('ctaLabel', { description: 'Text of the button.' }),
    ctaTarget: t.exposeString('ctaTarget', { description: 'Target window of the button: the `target` attribute of the link.' }),
    learnMoreUrl: t.exposeString('learnMoreUrl', { description: 'URL of more information.' }),
    learnMoreLabel: t.exposeString('learnMoreLabel', { description: 'Text of the link to more information.' }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'Whether the notification can be dismissed.' }),
    dismissLabel: t.exposeString('dismissLabel', { description: 'Text of the button that dismisses the notification.' }),
  }),
});

interface MarkArgs {
  name?: string | null | undefined;
  state?: string | null | undefined;
}

builder.queryField('analyticsNotifications', (t) =>
  t.field({
    type: [AnalyticsNotification],
    description: 'Current notifications that were not dismissed; for administrators of a connected site.',
    ...authorizeAnalytics('setUpConnected', ({ state }, _args: object, { site }) => listNotifications(site, state)),
  }),
);

builder.mutationField('markAnalyticsNotification', (t) =>
  t.boolean({
    ...payload('isMarked', 'Whether the reaction was stored.'),
    description: 'Stores your reaction to a notification. Returns false for an unknown notification or state.',
    args: {
      name: t.arg.string({ description: 'Name of the notification; required.' }),
      state: t.arg.string({
        ...oneOf(notificationStates, 'Your reaction to the notification; required.', {
          old: 'Your reaction to the notification: `accepted` or `dismissed`; required.',
        }),
      }),
    },
    ...authorizeAnalytics('setUpConnected', (_actor, { name, state }: MarkArgs, { site }) =>
      markNotification(site, name ?? '', state ?? ''),
    ),
  }),
);
