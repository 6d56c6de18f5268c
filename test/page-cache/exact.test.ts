import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { now, setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { postsPerPage, siteName, timezoneString } from '../../src/core/settings/site.settings.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { openSite, type OpenSite } from '../../src/open-site.ts';
import { createSiteApp } from '../support/app.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

/*
 * A cached response always equals a new response. The tests read and write in random order, through two instances of the site on one
 * database. After every write, they request several URLs with and without the cache.
 */

type Http = WholeSite['http'];
interface CachedReply {
  status: number;
  outcome: string | undefined;
  text: string;
  headers: Record<string, string | undefined>;
}

const RUNS = Number(process.env['MODEL_RUNS'] ?? 60);
/** Maximum time until an instance has received the notifications of writes through the other one. */
const NOTIFICATION_MS = 50;

let site: WholeSite;
let other: { opened: OpenSite; http: Http };

beforeAll(async () => {
  site = await openWholeSite();
  const opened = await openSite(site.config, createLog('silent'));
  const { http } = await createSiteApp(opened);
  other = { opened, http };
  await site.rest('POST', '/page-cache/v1/settings', { as: 'administrator', body: { easy: true } });
});
afterAll(async () => {
  await other?.http.close();
  await other?.opened.close();
  await site.close();
});
afterEach(() => setClock());

async function request(http: Http, path: string, headers: Record<string, string> = {}): Promise<CachedReply> {
  const { statusCode, headers: sent, payload } = await http.inject({ method: 'GET', url: `/rest${path}`, headers });
  const replyHeaders = sent as Record<string, string | undefined>;
  return { status: statusCode, outcome: replyHeaders['x-page-cache'], text: payload, headers: replyHeaders };
}

/** Bypasses the cache: a request with a cookie never gets a cached response. */
const requestUncached = (http: Http, path: string) => request(http, path, { cookie: 'theirs=1' });

const comparableParts = ({ status, text, headers }: CachedReply) => ({
  status,
  text,
  headers: Object.fromEntries(
    ['content-type', 'link', 'x-wp-total', 'x-wp-totalpages', 'x-et-total', 'x-tec-total', 'allow', 'etag'].map((name) => [
      name,
      headers[name],
    ]),
  ),
});

const ids = { post: [] as number[], event: [] as number[], category: [] as number[], comment: [] as number[], venue: [] as number[] };
const fixedPaths = [
  '/core/v2/posts',
  '/core/v2/posts?per_page=2&orderby=title&order=asc',
  '/core/v2/posts?search=one',
  '/core/v2/posts?_embed=1',
  '/core/v2/categories?hide_empty=1',
  '/core/v2/comments',
  '/core/v2/search?search=title',
  '/core/v2/users',
  '/core/v2/types',
  '/evt/v1/events',
  '/vendor/events/v1/events',
  '/vendor/events/v1/events?start_date=2026-01-01',
  '/vendor/events/v1/venues?event=0',
  '/vendor/events/v1/categories',
  '/vendor/tickets/v1/tickets',
  '/maps/v1/markers',
  '/',
];
const pathsOf = (kind: keyof typeof ids, path: string) => ids[kind].slice(-3).map((id) => path.replace('{}', String(id)));
const listPaths = (): string[] => [
  ...fixedPaths,
  ...pathsOf('post', '/core/v2/posts/{}'),
  ...pathsOf('post', '/core/v2/comments?post={}'),
  ...pathsOf('category', '/core/v2/posts?categories={}'),
  ...pathsOf('event', '/evt/v1/events/{}'),
  ...pathsOf('event', '/vendor/events/v1/events/{}'),
  ...pathsOf('venue', '/evt/v1/venues/{}'),
];

/** Returns a generator of reproducible pseudorandom numbers. */
function randomNumbers(seed: number): Roll {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString().slice(0, 19);
const columnTime = (iso: string) => iso.replace('T', ' ');
const write = async (
  http: Http,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; id: number }> => {
  const { authorization } = await site.user('administrator');
  const reply = await http.inject({ method, url: `/rest${path}`, headers: { authorization }, ...(body && { payload: body }) });
  return { status: reply.statusCode, id: Number(reply.json<{ id?: number }>().id) };
};

/** Returns a random integer below the given one. */
type Roll = (below: number) => number;
const pickId = (from: readonly number[], roll: Roll) => from[roll(from.length)] ?? 0;
const randomWord = (roll: Roll) => ['one', 'two', 'three'][roll(3)] ?? '';

/** Writes of all kinds. Each runs through the given instance. */
const writes: readonly ((http: Http, roll: Roll, at: number) => Promise<unknown>)[] = [
  async (http, roll, at) => {
    const body = {
      title: `Title ${randomWord(roll)} ${at}`,
      status: ['publish', 'draft', 'publish'][roll(3)],
      categories: ids.category.slice(0, roll(2)),
    };
    ids.post.push((await write(http, 'POST', '/core/v2/posts', body)).id);
  },
  (http, roll, at) =>
    write(http, 'PUT', `/core/v2/posts/${pickId(ids.post, roll)}`, {
      title: `Title ${randomWord(roll)} again ${at}`,
      sticky: roll(2) === 1,
    }),
  (http, roll) => write(http, 'DELETE', `/core/v2/posts/${pickId(ids.post, roll)}?force=${roll(2) === 1}`),
  async (http, roll) =>
    void ids.post.push(
      (await write(http, 'POST', '/core/v2/posts', { title: 'Later', status: 'future', date: inSeconds(60 + roll(600)) })).id,
    ),
  async (http, roll, at) =>
    void ids.category.push(
      (await write(http, 'POST', '/core/v2/categories', { name: `Category ${at}`, parent: pickId(ids.category, roll) })).id,
    ),
  (http, roll, at) => write(http, 'PUT', `/core/v2/categories/${pickId(ids.category, roll)}`, { name: `Renamed ${at}` }),
  async (http, roll, at) => {
    const body = { post: pickId(ids.post, roll), content: `Comment ${at}` };
    ids.comment.push((await write(http, 'POST', '/core/v2/comments', body)).id);
  },
  (http, roll) => write(http, 'DELETE', `/core/v2/comments/${pickId(ids.comment, roll)}?force=true`),
  async (http, roll, at) => {
    const start = inSeconds(roll(2000) - 1000);
    const body = {
      title: `Event ${randomWord(roll)} ${at}`,
      status: 'publish',
      start_date: columnTime(start),
      end_date: columnTime(inSeconds(3000 + roll(1000))),
    };
    ids.event.push((await write(http, 'POST', '/evt/v1/events', body)).id);
  },
  (http, roll, at) => write(http, 'PUT', `/evt/v1/events/${pickId(ids.event, roll)}`, { title: `Event moved ${at}` }),
  async (http, _roll, at) =>
    void ids.venue.push((await write(http, 'POST', '/evt/v1/venues', { title: `Venue ${at}`, status: 'publish' })).id),
  async (_http, roll) => {
    const post = pickId(ids.event, roll);
    if (post > 0) await createTicketClient(site).ticket(post);
  },
  (_http, roll, at) => site.site.settings.set(siteName, `Site ${randomWord(roll)} ${at}`),
  (_http, roll) => other.opened.settings.set(postsPerPage, 3 + roll(4)),
  (_http, roll) => site.site.settings.set(timezoneString, ['UTC', 'America/New_York', 'Asia/Kathmandu'][roll(3)] ?? 'UTC'),
  async (http, roll, at) => {
    const { id } = await site.user('author');
    return await write(http, 'PUT', `/core/v2/users/${id}`, { name: `Author ${randomWord(roll)} ${at}` });
  },
  async (_http, roll) => {
    await site.site.db.prisma.content.updateMany({ where: { id: pickId(ids.post, roll) }, data: { excerpt: `Straight ${roll(100)}` } });
  },
  async (_http, roll) => {
    await site.site.db.transaction(
      async (tx) => void (await tx.term.updateMany({ where: { id: pickId(ids.category, roll) }, data: { description: `T ${roll(100)}` } })),
    );
  },
];

describe('Cached responses', () => {
  it('equal new responses after any writes', async () => {
    const roll = randomNumbers(Number(process.env['MODEL_SEED'] ?? 7));
    const pickInstance = () => (roll(2) === 1 ? other.http : site.http);
    const outcomes: Record<string, number> = {};
    let shift = 0;
    for (let at = 0; at < RUNS; at += 1) {
      if (roll(4) === 0) setClock(createShiftedClock((shift += roll(400_000))));
      const [writer, reader] = [pickInstance(), pickInstance()];
      await writes[roll(writes.length)]?.(writer, roll, at);
      await sleep(NOTIFICATION_MS);
      const paths = listPaths();
      for (let read = 0; read < 6; read += 1) {
        const path = paths[roll(paths.length)] ?? '/';
        // with a frozen clock, because a response may change with the second
        const moment = now();
        setClock(() => new Date(moment));
        const cached = await request(reader, path);
        const uncached = await requestUncached(reader, path);
        setClock(createShiftedClock(shift));
        expect(uncached.outcome).toBe('BYPASS');
        expect(comparableParts(cached), `${at}: ${path} (${cached.outcome})`).toEqual(comparableParts(uncached));
        outcomes[cached.outcome ?? ''] = (outcomes[cached.outcome ?? ''] ?? 0) + 1;
        if (cached.outcome === 'MISS') expect((await request(reader, path)).outcome, path).toBe('HIT');
      }
    }
    expect(outcomes['HIT']).toBeGreaterThan(RUNS / 10);
  }, 600_000);

  it('change with time: scheduled content is published, events begin', async () => {
    const start = Math.ceil(now().getTime() / 1000) * 1000;
    setClock(() => new Date(start));
    // responses cached by the previous test may be from a later time
    await write(site.http, 'PUT', '/core/v2/settings', { title: 'Another time' });
    await write(site.http, 'POST', '/core/v2/posts', { title: 'In a minute', status: 'future', date_gmt: inSeconds(90) });
    const paths = ['/core/v2/posts', '/evt/v1/events', '/vendor/events/v1/events', '/'];
    for (const seconds of [0, 1, 60, 89, 90, 91, 92, 900, 3600, 86_400]) {
      setClock(() => new Date(start + seconds * 1000));
      for (const path of paths)
        expect(comparableParts(await request(site.http, path)), `${path} after ${seconds} s`).toEqual(
          comparableParts(await requestUncached(site.http, path)),
        );
    }
    expect((await request(site.http, '/core/v2/posts?search=minute')).text).toContain('In a minute');
  });

  it('are not stored if a write happened while they were computed', async () => {
    const post = (await write(site.http, 'POST', '/core/v2/posts', { title: 'Before', status: 'publish' })).id;
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        if (at % 3 === 0) await write(site.http, 'PUT', `/core/v2/posts/${post}`, { title: `After ${at}` });
        else await request(site.http, `/core/v2/posts/${post}`);
      }),
    );
    expect((await request(site.http, `/core/v2/posts/${post}`)).text).toBe(
      (await requestUncached(site.http, `/core/v2/posts/${post}`)).text,
    );
  });

  it('are not sent while the instance cannot receive notifications of other writes', async () => {
    const { opened } = other;
    const post = (await write(site.http, 'POST', '/core/v2/posts', { title: 'Changed', status: 'publish' })).id;
    const path = `/core/v2/posts/${post}`;
    const outcomes = new Set<string | undefined>();
    for (let at = 0; at < 40; at += 1) {
      if (at % 10 === 5) {
        await opened.db.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`);
      }
      await opened.db.prisma.content.update({ where: { id: post }, data: { title: `Changed ${at}` } });
      await sleep(NOTIFICATION_MS);
      for (let read = 0; read < 3; read += 1) {
        const cached = await request(site.http, path);
        outcomes.add(cached.outcome);
        expect(JSON.parse(cached.text).title.rendered, `${at} (${cached.outcome})`).toBe(`Changed ${at}`);
      }
    }
    expect(outcomes).toContain('HIT');
  });

  it('are computed once for simultaneous requests', async () => {
    await site.rest('POST', '/page-cache/v1/cache', { as: 'administrator', body: { all: true } });
    const replies = await Promise.all(Array.from({ length: 10 }, () => request(site.http, '/core/v2/posts?per_page=3')));
    expect(replies.filter(({ outcome }) => outcome === 'MISS')).toHaveLength(1);
    expect(replies.filter(({ outcome }) => outcome === 'HIT')).toHaveLength(9);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});
