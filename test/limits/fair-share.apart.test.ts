import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../graphql/open-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const admin = await app.user('administrator');
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  for (let start = 0; start < numbers.length; start += 10) {
    const creations = numbers
      .slice(start, start + 10)
      .map((n) => `p${n}: createPost(draft: { title: "Post ${n}", status: PUBLISH }) { post { id } }`);
    expect((await app.graphql(`mutation { ${creations.join(' ')} }`, {}, { as: admin })).errors).toEqual([]);
  }
});
afterAll(() => app.close());

const sendCheap = (from: string) => app.rest('GET', '/rest/core/v2/posts?per_page=1', { from });
const sendExpensive = (from: string) => app.rest('GET', '/rest/core/v2/posts?per_page=60', { from });

describe('Fair sharing between callers', () => {
  it('lets at most eight requests of one caller run before a request of another', async () => {
    let succeeded = 0;
    // a caller without competition may use the whole process
    await sendCheap('203.0.113.42');
    const flood = Array.from({ length: 100 }, () =>
      sendCheap('203.0.113.41').then(({ statusCode }) => (succeeded += Number(statusCode === 200))),
    );
    expect((await sendCheap('203.0.113.42')).statusCode).toBe(200);
    // the requests that were queued first, and as many again that were admitted in the meantime
    expect(succeeded).toBeLessThanOrEqual(20);
    await Promise.all(flood);
    expect(succeeded).toBe(100);
  });

  it('returns 429 when hundreds of requests of a caller wait', async () => {
    let isStopped = false;
    const others = (async () => {
      for (; !isStopped; await sleep(5)) await sendCheap('203.0.113.44');
    })();
    const requests: ReturnType<typeof sendExpensive>[] = [];
    for (let n = 0; n < 300; n += 1) {
      requests.push(sendExpensive('203.0.113.43'));
      if (n % 10 === 0) await sleep(5);
    }
    isStopped = true;
    await others;
    const flood = Promise.all(requests);
    const statuses = (await flood).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
  });

  it('gives expensive requests a small share of the time while others send requests, and all of it otherwise', async () => {
    const countRequests = async (ms: number) => {
      const until = performance.now() + ms;
      let count = 0;
      const sendUntilEnd = async () => {
        for (; performance.now() < until; count += 1) expect((await sendExpensive('203.0.113.45')).statusCode).toBe(200);
      };
      await Promise.all([sendUntilEnd(), sendUntilEnd(), sendUntilEnd(), sendUntilEnd()]);
      return count;
    };
    await countRequests(2000);
    await sleep(700);
    const alone = await countRequests(3000);
    let isStopped = false;
    const others = (async () => {
      for (; !isStopped; await sleep(50)) await sendCheap('203.0.113.46');
    })();
    const competing = await countRequests(3000);
    isStopped = true;
    await others;
    expect(competing).toBeGreaterThan(0);
    expect(competing).toBeLessThan(alone * 0.4);
  });
});
