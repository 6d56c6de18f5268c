import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { type MailServer, makeMailServer } from './mail-server.ts';

let server: MailServer;
let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  server = await makeMailServer();
  await server.start();
  site = await openWholeSite({ SMTP_URL: server.url });
  t = createTicketClient(site);
});
afterEach(() => setClock());
afterAll(async () => {
  await site.close();
  await server.stop();
});

const deliver = () => deliverMail(site.site);
const sentTo = (address: string) => server.delivered.filter(({ to }) => to.includes(address)).map(({ mail }) => mail);
const cancelTicket = (id: number) =>
  site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { databaseId } } }', { id }, 'administrator');

async function createSoldOutTicket() {
  const dates = { start_date: '2099-06-01 19:00:00', end_date: '2099-06-01 23:00:00', timezone: 'Asia/Tokyo' };
  const { id, url } = await makeEvent(site, { title: 'Night & day', ...dates });
  const ticket = await t.ticket(id, { name: 'Balcony', ticket: { mode: 'own', capacity: 1 } });
  return { ticket, attendee: await t.attendee(ticket), url: url as string };
}

async function joinWaitingList(ticketId: number, email: string): Promise<{ token: string; id: number }> {
  const { data, errors } = await site.graphql(
    'mutation($draft: WaitingDraft!) { joinWaitingList(draft: $draft) { token entry { databaseId } } }',
    { draft: { ticketId, fullName: 'Zoë Who-Waits', email } },
  );
  expect(errors).toEqual([]);
  return { token: data.joinWaitingList.token, id: data.joinWaitingList.entry.databaseId };
}

const outbox = async () =>
  (
    await site.graphql(
      '{ outgoingMailPage(perPage: 100) { nodes { kind status waitingEntryId attendee { databaseId } message { to subject } } } }',
      {},
      'administrator',
    )
  ).data.outgoingMailPage.nodes as { kind: string; status: string; waitingEntryId: number | null }[];
const readMailTo = async (id: number) => (await outbox()).filter(({ waitingEntryId }) => waitingEntryId === id);

describe('The mail with an offer', () => {
  it('goes once to the next person on the waiting list, with the number of held places and the deadline', async () => {
    const { ticket, attendee, url } = await createSoldOutTicket();
    const first = await joinWaitingList(ticket, 'first@example.org');
    const second = await joinWaitingList(ticket, 'second@example.org');
    expect(await readMailTo(first.id)).toEqual([]);
    await cancelTicket(attendee);
    expect(await readMailTo(first.id)).toEqual([
      {
        kind: 'offer',
        status: 'WAITING',
        waitingEntryId: first.id,
        attendee: null,
        message: { to: 'first@example.org', subject: 'Places for you: Night & day' },
      },
    ]);
    await deliver();
    await deliver();
    const [mail, ...duplicates] = sentTo('first@example.org');
    expect(duplicates).toEqual([]);
    expect(mail).toMatchObject({
      to: [{ name: 'Zoë Who-Waits', address: 'first@example.org' }],
      subject: 'Places for you: Night & day',
      attachments: [],
    });
    for (const text of ['Monday, June 1, 2099, 7:00\u00a0pm – 11:00\u00a0pm (Asia/Tokyo)', 'Balcony', '(Asia/Tokyo)', url]) {
      expect(mail?.text).toContain(text);
      expect(mail?.html).toContain(text);
    }
    expect(mail?.html).toContain('Night &amp; day');
    for (const secret of [first.token, second.token]) expect(mail?.text).not.toContain(secret);
    expect(await readMailTo(first.id)).toMatchObject([{ status: 'SENT', message: { to: 'first@example.org' } }]);
    expect([sentTo('second@example.org'), await readMailTo(second.id)]).toEqual([[], []]);
    setClock(createShiftedClock(25 * 3600_000));
    await releasePlaces.run(site.site);
    await deliver();
    expect(sentTo('second@example.org')).toHaveLength(1);
    expect(await readMailTo(first.id)).toMatchObject([{ status: 'SENT', message: null }]);
  });

  it('is not sent after the offer has expired', async () => {
    const { ticket, attendee } = await createSoldOutTicket();
    const { token, id } = await joinWaitingList(ticket, 'gone@example.org');
    await cancelTicket(attendee);
    await site.graphql('mutation($token: String) { leaveWaitingList(token: $token) { waitingEntry { status } } }', { token });
    await deliver();
    expect(sentTo('gone@example.org')).toEqual([]);
    expect(await readMailTo(id)).toMatchObject([{ status: 'DROPPED' }]);
  });
});
