import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const as = 'administrator' as const;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const write = (body: object, path = '/core/v2/posts') => site.rest('POST', path, { as, body });

describe('core/v2/settings', () => {
  it('returns the settings that old clients read', async () => {
    const { body } = await site.rest('GET', '/core/v2/settings', { as });
    expect(body).toMatchObject({ email: 'administrator@example.org', language: 'en_US', use_smilies: true, default_post_format: '0' });
  });

  it('accepts the settings that old clients write', async () => {
    const settings = { email: 'office@example.org', language: 'de_DE', use_smilies: false, default_post_format: 'aside' };
    expect((await write(settings, '/core/v2/settings')).body).toMatchObject(settings);
    expect((await write({ title: 'Short note' })).body.format).toBe('aside');
    expect((await write({ title: 'Long', format: 'standard' })).body.format).toBe('standard');
    expect((await write({ default_post_format: '0' }, '/core/v2/settings')).body.default_post_format).toBe('0');
  });

  it.each([{ language: 'speak!' }, { default_post_format: 'poster' }, { email: 'nobody' }])('refuses %o', async (body) => {
    expect((await write(body, '/core/v2/settings')).body.code).toBe('rest_invalid_param');
  });

  it('returns title and tagline HTML-escaped, and accepts both forms', async () => {
    const escaped = { title: 'Tom &amp; &quot;Jerry&quot;', description: 'Bits &#039;n&#039; &amp; bobs' };
    const { body } = await write({ title: 'Tom & "Jerry"', description: "Bits 'n' & bobs" }, '/core/v2/settings');
    expect(body).toMatchObject(escaped);
    expect((await write({ ...escaped }, '/core/v2/settings')).body).toMatchObject(escaped);
    const index = (await site.rest('GET', '/?_fields=name,description')).body;
    expect(index).toEqual({ name: escaped.title, description: escaped.description });
    expect((await site.graphql('{ site { name } }')).data.site.name).toBe('Tom & "Jerry"');
  });
});

describe('Dates', () => {
  it('in an hour that the clocks skip move forward, also in UTC', async () => {
    await write({ timezone: 'Europe/Berlin' }, '/core/v2/settings');
    const { body } = await write({ title: 'Early', status: 'publish', date: '2026-03-29T02:30:00' });
    expect([body.date, body.date_gmt]).toEqual(['2026-03-29T03:30:00', '2026-03-29T01:30:00']);
  });

  it('that consist of zeros are well-formed but invalid', async () => {
    const { status, body } = await write({ title: 'Never', date: '0000-00-00T00:00:00' });
    expect([status, body.code, body.message]).toEqual([400, 'invalid_date', 'Invalid date.']);
  });
});

it('Empty maps in meta are returned as lists, and are accepted as lists', async () => {
  const background = { desktop: {}, tablet: { color: 'red' }, mobile: {} };
  const expected = { desktop: [], tablet: { color: 'red' }, mobile: [] };
  const { body } = await write({ title: 'Red', meta: { 'site-page-background': background } });
  expect(body.meta['site-page-background']).toEqual(expected);
  const again = await write({ title: 'Red again', meta: body.meta });
  expect([again.status, again.body.meta]).toEqual([201, body.meta]);
});

it('Meta objects accept their registered members', async () => {
  const { body } = await write({ title: 'Blue', meta: { 'site-page-background': { desktop: { color: 'blue' } } } });
  expect(body.meta['site-page-background']).toEqual({ desktop: { color: 'blue' } });
});

describe('ID of new content', () => {
  it.each([7, '7', 'abc', true])('is refused if it is %o', async (id) => {
    expect((await write({ title: 'Numbered', id })).body.code).toBe('rest_post_exists');
    expect((await write({ title: 'Numbered', id }, '/core/v2/pages')).body.code).toBe('rest_post_exists');
  });

  it.each([0, '0', '', false, null])('is ignored if it is %o', async (id) => {
    expect((await write({ title: 'Not numbered', id })).status).toBe(201);
  });
});
