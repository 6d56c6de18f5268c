import { invalidArguments } from '#app/core/failures/failure.ts';
import type { PageKind } from '#app/core/caching/viewed-page.ts';
import { loadStatisticsReader } from '#app/domains/analytics/dashboard/dashboard.access.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { isDay, countDays, LONGEST_PERIOD, type Period } from '#app/domains/figures/reading/days.ts';
import {
  type SiteStatistics,
  type DailyStatistics,
  type EventStatistics,
  readBusiestEvents,
  loadStatistics,
  type Revenue,
  type SalesAndCheckIns,
} from '#app/domains/figures/reading/figures.ts';
import type { Channel } from '#app/domains/figures/views/channel.rules.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { authorizeWith } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Event } from '../events/refs.ts';
import { Money, type MoneySource } from '../money/money.ts';
import { createEnumValues } from '../named-fields.ts';
import { declareFormerName } from '../public/former-names.ts';

const ViewChannel = builder.enumType('ViewChannel', {
  description: 'Channel through which visitors reached a page.',
  values: createEnumValues<Channel>({
    direct: 'Unknown: the URL was typed, opened from an app, or the browser hides the referrer.',
    site: 'Another page of the site.',
    search: 'A search engine.',
    social: 'A social network.',
    mail: 'A mail that was read in a browser.',
    referral: 'A link of another site.',
  }),
});

const ViewedPageKind = builder.enumType('ViewedPageKind', {
  description: 'Type of a viewed page.',
  values: createEnumValues<PageKind>({
    front: 'The front page, while it lists posts, and the pages of that list.',
    post: 'A post of the site.',
    page: 'A page, including the front page if it is a page.',
    event: 'An event of the calendar.',
    venue: 'A venue of events.',
    organizer: 'An organizer of events.',
    calendar: 'A view of the calendar.',
    archive: 'A list of posts by category, tag or author.',
    search: 'The search page.',
    other: 'Any other public page, such as a map.',
  }),
});

/** Converts sums by currency to amounts. */
export const toMoney = (revenues: readonly Revenue[]): MoneySource[] =>
  revenues.map(({ currency, minorUnits }) => ({ minor: minorUnits, currency }));

const SiteTrade = builder.objectRef<SalesAndCheckIns>('SiteTrade').implement({
  description: 'Sales and check-ins.',
  fields: (t) => ({
    tickets: t.exposeInt('tickets', {
      description: 'Number of places that were sold or given away, by the day of the order. Refunded and deleted places are not counted.',
    }),
    revenue: t.field({
      ...declareFormerName('takings'),
      type: [Money],
      description: 'Amounts that were paid, by currency.',
      resolve: ({ revenue }) => toMoney(revenue),
    }),
    checkIns: t.exposeInt('checkIns', { description: 'Number of check-ins, by the day of the check-in.' }),
  }),
});

const salesDescription = 'Sales and check-ins; null unless you manage attendees.';

const SiteFiguresDay = builder.objectRef<DailyStatistics>('SiteFiguresDay').implement({
  description: 'Statistics of one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day in the time zone of the site, `YYYY-MM-DD`.' }),
    views: t.exposeInt('views', { description: 'Number of page views.' }),
    sales: t.expose('trade', { ...declareFormerName('trade'), type: SiteTrade, nullable: true, description: salesDescription }),
  }),
});

const SiteFiguresEvent = builder.objectRef<EventStatistics>('SiteFiguresEvent').implement({
  description: 'Statistics of one event.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the event.' }),
    title: t.string({ description: 'Title of the event as plain text.', resolve: ({ title }) => toPlainText(title) }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event; null if you may not read it.',
      resolve: async ({ id }, _args, { load, viewer }) => {
        const event = await load.calendar.event.load(id);
        return event && canRead(viewer, event) ? event : null;
      },
    }),
    views: t.exposeInt('views', { description: 'Number of views of the page of the event.' }),
    sales: t.expose('trade', { ...declareFormerName('trade'), type: SiteTrade, nullable: true, description: salesDescription }),
  }),
});

const ViewsByChannel = builder.objectRef<SiteStatistics['channels'][number]>('ViewsByChannel').implement({
  description: 'Number of views from one channel.',
  fields: (t) => ({
    channel: t.expose('channel', { type: ViewChannel, description: 'Channel of the visit.' }),
    views: t.exposeInt('views', { description: 'Number of views.' }),
  }),
});

