import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type Service, type ServiceResponse, startService } from '../../support/service.ts';

/*
 * Two processes on one database, with random reads and writes, including drafts. Compares each cached response with an uncached one.
 * Set MIXED_OPERATIONS=20000 and AUTOSAVE_SECONDS=120 for a long run.
 */

const OPERATIONS = Number(process.env['MIXED_OPERATIONS'] ?? 150);
const AUTOSAVE_SECONDS = Number(process.env['AUTOSAVE_SECONDS'] ?? 3);
/** Maximum time until a process has received the notifications of writes of the other one. */
const NOTIFICATION_MS = 60;

let services: Service[] = [];
let drop = async () => undefined as void;
let seed = Number(process.env['MIXED_SEED'] ?? 7);

const roll = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pickService = () => services[roll(services.length)] as Service;
const pick = <T>(items: readonly T[]): T => items[roll(items.length)] as T;
/** Selects an element. The first ones are the most likely, as with visitors. */
const pickPopular = <T>(items: readonly T[]): T => items[Math.min(roll(items.length), roll(items.length), roll(items.length))] as T;
const randomWord = () => pick(['one', 'two', 'three', 'four']);

const ids: Record<'post' | 'draft' | 'page' | 'category' | 'event' | 'venue' | 'comment', number[]> = {
  post: [],
  draft: [],
  page: [],
  category: [],
  event: [],
  venue: [],
  comment: [],
};
const links = new Map<number, string>();

async function write(method: string, path: string, body?: object): Promise<ServiceResponse> {
  return await pickService().rest(method, path, { ...(body && { body }) });
}

