import { invalidArguments } from '#app/core/failures/failure.ts';
import {
  type OccupiedPlaces,
  countOccupiedPlaces,
  type HolderKind,
  type CapacityKey,
  type PlaceHolder,
  listPlaceHolders,
} from '#app/domains/tickets/holds/held-places.ts';
import { builder } from '../../builder.ts';
import { checkCount } from '../../connections/page.ts';
import { computeConnectionComplexity } from '../../connections/arguments.ts';
import { keyArgument, managersOnly } from '../shared.ts';
import { oneOf } from '../../public/public-mapping.ts';
import { capacityLevels } from '../enum-definitions.ts';
import { declareFormerName } from '../../public/former-names.ts';

const PlaceHolderKind = builder.enumType('PlaceHolderKind', {
  description: 'Reason why places are taken.',
  values: {
    ATTENDEES: { value: 'attendees', description: 'Attendees with a completed order or registration.' },
    PENDING: { value: 'pending', description: 'Attendees whose payment is pending.' },
    HOLD: { value: 'hold', description: 'Places reserved by a checkout.' },
    OFFER: { value: 'offer', description: 'Places offered to an entry of a waiting list.' },
    SET_ASIDE: {
      value: 'set_aside',
      description: 'Places set aside for the first entry of a waiting list, until there are enough for it.',
    },
    DELETED: { value: 'deleted', description: 'Shared places that were sold with deleted tickets.' },
  } as const satisfies Record<string, { value: HolderKind; description: string }>,
});

const PlacesOfKind = builder.objectRef<OccupiedPlaces['kinds'][number]>('PlacesOfKind').implement({
  description: 'Number of places that are taken for one reason.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PlaceHolderKind, description: 'Reason why the places are taken.' }),
    places: t.exposeInt('places', { description: 'Number of places.' }),
  }),
});

const PlaceHolderType = builder.objectRef<PlaceHolder>('PlaceHolder').implement({
  description: 'An order, a registration, a checkout or an entry of a waiting list that holds places.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PlaceHolderKind, description: 'Reason why the places are taken.' }),
    databaseId: t.exposeInt('id', { description: 'ID of the order, of the attendee, of the hold, or of the entry of a waiting list.' }),
    name: t.exposeString('name', { description: 'Name of the holder; empty for a checkout, which has no name yet.' }),
    places: t.exposeInt('places', { description: 'Number of held places.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Time since which the places are held.' }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the places are held; null if there is no limit.',
    }),
  }),
});

interface HolderPart {
  holders: PlaceHolder[];
  hasMore: boolean;
}

const createHolderCursor = ({ id, kind }: PlaceHolder) => Buffer.from(`${id} ${kind}`).toString('base64url');

function readCursor(cursor: string | null | undefined) {
  if (!cursor) return null;
  const [, id, kind] = /^(\d{1,9}) (\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined || kind === undefined)
    throw invalidArguments({ after: { code: 'invalid_cursor', message: 'after is not a cursor of this list.' } });
  return { id: Number(id), kind };
}

const PlaceHolderPart = builder.objectRef<HolderPart>('PlaceHolderPart').implement({
  description: 'A part of the list of holders.',
  fields: (t) => ({
    nodes: t.expose('holders', { type: [PlaceHolderType], complexity: 1, description: 'The holders of places.' }),
    hasNextPage: t.exposeBoolean('hasMore', { description: 'Whether there are more holders.' }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last holder, to pass as `after` for the next part; null if there are no nodes.',
      resolve: ({ holders }) => {
        const last = holders.at(-1);
        return last ? createHolderCursor(last) : null;
      },
    }),
  }),
});

const HeldPlacesType = builder.objectRef<OccupiedPlaces>('HeldPlaces').implement({
  description: 'Taken places of one capacity, and who holds them. The numbers in `kinds` add up to `taken`.',
  fields: (t) => ({
    level: t.exposeString('level', { ...oneOf(capacityLevels, 'Type of the capacity; null if there is no limit.', { none: '' }) }),
    capacity: t.int({
      nullable: true,
      description: 'Number of places; null if unlimited.',
      resolve: ({ capacity }) => (capacity < 0 ? null : capacity),
    }),
    taken: t.exposeInt('counter', { description: 'Number of taken places.' }),
    kinds: t.expose('kinds', { type: [PlacesOfKind], description: 'Number of places by the kind of holder.' }),
    holders: t.field({
      type: PlaceHolderPart,
      description: 'Holders of the places, sorted by ID. Places of deleted tickets are not listed here.',
      args: {
        first: t.arg.int({ defaultValue: 20, description: 'Number of items, at most 100.' }),
        after: t.arg.string({ description: 'Only items after this cursor.' }),
      },
      complexity: computeConnectionComplexity,
      resolve: ({ ticketId, postId }, { first, after }, { site }) => {
        const level: CapacityKey = ticketId === null ? { postId: postId ?? 0 } : { ticketId };
        return listPlaceHolders(site, level, { limit: checkCount(first, 20), after: readCursor(after) });
      },
    }),
  }),
});

builder.queryField('reservedPlaces', (t) =>
  t.field({
    ...declareFormerName('heldPlaces'),
    type: HeldPlacesType,
    description:
      'Taken places and their holders, for a ticket or for the capacity that tickets of a post share. Pass either `ticketId` or `postId`. For managers of attendees.',
    args: {
      ticketId: t.arg.int({ description: 'ID of the ticket whose capacity to return.' }),
      postId: t.arg.int({ description: 'ID of the post or event whose shared capacity to return.' }),
      ...keyArgument,
    },
    ...managersOnly,
    resolve: (_root, { ticketId, postId }, { site }) => {
      if (typeof ticketId === 'number' && typeof postId !== 'number') return countOccupiedPlaces(site, { ticketId });
      if (typeof postId === 'number' && typeof ticketId !== 'number') return countOccupiedPlaces(site, { postId });
      throw invalidArguments({ ticketId: 'Pass either `ticketId` or `postId`.' });
    },
  }),
);
