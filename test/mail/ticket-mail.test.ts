import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { onMailQueued } from '../../src/core/mail/outbox.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { type MailServer, makeMailServer } from './mail-server.ts';

// the types of jsQR describe a default export, which Node.js does not see
const readQr = jsQR as unknown as typeof jsQR.default;

let server: MailServer;
let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let event: number;
let rsvp: number;
beforeAll(async () => {
  server = await makeMailServer();
  await server.start();
  site = await openWholeSite({ SMTP_URL: server.url });
  t = createTicketClient(site);
  const dates = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 23:00:00', timezone: 'Asia/Tokyo' };
  event = (await makeEvent(site, { title: 'Ночь музеев – 博物館の夜', ...dates })).id;
  rsvp = await t.ticket(event, { provider: 'rsvp', name: 'Balcony' });
});
afterEach(async () => {
  setClock();
  await deliver();
  server.delivered.length = 0;
  server.refusals.clear();
});
afterAll(async () => {
  await site.close();
  await server.stop();
});

const deliver = () => deliverMail(site.site);
const guest = (fields: Record<string, unknown> = {}) => t.attendee(rsvp, { send_ticket_email: true, ...fields });
const sentTo = (address: string) => server.delivered.filter(({ to }) => to.includes(address));

async function outbox(attendeeId: number) {
  const source = `query($id: Int!) { outgoingMailPage(attendeeId: $id) { total nodes { kind status attempts recipient lastError sentAt
    attendee { management { ticketsSent } } message { from to subject text html } } } }`;
  const { data } = await site.graphql(source, { id: attendeeId }, 'administrator');
  return data.outgoingMailPage as { total: number; nodes: Record<string, never>[] };
}

const readStates = async (id: number) => (await outbox(id)).nodes.map(({ status, attempts }) => [status, attempts]);

