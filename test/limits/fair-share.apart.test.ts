import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../graphql/open-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const admin = await app.user('administrator');
  const titles = Array.from({ length: 60 }, (_, n) => n);
  for (let at = 0; at < titles.length; at += 10) {
    const creations = titles
      .slice(at, at + 10)
      .map((n) => `p${n}: createPost(draft: { title: "Post ${n}", status: PUBLISH }) { post { id } }`);
    expect((await app.graphql(`mutation { ${creations.join(' ')} }`, {}, { as: admin })).errors).toEqual([]);
  }
});
afterAll(() => app.close());

const plain = (from: string) => app.rest('GET', '/rest/core/v2/posts?per_page=1', { from });
const expensive = (from: string) => app.rest('GET', '/rest/core/v2/posts?per_page=60', { from });

describe('Fair sharing between callers', () => {
  it('lets at most eight requests of one caller run before a request of another', async () => {
    let answered = 0;
    // a caller without competition may use the whole process
    await plain('203.0.113.42');
    const flood = Array.from({ length: 100 }, () =>
      plain('203.0.113.41').then(({ statusCode }) => (answered += Number(statusCode === 200))),
    );
    expect((await plain('203.0.113.42')).statusCode).toBe(200);
    // the requests that were queued first, and as many again that were admitted meanwhile
    expect(answered).toBeLessThanOrEqual(20);
    await Promise.all(flood);
    expect(answered).toBe(100);
  });

  it('returns 429 when hundreds of requests of a caller wait', async () => {
    let isOver = false;
    const others = (async () => {
      for (; !isOver; await sleep(5)) await plain('203.0.113.44');
    })();
    const asked: ReturnType<typeof expensive>[] = [];
    for (let n = 0; n < 300; n += 1) {
      asked.push(expensive('203.0.113.43'));
      if (n % 10 === 0) await sleep(5);
    }
    isOver = true;
    await others;
    const flood = Promise.all(asked);
    const statuses = (await flood).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
  });

  it('gives expensive requests a small share of the time while others send requests, and all of it otherwise', async () => {
    const countOf = async (ms: number) => {
      const until = performance.now() + ms;
      let count = 0;
      const ask = async () => {
        for (; performance.now() < until; count += 1) expect((await expensive('203.0.113.45')).statusCode).toBe(200);
      };
      await Promise.all([ask(), ask(), ask(), ask()]);
      return count;
    };
    await countOf(2000);
    await sleep(700);
    const alone = await countOf(3000);
    let isOver = false;
    const others = (async () => {
      for (; !isOver; await sleep(50)) await plain('203.0.113.46');
    })();
    const contended = await countOf(3000);
    isOver = true;
    await others;
    expect(contended).toBeGreaterThan(0);
    expect(contended).toBeLessThan(alone * 0.4);
  });
});
