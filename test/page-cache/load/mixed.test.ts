import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { type Service, type ServiceReply, startService } from '../../support/service.ts';

/*
 * Two processes on one database, with random reads and writes, including drafts. Compares each cached response with an uncached one.
 * Set MIXED_OPERATIONS=20000 and AUTOSAVE_SECONDS=120 for a long run.
 */

const OPERATIONS = Number(process.env['MIXED_OPERATIONS'] ?? 150);
const AUTOSAVE_SECONDS = Number(process.env['AUTOSAVE_SECONDS'] ?? 3);
/** Maximum time for a process to receive the writes of the other one. */
const HEARD_MS = 60;

let services: Service[] = [];
let drop = async () => undefined as void;
let seed = Number(process.env['MIXED_SEED'] ?? 7);

const roll = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const service = () => services[roll(services.length)] as Service;
const one = <T>(all: readonly T[]): T => all[roll(all.length)] as T;
/** Selects an element. The first ones are the most likely, as with visitors. */
const popular = <T>(all: readonly T[]): T => all[Math.min(roll(all.length), roll(all.length), roll(all.length))] as T;
const randomWord = () => one(['one', 'two', 'three', 'four']);

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

async function write(method: string, path: string, body?: object): Promise<ServiceReply> {
  return await service().rest(method, path, { ...(body && { body }) });
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
  [6, (at) => write('POST', `/core/v2/posts/${one(ids.draft)}`, { title: `Draft ${at}`, content: `Words ${at}` })],
  [6, (at) => write('POST', `/core/v2/posts/${one(ids.draft)}/autosaves`, { content: `Autosaved ${at}` })],
  [3, (at) => write('POST', `/core/v2/posts/${one(ids.post)}/autosaves`, { content: `Autosaved beside ${at}` })],
  [
    2,
    (at) =>
      create('draft', '/core/v2/posts', {
        title: `Draft ${randomWord()} ${at}`,
        status: one(['draft', 'pending']),
        categories: [one(ids.category)],
      }),
  ],
  [2, (at) => write('PUT', `/evt/v1/events/${one(ids.event)}`, { title: `Event again ${at}` })],
  [
    1,
    (at) =>
      write('PUT', `/evt/v1/events/${one(ids.event)}`, {
        status: one(['draft', 'publish']),
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
        categories: [one(ids.category)],
      }),
  ],
  [
    2,
    (at) => write('PUT', `/core/v2/posts/${one(ids.post)}`, { title: `Title again ${at}`, status: one(['publish', 'draft', 'private']) }),
  ],
  [2, (at) => write('PUT', `/core/v2/posts/${one(ids.draft)}`, { title: `Published ${at}`, status: one(['publish', 'draft', 'pending']) })],
  [1, () => write('DELETE', `/core/v2/posts/${one(ids.post)}`)],
  [1, () => write('DELETE', `/core/v2/posts/${one(ids.draft)}?force=${one(['true', 'false'])}`)],
  [
    1,
    (at) =>
      create('page', '/core/v2/pages', {
        title: `Page ${at}`,
        status: one(['publish', 'draft']),
        parent: ids.page.length > 0 && roll(2) === 1 ? one(ids.page) : 0,
      }),
  ],
  [2, (at) => write('PUT', `/core/v2/pages/${one(ids.page)}`, { slug: `page-${at}`, status: one(['publish', 'draft']) })],
  [1, (at) => create('event', '/evt/v1/events', { ...event(at), status: one(['publish', 'draft']), venue: one(ids.venue) })],
  [1, (at) => write('PUT', `/evt/v1/venues/${one(ids.venue)}`, { title: `Venue ${at}`, status: one(['publish', 'draft']) })],
  [1, (at) => create('comment', '/core/v2/comments', { post: one(ids.post), content: `Comment ${at}` }).catch(() => undefined)],
  [1, (at) => write('PUT', `/core/v2/categories/${one(ids.category)}`, { name: `Category ${at}` })],
  [1, (at) => write('POST', '/core/v2/settings', { title: `Site ${randomWord()} ${at}` })],
];
const chances = writes.flatMap(([weight, act]) => Array<(typeof writes)[number][1]>(weight).fill(act));

