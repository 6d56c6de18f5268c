import { invalidArguments } from '#app/core/failures/failure.ts';
import {
  type HeldPlaces,
  reservedPlaces,
  type HolderKind,
  type Level,
  type PlaceHolder,
  placeHolders,
} from '#app/domains/tickets/holds/held-places.ts';
import { guard } from '../../access.ts';
import { builder } from '../../builder.ts';
import { countOf } from '../../connections/page.ts';
import { connectionComplexity } from '../../connections/arguments.ts';
import { checkManager, keyArgument } from '../shared.ts';
import { oneOf } from '../../public/public-mapping.ts';
import { capacityLevels } from '../closed-sets.ts';
import { formerly } from '../../public/former-names.ts';

const PlaceHolderKind = builder.enumType('PlaceHolderKind', {
  description: 'What a place can be held by.',
  values: {
    ATTENDEES: { value: 'attendees', description: 'Attendees whose place is settled, by order or registration.' },
    PENDING: { value: 'pending', description: 'Attendees whose payment is under way.' },
    HOLD: { value: 'hold', description: 'Kept during a checkout.' },
    OFFER: { value: 'offer', description: 'Offered to someone on the waiting list.' },
    SET_ASIDE: { value: 'set_aside', description: 'Kept for the head of a waiting list until they are enough for it.' },
    DELETED: { value: 'deleted', description: 'Of shared places: sold by tickets that are deleted.' },
  } as const satisfies Record<string, { value: HolderKind; description: string }>,
});

const PlacesOfKind = builder.objectRef<HeldPlaces['kinds'][number]>('PlacesOfKind').implement({
  description: 'How many places are held in one way.',
  fields: (t) => ({
    kind: t.field({ type: PlaceHolderKind, description: 'In which way.', resolve: ({ kind }) => kind }),
    places: t.int({ description: 'Number of places.', resolve: ({ places }) => places }),
  }),
});

const PlaceHolderType = builder.objectRef<PlaceHolder>('PlaceHolder').implement({
  description: 'Who holds places: an order or registration, a checkout, or someone on a waiting list.',
  fields: (t) => ({
    kind: t.field({ type: PlaceHolderKind, description: 'In which way.', resolve: ({ kind }) => kind }),
    databaseId: t.int({
      description: 'Number of the order, of a registered attendee, of the hold, or of the entry of a waiting list.',
      resolve: ({ id }) => id,
    }),
    name: t.string({ description: 'Who; empty for a checkout, which has no name yet.', resolve: ({ name }) => name }),
    places: t.int({ description: 'Number of items.', resolve: ({ places }) => places }),
    since: t.field({ type: 'DateTime', description: 'Moment since which it holds.', resolve: ({ since }) => since }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when; null = for good.',
      resolve: ({ until }) => until,
    }),
  }),
});

interface HolderPart {
  holders: PlaceHolder[];
  hasMore: boolean;
}

const cursorOf = ({ id, kind }: PlaceHolder) => Buffer.from(`${id} ${kind}`).toString('base64url');

function readCursor(cursor: string | null | undefined) {
  if (!cursor) return null;
  const [, id, kind] = /^(\d{1,9}) (\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (id === undefined || kind === undefined)
    throw invalidArguments({ after: { code: 'invalid_cursor', message: 'after is no cursor of this list.' } });
  return { id: Number(id), kind };
}

const PlaceHolderPart = builder.objectRef<HolderPart>('PlaceHolderPart').implement({
  description: 'A part of the list of those who hold places.',
  fields: (t) => ({
    nodes: t.field({ type: [PlaceHolderType], complexity: 1, description: 'The holders of places.', resolve: ({ holders }) => holders }),
    hasNextPage: t.boolean({ description: 'Whether there are more.', resolve: ({ hasMore }) => hasMore }),
    endCursor: t.string({
      nullable: true,
      description: 'To be given as `after`; null if none exists.',
      resolve: ({ holders }) => {
        const last = holders.at(-1);
        return last ? cursorOf(last) : null;
      },
    }),
  }),
});

const HeldPlacesType = builder.objectRef<HeldPlaces>('HeldPlaces').implement({
  description: 'Who holds what of one capacity. The places of all kinds together are what is taken.',
  fields: (t) => ({
    level: t.string({
      ...oneOf(capacityLevels, 'Whose places they are; null when there is no limit.', { none: '' }),
      resolve: ({ level }) => level,
    }),
    capacity: t.int({
      nullable: true,
      description: 'Places there are; null = unlimited.',
      resolve: ({ capacity }) => (capacity < 0 ? null : capacity),
    }),
    taken: t.int({ description: 'Places that count as taken.', resolve: ({ counter }) => counter }),
    kinds: t.field({ type: [PlacesOfKind], description: 'How many are held in which way.', resolve: ({ kinds }) => kinds }),
    holders: t.field({
      type: PlaceHolderPart,
      description: 'Who holds them, by number. Places of deleted tickets have no holder here.',
      args: {
        first: t.arg.int({ defaultValue: 20, description: 'Number of items, at most 100.' }),
        after: t.arg.string({ description: 'Only those behind this cursor.' }),
      },
      complexity: connectionComplexity,
      resolve: ({ ticketId, postId }, { first, after }, { site }) => {
        const level: Level = ticketId === null ? { postId: postId ?? 0 } : { ticketId };
        return placeHolders(site, level, { limit: countOf(first, 20), after: readCursor(after) });
      },
    }),
  }),
});

builder.queryField('reservedPlaces', (t) =>
  t.field({
    ...formerly('heldPlaces'),
    type: HeldPlacesType,
    description: 'Who holds what: of the places of a ticket, or of those that the tickets of a post share. For managers of attendees.',
    args: {
      ticketId: t.arg.int({ description: 'Of this ticket.' }),
      postId: t.arg.int({ description: 'Of what the tickets of this post share.' }),
      ...keyArgument,
    },
    ...guard(({ apiKey }: { apiKey?: string | null | undefined }, context) => checkManager(context, apiKey)),
    resolve: (_root, { ticketId, postId }, { site }) => {
      if (typeof ticketId === 'number' && typeof postId !== 'number') return reservedPlaces(site, { ticketId });
      if (typeof postId === 'number' && typeof ticketId !== 'number') return reservedPlaces(site, { postId });
      throw invalidArguments({ ticketId: 'Either a ticket or a post is needed.' });
    },
  }),
);
