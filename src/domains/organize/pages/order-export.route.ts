import type { FastifyReply } from 'fastify';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { createCsvStream } from '#app/core/text/csv.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getSiteToday, getSiteZone } from '#app/domains/content/site-time.ts';
import { formatDecimal } from '#app/domains/tickets/money.rules.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import type { OrganizerContext } from './organizer-page.ts';

/** Number of orders per statement, so that the memory of an export does not depend on its size. */
const BATCH_SIZE = 1_000;

const ordersOfEvent = statement(
  'exported_orders_of_event',
  `SELECT o.id, o.created_utc AS created, o.purchaser_name AS name, o.purchaser_email AS email, o.status, o.gateway, o.currency,
    o.total_minor::float8 AS total, COALESCE(c.discount_code, '') AS code, COALESCE(c.answers, '{}') AS answers, COALESCE(p.refunded_minor, 0)::float8 AS refunded,
    (SELECT string_agg(i.quantity || ' × ' || COALESCE(t.title, '#' || i.ticket_id), ', ' ORDER BY i.ticket_id)
      FROM ticket_order_item i LEFT JOIN ticket t ON t.id = i.ticket_id WHERE i.order_id = o.id) AS tickets
  FROM ticket_order o LEFT JOIN checkout c ON c.id = o.checkout_id LEFT JOIN payment p ON p.order_id = o.id
  WHERE o.id > $2::int AND o.id IN (SELECT i.order_id FROM ticket_order_item i JOIN ticket t ON t.id = i.ticket_id WHERE t.post_id = $1::int
    UNION SELECT a.order_id FROM attendee a WHERE a.post_id = $1::int AND a.order_id IS NOT NULL) ORDER BY o.id LIMIT ${BATCH_SIZE}`,
  rowShape({
    id: 'int',
    created: 'timestamptz',
    name: 'text',
    email: 'text',
    status: 'text',
    gateway: 'text',
    currency: 'text',
    total: 'float',
    code: 'text',
    answers: 'json',
    refunded: 'float',
    tickets: 'text?',
  }),
);

const columns = [
  'order',
  'date',
  'name',
  'email',
  'tickets',
  'status',
  'gateway',
  'currency',
  'total',
  'refunded',
  'discount_code',
  'answers',
] as const;

type Row = Record<(typeof columns)[number], string | number>;

/** Yields the orders of an event, sorted by ID. Each order occurs at most once; orders that are created during the export may be missing. */
async function* readRows(site: Site, eventId: number): AsyncGenerator<Row> {
  for (let lastId = 0; ; ) {
    const orders = await site.db.rows(ordersOfEvent, [eventId, lastId]);
    for (const { id, created, name, email, tickets, status, gateway, currency, total, refunded, code, answers } of orders)
      yield {
        order: id,
        date: toWallTime(created, getSiteZone(site)).replace('T', ' '),
        name,
        email,
        tickets: tickets ?? '',
        status,
        gateway,
        currency,
        total: formatDecimal(total, currency),
        refunded: formatDecimal(refunded, currency),
        discount_code: code,
        answers: Object.entries(answers as Record<string, string>)
          .map(([question, value]) => `${question}: ${value}`)
          .join('; '),
      };
    if (orders.length < BATCH_SIZE) return;
    lastId = orders.at(-1)?.id ?? lastId;
  }
}

/** Sends `GET /exports/orders.csv?post_id=`, the orders of an event as CSV, to users who may edit the event. */
export async function sendOrders({ site, request, reply, viewer }: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(site, viewer, parseNumber(createFieldReader(request.query)('post_id')));
  const csv = createCsvStream(columns, readRows(site, event.id));
  csv.on('error', (error) => request.log.error({ err: error }, 'an export of orders was interrupted'));
  return reply
    .type('text/csv; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Content-Disposition': `attachment; filename="orders-${event.id}-${getSiteToday(site)}.csv"`,
    })
    .send(csv);
}