const recent = (kind: keyof typeof ids) => ids[kind].slice(-6);
const addresses = (): string[] => [
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

interface Read {
  status: number;
  outcome: string | null;
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

async function read(from: Service, path: string, headers: Record<string, string> = {}): Promise<Read> {
  const reply = await fetch(from.url + path, {
    headers: { accept: path.startsWith('/rest') ? 'application/json' : 'text/html', ...headers },
    redirect: 'manual',
  });
  const text = await reply.text();
  // both processes use the address of the first one as site URL
  const compared = JSON.stringify([reply.status, text, HEADERS.map((name) => reply.headers.get(name))]);
  return { status: reply.status, outcome: reply.headers.get('x-page-cache'), compared };
}
/** Bypasses the cache: a request with a cookie never gets a cached response. */
const readUncached = (from: Service, path: string) => read(from, path, { cookie: 'theirs=1' });

beforeAll(async () => {
  const database = await testDatabaseUrl();
  drop = database.drop;
  const port = await freePort();
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
  await Promise.all(services.map((each) => each.kill()));
  await drop();
});

describe('The page cache of two processes', () => {
  it('returns current responses after any writes', async () => {
    const outcomes: Record<string, number> = {};
    const differences: string[] = [];
    for (let at = 0; at < OPERATIONS; at += 1) {
      if (roll(6) === 0) {
        await one(chances)(at);
        await wait(HEARD_MS);
        continue;
      }
      const [from, path] = [service(), popular(addresses())];
      const before = await readUncached(from, path);
      const kept = await read(from, path);
      outcomes[kept.outcome ?? 'none'] = (outcomes[kept.outcome ?? 'none'] ?? 0) + 1;
      // the clock may have advanced between the two requests
      if (kept.compared !== before.compared && kept.compared !== (await readUncached(from, path)).compared)
        differences.push(`${at}: ${path} (${kept.outcome})\n${before.compared.slice(0, 3000)}\n${kept.compared.slice(0, 3000)}`);
    }
    process.stdout.write(`${OPERATIONS} operations, ${differences.length} differences, ${JSON.stringify(outcomes)}\n`);
    expect(differences).toEqual([]);
    expect(outcomes['HIT']).toBeGreaterThan(OPERATIONS / 20);
  }, 7_200_000);

  it('serves visitors while an editor autosaves', async () => {
    const paths = ['/', '/events/', '/rest/core/v2/posts', '/rest/evt/v1/events', ...recent('post').flatMap((id) => links.get(id) ?? [])];
    const found = await Promise.all(paths.map(async (path) => ({ path, status: (await read(services[0] as Service, path)).status })));
    const shown = found.filter(({ status }) => status === 200).map(({ path }) => path);
    const draft = (await write('POST', '/core/v2/posts', { title: 'In the making', status: 'draft', content: 'Begun' })).body.id;
    const event = (
      await write('POST', '/evt/v1/events', {
        title: 'To be',
        status: 'draft',
        start_date: '2031-01-01 10:00:00',
        end_date: '2031-01-01 12:00:00',
      })
    ).body.id;
    for (const from of services) for (const path of shown) await read(from, path);
    const until = Date.now() + AUTOSAVE_SECONDS * 1000;
    const editing = (async () => {
      for (let at = 0; Date.now() < until; at += 1) {
        await services[0]!.rest('POST', `/core/v2/posts/${draft}/autosaves`, { body: { content: `Begun ${at}` } });
        await services[1]!.rest('PUT', `/evt/v1/events/${event}`, { body: { title: `To be ${at}` } });
        await wait(2000);
      }
    })();
    const outcomes: Record<string, number> = {};
    while (Date.now() < until) {
      const { outcome } = await read(service(), one(shown));
      outcomes[outcome ?? 'none'] = (outcomes[outcome ?? 'none'] ?? 0) + 1;
      await wait(5);
    }
    await editing;
    const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const rate = (outcomes['HIT'] ?? 0) / total;
    process.stdout.write(`hit rate ${(100 * rate).toFixed(2)} % of ${total}, ${JSON.stringify(outcomes)}\n`);
    expect(shown).toContain('/');
    expect(shown.length).toBeGreaterThan(4);
    expect(rate).toBeGreaterThanOrEqual(0.95);
  }, 600_000);
});
