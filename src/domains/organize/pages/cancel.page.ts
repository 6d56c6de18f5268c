import type { FastifyReply } from 'fastify';
import { html } from '#app/core/text/html.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import { requireOwnForm } from '#app/web/pages/forms.ts';
import { organizedEvent } from '../access.ts';
import { cancelEvent, previewCancellation } from '../cancel-event.ts';
import { eventPath, ORGANIZE_ACTION, sendOrganize, type Visit } from './entry.ts';
import { eventNumber } from './event.page.ts';
import { actForm, count, eventTabs, money, titleOf } from './parts.ts';

/** Shows what cancelling an event comes to, before it is done. */
export async function showCancelling(visit: Visit): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const event = await organizedEvent(site, viewer, eventNumber(visit));
  const { people, refunds } = await previewCancellation(site, viewer, event.id);
  const title = say('organize.cancelEventTitle', { event: titleOf(say, event) });
  const amounts = refunds.map(({ minor, currency }) => money(site, say, minor, currency)).join(', ');
  const isOver = cancellationOf(event) && people === 0;
  const body = html`<h1 dir="auto">${title}</h1>
${eventTabs(site, say, event, '/cancel')}
${
  isOver
    ? html`<p>${say('organize.eventIsCancelled')}</p>`
    : html`<p>${say('organize.cancelEventPeople', { people: count(say, people) })}</p>
<p>${amounts === '' ? say('organize.cancelEventNoMoney') : say('organize.cancelEventMoney', { amount: amounts })}</p>
<p>${say('organize.cancelEventWhy')}</p>
${actForm(site, viewer, { path: eventPath(site, event.id, '/cancel'), name: 'cancel-event', id: event.id, label: say('organize.cancelEventSure'), of: titleOf(say, event), style: 'danger' })}
<p><a href="${eventPath(site, event.id)}">${say('organize.cancelEventNot')}</a></p>`
}`;
  return sendOrganize(visit, title, body);
}

/** Cancels the event and leads back to its page. */
export async function cancelFromPage(visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, viewer } = visit;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const id = eventNumber(visit);
  await cancelEvent(site, viewer, id);
  return reply.redirect(`${eventPath(site, id)}?done=event-cancelled`, 303);
}
