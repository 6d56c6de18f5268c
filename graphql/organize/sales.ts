import type DataLoader from 'dataloader';
import { groupedReads } from '#app/core/batching/grouped-reads.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { type SalesOfDay, salesOverTime } from '#app/domains/organize/sales-by-day.ts';
import { type EventSales, salesOf } from '#app/domains/organize/sales.reader.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/refs.ts';
import { asMoney } from '../figures/figures.ts';
import { Money } from '../money/money.ts';
import { perRequest } from '../per-request.ts';
import { formerly } from '../public/former-names.ts';

interface Loaders {
  sales: DataLoader<number, EventSales | null>;
  days: DataLoader<EventRecord, SalesOfDay[]>;
}

/** Statistics of events, read together for all that one request shows. */
const loadersOf = perRequest(({ site }): Loaders => {
  // what is sold changes with every mutation of the request
  const anew = { cache: false };
  return {
    sales: groupedReads(
      'sales',
      async (ids) => {
        const found = new Map((await salesOf(site, ids)).map((sales) => [sales.id, sales]));
        return ids.map((id) => found.get(id) ?? null);
      },
      anew,
    ),
    days: groupedReads('sales by day', (events) => salesOverTime(site, events), anew),
  };
});

interface SalesOfEvent extends EventSales {
  event: EventRecord;
}

const SalesDay = builder.objectRef<SalesOfDay>('EventSalesDay').implement({
  description: 'What an event sold on one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: "Day of the site's calendar, `YYYY-MM-DD`." }),
    tickets: t.exposeInt('tickets', { description: 'Settled places that were taken on that day.' }),
    revenue: t.field({ type: [Money], description: 'What was paid for them, by currency.', resolve: ({ revenue }) => asMoney(revenue) }),
  }),
});

const Sales = builder.objectRef<SalesOfEvent>('EventSales').implement({
  description: 'How an event sells.',
  fields: (t) => ({
    sold: t.exposeInt('sold', { description: 'Settled places: paid or free ones, and registrations of those who come.' }),
    reserved: t.exposeInt('held', {
      ...formerly('held'),
      description: 'Places kept for orders that are not paid yet, for checkouts and for offers.',
    }),
    waiting: t.exposeInt('waiting', { description: 'Places that people on waiting lists would like.' }),
    checkedIn: t.int({ description: 'Those who are in.', resolve: (sales) => sales.in }),
    capacity: t.exposeInt('capacity', { nullable: true, description: 'Places altogether; null = as many as wanted, or no tickets.' }),
    revenue: t.field({
      type: [Money],
      description: 'What was paid for settled places, by currency.',
      resolve: ({ revenue }) => asMoney(revenue),
    }),
    days: t.field({
      type: [SalesDay],
      complexity: 20,
      description: 'Day by day since the event was put in, two weeks at least and a year at most.',
      resolve: ({ event }, _args, context) => loadersOf(context).days.load(event),
    }),
  }),
});

builder.prismaObjectFields(Event, (t) => ({
  sales: t.field({
    type: Sales,
    nullable: true,
    description: 'How it sells; null unless you may edit it.',
    resolve: async (parent, _args, context) => {
      const event = parent as unknown as EventRecord;
      const { kind, status, trashedFrom, authorId } = event;
      if (!canEdit(context.viewer, { kind, status, trashedFrom, authorId })) return null;
      const sales = await loadersOf(context).sales.load(event.id);
      return sales && { ...sales, event };
    },
  }),
}));
