import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html, trusted } from '#app/core/text/html.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { currentPrice } from '#app/domains/tickets/price.ts';
import { isShop } from '#app/domains/tickets/providers.ts';
import { placesLeft, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { fieldsOf, nonceField, numberIn, requireOwnForm } from '#app/web/pages/forms.ts';
import { refusalText } from '#app/web/pages/refusal-text.ts';
import { organizedEvent } from '../access.ts';
import { ticketsOfEvent } from '../event-tickets.ts';
import { sellOrganized } from '../people.service.ts';
import { eventPath, ORGANIZE_ACTION, sendOrganize, type Visit } from './entry.ts';
import { eventNumber } from './event.page.ts';
import { faultsAbove, input } from './fields.ts';
import { eventTabs, money, titleOf } from './parts.ts';
import { organizeRefusals } from './refusals.ts';

type Fields = (name: string) => string;

function ticketField({ site, say }: Visit, ticket: TicketRecord, field: Fields, faults: Faults | null): Html {
  const left = placesLeft(ticket);
  const minor = isShop(ticket.provider) ? BigInt(currentPrice(site, ticket).minor) : 0n;
  const price = minor === 0n ? say('offers.free') : money(site, say, minor, '');
  const hint = left < 0 ? price : `${price} · ${left === 0 ? say('offers.soldOut') : say('offers.left', { left })}`;
  const name = `quantity-${ticket.id}`;
  const most = left < 0 ? 100 : Math.min(left, 100);
  return input(faults, {
    name,
    label: plainOf(ticket.title) || say('ticket.ticket'),
    value: field(name) || '0',
    type: 'number',
    hint,
    more: `min="0" max="${most}" inputmode="numeric"`,
  });
}

async function send(visit: Visit, event: EventRecord, field: Fields, faults: Faults | null): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const tickets = await ticketsOfEvent(site, event.id);
  const title = say('organize.boxOfficeOf', { event: titleOf(say, event) });
  const isPaid = field('paid') !== '0';
  const choice = (value: '1' | '0', label: string) =>
    html`<div class="radio"><input type="radio" id="paid-${value}" name="paid" value="${value}"${trusted((value === '1') === isPaid ? ' checked' : '')}><label for="paid-${value}">${label}</label></div>`;
  const body = html`<h1 dir="auto">${title}</h1>
${eventTabs(site, say, event, '/orders')}
${faultsAbove(say, faults)}
<p>${say('organize.boxOfficeWhy')}</p>
${
  tickets.length === 0
    ? html`<p>${say('organize.noTicketsYet')}</p>`
    : html`<form method="post" action="${eventPath(site, event.id, '/box-office')}" class="org-form" novalidate>${nonceField(site, viewer, ORGANIZE_ACTION)}
<fieldset><legend>${say('offers.title')}</legend>${tickets.map((ticket) => ticketField(visit, ticket, field, faults))}</fieldset>
${input(faults, { name: 'fullName', label: say('form.name'), value: field('fullName'), more: 'maxlength="250" autocomplete="off" required' })}
${input(faults, { name: 'email', label: say('form.email'), value: field('email'), type: 'email', hint: say('organize.boxOfficeEmail'), more: 'maxlength="254" autocomplete="off"' })}
<fieldset class="bare"><legend>${say('organize.boxOfficeMoney')}</legend>${choice('1', say('organize.boxOfficePaid'))}${choice('0', say('organize.boxOfficeUnpaid'))}</fieldset>
<div class="actions"><button>${say('organize.boxOfficeSell')}</button></div></form>`
}`;
  return sendOrganize(visit, faults ? say('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form for selling tickets at the box office. */
export async function showBoxOffice(visit: Visit): Promise<FastifyReply> {
  const event = await organizedEvent(visit.site, visit.viewer, eventNumber(visit));
  return await send(visit, event, () => '', null);
}

/** Sells tickets and shows the order. */
export async function sellFromPage(visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, viewer, say } = visit;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const field = fieldsOf(request.body);
  const tickets = await ticketsOfEvent(site, event.id);
  const lines = tickets
    .map(({ id }) => ({ ticketId: id, quantity: numberIn(field(`quantity-${id}`)) }))
    .filter(({ quantity }) => quantity > 0);
  const sale = { eventId: event.id, lines, fullName: field('fullName'), email: field('email'), isPaid: field('paid') !== '0' };
  try {
    const checkoutId = await sellOrganized(site, viewer, sale);
    const order = await site.db.prisma.ticketOrder.findUnique({ where: { checkoutId }, select: { id: true } });
    const page = order ? `/orders?q=${order.id}&done=sold` : `/attendees?q=${encodeURIComponent(sale.fullName.trim())}&done=sold`;
    return await reply.redirect(eventPath(site, event.id, page), 303);
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 403) throw error;
    const params = (error.data['params'] ?? {}) as Record<string, string>;
    const fields = new Map<string, string>([
      ...('fullName' in params ? [['fullName', say('form.nameMissing')] as const] : []),
      ...('email' in params ? [['email', say('form.emailWrong')] as const] : []),
    ]);
    const general = fields.size > 0 ? null : refusalText(say, error, organizeRefusals);
    return await send(visit, event, field, { fields, general, status: error.status });
  }
}
