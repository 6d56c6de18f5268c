import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let otherAuthorId: number;
beforeAll(async () => {
  site = await openWholeSite();
  otherAuthorId = (await site.user('editor')).id;
});
afterAll(() => site.close());

const times = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };
const routes = [
  ['/vendor/events/v1/events', { title: 'Fair', ...times }],
  ['/vendor/events/v1/venues', { venue: 'Hall' }],
  ['/vendor/events/v1/organizers', { organizer: 'Club' }],
  ['/evt/v1/events', { title: 'Fair', ...times }],
  ['/evt/v1/venues', { title: 'Hall' }],
  ['/evt/v1/organizers', { title: 'Club' }],
] as const;

describe.each(routes)('%s', (path, body) => {
  const write = (as: TestUserName, address: string, fields: object) =>
    site.rest('PUT', address, { as, body: fields, ...(address === path && { headers: { 'x-http-method-override': 'POST' } }) });

  it.each(['contributor', 'author'] as const)('a %s cannot set another author', async (as) => {
    const titled = { ...body, [Object.keys(body)[0] as string]: `Of one ${as} at ${path}` };
    const refusal = await write(as, path, { ...titled, author: otherAuthorId });
    expect([refusal.status, refusal.body.code]).toEqual([403, 'rest_cannot_edit_others']);
    const created = await write(as, path, { ...titled, author: (await site.user(as)).id, status: 'draft' });
    expect(created.status).toBe(201);
    const changed = await write(as, `${path}/${created.body.id}`, { author: otherAuthorId });
    expect([changed.status, changed.body.code]).toEqual([403, 'rest_cannot_edit_others']);
  });

  it('an editor can set another author', async () => {
    const author = (await site.user('author')).id;
    const created = await write('editor', path, { ...body, [Object.keys(body)[0] as string]: `By an editor at ${path}`, author });
    expect(Number(created.body.author)).toBe(author);
  });
});

it('Items created along with an event follow the same author rules', async () => {
  const body = { title: 'Fair', ...times, venue: { venue: 'New hall', author: otherAuthorId } };
  const { status, body: refusal } = await site.rest('POST', '/vendor/events/v1/events', { as: 'author', body });
  expect([status, refusal.code]).toEqual([403, 'rest_cannot_edit_others']);
});
