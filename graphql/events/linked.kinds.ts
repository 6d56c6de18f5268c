import type { Page } from '#app/core/db/page.ts';
import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type DataLoader from 'dataloader';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '#app/domains/content/kinds.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import type { PageOptions } from '#app/core/db/lists/list.ts';
import {
  createOrganizer,
  createVenue,
  updateOrganizer,
  updateVenue,
  deleteOrganizer,
  deleteVenue,
  trashOrganizer,
  trashVenue,
} from '#app/domains/events/calendar.service.ts';
import type { CalendarContentInput } from '#app/domains/events/inputs.ts';
import { organizerKind, venueKind } from '#app/domains/events/kinds.ts';
import { type LinkedQuery, organizerList, venueList } from '#app/domains/events/linked.list.ts';
import type { LinkedRecord } from '#app/domains/events/linked.record.ts';
import type { Site } from '#app/site.ts';
import type { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { OrganizerChanges, OrganizerDraft, VenueChanges, VenueDraft } from './inputs.ts';
import { Organizer, Venue } from './refs.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** Venues and organizers are linked to events and have the same root fields. This type contains what differs between the two. */
export interface LinkedKind {
  kind: ContentKind;
  /** `Venue`, as in `createVenue`. */
  name: string;
  /** Name with its article, for descriptions: `a venue`. */
  nameWithArticle: string;
  type: ObjectRef<Types, LinkedRecord>;
  draft: InputObjectRef<Types, CalendarContentInput>;
  changes: InputObjectRef<Types, CalendarContentInput>;
  loader(context: Context): DataLoader<number, LinkedRecord | null>;
  list: {
    createKeyset(query: LinkedQuery): KeysetList<LinkedRecord>;
    loadPage(site: Site, query: LinkedQuery & PageOptions): Promise<Page<LinkedRecord>>;
  };
  create(site: Site, viewer: Viewer, input: CalendarContentInput, reusesExisting: boolean): Promise<LinkedRecord>;
  update(site: Site, viewer: Viewer, id: number, input: CalendarContentInput): Promise<LinkedRecord>;
  trash(site: Site, viewer: Viewer, id: number): Promise<LinkedRecord>;
  remove(site: Site, id: number): Promise<LinkedRecord>;
}

/** Declaration of venues. */
export const venues: LinkedKind = {
  kind: venueKind,
  name: 'Venue',
  nameWithArticle: 'a venue',
  type: Venue as never,
  draft: VenueDraft,
  changes: VenueChanges,
  loader: ({ load }) => load.calendar.venue,
  list: venueList,
  create: createVenue,
  update: updateVenue,
  trash: trashVenue,
  remove: deleteVenue,
};

/** Declaration of organizers. */
export const organizers: LinkedKind = {
  kind: organizerKind,
  name: 'Organizer',
  nameWithArticle: 'an organizer',
  type: Organizer as never,
  draft: OrganizerDraft,
  changes: OrganizerChanges,
  loader: ({ load }) => load.calendar.organizer,
  list: organizerList,
  create: createOrganizer,
  update: updateOrganizer,
  trash: trashOrganizer,
  remove: deleteOrganizer,
};
