import { buttonLabel } from '#app/domains/consent/statistics/buttons.ts';
import {
  bypassCounts,
  buttonCounts,
  type GroupCount,
  groupCounts,
  type NamedCount,
  type StatisticsPeriod,
} from '#app/domains/consent/statistics/statistics.service.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { readDay } from '#app/domains/consent/log/days.ts';
import { statisticNotFound } from '#app/domains/consent/failures.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { forConsentManagers } from './access.ts';
import { bypasses, acceptedShares } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

const GroupCountRow = builder.objectRef<GroupCount>('ConsentGroupCount').implement({
  description: 'How many visitors accepted nothing, some or all of a group on a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day of the site’s calendar, `YYYY-MM-DD`.' }),
    groupId: t.exposeInt('groupId', { description: 'Number of the group.' }),
    groupName: t.exposeString('groupName', { description: 'Name that identifies it.' }),
    accepted: t.exposeInt('accepted', {
      // numbers that stand for words
      ...oneOf(acceptedShares, 'How much of it.', { old: '0 = nothing, 1 = some, 2 = all of it.', written: {} }),
    }),
    count: t.exposeInt('count', { description: 'Number of visitors.' }),
  }),
});

const ButtonCount = builder.objectRef<NamedCount>('ConsentButtonCount').implement({
  description: 'How often decisions were given in one way.',
  fields: (t) => ({
    button: t.exposeString('name', { description: 'Way of checking in.' }),
    label: t.string({ description: 'What it is called.', resolve: ({ name }) => buttonLabel(name) }),
    count: t.exposeInt('count', { description: 'How often it happens.' }),
    labelledCount: t.field({
      type: 'JSON',
      ...legacy({ use: 'label count' }),
      description: 'Both as a list.',
      resolve: ({ name, count }) => [buttonLabel(name), count],
    }),
  }),
});

const BypassCount = builder.objectRef<NamedCount>('ConsentBypassCount').implement({
  description: 'How often decisions came about without a question.',
  fields: (t) => ({
    bypass: t.exposeString('name', {
      ...oneOf(bypasses, 'How they came about.', { old: '`none` = asked for, `dnt`, `geolocation`, `bannerless`.' }),
    }),
    count: t.exposeInt('count', { description: 'How often it happens.' }),
  }),
});

const Statistics = builder.objectRef<StatisticsPeriod>('ConsentStatistics').implement({
  description: 'What visitors have decided within some days.',
  fields: (t) => ({
    groups: t.field({
      type: [GroupCountRow],
      description: 'By day, group and share.',
      resolve: (period, _args, { site }) => groupCounts(site, period),
    }),
    buttons: t.field({
      type: [ButtonCount],
      description: 'By the way decisions were given.',
      resolve: (period, _args, { site }) => buttonCounts(site, period),
    }),
    bypasses: t.field({
      type: [BypassCount],
      description: 'By how they came about.',
      resolve: (period, _args, { site }) => bypassCounts(site, period),
    }),
    other: t.boolean({
      nullable: true,
      ...legacy({ use: 'groups { day groupId groupName accepted count }' }),
      description: 'A statistic that there is not.',
      resolve: () => {
        throw statisticNotFound();
      },
    }),
  }),
});

function day(name: string, text: string): string {
  const read = readDay(text);
  if (read === null) throw invalidArguments({ [name]: 'This is no day of the calendar.' });
  return read;
}

builder.queryField('consentStatistics', (t) =>
  t.field({
    type: Statistics,
    ...forConsentManagers,
    description: 'What visitors have decided; for those who manage the consent banner.',
    args: {
      from: t.arg.string({ required: true, description: 'First day of the site’s calendar, `YYYY-MM-DD`.' }),
      to: t.arg.string({ required: true, description: 'Last day of the period.' }),
      context: t.arg.string({ defaultValue: '', description: 'Exactly this context.' }),
    },
    resolve: (_root, { from, to, context }) => ({ from: day('from', from), to: day('to', to), context: context ?? '' }),
  }),
);
