import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canRead } from '../../content/content.permissions.ts';
import type { ContentRecord } from '../../content/record.ts';
import { contentIdOfSlug, loadEvents, loadOrganizers, loadVenues } from '../../events/event.reader.ts';
import type { EventRecord } from '../../events/event.record.ts';
import type { OrganizerRecord, VenueRecord } from '../../events/linked.record.ts';
import type { Site } from '#app/site.ts';
import { noPage } from '#app/domains/content/pages/list.page.ts';

type Load<T> = (site: Site, ids: readonly number[]) => Promise<T[]>;

async function readable<T extends ContentRecord>(site: Site, viewer: Viewer, kind: string, slug: string, load: Load<T>): Promise<T> {
  const id = await contentIdOfSlug(site, kind, slug);
  const [content] = id === null ? [] : await load(site, [id]);
  if (!content || content.status === 'trash' || !canRead(viewer, content)) throw noPage();
  return content;
}

/** The event with this slug; throws 404 unless the viewer may read it, so that nothing tells what is there. */
export const readableEvent = (site: Site, viewer: Viewer, slug: string) => readable<EventRecord>(site, viewer, 'event', slug, loadEvents);
/** The venue with this slug; see `readableEvent`. */
export const readableVenue = (site: Site, viewer: Viewer, slug: string) => readable<VenueRecord>(site, viewer, 'venue', slug, loadVenues);
/** The organizer with this slug; see `readableEvent`. */
export const readableOrganizer = (site: Site, viewer: Viewer, slug: string) =>
  readable<OrganizerRecord>(site, viewer, 'organizer', slug, loadOrganizers);
