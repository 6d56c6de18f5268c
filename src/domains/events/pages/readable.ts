import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canRead } from '../../content/content.permissions.ts';
import type { ContentRecord } from '../../content/record.ts';
import { findContentIdBySlug, loadEvents, loadOrganizers, loadVenues } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import type { OrganizerRecord, VenueRecord } from '../../events/linked.record.ts';
import type { Site } from '#app/site.ts';
import { pageNotFound } from '#app/domains/content/pages/list.page.ts';

type Load<T> = (site: Site, ids: readonly number[]) => Promise<T[]>;

async function requireReadable<T extends ContentRecord>(site: Site, viewer: Viewer, kind: string, slug: string, load: Load<T>): Promise<T> {
  const id = await findContentIdBySlug(site, kind, slug);
  const [content] = id === null ? [] : await load(site, [id]);
  if (!content || content.status === 'trash' || !canRead(viewer, content)) throw pageNotFound();
  return content;
}

/** Returns the event with this slug. Throws the same 404 if no event has the slug, if it is in the trash, or if the viewer may not read it. */
export const requireReadableEvent = (site: Site, viewer: Viewer, slug: string) =>
  requireReadable<EventRecord>(site, viewer, 'event', slug, loadEvents);
/** Returns the venue with this slug; see `requireReadableEvent`. */
export const requireReadableVenue = (site: Site, viewer: Viewer, slug: string) =>
  requireReadable<VenueRecord>(site, viewer, 'venue', slug, loadVenues);
/** Returns the organizer with this slug; see `requireReadableEvent`. */
export const requireReadableOrganizer = (site: Site, viewer: Viewer, slug: string) =>
  requireReadable<OrganizerRecord>(site, viewer, 'organizer', slug, loadOrganizers);
