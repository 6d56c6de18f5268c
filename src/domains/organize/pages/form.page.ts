import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failure.ts';
import { type Html, html } from '#app/core/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { canPublish } from '#app/domains/content/content.permissions.ts';
import { loadMedia } from '#app/domains/content/media.service.ts';
import { dayAfter } from '#app/core/time/days.ts';
import { siteToday } from '#app/domains/content/site-time.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { imageUrl, pageOf } from '#app/domains/events/views.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { capacityOf, type TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import type { Faults } from '#app/web/pages/form-fields.ts';
import { requireOwnForm } from '#app/web/pages/forms.ts';
import { asServicesSay } from '#app/web/pages/refusal-text.ts';
import { organizedEvent } from '../access.ts';
import { ticketsOfEvent } from '../event-tickets.ts';
import { type EventForm, readForm, type TicketForm } from '../form.rules.ts';
import { type Publication, saveEvent } from '../save.service.ts';
import { venuesFor } from '../venue-choice.ts';
import { eventPath, ORGANIZE_ACTION, ORGANIZE_PATH, sendOrganize, type Visit } from './entry.ts';
import { eventNumber } from './event.page.ts';
import { formPart } from './form.view.ts';
import { noticeOf } from './notices.ts';
import { eventTabs, titleOf, typedDecimal } from './parts.ts';
import { eventFormOf, keepPicture, readParts } from './sent-form.ts';

const blankTicket: TicketForm = Object.freeze({
  id: 0,
  kind: 'tc',
  name: '',
  price: '',
  capacity: '',
  opens: '',
  closes: '',
  description: '',
});

/** What the form of a new event begins with: an evening in two weeks. */
function newForm({ site }: Visit): EventForm {
  const day = dayAfter(siteToday(site), 14);
  const times = { startDay: day, startTime: '19:00', endDay: day, endTime: '21:00', allDay: false, timezone: '' };
  const venue = { venue: '', venueName: '', venueAddress: '', venueCity: '' };
  return { title: '', description: '', ...times, ...venue, image: '', tickets: [blankTicket, blankTicket] };
}

const bound = (day: string, time: string): string => (day === '' ? '' : `${day}T${(time || '00:00').slice(0, 5)}`);

/** A stored price as it is typed on pages of the language. */
function typedPriceOf({ site, say }: Visit, { price, priceMinor }: TicketRecord): string {
  if (price === '') return '';
  return typedDecimal(say, { minor: priceMinor, currency: site.settings.get(currencyCode) });
}

function ticketForm(visit: Visit, ticket: TicketRecord): TicketForm {
  const { id, provider, title, description, startDate, startTime, endDate, endTime } = ticket;
  const capacity = ticket.stockMode === 'capped' ? ticket.capacity : capacityOf(ticket);
  return {
    id,
    kind: provider === 'rsvp' ? 'rsvp' : 'tc',
    name: title,
    price: provider === 'rsvp' ? '' : typedPriceOf(visit, ticket),
    capacity: capacity < 0 ? '' : String(capacity),
    opens: bound(startDate, startTime),
    closes: bound(endDate, endTime),
    description,
  };
}

function storedForm(visit: Visit, event: EventRecord, tickets: readonly TicketRecord[]): EventForm {
  const [venue] = event.venues;
  return {
    title: event.title,
    description: event.content,
    startDay: event.startLocal.slice(0, 10),
    startTime: event.allDay ? '' : event.startLocal.slice(11, 16),
    endDay: event.endLocal.slice(0, 10),
    endTime: event.allDay ? '' : event.endLocal.slice(11, 16),
    allDay: event.allDay,
    timezone: event.timezone,
    venue: venue ? String(venue.id) : '',
    venueName: '',
    venueAddress: '',
    venueCity: '',
    image: event.image ? String(event.image.contentId) : '',
    tickets: [...tickets.map((ticket) => ticketForm(visit, ticket)), blankTicket],
  };
}