async function create(kind: keyof typeof ids, path: string, body: object): Promise<void> {
  const reply = await write('POST', path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
  ids[kind].push(reply.body.id);
  const link = reply.body.link ?? reply.body.url;
  if (typeof link === 'string') links.set(reply.body.id, new URL(link).pathname + new URL(link).search);
}

const event = (at: number) => ({
  title: `Event ${randomWord()} ${at}`,
  start_date: `20${30 + roll(9)}-05-01 19:00:00`,
  end_date: '2040-05-02 23:00:00',
});

/** Writes of all kinds in realistic proportions: most of them save drafts. */
const writes: readonly (readonly [number, (at: number) => Promise<unknown>])[] = [
  [6, (at) => write('POST', `/core/v2/posts/${pick(ids.draft)}`, { title: `Draft ${at}`, content: `Words ${at}` })],
  [6, (at) => write('POST', `/core/v2/posts/${pick(ids.draft)}/autosaves`, { content: `Autosaved ${at}` })],
  [3, (at) => write('POST', `/core/v2/posts/${pick(ids.post)}/autosaves`, { content: `Autosaved beside ${at}` })],
  [
    2,
    (at) =>
      create('draft', '/core/v2/posts', {
        title: `Draft ${randomWord()} ${at}`,
        status: pick(['draft', 'pending']),
        categories: [pick(ids.category)],
      }),
  ],
  [2, (at) => write('PUT', `/evt/v1/events/${pick(ids.event)}`, { title: `Event again ${at}` })],
  [
    1,
    (at) =>
      write('PUT', `/evt/v1/events/${pick(ids.event)}`, {
        status: pick(['draft', 'publish']),
        start_date: `203${roll(9)}-06-0${1 + roll(9)} 10:00:00`,
        end_date: '2040-06-10 10:00:00',
        title: `Moved ${at}`,
      }),
  ],
  [
    2,
    (at) =>
      create('post', '/core/v2/posts', {
        title: `Title ${randomWord()} ${at}`,
        status: 'publish',
        content: 'Text',
        categories: [pick(ids.category)],
      }),
  ],
  [
    2,
    (at) => write('PUT', `/core/v2/posts/${pick(ids.post)}`, { title: `Title again ${at}`, status: pick(['publish', 'draft', 'private']) }),
  ],
  [
    2,
    (at) => write('PUT', `/core/v2/posts/${pick(ids.draft)}`, { title: `Published ${at}`, status: pick(['publish', 'draft', 'pending']) }),
  ],
  [1, () => write('DELETE', `/core/v2/posts/${pick(ids.post)}`)],
  [1, () => write('DELETE', `/core/v2/posts/${pick(ids.draft)}?force=${pick(['true', 'false'])}`)],
  [
    1,
    (at) =>
      create('page', '/core/v2/pages', {
        title: `Page ${at}`,
        status: pick(['publish', 'draft']),
        parent: ids.page.length > 0 && roll(2) === 1 ? pick(ids.page) : 0,
      }),
  ],
  [2, (at) => write('PUT', `/core/v2/pages/${pick(ids.page)}`, { slug: `page-${at}`, status: pick(['publish', 'draft']) })],
  [1, (at) => create('event', '/evt/v1/events', { ...event(at), status: pick(['publish', 'draft']), venue: pick(ids.venue) })],
  [1, (at) => write('PUT', `/evt/v1/venues/${pick(ids.venue)}`, { title: `Venue ${at}`, status: pick(['publish', 'draft']) })],
  [1, (at) => create('comment', '/core/v2/comments', { post: pick(ids.post), content: `Comment ${at}` }).catch(() => undefined)],
  [1, (at) => write('PUT', `/core/v2/categories/${pick(ids.category)}`, { name: `Category ${at}` })],
  [1, (at) => write('POST', '/core/v2/settings', { title: `Site ${randomWord()} ${at}` })],
];
const weightedWrites = writes.flatMap(([weight, run]) => Array<(typeof writes)[number][1]>(weight).fill(run));

const recent = (kind: keyof typeof ids) => ids[kind].slice(-6);
const listPaths = (): string[] => [
  '/',
  '/',
  '/events/',
  '/events/list/?eventDisplay=past',
  '/search/?q=title',
  '/feed/',
  '/rest/core/v2/posts',
  '/rest/core/v2/posts?per_page=3&orderby=title&order=asc',
  '/rest/core/v2/pages',
  '/rest/core/v2/categories',
  '/rest/core/v2/comments',
  '/rest/core/v2/search?search=title',
  '/rest/evt/v1/events',
  '/rest/vendor/events/v1/events',
  '/rest/vendor/events/v1/venues',
  '/rest/',
  ...[...recent('post'), ...recent('draft')].map((id) => `/rest/core/v2/posts/${id}`),
  ...recent('page').map((id) => `/rest/core/v2/pages/${id}`),
  ...recent('event').map((id) => `/rest/evt/v1/events/${id}`),
  ...recent('category').map((id) => `/rest/core/v2/posts?categories=${id}`),
  ...[...recent('post'), ...recent('draft'), ...recent('page'), ...recent('event')].flatMap((id) => links.get(id) ?? []),
];

interface CachedReply {
  status: number;
  outcome: string | null;
  /** Everything that must be equal with and without the cache. */
  compared: string;
}

const HEADERS = [
  'content-type',
  'link',
  'x-wp-total',
  'x-wp-totalpages',
  'x-tec-total',
  'allow',
  'etag',
  'location',
  'content-security-policy',
  'x-robots-tag',
];

async function read(service: Service, path: string, headers: Record<string, string> = {}): Promise<CachedReply> {
  const reply = await fetch(service.url + path, {
    headers: { accept: path.startsWith('/rest') ? 'application/json' : 'text/html', ...headers },
    redirect: 'manual',
  });
  const text = await reply.text();
  // both processes use the address of the first one as site URL
  const compared = JSON.stringify([reply.status, text, HEADERS.map((name) => reply.headers.get(name))]);
  return { status: reply.status, outcome: reply.headers.get('x-page-cache'), compared };
}
/** Bypasses the cache: a request with a cookie never gets a cached response. */
const readUncached = (service: Service, path: string) => read(service, path, { cookie: 'theirs=1' });

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const port = await findFreePort();
  const environment = { SITE_URL: `http://127.0.0.1:${port}` };
  services = [await startService(database.url, { ...environment, PORT: String(port) }), await startService(database.url, environment)];
  await write('POST', '/page-cache/v1/settings', { easy: true });
  for (let at = 0; at < 4; at += 1) {
    await create('category', '/core/v2/categories', { name: `Category ${at}` });
    await create('venue', '/evt/v1/venues', { title: `Venue ${at}`, status: 'publish' });
    await create('post', '/core/v2/posts', { title: `Title ${at}`, status: 'publish', content: 'Text' });
    await create('draft', '/core/v2/posts', { title: `Draft ${at}`, status: 'draft', content: 'Text' });
    await create('page', '/core/v2/pages', { title: `Page ${at}`, status: 'publish', content: 'Text' });
    await create('event', '/evt/v1/events', { ...event(at), status: at === 3 ? 'draft' : 'publish' });
  }
}, 240_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await drop();
});

