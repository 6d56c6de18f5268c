import { getButtonLabel } from '#app/domains/consent/statistics/buttons.ts';
import {
  countBypasses,
  countButtons,
  type GroupCount,
  readGroupCounts,
  type NamedCount,
  type StatisticsPeriod,
} from '#app/domains/consent/statistics/statistics.service.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { parseLogDay } from '#app/domains/consent/log/days.ts';
import { statisticNotFound } from '#app/domains/consent/failures.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { consentManagers } from './access.ts';
import { bypasses, acceptedShares } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const GroupCountRow = builder.objectRef<GroupCount>('ConsentGroupCount').implement({
  description: 'Number of visitors who accepted nothing, some or all of a group on a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day in the time zone of the site, `YYYY-MM-DD`.' }),
    groupId: t.exposeInt('groupId', { description: 'ID of the group.' }),
    groupName: t.exposeString('groupName', { description: 'Name of the group, for visitors.' }),
    accepted: t.exposeInt('accepted', {
      // The public schema has names for the stored numbers.
      ...oneOf(acceptedShares, 'Share of the group that was accepted.', {
        old: 'Share of the group that was accepted: 0 for nothing, 1 for some services, 2 for all services.',
        written: {},
      }),
    }),
    count: t.exposeInt('count', { description: 'Number of visitors.' }),
  }),
});

const ButtonCount = builder.objectRef<NamedCount>('ConsentButtonCount').implement({
  description: 'Number of decisions that were made with one button.',
  fields: (t) => ({
    button: t.exposeString('name', { description: 'Button that the visitors used.' }),
    label: t.string({ description: 'Label of the button.', resolve: ({ name }) => getButtonLabel(name) }),
    count: t.exposeInt('count', { description: 'Number of decisions.' }),
    labelledCount: t.field({
      type: 'JSON',
      ...legacy({ use: 'label count' }),
      description: 'Label and number as a list.',
      resolve: ({ name, count }) => [getButtonLabel(name), count],
    }),
  }),
});

const BypassCount = builder.objectRef<NamedCount>('ConsentBypassCount').implement({
  description: 'Number of decisions for a reason why visitors were not asked.',
  fields: (t) => ({
    bypass: t.exposeString('name', {
      ...oneOf(bypasses, 'Reason why the visitor was not asked.', {
        old: 'Reason why the visitor was not asked: `none` if the visitor was asked, `dnt`, `geolocation` or `bannerless`.',
      }),
    }),
    count: t.exposeInt('count', { description: 'Number of decisions.' }),
  }),
});

const Statistics = builder.objectRef<StatisticsPeriod>('ConsentStatistics').implement({
  description: 'Decisions of visitors in a period.',
  fields: (t) => ({
    groups: t.field({
      type: [GroupCountRow],
      description: 'Decisions by day, group and accepted share of the group.',
      resolve: (period, _args, { site }) => readGroupCounts(site, period),
    }),
    buttons: t.field({
      type: [ButtonCount],
      description: 'Decisions by button.',
      resolve: (period, _args, { site }) => countButtons(site, period),
    }),
    bypasses: t.field({
      type: [BypassCount],
      description: 'Decisions by the reason why visitors were not asked.',
      resolve: (period, _args, { site }) => countBypasses(site, period),
    }),
    other: t.boolean({
      nullable: true,
      ...legacy({ use: 'groups { day groupId groupName accepted count }' }),
      description: 'A statistic that does not exist.',
      resolve: () => {
        throw statisticNotFound();
      },
    }),
  }),
});

function parseDay(name: string, value: string): string {
  const parsed = parseLogDay(value);
  if (parsed === null) throw invalidArguments({ [name]: 'The day is invalid. Use YYYY-MM-DD.' });
  return parsed;
}

builder.queryField('consentStatistics', (t) =>
  t.field({
    type: Statistics,
    ...consentManagers,
    description: "Statistics of visitors' decisions; for users who manage the consent banner.",
    args: {
      from: t.arg.string({ required: true, description: 'First day of the period, `YYYY-MM-DD`, in the time zone of the site.' }),
      to: t.arg.string({ required: true, description: 'Last day of the period.' }),
      context: t.arg.string({ defaultValue: '', description: 'Only consents of this context.' }),
    },
    resolve: (_root, { from, to, context }) => ({ from: parseDay('from', from), to: parseDay('to', to), context: context ?? '' }),
  }),
);
