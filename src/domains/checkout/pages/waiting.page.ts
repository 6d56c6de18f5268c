import type { FastifyReply, FastifyRequest } from 'fastify';
import { now } from '#app/core/time/clock.ts';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, parseNumber, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { formatZonedInstant } from '../../events/format-event-time.ts';
import { getFormName } from '../../tickets/pages/offers.part.ts';
import { getTokenParameter } from '../../tickets/pages/private-page.ts';
import { checkPerson } from '../../tickets/person.rules.ts';
import { loadEventsOfPosts } from '../../tickets/qr/ticket-sheet.ts';
import { getSaleZone } from '../../tickets/selling-post.ts';
import { loadTickets } from '../../tickets/ticket.reader.ts';
import {
  getWaitingEntry,
  joinWaitingList,
  leaveWaitingList,
  countWaitingAhead,
  type WaitingEntryRecord,
} from '../../tickets/waiting-list/waiting.service.ts';
import { loadTicketVisitor } from './begin.route.ts';
import { toFaults } from './refusals.ts';
import { sendTicketChoice, renderEventLines, sendNoticeIfMissing, loadVisitor } from './selling-page.ts';

/** Limit of new entries per caller and hour. */
const PER_HOUR = { limit: 60, lifeMs: 3_600_000 };

async function countJoin(site: Site, caller: string): Promise<void> {
  const retryAfter = await site.db.transaction((tx) => takeFromBucket(site, tx, `waiting of ${caller}`, PER_HOUR));
  if (retryAfter !== null)
    throw new Failure('too_many_waiting', 429, 'Too many entries were added to waiting lists. Please wait.', { retryAfter });
}

/** `POST /waiting-list`: adds a person to the waiting list of a ticket. */
export async function handleJoinForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const field = createFieldReader(request.body);
  const ticketId = parseNumber(field('ticket'));
  const visitor = await loadTicketVisitor(site, request, ticketId);
  const person = { fullName: field('fullName').trim().slice(0, 250), email: field('email').trim().slice(0, 254) };
  try {
    checkPerson('draft', person);
    await countJoin(site, visitor.caller);
    const [ticket] = await loadTickets(site, [ticketId]);
    if (!ticket) throw notFound('ticket_not_found', 'There is no such ticket.');
    const { token } = await joinWaitingList(site, ticket, { ...person, quantity: Math.max(1, parseNumber(field('quantity'))) });
    return await reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, `/waiting-list/${token}`), 303);
  } catch (error) {
    const faults = toFaults(visitor.translate, error);
    return await sendTicketChoice(site, reply, visitor, faults, { rejectedForm: { form: getFormName('wait', ticketId), field, faults } });
  }
}

interface WaitingView {
  entry: WaitingEntryRecord;
  /** Deadline of the current offer in the event's time zone. Null without an offer. */
  offeredUntil: string | null;
  /** Name, time and place of the event. */
  eventPart: Html | null;
}

async function readWaiting(site: Site, translate: Translate, token: string): Promise<WaitingView> {
  const entry = await getWaitingEntry(site, { token });
  const [ticket] = await loadTickets(site, [entry.ticketId]);
  const postId = ticket?.postId ?? 0;
  const event = (await loadEventsOfPosts(site, [postId], translate)).get(postId);
  const hold =
    entry.status === 'offered'
      ? await site.db.prisma.ticketHold.findUnique({ where: { entryId: entry.id }, select: { expiresAt: true } })
      : null;
  const isOpen = hold !== null && hold.expiresAt > now();
  return {
    entry,
    offeredUntil: isOpen ? formatZonedInstant(site, translate, hold.expiresAt, getSaleZone(site, ticket?.post ?? null)) : null,
    eventPart: event ? html`<div class="summary">${renderEventLines(translate, event)}</div>` : null,
  };
}

function renderActionForm(site: Site, token: string, action: 'take' | 'leave', label: string): Html {
  const style = action === 'take' ? 'wide' : 'plain';
  return html`<form method="post" action="${toSitePath(site, `/waiting-list/${token}`)}"><button class="${style}" name="do" value="${action}">${label}</button></form>`;
}

async function renderEntry(
  site: Site,
  translate: Translate,
  token: string,
  { entry, offeredUntil, eventPart }: WaitingView,
): Promise<{ title: string; body: Html }> {
  const { email, quantity: places } = entry;
  if (offeredUntil !== null) {
    const body = html`<p>${translate('wait.offeredWhy', { moment: offeredUntil })}</p>\n${renderActionForm(site, token, 'take', translate('wait.take'))}`;
    return { title: translate('wait.offered'), body: html`${eventPart}${body}` };
  }
  if (entry.status === 'taken') return { title: translate('wait.taken'), body: html`${eventPart}` };
  if (entry.status !== 'waiting') return { title: translate('wait.over'), body: html`<p>${translate('wait.overWhy')}</p>${eventPart}` };
  const [ahead = 0] = await countWaitingAhead(site, [entry.id]);
  return {
    title: translate('wait.title'),
    body: html`${eventPart}<p>${translate('wait.ahead', { ahead, email, places })}</p>\n${renderActionForm(site, token, 'leave', translate('wait.leave'))}`,
  };
}

/** `GET /waiting-list/{token}`: shows an entry of a waiting list. */
export async function showWaiting(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await loadVisitor(site, request);
  const { translate, viewer } = visitor;
  return sendNoticeIfMissing(site, reply, visitor, 'waiting_entry_not_found', async () => {
    const { title, body } = await renderEntry(
      site,
      translate,
      getTokenParameter(request),
      await readWaiting(site, translate, getTokenParameter(request)),
    );
    return await sendPage(reply, site, { title, body: html`<h1>${title}</h1>\n${body}`, viewer, translate, isNarrow: true });
  });
}

/** `POST /waiting-list/{token}`: accepts the offer or removes the entry. */
export async function handleWaitingForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const token = getTokenParameter(request);
  const isAccepted = createFieldReader(request.body)('do') === 'take';
  if (!isAccepted) await leaveWaitingList(site, { token });
  return reply
    .header('Cache-Control', 'no-store')
    .redirect(toSitePath(site, isAccepted ? `/offers/${token}` : `/waiting-list/${token}`), 303);
}
