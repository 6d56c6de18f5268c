import {
  type DismissalKind,
  dismiss,
  listDismissals,
  setTimers,
  type Timer,
  undismiss,
} from '#app/domains/analytics/dismissals/dismissals.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';
import { payload } from '../public/payload.ts';

const AnalyticsDismissal = builder.prismaObject('AnalyticsDismissal', {
  description: 'A notice, prompt or tour that you dismissed, or a timer that you set.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Unique name of the notice, prompt, tour or timer.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the notice, prompt or tour can appear again, or when the timer expires; null if never.',
    }),
    count: t.exposeInt('count', { description: 'Number of times that you dismissed the notice, prompt or tour.' }),
  }),
});

type DismissalPermission = 'seeAnything' | 'lookAround' | 'viewDashboard';

/** Kinds of items that users can dismiss, with the names of their query and mutation, and the required permission. */
const kinds: readonly { kind: DismissalKind; queryName: string; mutationName?: string; permission: DismissalPermission; label: string }[] =
  [
    {
      kind: 'item',
      queryName: 'analyticsDismissedItems',
      mutationName: 'dismissAnalyticsItem',
      permission: 'seeAnything',
      label: 'Notices that you dismissed and that are still hidden',
    },
    {
      kind: 'prompt',
      queryName: 'analyticsDismissedPrompts',
      mutationName: 'dismissAnalyticsPrompt',
      permission: 'seeAnything',
      label: 'Prompts that you dismissed, expired ones included',
    },
    {
      kind: 'tour',
      queryName: 'analyticsDismissedTours',
      mutationName: 'dismissAnalyticsTour',
      permission: 'lookAround',
      label: 'Tours that you completed or dismissed',
    },
    { kind: 'timer', queryName: 'analyticsTimers', permission: 'viewDashboard', label: 'Timers that you set, expired ones included' },
  ];

interface DismissArgs {
  slug: string;
  seconds?: number | null | undefined;
}

for (const { kind, queryName, mutationName, permission, label } of kinds) {
  const { resolve: checkPermission, ...guardOptions } = authorizeAnalytics(permission, () => undefined);
  builder.queryField(queryName, (t) =>
    t.prismaField({
      type: [AnalyticsDismissal],
      description: `${label}, oldest first.`,
      ...guardOptions,
      resolve: async (query, root, args, context) => {
        await checkPermission(root, args, context);
        return await listDismissals(context.site, context.viewer.id, kind, query);
      },
    }),
  );
  if (mutationName === undefined) continue;
  const noun = kind === 'item' ? 'notice' : kind;
  builder.mutationField(mutationName, (t) =>
    t.field({
      ...payload('dismissals', `All ${noun}s that you have dismissed.`),
      type: [AnalyticsDismissal],
      description: `Dismisses a ${noun} and returns all ${label.charAt(0).toLowerCase()}${label.slice(1)}.`,
      args: {
        slug: t.arg.string({ required: true, description: `Unique name of the ${noun}.` }),
        seconds: t.arg.int({ description: `Seconds until the ${noun} can appear again; by default, it never appears again.` }),
      },
      ...authorizeAnalytics(permission, (_actor, { slug, seconds }: DismissArgs, { site, viewer }) =>
        dismiss(site, viewer.id, kind, slug, kind === 'tour' ? null : seconds),
      ),
    }),
  );
}

const TimerDraft = builder.inputType('AnalyticsTimerDraft', {
  description: 'A timer to set.',
  fields: (t) => ({
    slug: t.string({ required: true, description: 'Unique name of the timer.' }),
    expiration: t.int({ required: true, description: 'Seconds until the timer expires.' }),
  }),
});

builder.mutationFields((t) => ({
  restoreAnalyticsItems: t.field({
    ...payload('dismissals', 'The notices that are still dismissed.'),
    type: [AnalyticsDismissal],
    description: 'Restores dismissed notices; returns those that are still dismissed.',
    args: { slugs: t.arg.stringList({ required: true, description: 'Names of the notices; unknown ones are ignored.' }) },
    ...authorizeAnalytics('seeAnything', (_actor, { slugs }: { slugs: readonly string[] }, { site, viewer }) =>
      undismiss(site, viewer.id, slugs),
    ),
  }),
  setAnalyticsTimers: t.field({
    ...payload('timers', 'All your timers.'),
    type: [AnalyticsDismissal],
    description: 'Sets timers in the given order, and returns all your timers.',
    args: { timers: t.arg({ type: [TimerDraft], required: true, description: 'The timers to set.' }) },
    ...authorizeAnalytics('viewDashboard', (_actor, { timers }: { timers: readonly Timer[] }, { site, viewer }) =>
      setTimers(site, viewer.id, timers),
    ),
  }),
}));
