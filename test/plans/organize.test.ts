import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerConfig } from '../../src/core/db/server.ts';
import { getDeclaredStatements } from '../../src/core/db/statement.ts';
import '../../src/domains/events/series.reader.ts';
import '../../src/domains/organize/cancel-event.ts';
import '../../src/domains/organize/event-tickets.ts';
import '../../src/domains/organize/order.list.ts';
import '../../src/domains/organize/pages/order-export.route.ts';
import '../../src/domains/organize/sales.reader.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFullScans, formatPlan, explainStatement } from './explain.ts';
import { fillWithSales } from './fill.ts';

const EVENTS = 2000;
const GROWING = new Set(['attendee', 'event', 'receipt', 'ticket', 'ticket_order', 'ticket_order_item']);

describe(`Organizer pages of one of ${EVENTS.toLocaleString('en')} events in PostgreSQL`, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;
  let event: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fillWithSales(database.url, EVENTS);
    client = new pg.Client(createServerConfig(database.url));
    await client.connect();
    const { rows } = await client.query<{ id: number }>('SELECT content_id AS id FROM event ORDER BY content_id DESC OFFSET 7 LIMIT 1');
    event = rows[0]!.id;
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  const textOf = (name: string) => getDeclaredStatements().find((statement) => statement.name === name)!.text;
  const receipts = `SELECT * FROM receipt WHERE order_id = $1::int ORDER BY id`;
  const codes = `SELECT * FROM discount_code WHERE event_id = $1::int ORDER BY id LIMIT 100`;

  it.each<[name: string, text: string, values: (event: number) => unknown[]]>([
    ['a page of orders', textOf('orders_of_event'), (id) => [id, [], 20, 0, '']],
    ['orders found by a word', textOf('orders_of_event'), (id) => [id, ['%guest%'], 20, 0, '']],
    ['orders with a refund due', textOf('orders_of_event'), (id) => [id, [], 20, 0, 'due']],
    ['the export of orders', textOf('exported_orders_of_event'), (id) => [id, 0]],
    ['attendees that a cancellation affects', textOf('affected_by_cancelled_event'), (id) => [id]],
    ['tickets', textOf('ticket_ids_of_event'), (id) => [id]],
    ['sales', textOf('sales_of_events'), (id) => [[id], ['completed']]],
    ['the events of its series', textOf('events_in_series'), (id) => [[id]]],
    ['other dates of its series', textOf('other_dates_of_series'), (id) => [id, new Date('2020-01-01T00:00:00Z'), 6]],
    ['receipts of an order', receipts, (id) => [id + 1]],
    ['discount codes', codes, (id) => [id]],
  ])('need no full scan of a growing table for %s', async (_name, text, values) => {
    for (const [mode, plan] of Object.entries(await explainStatement(database.url, { text, values: values(event) }))) {
      expect(findFullScans(plan, GROWING), `${mode}: ${formatPlan(plan)}`).toEqual([]);
    }
  });
});