async function sendForm(visit: Visit, event: EventRecord | null, form: EventForm, faults: Faults | null): Promise<FastifyReply> {
  const { site, viewer, say } = visit;
  const [venues, [media]] = await Promise.all([
    venuesFor(site, say, viewer),
    form.image === '' ? [] : loadMedia(site, [Number(form.image)]),
  ]);
  const stored = event?.venues[0];
  const others = stored && !venues.some(({ id }) => id === stored.id) ? [{ id: stored.id, name: stored.title }] : [];
  const title = event ? say('organize.editOf', { event: titleOf(say, event) }) : say('organize.new');
  const path = event ? eventPath(site, event.id, '/edit') : sitePath(site, `${ORGANIZE_PATH}/events/new`);
  const body = html`<h1 dir="auto">${title}</h1>
${event ? eventTabs(site, say, event, '/edit') : html`<p><a href="${sitePath(site, ORGANIZE_PATH)}">${say('organize.yours')}</a></p>`}
${faults === null && noticeOf(visit)?.body}
${formPart({
  site,
  say,
  viewer,
  path,
  form,
  faults,
  venues: [...venues, ...others],
  pictureUrl: media ? imageUrl(site, media) : null,
  status: event?.status ?? null,
  mayPublish: canPublish(viewer, eventKind),
  mayUpload: viewer.can('upload_files'),
  currency: site.settings.get(currencyCode),
})}`;
  return sendOrganize(visit, faults ? say('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form of a new event. */
export const showNewForm = (visit: Visit): Promise<FastifyReply> => sendForm(visit, null, newForm(visit), null);

/** Shows the form of a stored event. */
export async function showEditForm(visit: Visit): Promise<FastifyReply> {
  const event = await organizedEvent(visit.site, visit.viewer, eventNumber(visit));
  return await sendForm(visit, event, storedForm(visit, event, await ticketsOfEvent(visit.site, event.id)), null);
}

const atField: Readonly<Record<string, string>> = {
  'event.venues': 'venue',
  'event.image': 'picture',
  'event.timezone': 'timezone',
  'event.start': 'startDay',
  'event.end': 'endDay',
};

/** What a service refused, beside the fields where it says which. Throws on what is no refusal of the form. */
function faultsOf(say: Say, error: unknown): Faults {
  if (!(error instanceof Failure) || error.status === 401 || error.status === 403) throw error;
  const params = (error.data['params'] ?? {}) as Record<string, string>;
  const fields = new Map(
    Object.entries(params).flatMap(([path, text]) => (atField[path] ? [[atField[path], asServicesSay(say, text)] as const] : [])),
  );
  return { fields, general: fields.size > 0 ? null : asServicesSay(say, error.message), status: error.status };
}

/** Stores what a form says, and shows the public page of a draft, or the sales. What is wrong is said beside its field, and nothing is lost. */
export async function saveForm(visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, viewer, say } = visit;
  const sent = await readParts(request.body as Buffer, String(request.headers['content-type'] ?? ''));
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION, sent.fields);
  const id = eventNumber(visit) || null;
  const event = id === null ? null : await organizedEvent(site, viewer, id);
  let form = eventFormOf(sent);
  const { faults } = readForm(form, site.settings.get(currencyCode));
  const fields = new Map<string, string | Html>([...faults].map(([name, text]) => [name, say(text)]));
  if (sent.picture) {
    const kept = await keepPicture(site, say, viewer, sent.picture, form.title);
    if ('id' in kept) form = { ...form, image: String(kept.id) };
    else fields.set('picture', kept.fault);
  }
  if (fields.size > 0) return await sendForm(visit, event, form, { fields, general: null, status: 400 });
  const publication = (['publish', 'draft'] as Publication[]).find((one) => one === sent.fields['save']) ?? 'keep';
  let saved: number;
  try {
    saved = await saveEvent(site, viewer, id, readForm(form, site.settings.get(currencyCode)).read, publication);
  } catch (error) {
    return await sendForm(visit, event, form, faultsOf(say, error));
  }
  const stored = await organizedEvent(site, viewer, saved);
  if (publication === 'draft' && stored.status === 'draft')
    return reply.redirect(sitePath(site, pageOf(site, stored).slice(site.config.siteUrl.length)), 303);
  return reply.redirect(
    `${eventPath(site, saved)}?done=${stored.status === 'publish' && publication === 'publish' ? 'published' : 'saved'}`,
    303,
  );
}
