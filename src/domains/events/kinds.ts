import { type ContentKind, registerKind } from '../content/kinds.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';

/** Common properties of events, venues and organizers as kinds of content (docs/behaviour/events.md 0.5, 0.6). */
const shared = {
  hasRevisions: false,
  withoutPublishRight: 'pending',
  acceptsAnyStatus: true,
  hasPlainTitles: true,
  alwaysHasSlug: true,
} as const satisfies Partial<ContentKind>;

export const eventKind = registerKind({
  ...shared,
  name: 'event',
  typeName: 'tribe_events',
  taxonomies: [eventCategory.name, tag.name],
  plainQuery: (id) => `?post_type=tribe_events&p=${id}`,
});

export const venueKind = registerKind({
  ...shared,
  name: 'venue',
  typeName: 'tribe_venue',
  hasPage: false,
  taxonomies: [tag.name],
  plainQuery: (id) => `?post_type=tribe_venue&p=${id}`,
});

export const organizerKind = registerKind({
  ...shared,
  name: 'organizer',
  typeName: 'tribe_organizer',
  hasPage: false,
  taxonomies: [tag.name],
  plainQuery: (id) => `?post_type=tribe_organizer&p=${id}`,
});
