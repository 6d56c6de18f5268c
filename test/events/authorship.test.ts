import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let other: number;
beforeAll(async () => {
  site = await openWholeSite();
  other = (await site.user('editor')).id;
});
afterAll(() => site.close());

const times = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
const legacy = [
  ['/vendor/events/v1/events', { title: 'Fair', ...times }],
  ['/vendor/events/v1/venues', { venue: 'Hall' }],
  ['/vendor/events/v1/organizers', { organizer: 'Club' }],
  ['/evt/v1/events', { title: 'Fair', ...times }],
  ['/evt/v1/venues', { title: 'Hall' }],
  ['/evt/v1/organizers', { title: 'Club' }],
] as const;

describe.each(legacy)('%s', (path, body) => {
  const write = (as: TestUserName, at: string, more: object) =>
    site.rest('PUT', at, { as, body: more, ...(at === path && { headers: { 'x-http-method-override': 'POST' } }) });

  it.each(['contributor', 'author'] as const)('a %s cannot set another author', async (as) => {
    const named = { ...body, [Object.keys(body)[0] as string]: `Of one ${as} at ${path}` };
    const refused = await write(as, path, { ...named, author: other });
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_cannot_edit_others']);
    const own = await write(as, path, { ...named, author: (await site.user(as)).id, status: 'draft' });
    expect(own.status).toBe(201);
    const given = await write(as, `${path}/${own.body.id}`, { author: other });
    expect([given.status, given.body.code]).toEqual([403, 'rest_cannot_edit_others']);
  });

  it('an editor can set another author', async () => {
    const author = (await site.user('author')).id;
    const made = await write('editor', path, { ...body, [Object.keys(body)[0] as string]: `By an editor at ${path}`, author });
    expect(Number(made.body.author)).toBe(author);
  });
});

it('Items created along with an event follow the same author rules', async () => {
  const body = { title: 'Fair', ...times, venue: { venue: 'New hall', author: other } };
  const { status, body: refusal } = await site.rest('POST', '/vendor/events/v1/events', { as: 'author', body });
  expect([status, refusal.code]).toEqual([403, 'rest_cannot_edit_others']);
});
