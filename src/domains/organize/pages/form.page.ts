import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { hasEventDiscountCodes } from '#app/domains/checkout/discounts/copy-codes.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { canPublish } from '#app/domains/content/content.permissions.ts';
import { loadMedia } from '#app/domains/content/media.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { findSharedFile } from '#app/domains/content/responsive-image.ts';
import { getPageUrl } from '#app/domains/events/views.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { currencyCode } from '#app/domains/tickets/tickets.settings.ts';
import type { FormFaults } from '#app/web/pages/form-fields.ts';
import { hasValidNonce, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { markEnglish } from '#app/web/pages/refusal-text.ts';
import { getOrganizedEvent } from '../access.ts';
import { listEventTickets } from '../event-tickets.ts';
import { type EventForm, type ParsedForm, readForm } from '../form.rules.ts';
import { type ExpectedVersion, type PublicationChange, saveEvent } from '../save.service.ts';
import { listTermNames, listOrganizerChoices, listVenueChoices } from '../form-choices.ts';
import { findFormChanges } from '../series/form-changes.rules.ts';
import { type SeriesScope, seriesScopes, updateSeries } from '../series/series.service.ts';
import { buildEventPath, ORGANIZE_ACTION, ORGANIZE_PATH, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { createEventForm, getTermNames, toEventForm } from './event-form.ts';
import { parseEventId } from './event.page.ts';
import { renderForm } from './form.view.ts';
import { findNotice } from './notices.ts';
import { renderEventTabs, getEventTitle } from './parts.ts';
import { describePicture, parseEventForm, storePicture, parseMultipartForm } from './sent-form.ts';

async function sendForm(
  context: OrganizerContext,
  event: EventRecord | null,
  form: EventForm,
  faults: FormFaults | null,
): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const [series, organizers, terms, venues, [media], asksForCodes] = await Promise.all([
    event === null ? [] : listSeriesEventIds(site, event.id),
    listOrganizerChoices(site, translate, viewer),
    listTermNames(site),
    listVenueChoices(site, translate, viewer),
    form.image === '' ? [] : loadMedia(site, [Number(form.image)]),
    event !== null && hasEventDiscountCodes(site, event.id),
  ]);
  const venue = event?.venues[0];
  const otherVenues = venue && !venues.some(({ id }) => id === venue.id) ? [{ id: venue.id, name: venue.title }] : [];
  const [organizer, ...furtherOrganizers] = event?.organizers ?? [];
  const otherOrganizers =
    organizer && furtherOrganizers.length === 0 && !organizers.some(({ id }) => id === organizer.id)
      ? [{ id: organizer.id, name: organizer.title }]
      : [];
  const title = event ? translate('organize.editOf', { event: getEventTitle(translate, event) }) : translate('organize.new');
  const path = event ? buildEventPath(site, event.id, '/edit') : toSitePath(site, `${ORGANIZE_PATH}/events/new`);
  const body = html`<h1 dir="auto">${title}</h1>
${event ? renderEventTabs(site, translate, event, '/edit') : html`<p><a href="${toSitePath(site, ORGANIZE_PATH)}">${translate('organize.yours')}</a></p>`}
${faults === null && findNotice(context)?.body}
${renderForm({
  site,
  translate,
  viewer,
  path,
  form,
  faults,
  venues: [...venues, ...otherVenues],
  organizers: [...organizers, ...otherOrganizers],
  hasSeveralOrganizers: event !== null && event.organizers.length > 1,
  ...terms,
  pictureUrl: media ? findSharedFile(site, media).url : null,
  seriesLength: series.length > 1 ? series.length : null,
  mayRepeat: series.length === 0 && (event === null || !isEventCancelled(event)),
  asksForCodes,
  status: event?.status ?? null,
  mayPublish: canPublish(viewer, eventKind),
  mayUpload: viewer.can('upload_files'),
  currency: site.settings.get(currencyCode),
})}`;
  return sendOrganizerPage(context, faults ? translate('organize.notSaved', { title }) : title, body, faults?.status ?? 200);
}

/** Shows the form of a new event. */
export const showNewForm = (context: OrganizerContext): Promise<FastifyReply> => sendForm(context, null, createEventForm(context), null);

/** Shows the form of a stored event. */
export async function showEditForm(context: OrganizerContext): Promise<FastifyReply> {
  const event = await getOrganizedEvent(context.site, context.viewer, parseEventId(context));
  return await sendForm(context, event, toEventForm(context, event, await listEventTickets(context.site, event.id)), null);
}

const fieldsByArgument: Readonly<Record<string, string>> = {
  'event.venues': 'venue',
  'event.image': 'picture',
  'event.timezone': 'timezone',
  'event.start': 'startDay',
  'event.end': 'endDay',
  rule: 'until',
};

/** Converts a failure to faults next to their fields. Throws other errors. */
function toFaults(translate: Translate, error: unknown): FormFaults {
  if (!(error instanceof Failure) || error.status === 401 || error.status === 403) throw error;
  const params = (error.data['params'] ?? {}) as Record<string, string>;
  const fields = new Map(
    Object.entries(params).flatMap(([path, text]) =>
      fieldsByArgument[path] ? [[fieldsByArgument[path], markEnglish(translate, text)] as const] : [],
    ),
  );
  return { fields, general: fields.size > 0 ? null : markEnglish(translate, error.message), status: error.status };
}

/** Saves the changes for several events of a series. */
async function saveForSeries(
  context: OrganizerContext,
  event: EventRecord,
  scope: SeriesScope,
  parsed: ParsedForm,
  publication: PublicationChange,
  expected: ExpectedVersion | null,
): Promise<void> {
  const { site, viewer } = context;
  const before = readForm(toEventForm(context, event, await listEventTickets(site, event.id)), site.settings.get(currencyCode)).parsed;
  const changes = findFormChanges(before, parsed);
  const status = publication === 'keep' ? {} : { status: publication };
  await updateSeries(site, viewer, event.id, scope, { ...changes, event: { ...changes.event, ...status } }, { expected });
}

/** Omits unchanged categories and tags: a stored name may contain a comma, at which the form would split it. */
function omitUnchangedNames(stored: EventRecord | null, { categories, tags }: EventForm, parsed: ParsedForm): ParsedForm {
  if (!stored) return parsed;
  const { categoryNames, tagNames, ...event } = parsed.event;
  return {
    ...parsed,
    event: {
      ...event,
      ...(categoryNames && categories !== getTermNames(stored, eventCategory.name) && { categoryNames }),
      ...(tagNames && tags !== getTermNames(stored, tag.name) && { tagNames }),
    },
  };
}

/** Saves the form and redirects to the page of a draft, or to the sales. After an error, shows the form again with its values and the errors. */
export async function saveForm(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer, translate } = context;
  const sent = await parseMultipartForm(request.body as Buffer, String(request.headers['content-type'] ?? ''));
  requireOwnOrigin(site, request);
  const id = parseEventId(context) || null;
  const event = id === null ? null : await getOrganizedEvent(site, viewer, id);
  let form = parseEventForm(sent);
  if (!hasValidNonce(site, viewer, ORGANIZE_ACTION, sent.fields))
    return await sendForm(context, event, form, { fields: new Map(), general: translate('organize.sendAgain'), status: 403 });
  const { faults } = readForm(form, site.settings.get(currencyCode));
  const fields = new Map<string, string | Html>([...faults].map(([name, text]) => [name, translate(text)]));
  if (sent.picture) {
    const stored = await storePicture(site, translate, viewer, sent.picture, form.altText.trim() || form.title);
    if ('id' in stored) form = { ...form, image: String(stored.id) };
    else fields.set('picture', stored.fault);
  }
  if (fields.size > 0) return await sendForm(context, event, form, { fields, general: null, status: 400 });
  const publication = (['publish', 'draft'] as PublicationChange[]).find((name) => name === sent.fields['save']) ?? 'keep';
  const { parsed } = readForm(form, site.settings.get(currencyCode));
  const scope = seriesScopes.find((name) => name === form.scope) ?? 'one';
  const getVersion = (stored: EventRecord, tickets: readonly TicketRecord[]) => toEventForm(context, stored, tickets).version;
  const expected: ExpectedVersion | null = event && form.version !== '' ? { version: form.version, computeVersion: getVersion } : null;
  // hashes the submitted values, because a stored picture gets a new ID each time
  const values = createHash('sha256')
    .update(JSON.stringify(sent.fields))
    .update(sent.picture?.content ?? '');
  const requestKey = form.version === '' ? null : values.digest('base64url');
  let savedId: number;
  try {
    if (event && scope !== 'one') {
      await saveForSeries(context, event, scope, parsed, publication, expected);
      if (!sent.picture) await describePicture(context, form);
      return await reply.redirect(`${buildEventPath(site, event.id)}?done=seriesSaved`, 303);
    }
    savedId = await saveEvent(site, viewer, id, omitUnchangedNames(event, form, parsed), publication, { expected, requestKey });
  } catch (error) {
    if (event && error instanceof Failure && error.code === 'event_changed') {
      const stored = await getOrganizedEvent(site, viewer, event.id);
      const version = getVersion(stored, await listEventTickets(site, event.id));
      const general = translate('organize.changedMeanwhile');
      return await sendForm(context, stored, { ...form, version }, { fields, general, status: 409 });
    }
    return await sendForm(context, event, form, toFaults(translate, error));
  }
  if (!sent.picture) await describePicture(context, form);
  const stored = await getOrganizedEvent(site, viewer, savedId);
  if (parsed.rule !== null) return await reply.redirect(`${buildEventPath(site, savedId)}?done=seriesCreated`, 303);
  if (publication === 'draft' && stored.status === 'draft')
    return reply.redirect(toSitePath(site, getPageUrl(site, stored).slice(site.config.siteUrl.length)), 303);
  return reply.redirect(
    `${buildEventPath(site, savedId)}?done=${stored.status === 'publish' && publication === 'publish' ? 'published' : 'saved'}`,
    303,
  );
}
