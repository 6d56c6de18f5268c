import { Failure } from '#app/core/failures/failure.ts';
import type { Html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { type ReceivedFile, Upload } from '#app/core/http/upload.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { loadMedia } from '#app/domains/content/media.service.ts';
import { addUnsavedUpload, changeMedia } from '#app/domains/media/library.service.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { parseNumber } from '#app/web/pages/forms.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { hasMoreParts } from '#app/web/multipart-parts.ts';
import { type EventForm, buildTicketFieldName, type TicketForm } from '../form.rules.ts';
import { weekdays } from '../series/repeat-form.rules.ts';
import type { OrganizerContext } from './organizer-page.ts';

/** Maximum number of tickets in the form. */
const MAX_TICKETS = 60;
/** Maximum number of multipart fields. The longest form has fewer. */
const MAX_PARTS = 60 + MAX_TICKETS * 13;

/** A submitted multipart form. */
export interface SubmittedForm {
  fields: Record<string, string>;
  /** Image file; null if none was chosen. */
  picture: ReceivedFile | null;
}

/** Parses a multipart form. Throws 413 if it has too many parts, 400 if it is malformed. */
export async function parseMultipartForm(body: Buffer, type: string): Promise<SubmittedForm> {
  if (hasMoreParts(body, type, MAX_PARTS)) throw new Failure('form_too_large', 413, 'This form has too many fields.');
  let data: FormData;
  try {
    data = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Failure('invalid_arguments', 400, 'The form is malformed.');
  }
  const fields: Record<string, string> = Object.create(null);
  let picture: ReceivedFile | null = null;
  for (const [name, value] of data) {
    if (typeof value === 'string') fields[name] ??= value.replaceAll('\0', '').replaceAll('\r\n', '\n');
    else if (name === 'picture' && value.size > 0)
      picture = { fileName: value.name, mimeType: value.type, content: Buffer.from(await value.arrayBuffer()) };
  }
  return { fields, picture };
}

function readTickets(text: (name: string) => string): TicketForm[] {
  const count = Math.min(parseNumber(text('tickets')), MAX_TICKETS);
  return Array.from({ length: count }, (_, index) => {
    const ticketText = (name: string) => text(buildTicketFieldName(index, name));
    return {
      id: parseNumber(ticketText('id')),
      kind: ticketText('kind'),
      name: ticketText('name'),
      price: ticketText('price'),
      capacity: ticketText('capacity'),
      places: ticketText('places'),
      opens: ticketText('opens'),
      closes: ticketText('closes'),
      description: ticketText('description'),
      minPerOrder: ticketText('least'),
      maxPerOrder: ticketText('most'),
      visibility: ticketText('visibility'),
      position: ticketText('position'),
    };
  });
}

/** Accepts an ID or `keep`; returns an empty string otherwise. */
const readOrganizer = (text: string): string => (text === 'keep' || parseNumber(text) > 0 ? text : '');

/** Converts submitted fields to the event of a form. */
export function parseEventForm({ fields }: SubmittedForm): EventForm {
  const text = (name: string) => fields[name] ?? '';
  return {
    title: text('title'),
    description: text('description'),
    startDay: text('startDay'),
    startTime: text('startTime'),
    endDay: text('endDay'),
    endTime: text('endTime'),
    allDay: text('allDay') !== '',
    timezone: text('timezone').trim(),
    venue: text('venue') === 'new' ? 'new' : parseNumber(text('venue')) > 0 ? text('venue') : '',
    venueName: text('venueName'),
    venueAddress: text('venueAddress'),
    venueCity: text('venueCity'),
    categories: text('categories'),
    tags: text('tags'),
    organizer: fields['organizer'] === undefined ? 'keep' : readOrganizer(text('organizer')),
    organizerName: text('organizerName'),
    altText: text('altText'),
    image: text('noPicture') === '' && parseNumber(text('image')) > 0 ? text('image') : '',
    tickets: readTickets(text),
    sharedCapacity: text('sharedCapacity'),
    repeat: {
      repeat: text('repeat'),
      every: text('every') || '1',
      days: weekdays.filter((day) => text(`day-${day}`) !== ''),
      ends: text('ends'),
      until: text('until'),
      count: text('count'),
    },
    copiesCodes: text('codes') !== '',
    scope: text('scope') || 'one',
    version: text('version'),
  };
}

/**
 * Adds the image of a form to the library, so that the image is not lost if other fields have errors. The image is deleted after a day
 * unless the event is saved. Returns the image's ID, or an error message.
 */
export async function storePicture(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  picture: ReceivedFile,
  altText: string,
): Promise<{ id: number } | { fault: string | Html }> {
  if (!viewer.can('upload_files')) return { fault: translate('organize.refused.upload') };
  try {
    const { id } = await addUnsavedUpload(site, viewer, new Upload(() => picture), { altText });
    return { id };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return { fault: getRefusalText(translate, error, {}) };
    throw error;
  }
}

/** Updates the alternative text of a stored image, if the user may edit the image. */
export async function describePicture({ site, viewer }: OrganizerContext, { image, altText }: EventForm): Promise<void> {
  const [media] = image === '' ? [] : await loadMedia(site, [Number(image)]);
  if (!media || media.altText === altText.trim()) return;
  const content = await loadContent(site, media.contentId);
  if (content && canEdit(viewer, content)) await changeMedia(site, viewer, media.contentId, { altText });
}
