import {
  type DismissalKind,
  dismiss,
  listDismissals,
  setTimers,
  type Timer,
  undismiss,
} from '#app/domains/analytics/dismissals/dismissals.ts';
import { builder } from '../builder.ts';
import { permitted } from './permit.ts';
import { payload } from '../public/payload.ts';

const AnalyticsDismissal = builder.prismaObject('AnalyticsDismissal', {
  description: 'A notice, prompt or tour that you dismissed, or a timer that you set.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Unique name of the notice, prompt, tour or timer.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which it stays dismissed; null = forever.',
    }),
    count: t.exposeInt('count', { description: 'Number of times that you dismissed it.' }),
  }),
});

type Rule = 'seeAnything' | 'lookAround' | 'viewDashboard';

/** A kind of item that users can dismiss. The fields of all kinds are the same; the permissions differ. */
const kinds: readonly { kind: DismissalKind; list: string; act?: string; rule: Rule; what: string }[] = [
  {
    kind: 'item',
    list: 'analyticsDismissedItems',
    act: 'dismissAnalyticsItem',
    rule: 'seeAnything',
    what: 'Notices that you dismissed and that are still hidden',
  },
  {
    kind: 'prompt',
    list: 'analyticsDismissedPrompts',
    act: 'dismissAnalyticsPrompt',
    rule: 'seeAnything',
    what: 'Prompts that you dismissed, expired ones included',
  },
  {
    kind: 'tour',
    list: 'analyticsDismissedTours',
    act: 'dismissAnalyticsTour',
    rule: 'lookAround',
    what: 'Tours that you completed or dismissed',
  },
  { kind: 'timer', list: 'analyticsTimers', rule: 'viewDashboard', what: 'Timers that you set, expired ones included' },
];

interface Slug {
  slug: string;
  seconds?: number | null | undefined;
}

for (const { kind, list, act, rule, what } of kinds) {
  const { resolve: judge, ...permission } = permitted(rule, () => undefined);
  builder.queryField(list, (t) =>
    t.prismaField({
      type: [AnalyticsDismissal],
      description: `${what}, oldest first.`,
      ...permission,
      resolve: async (query, root, args, context) => {
        await judge(root, args, context);
        return await listDismissals(context.site, context.viewer.id, kind, query);
      },
    }),
  );
  if (act === undefined) continue;
  builder.mutationField(act, (t) =>
    t.field({
      ...payload('dismissals', 'Everything of this kind that you have dismissed.'),
      type: [AnalyticsDismissal],
      description: `Dismisses an item and returns all ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
      args: {
        slug: t.arg.string({ required: true, description: 'Unique name of the item to dismiss.' }),
        seconds: t.arg.int({ description: 'Seconds until the item can appear again; by default, it never appears again.' }),
      },
      ...permitted(rule, (_actor, { slug, seconds }: Slug, { site, viewer }) =>
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
    ...permitted('seeAnything', (_actor, { slugs }: { slugs: readonly string[] }, { site, viewer }) => undismiss(site, viewer.id, slugs)),
  }),
  setAnalyticsTimers: t.field({
    ...payload('timers', 'All your timers.'),
    type: [AnalyticsDismissal],
    description: 'Sets timers in the given order, and returns all of yours.',
    args: { timers: t.arg({ type: [TimerDraft], required: true, description: 'The timers to set.' }) },
    ...permitted('viewDashboard', (_actor, { timers }: { timers: readonly Timer[] }, { site, viewer }) =>
      setTimers(site, viewer.id, timers),
    ),
  }),
}));
