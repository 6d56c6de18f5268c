import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

describe('The time zone of a ticket sale', () => {
  const listTitles = async (query: Record<string, string>) =>
    (await t.get('/tickets', query)).body.tickets.map((ticket: { title: string }) => ticket.title);

  it('is that of the site for posts, and filters follow when it changes', async () => {
    await t.setting('timezone_string', 'UTC');
    await t.ticket(await t.post(), {
      name: 'Noon',
      start_date: '2031-05-01',
      start_time: '12:00:00',
      end_date: '2031-05-02',
      end_time: '12:00',
    });
    expect(await listTitles({ available_from: '2031-05-01T11:30:00' })).toEqual(['Noon']);
    expect(await listTitles({ available_until: '2031-05-02T11:30:00' })).toEqual([]);
    await t.setting('timezone_string', 'Europe/Oslo');
    expect(await listTitles({ available_from: '2031-05-01T11:30:00' })).toEqual([]);
    expect(await listTitles({ available_until: '2031-05-02T11:30:00' })).toEqual(['Noon']);
    const { data } = await site.graphql(
      'query($f: String) { tickets(first: 5, filter: { saleStartsFrom: $f }) { nodes { title availableFrom } } }',
      { f: '2031-05-01T09:30:00' },
    );
    expect(data.tickets.nodes).toEqual([{ title: 'Noon', availableFrom: '2031-05-01T12:00:00' }]);
    await t.setting('timezone_string', 'UTC');
    expect(await listTitles({ available_from: '2031-05-01T11:30:00' })).toEqual(['Noon']);
  });

  it('is that of the event for events, and filters follow when it changes', async () => {
    const { id } = await makeEvent(site, {
      start_date: '2032-05-03 18:00:00',
      end_date: '2032-05-03 20:00:00',
      timezone: 'America/New_York',
    });
    await t.ticket(id, { name: 'Seat', start_date: '2032-05-01', start_time: '12:00:00' });
    expect(await listTitles({ available_from: '2032-05-01T15:30:00', search: 'Seat' })).toEqual(['Seat']);
    await t.setting('timezone_string', 'Asia/Tokyo');
    expect(await listTitles({ available_from: '2032-05-01T15:30:00', search: 'Seat' })).toEqual(['Seat']);
    await site.rest('POST', `/vendor/events/v1/events/${id}`, { body: { timezone: 'Asia/Tokyo' }, as: 'administrator' });
    expect(await listTitles({ available_from: '2032-05-01T15:30:00', search: 'Seat' })).toEqual([]);
    await t.setting('timezone_string', 'UTC');
  });
});

describe('hide_attendees_list', () => {
  it('can be read and written by editors of the post, and hides attendees in lists and alone', async () => {
    const post = await t.post({ content: '[tribe_attendees_list]' });
    const attendee = await t.attendee(await t.ticket(post));
    const write = 'mutation($id: Int!, $hide: Boolean!) { setAttendeeListHidden(postId: $id, isHidden: $hide) { isHidden } }';
    const read = async () =>
      (await site.graphql('query($id: Int!) { post(id: $id) { isAttendeeListHidden } }', { id: post })).data.post.isAttendeeListHidden;
    expect(await read()).toBe(false);
    expect((await site.graphql(write, { id: post, hide: true }, 'subscriber')).errors[0]?.extensions['code']).toBe('cannot_write_tickets');
    expect((await site.graphql(write, { id: 999_999, hide: true }, 'administrator')).errors[0]?.extensions['code']).toBe(
      'cannot_write_tickets',
    );
    expect((await t.get(`/attendees/${attendee}`)).status).toBe(200);
    expect((await site.graphql(write, { id: post, hide: true }, 'editor')).data.setAttendeeListHidden.isHidden).toBe(true);
    expect(await read()).toBe(true);
    expect((await t.get(`/attendees/${attendee}`)).body).toMatchObject({ code: 'attendee-not-accessible', data: { status: 401 } });
    expect((await t.get('/attendees', { post_id: post })).body.total).toBe(0);
    expect((await t.get('/attendees', { post_id: post }, 'administrator')).body.total).toBe(1);
    await site.graphql(write, { id: post, hide: false }, 'editor');
    expect((await t.get(`/attendees/${attendee}`)).status).toBe(200);
  });
});

describe('Optional attendee data', () => {
  it('with optout and attendee_meta is stored on create and update, and stays if omitted', async () => {
    const ticket = await t.ticket(await t.post());
    const attendee = await t.attendee(ticket, { optout: 'yes', attendee_meta: { shirt: 'M' } });
    const readOptional = async () =>
      (
        await site.graphql(
          'query($id: Int!) { attendee(id: $id) { isOptedOut management { extra email } } }',
          { id: attendee },
          'administrator',
        )
      ).data.attendee;
    expect(await readOptional()).toMatchObject({ isOptedOut: true, management: { extra: { shirt: 'M' } } });
    expect((await t.get('/attendees', { attendee_information_available: true }, 'administrator')).body.total).toBe(1);
    await t.send('PUT', `/attendees/${attendee}`, { email: 'new@example.org' });
    expect(await readOptional()).toMatchObject({ isOptedOut: true, management: { extra: { shirt: 'M' }, email: 'new@example.org' } });
    await t.send('PUT', `/attendees/${attendee}`, { optout: false, attendee_meta: { shirt: 'L' } });
    expect(await readOptional()).toMatchObject({ isOptedOut: false, management: { extra: { shirt: 'L' } } });
  });
});
