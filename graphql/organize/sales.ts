import type DataLoader from 'dataloader';
import { createLoader } from '#app/core/batching/grouped-reads.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { type SalesOfDay, loadSalesOverTime } from '#app/domains/organize/sales-by-day.ts';
import { type EventSales, loadSales } from '#app/domains/organize/sales.reader.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/refs.ts';
import { toMoney } from '../figures/figures.ts';
import { Money } from '../money/money.ts';
import { cachePerRequest } from '../per-request.ts';
import { declareFormerName } from '../public/former-names.ts';

interface Loaders {
  sales: DataLoader<number, EventSales | null>;
  days: DataLoader<EventRecord, SalesOfDay[]>;
}

/** Returns the loaders of sales statistics, which read the statistics of all events of a request together. */
const getSalesLoaders = cachePerRequest(({ site }): Loaders => {
  // not cached, because every mutation of the request may change the sales
  const uncached = { cache: false };
  return {
    sales: createLoader(
      'sales',
      async (ids) => {
        const byId = new Map((await loadSales(site, ids)).map((sales) => [sales.id, sales]));
        return ids.map((id) => byId.get(id) ?? null);
      },
      uncached,
    ),
    days: createLoader('sales by day', (events) => loadSalesOverTime(site, events), uncached),
  };
});

interface SalesOfEvent extends EventSales {
  event: EventRecord;
}

const SalesDay = builder.objectRef<SalesOfDay>('EventSalesDay').implement({
  description: 'Sales of an event on one day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'Day in the time zone of the site, `YYYY-MM-DD`.' }),
    tickets: t.exposeInt('tickets', { description: 'Number of places that were sold on that day.' }),
    revenue: t.field({ type: [Money], description: 'Amounts that were paid, by currency.', resolve: ({ revenue }) => toMoney(revenue) }),
  }),
});

const Sales = builder.objectRef<SalesOfEvent>('EventSales').implement({
  description: 'Sales of an event.',
  fields: (t) => ({
    sold: t.exposeInt('sold', {
      description: 'Number of places of completed orders, including free ones, and of registrations of people who will attend.',
    }),
    reserved: t.exposeInt('held', {
      ...declareFormerName('held'),
      description: 'Number of places that are reserved for unpaid orders, checkouts and offers.',
    }),
    waiting: t.exposeInt('waiting', { description: 'Number of places that people on waiting lists have requested.' }),
    checkedIn: t.exposeInt('in', { description: 'Number of attendees who are checked in.' }),
    capacity: t.exposeInt('capacity', { nullable: true, description: 'Total capacity; null if it is unlimited, or there are no tickets.' }),
    revenue: t.field({
      type: [Money],
      description: 'Amounts that were paid, by currency.',
      resolve: ({ revenue }) => toMoney(revenue),
    }),
    days: t.field({
      type: [SalesDay],
      complexity: 20,
      description: 'Sales by day since the event was created, for at least two weeks and at most a year.',
      resolve: ({ event }, _args, context) => getSalesLoaders(context).days.load(event),
    }),
  }),
});

builder.prismaObjectFields(Event, (t) => ({
  sales: t.field({
    type: Sales,
    nullable: true,
    description: 'Sales of the event; null unless you may edit it.',
    resolve: async (parent, _args, context) => {
      const event = parent as unknown as EventRecord;
      const { kind, status, trashedFrom, authorId } = event;
      if (!canEdit(context.viewer, { kind, status, trashedFrom, authorId })) return null;
      const sales = await getSalesLoaders(context).sales.load(event.id);
      return sales && { ...sales, event };
    },
  }),
}));
