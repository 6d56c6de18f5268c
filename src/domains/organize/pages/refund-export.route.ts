import type { FastifyReply } from 'fastify';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { formatCsv } from '#app/core/text/csv.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getSiteToday, getSiteZone } from '#app/domains/content/site-time.ts';
import { formatDecimal } from '#app/domains/tickets/money.rules.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import type { OrganizerContext } from './organizer-page.ts';

const refundsOfEvent = statement(
  'refunds_of_event',
  `SELECT o.id, o.purchaser_name AS name, o.purchaser_email AS email, o.status, o.currency, p.gateway, p.amount_minor::float8 AS paid,
    p.refund_due_minor::float8 AS due, p.refunded_minor::float8 AS refunded, p.refund_refusal AS refusal,
    (SELECT max(r.created_utc) FROM refund r WHERE r.payment_id = p.id) AS last,
    (SELECT string_agg(r.note, ', ' ORDER BY r.id) FROM refund r WHERE r.payment_id = p.id AND r.note <> '') AS notes
  FROM payment p JOIN ticket_order o ON o.id = p.order_id WHERE p.refund_due_minor > 0 AND o.id IN (
    SELECT i.order_id FROM ticket_order_item i JOIN ticket t ON t.id = i.ticket_id WHERE t.post_id = $1::int
    UNION SELECT a.order_id FROM attendee a WHERE a.post_id = $1::int AND a.order_id IS NOT NULL) ORDER BY o.id`,
  rowShape({
    id: 'int',
    name: 'text',
    email: 'text',
    status: 'text',
    currency: 'text',
    gateway: 'text',
    paid: 'float',
    due: 'float',
    refunded: 'float',
    refusal: 'text',
    last: 'timestamptz?',
    notes: 'text?',
  }),
);

const columns = [
  'order',
  'name',
  'email',
  'status',
  'gateway',
  'currency',
  'paid',
  'due',
  'refunded',
  'outstanding',
  'last_refund',
  'notes',
  'refused',
];

/** Sends `GET /exports/refunds.csv?post_id=`, the due and completed refunds of an event as CSV, to users who may edit the event. */
export async function sendRefunds({ site, request, reply, viewer }: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(site, viewer, parseNumber(createFieldReader(request.query)('post_id')));
  const rows = (await site.db.rows(refundsOfEvent, [event.id])).map((row) => {
    const { id, name, email, status, gateway, currency, paid, due, refunded, refusal, last, notes } = row;
    const amounts = [paid, due, refunded, due - refunded].map((minor) => formatDecimal(minor, currency));
    const at = last ? toWallTime(last, getSiteZone(site)).replace('T', ' ') : '';
    return [id, name, email, status, gateway, currency, ...amounts, at, notes ?? '', refusal];
  });
  return reply
    .type('text/csv; charset=utf-8')
    .headers({
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Disposition': `attachment; filename="refunds-${event.id}-${getSiteToday(site)}.csv"`,
    })
    .send(formatCsv([columns, ...rows]));
}
