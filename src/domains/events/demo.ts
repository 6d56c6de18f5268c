import type { Role } from '#app/domains/identity/auth/roles.ts';
import { createViewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { createEventIn } from './event.writer.ts';
import type { EventInput, OrganizerInput, VenueInput } from './inputs.ts';
import { runCalendarTransaction } from './transaction.ts';

const hall: VenueInput = {
  title: 'Lantern Hall',
  description: 'A concert hall with 240 seats in a former lamp warehouse.',
  address: '12 Wharf Lane',
  city: 'Halden',
  country: 'Norway',
  zip: '1767',
  website: 'https://hall.example/',
  latitude: 59.1226,
  longitude: 11.3875,
};
const yard: VenueInput = {
  title: 'The Yard',
  description: 'Behind the hall, under the chestnut tree.',
  address: '12 Wharf Lane',
  city: 'Halden',
  country: 'Norway',
};
const house: OrganizerInput = { title: 'Lantern Hall House Team', email: 'hello@hall.example' };
const quartet: OrganizerInput = { title: 'Vale Quartet', website: 'https://vale-quartet.example/' };

const events: readonly EventInput[] = [
  {
    title: 'Vale Quartet: Night pieces',
    description: 'Four players, one lamp, and music that was written after midnight.\n\nThere is one interval. The bar stays open.',
    excerpt: 'String quartets by lamplight.',
    start: '+2 days 19:30',
    end: '+2 days 21:30',
    cost: ['18', '24'],
    categories: ['Chamber music'],
    tags: ['Strings'],
    venues: [{ draft: hall }],
    organizers: [{ draft: quartet }],
    isFeatured: true,
  },
  {
    title: 'Open rehearsal',
    description: 'Come and go as you like while the quartet works on its next programme.',
    start: '+5 days 11:00',
    end: '+5 days 13:00',
    cost: ['0'],
    categories: ['Open house'],
    venues: [{ draft: hall }],
    organizers: [{ draft: quartet }],
  },
  {
    title: 'Yard market',
    description: 'Records, sheet music, lamps, cake. Bring a bag.',
    start: '+9 days',
    end: '+9 days',
    allDay: true,
    cost: ['Free (bring cake)'],
    categories: ['Open house'],
    tags: ['Family'],
    venues: [{ draft: yard }],
    organizers: [{ draft: house }],
  },
  {
    title: 'Guitar weekend',
    description: 'Three days, six players, one stage.',
    start: '+16 days 18:00',
    end: '+18 days 23:00',
    cost: ['15', '40'],
    categories: ['Festival'],
    tags: ['Guitar'],
    venues: [{ draft: hall }],
    organizers: [{ draft: house }],
  },
  {
    title: 'Songs for small people',
    description: 'An hour of singing for children from three years on, and for those who bring them.',
    start: '+23 days 10:00',
    end: '+23 days 11:00',
    cost: ['6'],
    categories: ['Family'],
    tags: ['Family'],
    venues: [{ draft: hall }],
    organizers: [{ draft: house }],
  },
  {
    title: 'Late listening',
    description: 'One album from beginning to end, in the dark, on the good loudspeakers.',
    start: '+30 days 22:00',
    end: '+31 days 00:30',
    cost: ['8'],
    categories: ['Listening'],
    venues: [{ draft: hall }],
    organizers: [{ draft: house }],
  },
  {
    title: 'Opening night',
    description: 'How it began: an evening with everybody who sanded a floor board.',
    start: '-20 days 19:00',
    end: '-20 days 22:00',
    cost: ['Free'],
    categories: ['Chamber music'],
    venues: [{ draft: hall }],
    organizers: [{ draft: house }],
  },
  {
    title: 'Summer in the yard',
    description: 'Dates are not settled yet.',
    start: '+120 days 16:00',
    end: '+120 days 22:00',
    status: 'draft',
    venues: [{ draft: yard }],
  },
];

/** Creates some weeks of events of a small concert hall, starting today, for `DEMO_DATA=small`. Call it once, on an empty site. */
export async function seedDemoEvents(site: Site, authorId: number): Promise<void> {
  const author = await site.db.prisma.user.findUniqueOrThrow({ where: { id: authorId } });
  const viewer = createViewer({ ...author, role: author.role as Role, extraCapabilities: {} }, 'password');
  await runCalendarTransaction(site, async (tx) => {
    for (const event of events) await createEventIn(site, tx, viewer, event, { whenReversed: 'clamp', images: { drafts: new Map() } });
  });
}