describe('The ticket mail', () => {
  it('arrives complete: names in any script, text, HTML, and the code as an image', async () => {
    await t.setting('mail_from_address', 'box-office@example.org');
    await t.setting('mail_from_name', 'Kasse „Süd“');
    const id = await guest({ full_name: 'Jürgen “JJ” Groß, 大阪', email: 'juergen@example.org' });
    expect(await deliver()).toBe(1);
    const [{ from, mail } = { from: '', mail: undefined }] = sentTo('juergen@example.org');
    const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { ticketUrl checkinUrl } }', { id }, 'administrator');
    expect(from).toBe('box-office@example.org');
    expect(mail).toMatchObject({
      from: { name: 'Kasse „Süd“', address: 'box-office@example.org' },
      to: [{ name: 'Jürgen “JJ” Groß, 大阪', address: 'juergen@example.org' }],
      subject: 'Your ticket: Ночь музеев – 博物館の夜',
    });
    for (const text of [
      'Tuesday, June 1, 2027, 7:00\u00a0pm – 11:00\u00a0pm (Asia/Tokyo)',
      'Jürgen “JJ” Groß, 大阪',
      data.attendee.ticketUrl,
    ]) {
      expect(mail?.text).toContain(text);
      expect(mail?.html).toContain(text);
    }
    const [png, svg] = mail?.attachments ?? [];
    expect(mail?.html).toContain(`cid:${String(png?.contentId).replace(/[<>]/g, '')}`);
    expect([png?.mimeType, png?.disposition, svg?.mimeType]).toEqual(['image/png', 'inline', 'image/svg+xml']);
    for (const picture of [png, svg]) {
      const bytes = Buffer.from(picture?.content as ArrayBuffer);
      const { data: pixels, info } = await sharp(bytes, { density: 600 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(readQr(new Uint8ClampedArray(pixels), info.width, info.height)?.data).toBe(data.attendee.checkinUrl);
    }
    expect(await outbox(id)).toMatchObject({
      total: 1,
      nodes: [{ status: 'SENT', recipient: 'juergen@example.org', attendee: { management: { ticketsSent: 1 } } }],
    });
  });

  it('is sent only to requested recipients, and only for valid tickets', async () => {
    await t.attendee(rsvp, { email: 'not-requested@example.org' });
    await guest({ email: 'absent@example.org', attendee_status: 'no' });
    const cancelled = await guest({ email: 'cancelled@example.org' });
    await site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { status } } }', { id: cancelled }, 'administrator');
    await t.register(rsvp, { email: 'refused', send_ticket_email: true });
    // an attendee with a cancelled ticket gets a cancellation mail but no ticket
    expect(await deliver()).toBe(1);
    expect(server.delivered.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [['cancelled@example.org'], expect.stringMatching(/^Cancelled: /)],
    ]);
    expect((await outbox(cancelled)).nodes.map(({ kind, status, attempts }) => `${kind} ${status} ${attempts}`).toSorted()).toEqual([
      'ticket DROPPED 1',
      'ticket-cancelled SENT 1',
    ]);
  });

  it('is sent again on request, to the current address', async () => {
    const id = await guest({ email: 'old@example.org' });
    await deliver();
    await t.send('PUT', `/attendees/${id}`, { email: 'new@example.org' });
    expect(await deliver()).toBe(0);
    await t.send('PUT', `/attendees/${id}`, { send_ticket_email: true });
    await t.send('PUT', `/attendees/${id}`, { send_ticket_email: true });
    expect(await deliver()).toBe(1);
    expect([sentTo('old@example.org').length, sentTo('new@example.org').length]).toEqual([1, 1]);
    expect((await outbox(id)).nodes[0]).toMatchObject({ attendee: { management: { ticketsSent: 2 } } });
  });

  it('is sent once for each place of a completed order', async () => {
    const ticket = await t.ticket(event, { provider: 'tc' });
    const draft = { purchaserName: 'Bo', purchaserEmail: 'bo@example.org', items: [{ ticketId: ticket, quantity: 3 }], status: 'PENDING' };
    const { data } = await site.graphql(
      'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId } } }',
      { draft },
      'administrator',
    );
    expect(await deliver()).toBe(0);
    const complete = () =>
      site.graphql(
        'mutation($id: Int!) { updateOrderStatus(id: $id, status: COMPLETED) { order { status } } }',
        { id: data.createOrder.order.databaseId },
        'administrator',
      );
    await complete();
    await complete();
    expect(await deliver()).toBe(3);
    expect(new Set(sentTo('bo@example.org').map(({ mail }) => mail.messageId)).size).toBe(3);
  });

  it('triggers delivery at once instead of in the next minute', async () => {
    let notifications = 0;
    onMailQueued(site.site, () => (notifications += 1));
    const id = await guest();
    await t.attendee(rsvp);
    await t.send('PUT', `/attendees/${id}`, { send_ticket_email: true });
    onMailQueued(site.site, () => {});
    expect(notifications).toBe(2);
  });

  it('has no header from user input', async () => {
    await t.setting('mail_from_name', 'Box\r\nBcc: thief@example.org');
    const name = 'Eve\r\nBcc: thief@example.org\r\n\r\n<script>alert(1)</script>';
    await site.graphql(
      'mutation($draft: AttendeeDraft!) { createAttendee(draft: $draft) { attendee { databaseId } } }',
      { draft: { ticketId: rsvp, fullName: name, email: 'eve@example.org', sendTicketEmail: true } },
      'administrator',
    );
    await site.rest('PUT', `/vendor/events/v1/events/${event}`, { body: { title: 'A\r\nBcc: thief@example.org' }, as: 'administrator' });
    await deliver();
    const [delivery] = sentTo('eve@example.org');
    expect(delivery?.to).toEqual(['eve@example.org']);
    const head = delivery?.raw.split('\r\n\r\n', 1)[0] ?? '';
    expect(head).not.toMatch(/^bcc/im);
    expect(delivery?.mail.headers.map(({ key }) => key).sort()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    );
    expect(delivery?.mail.html).not.toContain('<script');
    await t.setting('mail_from_name', '');
  });
});