describe('The page cache of two processes', () => {
  it('returns current responses after any writes', async () => {
    const outcomes: Record<string, number> = {};
    const differences: string[] = [];
    for (let at = 0; at < OPERATIONS; at += 1) {
      if (roll(6) === 0) {
        await pick(weightedWrites)(at);
        await sleep(NOTIFICATION_MS);
        continue;
      }
      const [service, path] = [pickService(), pickPopular(listPaths())];
      const before = await readUncached(service, path);
      const cached = await read(service, path);
      outcomes[cached.outcome ?? 'none'] = (outcomes[cached.outcome ?? 'none'] ?? 0) + 1;
      // the clock may have advanced between the two requests
      if (cached.compared !== before.compared && cached.compared !== (await readUncached(service, path)).compared)
        differences.push(`${at}: ${path} (${cached.outcome})\n${before.compared.slice(0, 3000)}\n${cached.compared.slice(0, 3000)}`);
    }
    process.stdout.write(`${OPERATIONS} operations, ${differences.length} differences, ${JSON.stringify(outcomes)}\n`);
    expect(differences).toEqual([]);
    expect(outcomes['HIT']).toBeGreaterThan(OPERATIONS / 20);
  }, 7_200_000);

  it('serves visitors while an editor autosaves', async () => {
    const paths = ['/', '/events/', '/rest/core/v2/posts', '/rest/evt/v1/events', ...recent('post').flatMap((id) => links.get(id) ?? [])];
    const responses = await Promise.all(paths.map(async (path) => ({ path, status: (await read(services[0] as Service, path)).status })));
    const readable = responses.filter(({ status }) => status === 200).map(({ path }) => path);
    const draft = (await write('POST', '/core/v2/posts', { title: 'In the making', status: 'draft', content: 'Begun' })).body.id;
    const event = (
      await write('POST', '/evt/v1/events', {
        title: 'To be',
        status: 'draft',
        start_date: '2031-01-01 10:00:00',
        end_date: '2031-01-01 12:00:00',
      })
    ).body.id;
    for (const service of services) for (const path of readable) await read(service, path);
    const until = Date.now() + AUTOSAVE_SECONDS * 1000;
    const editing = (async () => {
      for (let at = 0; Date.now() < until; at += 1) {
        await services[0]!.rest('POST', `/core/v2/posts/${draft}/autosaves`, { body: { content: `Begun ${at}` } });
        await services[1]!.rest('PUT', `/evt/v1/events/${event}`, { body: { title: `To be ${at}` } });
        await sleep(2000);
      }
    })();
    const outcomes: Record<string, number> = {};
    while (Date.now() < until) {
      const { outcome } = await read(pickService(), pick(readable));
      outcomes[outcome ?? 'none'] = (outcomes[outcome ?? 'none'] ?? 0) + 1;
      await sleep(5);
    }
    await editing;
    const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const rate = (outcomes['HIT'] ?? 0) / total;
    process.stdout.write(`hit rate ${(100 * rate).toFixed(2)} % of ${total}, ${JSON.stringify(outcomes)}\n`);
    expect(readable).toContain('/');
    expect(readable.length).toBeGreaterThan(4);
    expect(rate).toBeGreaterThanOrEqual(0.95);
  }, 600_000);
});