const ViewsByPageKind = builder.objectRef<SiteStatistics['kinds'][number]>('ViewsByPageKind').implement({
  description: 'Number of views of one type of page.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewedPageKind, description: 'Type of the pages.' }),
    views: t.exposeInt('views', { description: 'Number of views.' }),
  }),
});

const MAX_EVENTS = 50;

const SiteFigures = builder.objectRef<SiteStatistics>('SiteFigures').implement({
  description: 'The site’s own statistics of a period. Views are counted without cookies, and no data about visitors is stored.',
  fields: (t) => ({
    from: t.string({
      description: 'First day of the period, `YYYY-MM-DD`, in the time zone of the site.',
      resolve: ({ query }) => query.period.from,
    }),
    to: t.string({
      description: 'Last day of the period, `YYYY-MM-DD`, in the time zone of the site.',
      resolve: ({ query }) => query.period.to,
    }),
    views: t.exposeInt('views', { description: 'Number of page views.' }),
    sales: t.expose('trade', { ...declareFormerName('trade'), type: SiteTrade, nullable: true, description: salesDescription }),
    days: t.field({
      type: [SiteFiguresDay],
      complexity: { multiplier: 30 },
      description: 'Statistics of each day, in order.',
      resolve: ({ days }) => [...days],
    }),
    channels: t.field({
      type: [ViewsByChannel],
      description: 'Views by channel, for all channels.',
      resolve: (statistics) => [...statistics.channels],
    }),
    kinds: t.field({
      type: [ViewsByPageKind],
      description: 'Views by type of page, most viewed first.',
      resolve: ({ kinds }) => [...kinds],
    }),
    events: t.field({
      type: [SiteFiguresEvent],
      description:
        'Events with the most views in this period, followed by those with the most sales and check-ins. All events of the site are counted, even if statistics of one event were requested.',
      args: { first: t.arg.int({ defaultValue: 10, description: `Number of items, at most ${MAX_EVENTS}.` }) },
      complexity: ({ first }: { first?: number | null | undefined }) => ({ multiplier: first ?? 10 }),
      resolve: async (statistics, { first }, { site }) => {
        const limit = first ?? 10;
        if (limit < 1 || limit > MAX_EVENTS) throw invalidArguments({ first: `first must be between 1 and ${MAX_EVENTS}.` });
        return await readBusiestEvents(site, statistics, limit);
      },
    }),
  }),
});

interface Options {
  from: string;
  to: string;
  eventId?: number | null | undefined;
}

function parsePeriod({ from, to }: Options): Period {
  for (const [name, day] of Object.entries({ from, to }))
    if (!isDay(day)) throw invalidArguments({ [name]: 'The day is invalid. Use YYYY-MM-DD.' });
  const days = countDays({ from, to });
  if (days < 1) throw invalidArguments({ to: 'The last day must not be before the first.' });
  if (days > LONGEST_PERIOD) throw invalidArguments({ to: `The period is too long. Statistics cover at most ${LONGEST_PERIOD} days.` });
  return { from, to };
}

builder.queryField('siteStatistics', (t) =>
  t.field({
    ...declareFormerName('siteFigures'),
    type: SiteFigures,
    description:
      'The site’s own statistics, which do not require an analytics provider: views, sales and check-ins. For administrators and users with whom a dashboard is shared; sales and check-ins only for managers of attendees.',
    args: {
      from: t.arg.string({ required: true, description: 'First day of the period, `YYYY-MM-DD`, in the time zone of the site.' }),
      to: t.arg.string({
        required: true,
        description: `Last day of the period, \`YYYY-MM-DD\`. A period has at most ${LONGEST_PERIOD} days.`,
      }),
      eventId: t.arg.int({ description: 'ID of an event. Only statistics of this event are returned.' }),
    },
    ...authorizeWith(
      'Administrators, and users with whom a dashboard is shared.',
      (_args: Options, { site, viewer }: Context) => loadStatisticsReader(site, viewer),
      async (reader, { eventId, ...days }, { site }) => {
        const period = parsePeriod(days);
        return await loadStatistics(site, { period, eventId: eventId ?? null, canSeeSales: reader.canSeeSales });
      },
    ),
  }),
);
