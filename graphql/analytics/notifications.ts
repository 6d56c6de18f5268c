import { listNotifications, markNotification } from '#app/domains/analytics/notifications/notifications.ts';
import { builder } from '../builder.ts';
import { permitted } from './permit.ts';
import { notificationStates } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';
import { payload } from '../public/payload.ts';

const AnalyticsNotification = builder.prismaObject('AnalyticsNotification', {
  description: 'Something that administrators should know.',
  fields: (t) => ({
    name: t.exposeString('id', { description: 'What it is called; marking takes it.' }),
    title: t.exposeString('title', { description: 'In a few words.' }),
    content: t.exposeString('content', { description: 'Full text, as HTML.' }),
    ctaUrl: t.exposeString('ctaUrl', { description: 'Where something can be done about it; empty = nowhere.' }),
    ctaLabel: t.exposeString('ctaLabel', { description: 'What is done there.' }),
    ctaTarget: t.exposeString('ctaTarget', { description: 'Window that opens, as links name it.' }),
    learnMoreUrl: t.exposeString('learnMoreUrl', { description: 'Where more is said.' }),
    learnMoreLabel: t.exposeString('learnMoreLabel', { description: 'What is said there.' }),
    isDismissible: t.exposeBoolean('isDismissible', { description: 'Whether it can be put away.' }),
    dismissLabel: t.exposeString('dismissLabel', { description: 'What the button for that says.' }),
  }),
});

interface Mark {
  name?: string | null | undefined;
  state?: string | null | undefined;
}

builder.queryField('analyticsNotifications', (t) =>
  t.field({
    type: [AnalyticsNotification],
    description: 'What administrators of a connected site should know and have not put away.',
    ...permitted('setUpConnected', ({ state }, _args: object, { site }) => listNotifications(site, state)),
  }),
);

builder.mutationField('markAnalyticsNotification', (t) =>
  t.boolean({
    ...payload('isMarked'),
    description: 'Puts a notification away. Returns false for an unknown one.',
    args: {
      name: t.arg.string({ description: 'Which; it has to be given.' }),
      state: t.arg.string({
        ...oneOf(notificationStates, 'What was done with it; required.', { old: '`accepted` or `dismissed`; it has to be given.' }),
      }),
    },
    ...permitted('setUpConnected', (_actor, { name, state }: Mark, { site }) => markNotification(site, name ?? '', state ?? '')),
  }),
);
