import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { createCheckoutClient } from '../checkout/support.ts';
import { createVisitor } from '../checkout/visitor.ts';
import { type MailServer, makeMailServer } from '../mail/mail-server.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let server: MailServer;
let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let c: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  server = await makeMailServer();
  await server.start();
  site = await openWholeSite({ SMTP_URL: server.url });
  t = createTicketClient(site);
  c = createCheckoutClient(site);
});
afterAll(async () => {
  await site.close();
  await server.stop();
});

const EVIL = ' Bob\r\n=1+cmd\u0085\u2028\u0001Bcc: eve@example.org\n';
const CLEAN = 'Bob =1+cmd Bcc: eve@example.org';

describe('Names from visitors', () => {
  it('become single lines over REST, GraphQL, pages and the waiting list, on create and on update', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { price: '', ticket: { mode: 'own', capacity: 10 } });
    const registered = await t.attendee(ticket, { full_name: EVIL });
    const changed = await t.attendee(ticket);
    expect((await t.send('PUT', `/attendees/${changed}`, { full_name: EVIL })).body.title).toBe(CLEAN);
    expect((await t.get(`/attendees/${registered}`, {}, 'administrator')).body.title).toBe(CLEAN);

    const token = await c.named(ticket, 2, { fullName: EVIL, email: 'bob@example.org' });
    expect((await c.read(token)).data.checkout.buyerName).toBe(CLEAN);
    await c.update(token, { guests: [{ ticketId: ticket, fullName: EVIL, email: 'guest@example.org' }] });
    await c.complete(token);

    const buyer = createVisitor(site);
    const form = await buyer.go('/checkout', { post, [`quantity-${ticket}`]: 1 });
    await buyer.post(form.path, { fullName: EVIL, email: 'page@example.org' });

    const names = (await c.attendees(ticket)).map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 5 }, () => CLEAN));
    const stored = await site.site.db.prisma.ticketOrder.findMany({ select: { purchaserName: true } });
    for (const { purchaserName } of stored) expect(purchaserName).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);

    const { authorization } = await site.user('administrator');
    const file = await site.http.inject({ url: `/exports/attendees.csv?post_id=${post}`, headers: { authorization } });
    const records: Record<string, string>[] = parse(file.payload, { bom: true, columns: true });
    expect(records.map(({ name }) => name)).toEqual(names);
  });

  it.each(['\u0001', ' \r\n ', '\u200b'])('are refused if they contain only invisible characters (%j)', async (fullName) => {
    const ticket = await t.ticket(await t.post());
    expect((await t.register(ticket, { full_name: fullName })).body.code).toBe('rest_invalid_param');
  });

  it('are refused with an email address that contains control characters', async () => {
    const ticket = await t.ticket(await t.post());
    for (const email of ['a\u0001b@example.org', 'a\r\nb@example.org', 'a\u007fb@example.org'])
      expect((await t.register(ticket, { email })).body.code).toBe('rest_invalid_param');
  });

  it('do not change the line structure of mails and calendars, nor do titles', async () => {
    const event = await makeEvent(site, {
      title: 'Evening\r\nBcc: eve@example.org',
      venue: [{ venue: 'Hall\r\nBEGIN:VEVENT', address: 'Street\r\nUID:1', city: 'Oslo\nX:1' }],
      organizer: [{ organizer: 'Ann "A": \r\nATTENDEE:mailto:eve@example.org', email: 'ann@example.org' }],
    });
    const ticket = await t.ticket(event.id, { provider: 'rsvp', name: 'Place\r\nEND:VCALENDAR' });
    await t.attendee(ticket, { full_name: EVIL, email: 'bob@example.org', send_ticket_email: true });
    await deliverMail(site.site);
    const [mail] = server.delivered.filter(({ to }) => to.includes('bob@example.org'));
    expect(mail?.to).toEqual(['bob@example.org']);
    expect(server.delivered.some(({ to }) => to.includes('eve@example.org'))).toBe(false);

    const feed = await site.http.inject({ url: `${new URL(event.url).pathname}?ical=1` });
    const calendar = new ICAL.Component(ICAL.parse(feed.payload));
    const events = calendar.getAllSubcomponents('vevent');
    expect(events).toHaveLength(1);
    expect(events[0]?.getAllProperties('attendee')).toEqual([]);
    expect(events[0]?.getAllProperties('uid')).toHaveLength(1);
    expect(events[0]?.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:ann@example.org');
    expect(events[0]?.getFirstProperty('organizer')?.getFirstParameter('cn')).toContain('Ann');
  });
});
