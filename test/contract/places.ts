import sharp from 'sharp';
import { formBody } from '../media/media-site.ts';
import { ticketing } from '../tickets/support.ts';
import type { WholeSite } from '../support/site.ts';
import { consentMakers } from './places-consent.ts';

/** Bodies that create one item of a collection, where the required parameters are not sufficient. */
const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  '/core/v2/posts': { title: 'A post', content: 'Text.', status: 'publish' },
  '/vendor/events/v1/events': { title: 'An event', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' },
  '/vendor/events/v1/venues': { venue: 'A venue' },
  '/vendor/events/v1/organizers': { organizer: 'An organizer' },
  '/maps/v1/markers': { map_id: 1, title: 'A marker', lat: '53.5', lng: '9.9', approved: 1 },
};

const posts = new WeakMap<WholeSite, Promise<number>>();
const tickets = new WeakMap<WholeSite, Promise<number>>();

function once<T>(known: WeakMap<WholeSite, Promise<T>>, site: WholeSite, make: () => Promise<T>): Promise<T> {
  const made = known.get(site) ?? make();
  known.set(site, made);
  return made;
}

/** The post for comments and tickets. */
export const thePost = (site: WholeSite) => once(posts, site, () => ticketing(site).post({ title: 'The post' }));
/** A ticket of that post. */
export const theTicket = (site: WholeSite) => once(tickets, site, async () => ticketing(site).ticket(await thePost(site)));

async function uploaded(site: WholeSite, name: string): Promise<number> {
  const content = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { payload, type } = formBody({ content, fileName: `${name}.png`, mimeType: 'image/png' });
  const { authorization } = await site.user('administrator');
  const headers = { authorization, 'content-type': type };
  return (await site.http.inject({ method: 'POST', url: '/rest/core/v2/media', headers, payload })).json<{ id: number }>().id;
}

const batchHashes = new WeakMap<WholeSite, string>();
/** The hash for the next batch of the latest import. */
export const theBatchHash = async (site: WholeSite) => batchHashes.get(site) ?? '';

async function startedImport(site: WholeSite): Promise<string> {
  const source = 'mutation { createEventImport(origin: "ical") { importId nextBatchHash } }';
  const { importId, nextBatchHash } = (await site.graphql(source, {}, 'administrator')).data.createEventImport;
  batchHashes.set(site, nextBatchHash);
  return importId;
}

/** Functions that create items that their collection cannot create. */
const makers: Readonly<Record<string, (site: WholeSite, name: string) => Promise<number | string>>> = {
  ...consentMakers,
  '/vendor/event-aggregator/v1/import': startedImport,
  '/site-analytics/v1/modules': () => Promise.resolve('search-console'),
  '/site-analytics/v1/modules/search-console/data': () => Promise.resolve('sites'),
  // uses the path parameter itself as name of the area
  '/compliance/v1/consent-area': async (site) => {
    const content = '<!-- wp:compliance/consent-area {"blockId":"1","consentedContent":"<p>Consented.</p>"} /-->';
    return (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'An area', content, status: 'publish' } })).body
      .id;
  },
  '/core/v2/media': uploaded,
  '/core/v2/comments': async (site, name) => {
    const body = { post: await thePost(site), content: name };
    return (await site.rest('POST', '/core/v2/comments', { as: 'administrator', body })).body.id;
  },
  '/core/v2/users': async (site, name) => {
    const login = name.toLowerCase().replaceAll(' ', '-');
    const body = { username: login, email: `${login}@example.org`, password: `password of ${name}` };
    return (await site.rest('POST', '/core/v2/users', { as: 'administrator', body })).body.id;
  },
  '/vendor/tickets/v1/tickets': async (site, name) => ticketing(site).ticket(await thePost(site), { name }),
  '/vendor/tickets/v1/attendees': async (site) => ticketing(site).attendee(await theTicket(site)),
  '/vendor/tickets/v1/qr': async (site) => ticketing(site).attendee(await theTicket(site)),
};

/** Creates an item of a collection if possible, otherwise returns its first item. */
async function someOf(site: WholeSite, collection: string, name: string, member: 'id' | 'slug'): Promise<string> {
  const make = makers[collection];
  if (make) return String(await make(site, name));
  // updates create revisions
  const updated = /^(.+)\/revisions$/.exec(collection)?.[1];
  if (updated !== undefined) await site.rest('POST', updated, { as: 'administrator', body: { content: name } });
  // an own draft is saved directly
  const published = /^(.+)\/autosaves$/.exec(collection)?.[1];
  if (published !== undefined) await site.rest('POST', published, { as: 'administrator', body: { status: 'publish' } });
  const made = await site.rest('POST', collection, { as: 'administrator', body: { title: name, name, ...bodies[collection] } });
  const known = made.status < 300 ? made.body : [(await site.rest('GET', collection, { as: 'administrator' })).body].flat()[0];
  return String(known?.[member] ?? known?.uuid ?? 1);
}

/**
 * Returns a path with its parameters filled in: new items of each collection with the given name, and an otherwise unused user. `known` are
 * values of parameters that are already known.
 */
export async function filledPath(site: WholeSite, template: string, name: string, known: Record<string, string> = {}): Promise<string> {
  let path = '';
  for (const part of template.split('/').slice(1)) {
    const place = /^\{(\w+)\}$/.exec(part)?.[1];
    if (place === undefined) path += `/${part.replace(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all)}`;
    else if (known[place] !== undefined) path += `/${known[place]}`;
    else if (place === 'user_id') path += `/${(await site.user('subscriber')).id}`;
    else path += `/${encodeURIComponent(await someOf(site, path.replace(/\/by-slug$/, ''), name, place === 'slug' ? 'slug' : 'id'))}`;
  }
  return path;
}
