import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const get = async (url: string) => {
  const { statusCode, headers } = await site.http.inject({ method: 'GET', url });
  return [statusCode, headers.location];
};

describe('A page URL with an extra slash', () => {
  it.each(['/organize', '/organize/events/new', '/organize/events/10', '/organize/events/10/orders', '/door/10', '/account'])(
    'redirects to the page: %s',
    async (path) => {
      expect(await get(`${path}/?a=1`)).toEqual([301, `${path}?a=1`]);
    },
  );

  it.each([
    '/organize/events/ten/',
    '/organize/events/10/nothing/',
    '/organize/events/10//',
    '/door/10/nothing/',
    '/:event/',
    '/avatars/1xsvg/',
  ])('returns 404 if there is no such page: %s', async (path) => {
    expect((await get(path))[0]).toBe(404);
  });
});
