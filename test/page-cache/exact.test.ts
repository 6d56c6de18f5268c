import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { now, setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { postsPerPage, siteName, timezoneString } from '../../src/core/settings/site.settings.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { openSite, type OpenSite } from '../../src/open-site.ts';
import { appOf } from '../support/app.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';

/*
 * A cached response always equals a new response. Runs reads and writes in random order, in one process and, with a database server, in two.
 * After every write, requests each URL with and without the cache.
 */

type Http = WholeSite['http'];
interface Answer {
  status: number;
  outcome: string | undefined;
  text: string;
  headers: Record<string, string | undefined>;
}

const RUNS = Number(process.env['MODEL_RUNS'] ?? 60);
/** Maximum time for a process to receive the writes of another one. */
const HEARD_MS = 50;

let site: WholeSite;
let other: { opened: OpenSite; http: Http };

beforeAll(async () => {
  site = await openWholeSite();
  const opened = await openSite(site.config, createLog('silent'));
  const { http } = await appOf(opened);
  other = { opened, http };
  await site.rest('POST', '/page-cache/v1/settings', { as: 'administrator', body: { easy: true } });
});
afterAll(async () => {
  await other?.http.close();
  await other?.opened.close();
  await site.close();
});
afterEach(() => setClock());

async function ask(http: Http, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { statusCode, headers: sent, payload } = await http.inject({ method: 'GET', url: `/rest${path}`, headers });
  const told = sent as Record<string, string | undefined>;
  return { status: statusCode, outcome: told['x-page-cache'], text: payload, headers: told };
}

/** Bypasses the cache: a request with a cookie never gets a cached response. */
const askUncached = (http: Http, path: string) => ask(http, path, { cookie: 'theirs=1' });

const comparableParts = ({ status, text, headers }: Answer) => ({
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
const fixed = [
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
const of = (kind: keyof typeof ids, path: string) => ids[kind].slice(-3).map((id) => path.replace('{}', String(id)));
const addresses = (): string[] => [
  ...fixed,
  ...of('post', '/core/v2/posts/{}'),
  ...of('post', '/core/v2/comments?post={}'),
  ...of('category', '/core/v2/posts?categories={}'),
  ...of('event', '/evt/v1/events/{}'),
  ...of('event', '/vendor/events/v1/events/{}'),
  ...of('venue', '/evt/v1/venues/{}'),
];

/** Returns a generator of reproducible pseudorandom numbers. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const inSeconds = (seconds: number) => new Date(now().getTime() + seconds * 1000).toISOString().slice(0, 19);
const sql = (iso: string) => iso.replace('T', ' ');
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

type Roll = (below: number) => number;
const one = (of_: readonly number[], roll: Roll) => of_[roll(of_.length)] ?? 0;
const randomWord = (roll: Roll) => ['one', 'two', 'three'][roll(3)] ?? '';

/** Writes of all kinds. Each runs in the given process. */
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
    write(http, 'PUT', `/core/v2/posts/${one(ids.post, roll)}`, { title: `Title ${randomWord(roll)} again ${at}`, sticky: roll(2) === 1 }),
  (http, roll) => write(http, 'DELETE', `/core/v2/posts/${one(ids.post, roll)}?force=${roll(2) === 1}`),
  async (http, roll) =>
    void ids.post.push(
      (await write(http, 'POST', '/core/v2/posts', { title: 'Later', status: 'future', date: inSeconds(60 + roll(600)) })).id,
    ),
  async (http, roll, at) =>
    void ids.category.push(
      (await write(http, 'POST', '/core/v2/categories', { name: `Category ${at}`, parent: one(ids.category, roll) })).id,
    ),
  (http, roll, at) => write(http, 'PUT', `/core/v2/categories/${one(ids.category, roll)}`, { name: `Renamed ${at}` }),
  async (http, roll, at) => {
    const body = { post: one(ids.post, roll), content: `Comment ${at}` };
    ids.comment.push((await write(http, 'POST', '/core/v2/comments', body)).id);
  },
  (http, roll) => write(http, 'DELETE', `/core/v2/comments/${one(ids.comment, roll)}?force=true`),
  async (http, roll, at) => {
    const start = inSeconds(roll(2000) - 1000);
    const body = {
      title: `Event ${randomWord(roll)} ${at}`,
      status: 'publish',
      start_date: sql(start),
      end_date: sql(inSeconds(3000 + roll(1000))),
    };
    ids.event.push((await write(http, 'POST', '/evt/v1/events', body)).id);
  },
  (http, roll, at) => write(http, 'PUT', `/evt/v1/events/${one(ids.event, roll)}`, { title: `Event moved ${at}` }),
  async (http, _roll, at) =>
    void ids.venue.push((await write(http, 'POST', '/evt/v1/venues', { title: `Venue ${at}`, status: 'publish' })).id),
  async (_http, roll) => {
    const post = one(ids.event, roll);
    if (post > 0) await ticketing(site).ticket(post);
  },
  (_http, roll, at) => site.site.settings.set(siteName, `Site ${randomWord(roll)} ${at}`),
  (_http, roll) => other.opened.settings.set(postsPerPage, 3 + roll(4)),
  (_http, roll) => site.site.settings.set(timezoneString, ['UTC', 'America/New_York', 'Asia/Kathmandu'][roll(3)] ?? 'UTC'),
  async (http, roll, at) => {
    const { id } = await site.user('author');
    return await write(http, 'PUT', `/core/v2/users/${id}`, { name: `Author ${randomWord(roll)} ${at}` });
  },
  async (_http, roll) => {
    await site.site.db.prisma.content.updateMany({ where: { id: one(ids.post, roll) }, data: { excerpt: `Straight ${roll(100)}` } });
  },
  async (_http, roll) => {
    await site.site.db.transaction(
      async (tx) => void (await tx.term.updateMany({ where: { id: one(ids.category, roll) }, data: { description: `T ${roll(100)}` } })),
    );
  },
];

describe('Cached responses', () => {
  it('equal new responses after any writes', async () => {
    const roll = chance(Number(process.env['MODEL_SEED'] ?? 7));
    const through = () => (roll(2) === 1 ? other.http : site.http);
    const outcomes: Record<string, number> = {};
    let shift = 0;
    for (let at = 0; at < RUNS; at += 1) {
      if (roll(4) === 0) setClock(shiftedBy((shift += roll(400_000))));
      const [writer, reader] = [through(), through()];
      await writes[roll(writes.length)]?.(writer, roll, at);
      await wait(HEARD_MS);
      const all = addresses();
      for (let read = 0; read < 6; read += 1) {
        const path = all[roll(all.length)] ?? '/';
        // with a frozen clock, because a response may change with the second
        const moment = now();
        setClock(() => new Date(moment));
        const kept = await ask(reader, path);
        const made = await askUncached(reader, path);
        setClock(shiftedBy(shift));
        expect(made.outcome).toBe('BYPASS');
        expect(comparableParts(kept), `${at}: ${path} (${kept.outcome})`).toEqual(comparableParts(made));
        outcomes[kept.outcome ?? ''] = (outcomes[kept.outcome ?? ''] ?? 0) + 1;
        if (kept.outcome === 'MISS') expect((await ask(reader, path)).outcome, path).toBe('HIT');
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
        expect(comparableParts(await ask(site.http, path)), `${path} after ${seconds} s`).toEqual(
          comparableParts(await askUncached(site.http, path)),
        );
    }
    expect((await ask(site.http, '/core/v2/posts?search=minute')).text).toContain('In a minute');
  });

  it('are not stored if a write happened meanwhile', async () => {
    const post = (await write(site.http, 'POST', '/core/v2/posts', { title: 'Before', status: 'publish' })).id;
    await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        if (at % 3 === 0) await write(site.http, 'PUT', `/core/v2/posts/${post}`, { title: `After ${at}` });
        else await ask(site.http, `/core/v2/posts/${post}`);
      }),
    );
    expect((await ask(site.http, `/core/v2/posts/${post}`)).text).toBe((await askUncached(site.http, `/core/v2/posts/${post}`)).text);
  });

  it('are not sent while the process cannot receive the writes of others', async () => {
    const { opened } = other;
    const post = (await write(site.http, 'POST', '/core/v2/posts', { title: 'Heard', status: 'publish' })).id;
    const path = `/core/v2/posts/${post}`;
    const seen = new Set<string | undefined>();
    for (let at = 0; at < 40; at += 1) {
      if (at % 10 === 5) {
        await opened.db.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`);
      }
      await opened.db.prisma.content.update({ where: { id: post }, data: { title: `Heard ${at}` } });
      await wait(HEARD_MS);
      for (let read = 0; read < 3; read += 1) {
        const kept = await ask(site.http, path);
        seen.add(kept.outcome);
        expect(JSON.parse(kept.text).title.rendered, `${at} (${kept.outcome})`).toBe(`Heard ${at}`);
      }
    }
    expect(seen).toContain('HIT');
  });

  it('are computed once for simultaneous requests', async () => {
    await site.rest('POST', '/page-cache/v1/cache', { as: 'administrator', body: { all: true } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(site.http, '/core/v2/posts?per_page=3')));
    expect(answers.filter(({ outcome }) => outcome === 'MISS')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'HIT')).toHaveLength(9);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
