import type { FastifyReply } from 'fastify';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { createRandomCode } from '#app/domains/tickets/random-code.ts';
import { getCurrentPrice } from '#app/domains/tickets/price.ts';
import { isShop } from '#app/domains/tickets/providers.ts';
import { countPlacesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, parseNumber, requireOwnForm } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { sellTicketsOfEvent } from '../people.service.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderFaultNotice, type FieldReader, renderInput } from './fields.ts';
import { renderEventTabs, formatMoney, getEventTitle } from './parts.ts';
import { toFormFaults } from './refusals.ts';

function renderTicketField(
  { site, translate }: OrganizerContext,
  ticket: TicketRecord,
  field: FieldReader,
  faults: FormFaults | null,
): Html {
  const remaining = countPlacesLeft(ticket);
  const priceMinor = isShop(ticket.provider) ? BigInt(getCurrentPrice(site, ticket).minor) : 0n;
  const price = priceMinor === 0n ? translate('offers.free') : formatMoney(site, translate, priceMinor, '');
  const hint =
    remaining < 0 ? price : `${price} · ${remaining === 0 ? translate('offers.soldOut') : translate('offers.left', { left: remaining })}`;
  const name = `quantity-${ticket.id}`;
  const max = remaining < 0 ? 100 : Math.min(remaining, 100);
  return renderInput(faults, {
    name,
    label: toPlainText(ticket.title) || translate('ticket.ticket'),
    value: field(name) || '0',
    type: 'number',
    hint,
    attributes: `min="0" max="${max}" inputmode="numeric"`,
  });
}

async function sendForm(
  context: OrganizerContext,
  event: EventRecord,
  field: FieldReader,
  faults: FormFaults | null,
): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const tickets = await listEventTickets(site, event.id);
  const title = translate('organize.boxOfficeOf', { event: getEventTitle(translate, event) });
  const isPaid = field('paid') !== '0';
  const renderPaymentChoice = (value: '1' | '0', label: string) =>
    html`<div class="radio"><input type="radio" id="paid-${value}" name="paid" value="${value}"${trustHtml((value === '1') === isPaid ? ' checked' : '')}><label for="paid-${value}">${label}</label></div>`;
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/orders')}
${renderFaultNotice(translate, faults)}
<p>${translate('organize.boxOfficeWhy')}</p>
${
  tickets.length === 0
    ? html`<p>${translate('organize.noTicketsYet')}</p>`
    : html`<form method="post" action="${buildEventPath(site, event.id, '/box-office')}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}<input type="hidden" name="key" value="${field('key') || createRandomCode(24)}">
<fieldset><legend>${translate('offers.title')}</legend>${tickets.map((ticket) => renderTicketField(context, ticket, field, faults))}</fieldset>
${renderInput(faults, { name: 'fullName', label: translate('form.name'), value: field('fullName'), attributes: 'maxlength="250" autocomplete="off" required' })}
${renderInput(faults, { name: 'email', label: translate('form.email'), value: field('email'), type: 'email', hint: translate('organize.boxOfficeEmail'), attributes: 'maxlength="254" autocomplete="off"' })}
<fieldset class="bare"><legend>${translate('organize.boxOfficeMoney')}</legend>${renderPaymentChoice('1', translate('organize.boxOfficePaid'))}${renderPaymentChoice('0', translate('organize.boxOfficeUnpaid'))}</fieldset>
<div class="actions"><button>${translate('organize.boxOfficeSell')}</button></div></form>`
}`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form for selling tickets at the box office. */
export async function showBoxOffice(context: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(context.site, context.viewer, parseEventId(context));
  return await sendForm(context, event, () => '', null);
}

const fieldFaults = {
  fullName: ['fullName', 'form.nameMissing'],
  name_too_long: ['fullName', 'form.nameTooLong'],
  email_malformed: ['email', 'form.emailWrong'],
} as const;

/** Sells tickets and shows the order. */
export async function sellFromPage(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
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
    const checkoutId = await sellTicketsOfEvent(site, viewer, sale);
    const order = await site.db.prisma.ticketOrder.findUnique({ where: { checkoutId }, select: { id: true } });
    const page = order ? `/orders?q=${order.id}&done=sold` : `/attendees?q=${encodeURIComponent(sale.fullName.trim())}&done=sold`;
    return await reply.redirect(buildEventPath(site, event.id, page), 303);
  } catch (error) {
    return await sendForm(context, event, field, toFormFaults(translate, error, fieldFaults));
  }
}
