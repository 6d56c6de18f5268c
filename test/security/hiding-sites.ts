import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import type { TestUserName, WholeSite } from '../support/site.ts';
import { openWholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

/** The secret words of the two sites, which occur nowhere else. */
export const SECRETS = ['aardvark', 'zyzzyva'] as const;
/** Password of protected posts. No request of the matrix sends it. */
const PASSWORD = 'open sesame';

async function createByGraphql(site: WholeSite, mutation: string, variables: Record<string, unknown> = {}): Promise<number> {
  const { data, errors } = await site.graphql(mutation, variables, 'administrator');
  if (errors.length > 0) throw new Error(`${mutation}: ${errors[0]?.message}`);
  return Object.values<{ id: number }>(data)[0]?.id ?? 0;
}

async function createByRest(site: WholeSite, path: string, body: unknown, as: TestUserName = 'administrator'): Promise<number> {
  const { status, body: created, text } = await site.rest('POST', path, { body, as });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return created.id;
}

/** Adds the secret to every text that a visitor may not read, next to public content. */
async function addSecret(site: WholeSite, secret: string): Promise<void> {
  const tickets = createTicketClient(site);
  const texts = { content: `Text ${secret}`, excerpt: `Teaser ${secret}` };
  const event = { start: '2026-12-01 10:00', end: '2026-12-01 12:00', timezone: 'UTC' };
  const venue = { address: secret, city: secret, phone: secret, description: secret, excerpt: secret, latitude: 5, longitude: 5 };
  for (const title of SECRETS) {
    await createByRest(site, '/core/v2/categories', { name: title });
    await createByRest(site, '/vendor/events/v1/categories', { name: title });
  }
  const openPost = await tickets.post({ title: 'Middle A', content: 'Everyone reads this.' });
  for (const name of ['Middle A', 'Middle B']) await tickets.ticket(openPost, { name, description: 'Everyone reads this.' });
  const protectedPost = await tickets.post({ title: 'Protected', password: PASSWORD, ...texts });
  const price = secret === SECRETS[0] ? '1' : '99';
  const protectedTicket = await tickets.ticket(protectedPost, { name: secret, description: secret, price });
  await tickets.attendee(protectedTicket, { full_name: secret, email: `${secret}@example.org`, optout: false });
  await tickets.ticket(protectedPost, { name: 'Ticket', description: secret, provider: 'rsvp', price: '0' });
  const concertTicket = await tickets.ticket(await tickets.post({ title: 'Concert' }), { name: 'Concert' });
  await tickets.attendee(concertTicket, { full_name: secret, email: `${secret}@example.org`, optout: true });
  await tickets.attendee(concertTicket, { full_name: 'Ann Guest', email: `${secret}@example.org`, optout: false });
  await createByRest(site, '/core/v2/pages', { title: 'Protected page', status: 'publish', password: PASSWORD, ...texts });
  for (const status of ['draft', 'pending', 'private'])
    for (const kind of ['posts', 'pages'])
      await createByRest(site, `/core/v2/${kind}`, { title: secret, status, slug: `${status}-${kind}`, ...texts });
  await createByRest(site, '/core/v2/comments', {
    post: protectedPost,
    content: secret,
    author_name: secret,
    author_email: 'ann@example.org',
  });
  await createByRest(site, '/core/v2/comments', { post: openPost, content: secret, status: 'hold' });
  for (const password of [PASSWORD, '']) {
    const hiddenBy = { password, ...(password === '' && { status: 'DRAFT' }) };
    const title = password === '' ? secret : 'Protected';
    await createByGraphql(site, 'mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { id: databaseId } } }', {
      draft: { title, ...venue, ...hiddenBy },
    });
    await createByGraphql(site, 'mutation($draft: OrganizerDraft!) { createOrganizer(draft: $draft) { organizer { id: databaseId } } }', {
      draft: {
        title,
        phone: secret,
        website: `https://${secret}.example/`,
        email: `${secret}@example.org`,
        description: secret,
        ...hiddenBy,
      },
    });
    await createByGraphql(site, 'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { id: databaseId } } }', {
      draft: { title, description: secret, excerpt: secret, website: `https://${secret}.example/`, cost: [secret], ...event, ...hiddenBy },
    });
  }
  await createByGraphql(site, 'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { id: databaseId } } }', {
    draft: { title: 'Open event', description: 'Everyone reads this.', ...event },
  });
}

/** Opens two sites that differ only in texts that visitors may not read. */
export async function openHidingSites(): Promise<{ sites: readonly [WholeSite, WholeSite]; close(): Promise<void> }> {
  setClock(createFrozenClock('2026-11-20T08:17:27Z'));
  const sites = [await openWholeSite(), await openWholeSite()] as const;
  for (const [n, site] of sites.entries()) {
    for (const name of ['administrator', 'subscriber', 'contributor'] as const) await site.user(name);
    await addSecret(site, SECRETS[n] as string);
  }
  return {
    sites,
    async close() {
      setClock();
      await Promise.all(sites.map((site) => site.close()));
    },
  };
}
