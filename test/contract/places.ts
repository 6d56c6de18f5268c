import sharp from 'sharp';
import { createFormBody } from '../media/media-site.ts';
import { createTicketClient } from '../tickets/support.ts';
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

function once<T>(known: WeakMap<WholeSite, Promise<T>>, site: WholeSite, create: () => Promise<T>): Promise<T> {
  const item = known.get(site) ?? create();
  known.set(site, item);
  return item;
}

/** The post for comments and tickets. */
export const findOrCreatePost = (site: WholeSite) => once(posts, site, () => createTicketClient(site).post({ title: 'The post' }));
/** A ticket of that post. */
export const findOrCreateTicket = (site: WholeSite) =>
  once(tickets, site, async () => createTicketClient(site).ticket(await findOrCreatePost(site)));

async function uploadImage(site: WholeSite, name: string): Promise<number> {
  const content = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { payload, type } = createFormBody({ content, fileName: `${name}.png`, mimeType: 'image/png' });
  const { authorization } = await site.user('administrator');
  const headers = { authorization, 'content-type': type };
  return (await site.http.inject({ method: 'POST', url: '/rest/core/v2/media', headers, payload })).json<{ id: number }>().id;
}

const batchHashes = new WeakMap<WholeSite, string>();
/** The hash for the next batch of the latest import. */
export const getBatchHash = async (site: WholeSite) => batchHashes.get(site) ?? '';

async function startImport(site: WholeSite): Promise<string> {
  const source = 'mutation { createEventImport(origin: "ical") { importId nextBatchHash } }';
  const { importId, nextBatchHash } = (await site.graphql(source, {}, 'administrator')).data.createEventImport;
  batchHashes.set(site, nextBatchHash);
  return importId;
}

/** Functions that create items that their collection cannot create. */
const makers: Readonly<Record<string, (site: WholeSite, name: string) => Promise<number | string>>> = {
  ...consentMakers,
  '/vendor/event-aggregator/v1/import': startImport,
  '/site-analytics/v1/modules': () => Promise.resolve('search-console'),
  '/site-analytics/v1/modules/search-console/data': () => Promise.resolve('sites'),
  // the path parameter is the name of the area
  '/compliance/v1/consent-area': async (site) => {
    const content = '<!-- wp:compliance/consent-area {"blockId":"1","consentedContent":"<p>Consented.</p>"} /-->';
    return (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'An area', content, status: 'publish' } })).body
      .id;
  },
  '/core/v2/media': uploadImage,
  '/core/v2/comments': async (site, name) => {
    const body = { post: await findOrCreatePost(site), content: name };
    return (await site.rest('POST', '/core/v2/comments', { as: 'administrator', body })).body.id;
  },
  '/core/v2/users': async (site, name) => {
    const login = name.toLowerCase().replaceAll(' ', '-');
    const body = { username: login, email: `${login}@example.org`, password: `password of ${name}` };
    return (await site.rest('POST', '/core/v2/users', { as: 'administrator', body })).body.id;
  },
  '/vendor/tickets/v1/tickets': async (site, name) => createTicketClient(site).ticket(await findOrCreatePost(site), { name }),
  '/vendor/tickets/v1/attendees': async (site) => createTicketClient(site).attendee(await findOrCreateTicket(site)),
  '/vendor/tickets/v1/qr': async (site) => createTicketClient(site).attendee(await findOrCreateTicket(site)),
};

/** Creates an item of a collection if possible, otherwise returns its first item. */
async function findOrCreate(site: WholeSite, collection: string, name: string, member: 'id' | 'slug'): Promise<string> {
  const create = makers[collection];
  if (create) return String(await create(site, name));
  // updates create revisions
  const updated = /^(.+)\/revisions$/.exec(collection)?.[1];
  if (updated !== undefined) await site.rest('POST', updated, { as: 'administrator', body: { content: name } });
  // the author's own draft is changed directly, without an autosave
  const published = /^(.+)\/autosaves$/.exec(collection)?.[1];
  if (published !== undefined) await site.rest('POST', published, { as: 'administrator', body: { status: 'publish' } });
  const created = await site.rest('POST', collection, { as: 'administrator', body: { title: name, name, ...bodies[collection] } });
  const item = created.status < 300 ? created.body : [(await site.rest('GET', collection, { as: 'administrator' })).body].flat()[0];
  return String(item?.[member] ?? item?.uuid ?? 1);
}

/**
 * Returns a path with its parameters filled in: a new item of each collection, with the given name, and a user that is used for nothing else. `known`
 * are values of parameters that are already known.
 */
export async function fillPath(site: WholeSite, template: string, name: string, known: Record<string, string> = {}): Promise<string> {
  let path = '';
  for (const part of template.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
    if (parameter === undefined) path += `/${part.replace(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all)}`;
    else if (known[parameter] !== undefined) path += `/${known[parameter]}`;
    else if (parameter === 'user_id') path += `/${(await site.user('subscriber')).id}`;
    else
      path += `/${encodeURIComponent(await findOrCreate(site, path.replace(/\/by-slug$/, ''), name, parameter === 'slug' ? 'slug' : 'id'))}`;
  }
  return path;
}