describe('A mail server', () => {
  it('that rejects a recipient permanently is not retried, and other recipients are served', async () => {
    server.refusals.set('nobody@example.org', 550);
    const [refused, accepted] = [await guest({ email: 'nobody@example.org' }), await guest({ email: 'somebody@example.org' })];
    expect(await deliver()).toBe(1);
    expect(await outbox(refused)).toMatchObject({
      nodes: [{ status: 'FAILED', lastError: expect.stringContaining('No such box'), attendee: { management: { ticketsSent: 0 } } }],
    });
    expect(await readStates(accepted)).toEqual([['SENT', 1]]);
    setClock(createShiftedClock(86_400_000));
    server.refusals.clear();
    expect(await deliver()).toBe(0);
  });

  it('that rejects temporarily is retried with increasing delays', async () => {
    server.refusals.set('full@example.org', 452);
    const id = await guest({ email: 'full@example.org' });
    await deliver();
    await deliver();
    expect(await readStates(id)).toEqual([['WAITING', 1]]);
    setClock(createShiftedClock(31_000));
    await deliver();
    setClock(createShiftedClock(62_000));
    await deliver();
    expect(await readStates(id)).toEqual([['WAITING', 2]]);
    server.refusals.clear();
    setClock(createShiftedClock(200_000));
    expect(await deliver()).toBe(1);
    expect(await readStates(id)).toEqual([['SENT', 3]]);
  });

  it('that is down loses no mail: all is delivered later', async () => {
    await server.stop();
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => guest({ email: `guest${n}@example.org` })));
    expect(await deliver()).toBe(0);
    expect(server.delivered).toEqual([]);
    await server.start();
    setClock(createShiftedClock(60_000));
    expect(await deliver()).toBe(10);
    expect(new Set(server.delivered.flatMap(({ to }) => to)).size).toBe(10);
    for (const id of ids) expect((await readStates(id))[0]?.[0]).toBe('SENT');
  });
});

describe('Several workers', () => {
  it('share the work: each message is sent once, and every attempt is counted', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => guest({ email: `shared${n}@example.org` })));
    const counts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(server.delivered.length).toBe(20);
    for (const id of ids) expect((await outbox(id)).nodes[0]).toMatchObject({ attendee: { management: { ticketsSent: 1 } } });
  });

  it('do not lose a request that arrives while the message is being sent', async () => {
    const id = await guest({ email: 'before@example.org' });
    let isRequested = false;
    server.onMessage = async () => {
      if (!isRequested) await t.send('PUT', `/attendees/${id}`, { email: 'after@example.org', send_ticket_email: true });
      isRequested = true;
    };
    await deliver();
    server.onMessage = async () => {};
    await deliver();
    expect([sentTo('before@example.org').length, sentTo('after@example.org').length]).toEqual([1, 1]);
  });
});

describe('Without a mail server', () => {
  it('mail is stored for administrators to read', async () => {
    const otherSite = await openWholeSite();
    try {
      const otherTickets = createTicketClient(otherSite);
      const id = await otherTickets.attendee(await otherTickets.ticket(await otherTickets.post({ title: 'Fair' }), { provider: 'rsvp' }), {
        send_ticket_email: true,
      });
      expect(await deliverMail(otherSite.site)).toBe(0);
      const source = '{ outgoingMailPage { total nodes { status attendee { databaseId } message { from to subject text } } } }';
      const { data } = await otherSite.graphql(source, {}, 'administrator');
      expect(data.outgoingMailPage).toEqual({
        total: 1,
        nodes: [
          {
            status: 'KEPT',
            attendee: { databaseId: id },
            message: {
              from: 'tickets@site.test',
              to: 'ann@example.org',
              subject: 'Your ticket: Fair',
              text: expect.stringContaining('http://site.test/tickets/'),
            },
          },
        ],
      });
      for (const as of ['editor', undefined] as const)
        expect((await otherSite.graphql(source, {}, as)).errors[0]?.extensions['code']).toBe('forbidden');
    } finally {
      await otherSite.close();
    }
  });
});
