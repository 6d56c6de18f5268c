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
      description: 'When the item can appear again, or the timer expires; null if never.',
    }),
    count: t.exposeInt('count', { description: 'Number of times that you dismissed the item.' }),
  }),
});

type Rule = 'seeAnything' | 'lookAround' | 'viewDashboard';

/** Kinds of items that users can dismiss, with the names of their query and mutation, and the required permission. */
const kinds: readonly { kind: DismissalKind; queryName: string; mutation?: string; rule: Rule; label: string }[] = [
  {
    kind: 'item',
    queryName: 'analyticsDismissedItems',
    mutation: 'dismissAnalyticsItem',
    rule: 'seeAnything',
    label: 'Notices that you dismissed and that are still hidden',
  },
  {
    kind: 'prompt',
    queryName: 'analyticsDismissedPrompts',
    mutation: 'dismissAnalyticsPrompt',
    rule: 'seeAnything',
    label: 'Prompts that you dismissed, expired ones included',
  },
  {
    kind: 'tour',
    queryName: 'analyticsDismissedTours',
    mutation: 'dismissAnalyticsTour',
    rule: 'lookAround',
    label: 'Tours that you completed or dismissed',
  },
  { kind: 'timer', queryName: 'analyticsTimers', rule: 'viewDashboard', label: 'Timers that you set, expired ones included' },
];

interface DismissArgs {
  slug: string;
  seconds?: number | null | undefined;
}

for (const { kind, queryName, mutation, rule, label } of kinds) {
  const { resolve: checkPermission, ...permission } = authorizeAnalytics(rule, () => undefined);
  builder.queryField(queryName, (t) =>
    t.prismaField({
      type: [AnalyticsDismissal],
      description: `${label}, oldest first.`,
      ...permission,
      resolve: async (query, root, args, context) => {
        await checkPermission(root, args, context);
        return await listDismissals(context.site, context.viewer.id, kind, query);
      },
    }),
  );
  if (mutation === undefined) continue;
  builder.mutationField(mutation, (t) =>
    t.field({
      ...payload('dismissals', 'All items of this kind that you have dismissed.'),
      type: [AnalyticsDismissal],
      description: `Dismisses a ${kind === 'item' ? 'notice' : kind} and returns all ${label.charAt(0).toLowerCase()}${label.slice(1)}.`,
      args: {
        slug: t.arg.string({ required: true, description: 'Unique name of the item to dismiss.' }),
        seconds: t.arg.int({ description: 'Seconds until the item can appear again; by default, it never appears again.' }),
      },
      ...authorizeAnalytics(rule, (_actor, { slug, seconds }: DismissArgs, { site, viewer }) =>
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
