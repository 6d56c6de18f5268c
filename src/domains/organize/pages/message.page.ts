import type { FastifyReply } from 'fastify';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { type AttendeeMessageInput, listAttendeeMessages } from '#app/domains/tickets/attendee-message.ts';
import { createRandomCode } from '#app/domains/tickets/random-code.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { previewOrganizerMessage, sendOrganizerMessage } from '../people.service.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderCheckbox, renderFaultNotice, type FieldReader, renderInput, renderTextarea } from './fields.ts';
import { findNotice } from './notices.ts';
import { formatCount, renderEventTabs, formatInstant, getEventTitle } from './parts.ts';
import { toFormFaults } from './refusals.ts';

interface FormState {
  field: FieldReader;
  faults: FormFaults | null;
  preview: Awaited<ReturnType<typeof previewOrganizerMessage>> | null;
}

/** Renders all form fields as hidden fields, so that the sent message equals the preview. */
function renderHiddenFields(field: FieldReader, names: readonly string[]): Html {
  return html`${names.filter((name) => field(name) !== '').map((name) => html`<input type="hidden" name="${name}" value="${field(name)}">`)}`;
}

function renderPreview(context: OrganizerContext, path: string, { field, preview }: FormState, names: readonly string[]): Html | null {
  const { site, viewer, translate } = context;
  if (!preview) return null;
  const { recipientCount, message } = preview;
  const lines = trustHtml(html`${message.text}`.toString().replaceAll('\n', '<br>'));
  return html`<section class="org-event" aria-labelledby="preview"><h2 id="preview">${translate('organize.messagePreview')}</h2>
<p>${translate('organize.messageTo', { people: recipientCount })}</p>
<blockquote dir="auto">${lines}</blockquote>
${
  recipientCount > 0 &&
  html`<form method="post" action="${path}" class="actions">${renderNonceField(site, viewer, ORGANIZE_ACTION)}${renderHiddenFields(field, names)}
<input type="hidden" name="key" value="${field('key') || createRandomCode(24)}"><button name="do" value="send">${translate('organize.messageSend', { people: recipientCount })}</button></form>`
}</section>`;
}

async function sendPage(context: OrganizerContext, event: EventRecord, state: FormState): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const { field, faults } = state;
  const [tickets, sent] = await Promise.all([listEventTickets(site, event.id), listAttendeeMessages(site, event.id)]);
  const path = buildEventPath(site, event.id, '/message');
  const title = translate('organize.messageOf', { event: getEventTitle(translate, event) });
  const names = ['subject', 'body', 'unpaid', ...tickets.map(({ id }) => `ticket-${id}`)];
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/attendees')}
${faults === null && findNotice(context)?.body}
${renderFaultNotice(translate, faults)}
${renderPreview(context, path, state, names)}
<form method="post" action="${path}" class="org-form" novalidate>${renderNonceField(site, viewer, ORGANIZE_ACTION)}
${renderInput(faults, { name: 'subject', label: translate('organize.messageSubject'), value: field('subject'), attributes: 'maxlength="200" required' })}
${renderTextarea(faults, { name: 'body', label: translate('organize.messageBody'), value: field('body'), hint: translate('organize.messageBodyHint'), rows: 10, attributes: 'maxlength="10000" required' })}
${
  tickets.length > 1 &&
  html`<fieldset><legend>${translate('organize.messageTickets')}</legend><p class="hint">${translate('organize.messageTicketsHint')}</p>
${tickets.map(({ id, title: name }) => renderCheckbox({ name: `ticket-${id}`, label: toPlainText(name) || translate('ticket.ticket'), isChecked: field(`ticket-${id}`) !== '' }))}</fieldset>`
}
${renderCheckbox({ name: 'unpaid', label: translate('organize.messageUnpaid'), isChecked: field('unpaid') !== '' })}
<div class="actions"><button${state.preview && trustHtml(' class="plain"')} name="do" value="preview">${translate('organize.messageShow')}</button></div></form>
${
  sent.length > 0 &&
  html`<h2>${translate('organize.messagesSent')}</h2><ul class="org-list">${sent.map(
    ({ subject, createdUtc, recipientCount }) =>
      html`<li class="org-event"><h3 dir="auto">${subject}</h3><p class="quiet">${formatInstant(site, translate, createdUtc)} · ${translate('organize.messageWentTo', { people: formatCount(translate, recipientCount) })}</p></li>`,
  )}</ul>`
}`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form for a message to the attendees of an event, and previous messages. */
export async function showMessage(context: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(context.site, context.viewer, parseEventId(context));
  return await sendPage(context, event, { field: () => '', faults: null, preview: null });
}

const fieldFaults = { subject: ['subject', 'organize.fault.messageSubject'], body: ['body', 'organize.fault.messageBody'] } as const;

/** Shows a preview of a message, or sends it. */
export async function handleMessageForm(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const field = createFieldReader(request.body);
  const ticketIds = (await listEventTickets(site, event.id)).map(({ id }) => id).filter((id) => field(`ticket-${id}`) !== '');
  const message: AttendeeMessageInput = {
    eventId: event.id,
    ticketIds,
    includesUnpaid: field('unpaid') !== '',
    subject: field('subject'),
    body: field('body').replaceAll('\r\n', '\n'),
  };
  try {
    if (field('do') !== 'send')
      return await sendPage(context, event, { field, faults: null, preview: await previewOrganizerMessage(site, viewer, message) });
    await sendOrganizerMessage(site, viewer, message, field('key'));
    return await reply.redirect(`${buildEventPath(site, event.id, '/message')}?done=messageSent`, 303);
  } catch (error) {
    return await sendPage(context, event, { field, faults: toFormFaults(translate, error, fieldFaults), preview: null });
  }
}
