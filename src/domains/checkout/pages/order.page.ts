import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getZoneByName } from '#app/core/time/zone.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, parseNumber, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { getFormTitle } from '#app/web/pages/form-fields.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { createQrSvg } from '#app/core/images/qr-code.ts';
import { privateImageHeaders, getTokenParameter } from '../../tickets/pages/private-page.ts';
import { renderOfflineScript } from '../../tickets/pages/offline/offline-script.ts';
import { loadEventsOfPosts, buildCalendarLinks, loadTicketSheets } from '../../tickets/qr/ticket-sheet.ts';
import { getBankTransfer } from '../bank-transfer/bank-transfer.ts';
import { orderNotFound } from '../checkout.failures.ts';
import { cancelOwnAttendee, cancelOrder, updateRsvp } from '../orders/cancel-order.ts';
import { type BuyerOrder, viewOrder } from '../orders/order.view.ts';
import { listOrderReceipts } from '../receipts/receipt.view.ts';
import { transferTicket } from '../orders/transfer-ticket.ts';
import { type OrderAction, renderOrderBody, type OrderPage, type RejectedOrderForm } from './order.view.ts';
import { toFaults } from './refusals.ts';
import { sendNoticeIfMissing, type Visitor, loadVisitor } from './selling-page.ts';

const actions: readonly string[] = ['cancel', 'cancel-one', 'hand-on', 'going', 'not-going'] satisfies OrderAction[];
const parseAction = (text: string): OrderAction | null => (actions.includes(text) ? (text as OrderAction) : null);

async function loadEventsOfOrder(
  site: Site,
  translate: Translate,
  order: BuyerOrder,
): Promise<{ events: OrderPage['events']; firstEvent: EventRecord | undefined }> {
  const ids = [...new Set(order.lines.flatMap(({ postId }) => postId ?? []))];
  const [eventTexts, records] = await Promise.all([loadEventsOfPosts(site, ids, translate), loadEvents(site, ids)]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const events = [...eventTexts].map(([id, event]) => {
    const record = byId.get(id);
    return { event, calendar: record && order.state !== 'cancelled' ? buildCalendarLinks(record, event) : null };
  });
  return { events, firstEvent: records[0] };
}

async function sendOrder(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { translate, viewer }: Visitor,
  rejected: RejectedOrderForm | null = null,
): Promise<FastifyReply> {
  const order = await viewOrder(site, getTokenParameter(request));
  const query = createFieldReader(request.query);
  const sheets = await loadTicketSheets(
    site,
    order.attendees.map(({ sheet }) => sheet.attendee),
    translate,
  );
  const { events, firstEvent } = await loadEventsOfOrder(site, translate, order);
  const receipts = order.orderId === null ? [] : await listOrderReceipts(site, order.orderId);
  const zone = firstEvent ? getZoneByName(firstEvent.timezone) : getSiteZone(site);
  const { title, body } = renderOrderBody(site, translate, {
    order,
    sheets,
    events,
    receipts,
    zone,
    completedAction: rejected ? null : parseAction(query('done')),
    rejectedForm: rejected,
  });
  // a response to a form may not redirect to another site, so this page forwards the buyer to the payment
  if (query('pay') === '1' && order.paymentUrl !== null) reply.header('Refresh', `0; url=${order.paymentUrl}`);
  return sendPage(
    reply,
    site,
    { title: getFormTitle(translate, title, rejected?.faults ?? null), body, viewer, translate, isNarrow: true },
    {
      status: rejected?.faults.status ?? 200,
      scripts: renderOfflineScript(site, '/orders/'),
      hasWorker: true,
    },
  );
}

async function runAction(site: Site, token: string, action: OrderAction, field: (name: string) => string): Promise<void> {
  const attendeeId = parseNumber(field('attendee'));
  if (action === 'cancel') await cancelOrder(site, token);
  else if (action === 'cancel-one') await cancelOwnAttendee(site, token, attendeeId);
  else if (action === 'hand-on') await transferTicket(site, token, attendeeId, { fullName: field('fullName'), email: field('email') });
  else await updateRsvp(site, token, attendeeId, action === 'going');
}

/** `GET /orders/{token}`: shows an order to anyone with its URL. */
export async function showOrder(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'order_not_found', () => sendOrder(site, request, reply, visitor));
}

/** `GET /orders/{token}/transfer.svg`: sends the QR code for a transfer with a banking app. */
export async function sendTransferCode(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { translate } = await loadVisitor(site, request);
  const transfer = getBankTransfer(site, translate, await viewOrder(site, getTokenParameter(request)));
  if (!transfer || transfer.qrText === null) throw orderNotFound();
  return reply
    .headers(privateImageHeaders)
    .type('image/svg+xml')
    .send(await createQrSvg(transfer.qrText));
}

/** `POST /orders/{token}`: cancels, transfers, or changes a reply. */
export async function handleOrderForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'order_not_found', async () => {
    const field = createFieldReader(request.body);
    const token = getTokenParameter(request);
    const action = parseAction(field('do'));
    try {
      if (action) await runAction(site, token, action, field);
    } catch (error) {
      if (error instanceof Failure && error.code === 'order_not_found') throw error;
      const faults = toFaults(visitor.translate, error);
      return await sendOrder(site, request, reply, visitor, { attendeeId: Number(field('attendee')) || 0, field, faults });
    }
    return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, `/orders/${token}${action ? `?done=${action}` : ''}`), 303);
  });
}
