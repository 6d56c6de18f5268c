import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { statusNames } from '../content/statuses.ts';
import { getSiteZone } from '../content/site-time.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { parseTime } from '#app/core/time/parse-time.ts';
import { isZone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { findImage, isImageUrl } from './images.ts';
import { type CalendarContentInput, type EventInput, isGiven, type Link, type OrganizerInput, type VenueInput } from './inputs.ts';

type Refusals = Record<string, ArgumentRefusal | string>;

/** Options for checking an input. */
export interface CheckOptions {
  /** Name of the argument that holds the input, for errors. */
  argument: string;
  /** True if unknown links are ignored instead of rejected. */
  skipsUnknownLinks?: boolean | undefined;
}

/** True if the string is empty or an http(s) URL. */
export function isEmptyOrHttpUrl(text: string): boolean {
  if (text === '') return true;
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

const existsStatement = (name: string, from: string) =>
  statement(name, `SELECT EXISTS (SELECT 1 FROM ${from}) AS found`, rowShape({ found: 'bool' }));
const userExists = existsStatement('user_exists', 'user_account u WHERE u.id = $1');
const eventExists = existsStatement('event_exists', 'event e WHERE e.content_id = $1');
/** Selects those of the IDs that belong to content of a kind. */
export const idsOfKind = statement(
  'ids_of_kind',
  'SELECT c.id FROM content c WHERE c.kind = $1 AND c.id = ANY($2::int[])',
  rowShape({ id: 'int' }),
);

async function exists(site: Site, existence: typeof userExists, id: number): Promise<boolean> {
  return (await site.db.rows(existence, [id]))[0]?.found === true;
}

async function checkContent(
  site: Site,
  viewer: Viewer,
  input: CalendarContentInput & { website?: string | null | undefined },
  path: string,
  refusals: Refusals,
): Promise<void> {
  const zone = getSiteZone(site);
  const { authorId, status, website, image, parentId } = input;
  if (isGiven(authorId) && authorId !== viewer.id && !(await exists(site, userExists, authorId))) {
    refusals[`${path}.authorId`] = 'There is no such user.';
  }
  for (const name of ['date', 'dateUtc'] as const) {
    const value = input[name];
    if (isGiven(value) && !parseTime(value, zone, now())) refusals[`${path}.${name}`] = 'This is not a time.';
  }
  if (isGiven(status) && !statusNames.includes(status)) refusals[`${path}.status`] = 'There is no such status.';
  if (isGiven(website) && !isEmptyOrHttpUrl(website)) refusals[`${path}.website`] = 'This is not a web address.';
  if (isGiven(image) && image !== '' && image !== 0 && image !== '0' && !(await isUsableImage(site, viewer, image)))
    refusals[`${path}.image`] = 'There is no such image.';
  if (isGiven(parentId) && parentId !== 0 && !(await exists(site, eventExists, parentId))) {
    refusals[`${path}.parentId`] = 'There is no such event.';
  }
}

/**
 * True if the viewer may use the image. An ID must exist. A URL, even of a library image, requires the right to upload
 * (docs/behaviour/events.md 2.6.1).
 */
async function isUsableImage(site: Site, viewer: Viewer, image: string | number): Promise<boolean> {
  return isImageUrl(image) ? viewer.can('upload_files') : (await findImage(site, image)) !== null;
}

/** Returns the IDs for which no content of this kind exists. */
export async function findUnknownIds(site: Site, kind: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await site.db.rows(idsOfKind, [kind, ids]);
  const existingIds = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !existingIds.has(id));
}

async function checkLinks<Draft extends VenueInput | OrganizerInput>(
  site: Site,
  viewer: Viewer,
  kind: string,
  links: readonly Link<Draft>[] | null | undefined,
  path: string,
  refusals: Refusals,
  skipsUnknown: boolean,
): Promise<void> {
  if (!isGiven(links)) return;
  if (
    !skipsUnknown &&
    (
      await findUnknownIds(
        site,
        kind,
        links.flatMap((link) => (isGiven(link.id) ? [link.id] : [])),
      )
    ).length > 0
  ) {
    refusals[path] = `There is no such ${kind}.`;
    return;
  }
  for (const { id, draft } of links) {
    if (isGiven(id) || !isGiven(draft)) continue;
    const draftRefusals: Refusals = {};
    if (!draft.title?.trim()) draftRefusals['title'] = 'A name is needed.';
    await checkContent(site, viewer, draft, 'draft', draftRefusals);
    const [firstRefusal] = Object.values(draftRefusals);
    if (firstRefusal !== undefined) refusals[path] = firstRefusal;
  }
}

function throwIfRefused(refusals: Refusals): void {
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
}

/** Throws `invalid_arguments` with all errors in an event input, also those in its new venues and organizers (docs/behaviour/events.md 2.6.1). */
export async function checkEventInput(
  site: Site,
  viewer: Viewer,
  input: EventInput,
  { argument, skipsUnknownLinks = false }: CheckOptions,
): Promise<void> {
  const refusals: Refusals = {};
  const zone = getSiteZone(site);
  if (isGiven(input.timezone) && input.timezone !== '' && !isZone(input.timezone))
    refusals[`${argument}.timezone`] = 'There is no such time zone.';
  for (const name of ['start', 'end', 'startUtc', 'endUtc'] as const) {
    const value = input[name];
    if (isGiven(value) && !parseTime(value, zone, now())) refusals[`${argument}.${name}`] = 'This is not a time.';
  }
  await checkContent(site, viewer, input, argument, refusals);
  await checkLinks(site, viewer, 'venue', input.venues, `${argument}.venues`, refusals, skipsUnknownLinks);
  await checkLinks(site, viewer, 'organizer', input.organizers, `${argument}.organizers`, refusals, skipsUnknownLinks);
  throwIfRefused(refusals);
}

/** Throws `invalid_arguments` with all errors in the input of a venue or organizer (docs/behaviour/events.md 2.10). */
export async function checkLinkedInput(
  site: Site,
  viewer: Viewer,
  input: VenueInput | OrganizerInput,
  { argument }: CheckOptions,
): Promise<void> {
  const refusals: Refusals = {};
  const { latitude, longitude }: VenueInput = input;
  if (isGiven(latitude) !== isGiven(longitude) || (latitude === null) !== (longitude === null))
    refusals[`${argument}.latitude`] = 'A position needs both a latitude and a longitude.';
  await checkContent(site, viewer, input, argument, refusals);
  throwIfRefused(refusals);
}
