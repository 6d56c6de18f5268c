import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoEvents } from '../../src/domains/events/demo.ts';
import { seedDemoTickets } from '../../src/domains/tickets/demo.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

async function event(fields: Record<string, unknown> = {}): Promise<{ id: number; path: string }> {
  const { id, url } = await makeEvent(site, fields);
  return { id, path: new URL(url).pathname };
}

/** Returns the ticket list of a page as text. */
async function ticketsOn(path: string): Promise<string | null> {
  const { body } = await site.http.inject({ url: path });
  const list = /<ul class="evt-offers">(.*?)<\/ul>/s.exec(body)?.[1];
  return list === undefined
    ? null
    : list
        // the choice of tickets and the questions are tested elsewhere
        .replace(/<div class="evt-choose">.*?<\/div>|<details.*?<\/details>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
}

describe('The page of an event', () => {
  it('lists its tickets in order with price and remaining places', async () => {
    const { id, path } = await event();
    await t.ticket(id, { name: 'Stalls', price: '1234.5', menu_order: 2, ticket: { mode: 'own', capacity: 30 } });
    await t.ticket(id, { provider: 'rsvp', name: 'Guests & friends', menu_order: 1 });
    expect(await ticketsOn(path)).toBe('Guests &amp; friends Free Available Stalls $1,234.50 Available');
  });

  it('shows the number of places if only a few remain, and if tickets are sold out', async () => {
    const { id, path } = await event();
    const ticket = await t.ticket(id, { name: 'Box', ticket: { mode: 'own', capacity: 2 } });
    expect(await ticketsOn(path)).toBe('Box $5.00 2 left');
    await t.attendee(ticket);
    await t.attendee(ticket, { full_name: 'Bo', email: 'bo@example.org' });
    expect(await ticketsOn(path)).toBe('Box $5.00 Sold out');
  });

  it('shows the start of a sale in the zone of the event, and that a sale has ended', async () => {
    const { id, path } = await event({ timezone: 'Europe/Berlin' });
    await t.ticket(id, { name: 'Early', start_date: '2030-01-02', start_time: '10:00:00' });
    await t.ticket(id, { name: 'Late', end_date: '2020-01-02' });
    expect(await ticketsOn(path)).toBe('Early $5.00 On sale from January 2, 2030, 10:00 am Late $5.00 Sale ended');
  });

  it('has no ticket list without tickets or for a password-protected event', async () => {
    const plain = await event();
    expect(await ticketsOn(plain.path)).toBeNull();
    const secret = await event();
    await t.ticket(secret.id);
    await site.site.db.sql("UPDATE content SET password = 'secret' WHERE id = $1", [secret.id]);
    expect(await ticketsOn(secret.path)).toBeNull();
  });
});

describe('The small demo site', () => {
  it('sells tickets and has sold some', async () => {
    const { id: admin } = await site.user('administrator');
    await seedDemoEvents(site.site, admin);
    await seedDemoTickets(site.site, admin);
    expect(await ticketsOn('/event/vale-quartet-night-pieces/')).toContain('Front rows $24.00');
    const { body } = await t.get('/attendees', { per_page: 50 }, 'administrator');
    expect(body.attendees.filter(({ email }: { email: string }) => email.startsWith('guest-'))).toHaveLength(7);
    const { body: tickets } = await t.get('/tickets', { search: 'rows' }, 'administrator');
    expect(tickets.tickets[0].capacity_details).toMatchObject({ sold: 3, available: 37 });
  });
});
