import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

it('Pages format post dates as set in the settings', async () => {
  const as = 'administrator' as const;
  const date = '2026-03-07T09:00:00';
  const { link } = (await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Dated post', date, status: 'publish' } })).body;
  const readDates = async () => {
    const paths = [new URL(link).pathname, `${new URL(link).pathname}embed/`, '/', '/search/?q=dated'];
    const texts = await Promise.all(
      paths.map(async (path) => new RegExp(`<time datetime="${date}">([^<]*)`).exec((await site.http.inject(path)).payload)?.[1]),
    );
    return [...new Set(texts)];
  };
  expect(await readDates()).toEqual(['March 7, 2026']);
  const updateSettings = (body: object) => site.rest('POST', '/core/v2/settings', { as, body });
  await updateSettings({ date_format: 'j. n. Y' });
  expect(await readDates()).toEqual(['7. 3. 2026']);
  await updateSettings({ language: 'de_DE' });
  expect(await readDates()).toEqual(['7. März 2026']);
});
