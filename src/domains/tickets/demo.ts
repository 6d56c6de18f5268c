import type { Role } from '#app/domains/identity/auth/roles.ts';
import { createViewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { registerAttendee } from './registration.ts';
import type { TicketInput } from './ticket.input.ts';
import { createTicket } from './ticket.service.ts';

interface DemoTicket extends TicketInput {
  provider: 'rsvp' | 'tc';
  guests: readonly string[];
}

/** Tickets by the slug of the demo event that sells them. */
const tickets: Readonly<Record<string, readonly DemoTicket[]>> = {
  'vale-quartet-night-pieces': [
    {
      provider: 'tc',
      name: 'Front rows',
      description: 'Rows 1 to 4. You see the strings move.',
      price: '24',
      stock: { mode: 'capped', capacity: 40, sharedCapacity: 240 },
      guests: ['Ada Lindqvist', 'Bo Nyström', 'Inès Álvarez'],
    },
    { provider: 'tc', name: 'Hall', price: '18', menuOrder: 1, stock: { mode: 'global' }, guests: ['Mika Aalto', '小林 葵'] },
  ],
  'open-rehearsal': [{ provider: 'rsvp', name: 'I will come', stock: { capacity: 60 }, guests: ['Oluwaseun Adé', 'Ruth Maier'] }],
  'songs-for-small-people': [{ provider: 'tc', name: 'Child or adult', price: '6', stock: { mode: 'own', capacity: 12 }, guests: [] }],
};

/** Returns an example email address that no other guest has. */
const buildGuestEmail = (ticketId: number, index: number) => `guest-${ticketId}-${index + 1}@example.org`;

/** Creates tickets and some guests for the demo events, for `DEMO_DATA=small`. Call it once, after the events exist. */
export async function seedDemoTickets(site: Site, authorId: number): Promise<void> {
  const author = await site.db.prisma.user.findUniqueOrThrow({ where: { id: authorId } });
  const viewer = createViewer({ ...author, role: author.role as Role, extraCapabilities: {} }, 'password');
  const sellers = await site.db.prisma.content.findMany({
    where: { kind: 'event', slug: { in: Object.keys(tickets) } },
    select: { id: true, slug: true },
    orderBy: { id: 'asc' },
  });
  for (const { id, slug } of sellers) {
    for (const { provider, guests, ...input } of tickets[slug] ?? []) {
      const ticket = await createTicket(site, viewer, id, provider, input);
      for (const [index, fullName] of guests.entries()) {
        await registerAttendee(site, ticket, { fullName, email: buildGuestEmail(ticket.id, index), callerId: authorId, source: 'demo' });
      }
    }
  }
}
