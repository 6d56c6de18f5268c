import type { FastifyReply } from 'fastify';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { createRandomCode } from '#app/domains/tickets/random-code.ts';
import { getCurrentPrice } from '#app/domains/tickets/price.ts';
import { isShop } from '#app/domains/tickets/providers.ts';
import { countPlacesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { sellOrganized } from '../people.service.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganize, type Visit } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderFaultNotice, type Fields, renderInput } from './fields.ts';
import { renderEventTabs, formatMoney, getTitle } from './parts.ts';
import { toFormFaults } from './refusals.ts';

function renderTicketField({ site, say }: Visit, ticket: TicketRecord, field: Fields, faults: Faults | null): Html {
  const remaining = countPlacesLeft(ticket);
  const priceMinor = isShop(ticket.provider) ? BigInt(getCurrentPrice(site, ticket).minor) : 0n;
  const price = priceMinor === 0n ? say('offers.free') : formatMoney(site, say, priceMinor, '');
  const hint = remaining < 0 ? price : `${price} · ${remaining === 0 ? say('offers.soldOut') : say('offers.left', { left: remaining })}`;
  const name = `quantity-${ticket.id}`;
  const max = remaining < 0 ? 100 : Math.min(remaining, 100);
  return renderInput(faults, {
    name,
    label: toPlainText(ticket.title) || say('ticket.ticket'),
    value: field(name) || '0',
    type: 'number',
    hint,
    attributes: `min="0" max="${max}" inputmode="numeric"`,
  });
}

async function sendForm(visit: Visit, event: EventRecord, field: Fields, faults: Faults | null): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const tickets = await listEventTickets(site, event.id);
  const title = say('organize.boxOfficeOf', { event: getTitle(say, event) });
  const isPaid = field('paid') !== '0';
  const renderPaymentChoice = (value: '1' | '0', label: string) =>
    html`<div class="radio"><input type="radio" id="paid-${value}" name="paid" value="${value}"${trustHtml((value === '1') === isPaid ? ' checked' : '')}><label for="paid-${value}">${label}</label></div>`;
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, say, event, '/orders')}
${renderFaultNotice(say, faults)}
<p>${say('organize.boxOfficeWhy')}</p>
${
  tickets.length === 0
    ? html`<p>${say('organize.noTicketsYet')}</p>`
    : html`<form method="post" action="${buildEventPath(site, event.id, '/box-office')}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="key" value="${field('key') || createRandomCode(24)}">
<fieldset><legend>${say('offers.title')}</legend>${tickets.map((ticket) => renderTicketField(visit, ticket, field, faults))}</fieldset>
${renderInput(faults, { name: 'fullName', label: say('form.name'), value: field('fullName'), attributes: 'maxlength="250" autocomplete="off" required' })}
${renderInput(faults, { name: 'email', label: say('form.email'), value: field('email'), type: 'email', hint: say('organize.boxOfficeEmail'), attributes: 'maxlength="254" autocomplete="off"' })}
<fieldset class="bare"><legend>${say('organize.boxOfficeMoney')}</legend>${renderPaymentChoice('1', say('organize.boxOfficePaid'))}${renderPaymentChoice('0', say('organize.boxOfficeUnpaid'))}</fieldset>
<div class="actions"><button>${say('organize.boxOfficeSell')}</button></div></form>`
}`;
  return sendOrganize(visit, faults ? say('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form for selling tickets at the box office. */
export async function showBoxOffice(visit: Visit): Promise<FastifyReply> {
  const event = await getOrganizedEvent(visit.site, visit.viewer, parseEventId(visit));
  return await sendForm(visit, event, () => '', null);
}

const fieldFaults = { fullName: ['fullName', 'form.nameMissing'], email: ['email', 'form.emailWrong'] } as const;

/** Sells tickets and shows the order. */
export async function sellFromPage(visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, viewer, say } = visit;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(visit));
  const field = createFieldReader(request.body);
  const tickets = await listEventTickets(site, event.id);
  const lines = tickets
    .map(({ id }) => ({ ticketId: id, quantity: parseNumber(field(`quantity-${id}`)) }))
    .filter(({ quantity }) => quantity > 0);
  const sale = {
    eventId: event.id,
    lines,
    fullName: field('fullName'),
    email: field('email'),
    isPaid: field('paid') !== '0',
    requestKey: field('key') || null,
  };
  try {
    const checkoutId = await sellOrganized(site, viewer, sale);
    const order = await site.db.prisma.ticketOrder.findUnique({ where: { checkoutId }, select: { id: true } });
    const page = order ? `/orders?q=${order.id}&done=sold` : `/attendees?q=${encodeURIComponent(sale.fullName.trim())}&done=sold`;
    return await reply.redirect(buildEventPath(site, event.id, page), 303);
  } catch (error) {
    return await sendForm(visit, event, field, toFormFaults(say, error, fieldFaults));
  }
}
