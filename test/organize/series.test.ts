import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandRecurrence, shiftLike } from '../../src/domains/organize/series/recurrence.rules.ts';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { createVisitor } from '../checkout/visitor.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { sendMultipartForm, type Staff, signInStaff, readFormValues } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
let author: Staff;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
  author = await signInStaff(site, 'author');
});
afterAll(() => site.close());

const NEW = '/organize/events/new';
const tuesdays = { repeat: 'weekly', 'day-TU': '1', ends: 'until', until: '2031-06-24' };
const evening = { title: 'Quiz night', startDay: '2031-06-03', startTime: '19:00', endDay: '2031-06-03', endTime: '22:00' };

async function save(fields: Record<string, string>, path = NEW) {
  const blank = readFormValues((await author.get(path)).html);
  return await sendMultipartForm(site, author, path, { ...blank, save: path === NEW ? 'publish' : 'keep', ...fields });
}
const query = `query($id: Int!) { event(by: { databaseId: $id }) {
  series { rule } eventsInSeries { databaseId title { rendered } status times { start { local } end { local } } } } }`;
interface SeriesEvent {
  databaseId: number;
  title: { rendered: string };
  status: string;
  times: { start: { local: string }; end: { local: string } };
}
async function readSeries(id: number, as: TestUserName = 'author'): Promise<{ rule: string | null; events: SeriesEvent[] }> {
  const { data, errors } = await site.graphql(query, { id }, as);
  expect(errors).toEqual([]);
  return { rule: data.event.series?.rule ?? null, events: data.event.eventsInSeries };
}
const starts = (events: readonly SeriesEvent[]) => events.map(({ times }) => times.start.local);

/** Saves a new series and returns the IDs of its events. */
async function createSeries(fields: Record<string, string> = {}): Promise<number[]> {
  const ticket = { 'ticket-0-name': 'Seat', 'ticket-0-price': '5', 'ticket-0-capacity': '10', 'ticket-0-closes': '2031-06-03T18:00' };
  const reply = await save({ ...evening, ...ticket, ...tuesdays, ...fields });
  expect(reply.statusCode).toBe(303);
  const id = Number(/events\/(\d+)/.exec(String(reply.headers['location']))?.[1]);
  return (await readSeries(id)).events.map(({ databaseId }) => databaseId);
}
const ticketsOf = (ids: number[]) =>
  site.site.db.prisma.ticket.findMany({ where: { postId: { in: ids } }, orderBy: [{ postId: 'asc' }, { id: 'asc' }] });

describe('The rule of a series', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=3', ['2031-06-03', '2031-06-10', '2031-06-17']],
    ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20310612', ['2031-06-03', '2031-06-05', '2031-06-12']],
    ['FREQ=MONTHLY;BYDAY=1TU;COUNT=2', ['2031-06-03', '2031-07-01']],
    ['FREQ=DAILY;INTERVAL=2;COUNT=2', ['2031-06-03', '2031-06-05']],
  ])('%s gives the expected dates', (rule, days) =>
    expect(expandRecurrence(rule, '2031-06-03T19:00:00')).toEqual({ starts: days.map((day) => `${day}T19:00:00`) }),
  );

  it.each([
    ['FREQ=DAILY', 'rule'],
    ['FREQ=HOURLY;COUNT=3', 'rule'],
    ['FREQ=DAILY;COUNT=3;BYHOUR=9', 'rule'],
    ['every Tuesday', 'rule'],
    ['FREQ=DAILY;COUNT=101', 'tooMany'],
    ['FREQ=DAILY;UNTIL=20310602', 'noFurther'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3', 'noFurther'],
  ])('%s is refused', (rule, problem) => expect(expandRecurrence(rule, '2031-06-03T19:00:00')).toMatchObject({ problem }));

  it('moves the other events by the same number of days, to the same time of day', () => {
    const times = (startLocal: string, endLocal: string) => ({ startLocal, endLocal });
    expect(
      shiftLike(
        times('2031-06-10T19:00:00', '2031-06-10T22:00:00'),
        times('2031-06-03T19:00:00', '2031-06-03T22:00:00'),
        times('2031-06-04T20:30:00', '2031-06-05T00:30:00'),
      ),
    ).toEqual(times('2031-06-11T20:30:00', '2031-06-12T00:30:00'));
  });
});

describe('A series in the event form', () => {
  it('creates an event for each date, with adjusted ticket sales, and shows visitors the other dates', async () => {
    const ids = await createSeries();
    const { rule, events } = await readSeries(ids[0]!);
    expect(rule).toBe('FREQ=WEEKLY;BYDAY=TU;UNTIL=20310624');
    expect(starts(events)).toEqual(['03', '10', '17', '24'].map((day) => `2031-06-${day}T19:00:00`));
    expect(events.map(({ status }) => status)).toEqual(Array(4).fill('PUBLISH'));
    expect((await ticketsOf(ids)).map(({ title, capacity, endDate, endTime }) => [title, capacity, endDate, endTime])).toEqual(
      ['03', '10', '17', '24'].map((day) => ['Seat', 10, `2031-06-${day}`, '18:00:00']),
    );
    const { body } = await site.rest('GET', `/vendor/events/v1/events/${ids[1]}`);
    const page = await createVisitor(site).get(new URL(body.url).pathname);
    expect(page.text).toContain('More dates');
    expect(page.html.match(/id="evt-dates">.*?<\/section>/s)?.[0].match(/<li>/g)).toHaveLength(3);
    expect((await author.get(`/organize/events/${ids[0]}`)).text).toContain('Dates of this series');
  });

  it('skips the months without the day of the month, as the form and the list of dates say', async () => {
    const form = await author.get(NEW);
    expect(form.html).toMatch(/<select id="repeat"[^>]* aria-describedby="repeat-hint"/);
    expect(form.text).toContain('Monthly, a month without the day is skipped');
    const last = { startDay: '2031-01-31', endDay: '2031-01-31', repeat: 'monthly', ends: 'count', count: '3' };
    const ids = await createSeries({ title: 'Month end', ...last, 'ticket-0-closes': '' });
    expect(starts((await readSeries(ids[0]!)).events).map((at) => at.slice(0, 10))).toEqual(['2031-01-31', '2031-03-31', '2031-05-31']);
    const dates = /<ul class="org-dates">.*?<\/ul>/s.exec((await author.get(`/organize/events/${ids[0]}`)).html)?.[0] ?? '';
    expect(dates.match(/January 31|March 31|May 31/g)).toEqual(['January 31', 'March 31', 'May 31']);
    const friday = { startDay: '2031-01-31', endDay: '2031-01-31', repeat: 'monthly-weekday', ends: 'count', count: '3' };
    const [first] = await createSeries({ title: 'Last Friday', ...friday, 'ticket-0-closes': '' });
    expect(starts((await readSeries(first!)).events).map((at) => at.slice(0, 10))).toEqual(['2031-01-31', '2031-02-28', '2031-03-28']);
  });

  it('shows its errors and keeps the typed text', async () => {
    const before = await site.site.db.prisma.eventSeries.count();
    const endless = await save({ ...evening, repeat: 'weekly', ends: 'until', until: '' });
    expect([endless.statusCode, endless.payload.includes('On which day does the series end?')]).toEqual([400, true]);
    expect(endless.payload).toContain('<details open><summary>Repeats');
    const many = await save({ ...evening, repeat: 'daily', ends: 'until', until: '2033-01-01' });
    expect(many.payload).toContain('These would be more than 100 events.');
    const none = await save({ ...evening, repeat: 'weekly', ends: 'until', until: '2031-06-05' });
    expect(none.payload).toContain('There is no further date until then.');
    expect(await site.site.db.prisma.eventSeries.count()).toBe(before);
  });

  it('changes one event, the following ones or all, and keeps unchanged fields of the others', async () => {
    const ids = await createSeries({ title: 'Pub quiz' });
    const [first, second, third, fourth] = ids as [number, number, number, number];
    const edit = (id: number) => `/organize/events/${id}/edit`;
    expect((await author.get(edit(second))).text).toContain('This event belongs to a series of 4 events');
    expect((await save({ title: 'Pub quiz special' }, edit(third))).statusCode).toBe(303);
    expect((await save({ startTime: '20:00', endTime: '23:00', scope: 'following' }, edit(second))).statusCode).toBe(303);
    const titles = async () => (await readSeries(first)).events.map(({ title }) => title.rendered);
    expect(await titles()).toEqual(['Pub quiz', 'Pub quiz', 'Pub quiz special', 'Pub quiz']);
    expect(starts((await readSeries(first)).events).map((at) => at.slice(8, 16))).toEqual(['03T19:00', '10T20:00', '17T20:00', '24T20:00']);
    const seat = { 'ticket-0-price': '7', 'ticket-0-name': 'Chair', 'ticket-1-name': 'Stool', 'ticket-1-price': '3' };
    expect((await save({ ...seat, scope: 'all' }, edit(fourth))).statusCode).toBe(303);
    const tickets = await ticketsOf(ids);
    expect(tickets.map(({ postId, title, price, capacity }) => [postId, title, price, capacity])).toEqual(
      ids.flatMap((id) => [
        [id, 'Chair', '7', 10],
        [id, 'Stool', '3', -1],
      ]),
    );
    expect(await titles()).toEqual(['Pub quiz', 'Pub quiz', 'Pub quiz special', 'Pub quiz']);
    expect((await save({ title: 'Big quiz', scope: 'all' }, edit(first))).statusCode).toBe(303);
    expect(await titles()).toEqual(Array(4).fill('Big quiz'));
  });

  it('is changed completely or not at all: valid tickets keep the whole series public', async () => {
    const ids = await createSeries({ title: 'Sold quiz' });
    const [ticket] = await ticketsOf([ids[3]!]);
    expect((await shop.complete(await shop.named(ticket!.id, 1), 'MANUAL')).errors).toEqual([]);
    const order = await site.site.db.prisma.ticketOrder.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await site.graphql(`mutation { markOrderPaid(id: ${order.id}) { __typename } }`, {}, 'author');
    const refused = await save({ save: 'draft', scope: 'all', title: 'Hidden quiz' }, `/organize/events/${ids[0]}/edit`);
    expect(refused.statusCode).toBe(409);
    expect((await readSeries(ids[0]!)).events.map(({ status, title }) => `${title.rendered} ${status}`)).toEqual(
      Array(4).fill('Sold quiz PUBLISH'),
    );
  });
});

describe('A series in GraphQL', () => {
  const repeat = (id: number, rule: string, as: TestUserName = 'author') =>
    site.graphql(
      `mutation($id: Int!, $rule: String!) { repeatEvent(eventId: $id, rule: $rule) { event { eventsInSeries { databaseId } } } }`,
      { id, rule },
      as,
    );
  async function createSingleEvent(): Promise<number> {
    const times = { start_date: '2031-06-03 19:00:00', end_date: '2031-06-03 22:00:00' };
    const { id } = await makeEvent(site, { title: 'Single', ...times }, 'author');
    await t.ticket(id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
    return Number(id);
  }

  it('is created from an event and changed, with the same permissions', async () => {
    const id = await createSingleEvent();
    expect((await readSeries(id)).events).toEqual([]);
    expect(code(await repeat(id, 'FREQ=WEEKLY;COUNT=3', 'contributor'))).toBe('forbidden');
    expect(code(await repeat(id, 'FREQ=WEEKLY'))).toBe('invalid_arguments');
    const repeated = await repeat(id, 'FREQ=WEEKLY;COUNT=3');
    expect(repeated.errors).toEqual([]);
    const ids: number[] = repeated.data.repeatEvent.event.eventsInSeries.map(({ databaseId }: { databaseId: number }) => databaseId);
    expect(ids).toHaveLength(3);
    expect(code(await repeat(id, 'FREQ=WEEKLY;COUNT=3'))).toBe('event_in_series');
    const [ticket] = await ticketsOf([ids[1]!]);
    const change = (as: TestUserName) =>
      site.graphql(
        `mutation($id: Int!, $ticket: Int!) { updateEventSeries(eventId: $id, scope: FOLLOWING, changes: { title: "Later", start: "2031-06-11 19:00:00", end: "2031-06-11 22:00:00" },
          tickets: [{ id: $ticket, ticket: { price: "9" } }]) { event { title { rendered } } } }`,
        { id: ids[1], ticket: ticket!.id },
        as,
      );
    expect(code(await change('contributor'))).toBe('forbidden');
    const changed = await change('author');
    expect(changed.errors).toEqual([]);
    const { events } = await readSeries(id);
    expect(events.map(({ title }) => title.rendered)).toEqual(['Single', 'Later', 'Later']);
    expect(starts(events)).toEqual(['03', '11', '18'].map((day) => `2031-06-${day}T19:00:00`));
    expect((await ticketsOf(ids)).map(({ title, price }) => `${title} ${price}`)).toEqual(['Bench 12.5', 'Bench 9', 'Bench 9']);
  });

  it('is created once by simultaneous calls', async () => {
    const id = await createSingleEvent();
    const replies = await Promise.all([1, 2, 3].map(() => repeat(id, 'FREQ=WEEKLY;COUNT=3')));
    const refused = replies.filter(({ errors }) => errors.length > 0);
    expect(refused.map(code)).toEqual(['event_in_series', 'event_in_series']);
    const { events } = await readSeries(id);
    expect(starts(events)).toEqual(['03', '10', '17'].map((day) => `2031-06-${day}T19:00:00`));
  });

  it('shows visitors only the events that they may read', async () => {
    const id = await createSingleEvent();
    const repeated = await repeat(id, 'FREQ=WEEKLY;COUNT=3');
    const last = repeated.data.repeatEvent.event.eventsInSeries[2].databaseId;
    await site.rest('POST', `/vendor/events/v1/events/${last}`, { body: { status: 'draft' }, as: 'author' });
    const { data } = await site.graphql(query, { id });
    expect(data.event.eventsInSeries).toHaveLength(2);
  });
});

describe('An existing series', () => {
  const extend = (id: number, until: string, as: TestUserName = 'author') =>
    site.graphql(
      `mutation($id: Int!, $until: String!) { extendEventSeries(eventId: $id, until: $until, copiesDiscountCodes: true) { event { series { rule } eventsInSeries { databaseId } } } }`,
      { id, until },
      as,
    );
  const addCode = async (eventId: number, ticketIds: number[]) => {
    const input = { code: 'FRIENDS', percent: 50, ticketIds, maxUses: 5, endsAt: '2031-06-24T18:00:00Z' };
    const source = 'mutation($id: Int!, $input: DiscountCodeInput!) { createDiscountCode(eventId: $id, input: $input) { __typename } }';
    expect((await site.graphql(source, { id: eventId, input }, 'author')).errors).toEqual([]);
  };
  const codesOf = (eventIds: number[]) =>
    site.site.db.prisma.discountCode.findMany({ where: { eventId: { in: eventIds } }, orderBy: { eventId: 'asc' } });

  it('can be extended by its rule with copies of the last event, with discount codes if requested', async () => {
    const ids = await createSeries({ title: 'Long quiz' });
    const last = ids[3]!;
    const [ticket] = await ticketsOf([last]);
    await addCode(last, [ticket!.id]);
    expect(code(await extend(ids[0]!, '2031-07-10', 'contributor'))).toBe('forbidden');
    expect(code(await extend(ids[0]!, '2031-06-25'))).toBe('invalid_arguments');
    expect(code(await extend(ids[0]!, '2041-06-25'))).toBe('invalid_arguments');
    const { data, errors } = await extend(ids[0]!, '2031-07-10');
    expect(errors).toEqual([]);
    expect(data.extendEventSeries.event.series.rule).toBe('FREQ=WEEKLY;BYDAY=TU;UNTIL=20310710');
    const extended = await readSeries(ids[0]!);
    expect(starts(extended.events).slice(4)).toEqual(['2031-07-01T19:00:00', '2031-07-08T19:00:00']);
    const added = extended.events.slice(4).map(({ databaseId }) => databaseId);
    const [copy, next] = await ticketsOf(added);
    expect([copy!.endDate, next!.endDate]).toEqual(['2031-07-01', '2031-07-08']);
    expect(
      (await codesOf(added)).map(({ code: text, ticketIds, maxUses, usedCount, endsAt }) => [
        text,
        ticketIds,
        maxUses,
        usedCount,
        endsAt?.toISOString(),
      ]),
    ).toEqual([
      ['FRIENDS', [copy!.id], 5, 0, '2031-07-01T18:00:00.000Z'],
      ['FRIENDS', [next!.id], 5, 0, '2031-07-08T18:00:00.000Z'],
    ]);
    const page = `/organize/events/${ids[0]}`;
    const nonce = readFormValues((await author.get(page)).html)['nonce'] ?? '';
    const refused = await author.post(page, { nonce, act: 'extend-series', id: ids[0]!, until: '2031-07-09' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('No date was added')]);
    expect(refused.html).toContain('value="2031-07-09"');
    const saved = await author.post(page, { nonce, act: 'extend-series', id: ids[0]!, until: '2031-07-15' });
    expect(saved.to).toBe(`${page}?done=seriesExtended`);
    expect((await readSeries(ids[0]!)).events).toHaveLength(7);
    expect(await codesOf((await readSeries(ids[0]!)).events.slice(6).map(({ databaseId }) => databaseId))).toEqual([]);
  });

  it('can be cancelled completely or from a date on, including paid orders', async () => {
    const ids = await createSeries({ title: 'Rainy quiz' });
    const [seat] = await ticketsOf([ids[2]!]);
    expect((await shop.complete(await shop.named(seat!.id, 2), 'MANUAL')).errors).toEqual([]);
    const order = await site.site.db.prisma.ticketOrder.findFirstOrThrow({ orderBy: { id: 'desc' } });
    await site.graphql(`mutation { markOrderPaid(id: ${order.id}) { __typename } }`, {}, 'author');
    const previewQuery = `{ eventCancellationPreview(id: ${ids[1]}, scope: FOLLOWING) { eventCount people refunds { amount } } }`;
    expect(code(await site.graphql(previewQuery, {}, 'contributor'))).toBe('forbidden');
    const expected = { eventCount: 3, people: 2, refunds: [{ amount: '10.00' }] };
    expect((await site.graphql(previewQuery, {}, 'author')).data.eventCancellationPreview).toEqual(expected);
    const path = `/organize/events/${ids[1]}/cancel`;
    expect((await author.get(path)).text).toContain('People whose tickets are cancelled and who are informed by mail: 0.');
    const preview = await author.get(`${path}?scope=following`);
    expect(preview.text).toMatch(/Events that are cancelled: 3\..*informed by mail: 2\..*\$10\.00/);
    const nonce = readFormValues(preview.html)['nonce'] ?? '';
    expect((await author.post(`${path}?scope=following`, { nonce })).status).toBe(303);
    const states = await site.site.db.prisma.content.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    expect(states.map(({ status }) => status)).toEqual(Array(4).fill('publish'));
    const pageText = (await author.get(`/organize/events/${ids[0]}`)).text;
    expect(pageText.match(/2031, 7:00 pm Cancelled/g)).toHaveLength(3);
    expect(
      (await site.graphql(`{ ordersOfEvent(eventId: ${ids[2]}, refund: DUE) { total } }`, {}, 'author')).data.ordersOfEvent.total,
    ).toBe(1);
    const cancelAll = `mutation { cancelEvent(id: ${ids[3]}, scope: ALL) { eventCount people } }`;
    expect((await site.graphql(cancelAll, {}, 'author')).data.cancelEvent).toEqual({ eventCount: 2, people: 0 });
  });

  it('is deleted with its last event in the same transaction', async () => {
    const ids = await createSeries({ title: 'Short quiz' });
    const { prisma } = site.site.db;
    const { seriesId } = await prisma.event.findUniqueOrThrow({ where: { contentId: ids[0]! } });
    const countSeries = () => prisma.eventSeries.count({ where: { id: seriesId! } });
    for (const id of ids.slice(1)) await prisma.content.delete({ where: { id } });
    expect(await countSeries()).toBe(1);
    await prisma
      .$transaction(async (tx) => {
        await tx.content.delete({ where: { id: ids[0]! } });
        expect(await tx.eventSeries.count({ where: { id: seriesId! } })).toBe(0);
        throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(String(error)).toContain('rolled back'));
    expect(await countSeries()).toBe(1);
    await prisma.content.delete({ where: { id: ids[0]! } });
    expect(await countSeries()).toBe(0);
  });

  it('copies discount codes to new events if the form says so, as does duplicating an event', async () => {
    const [first] = await createSeries({ title: 'Coded quiz' });
    await addCode(first!, []);
    const page = await author.get(`/organize/events/${first}`);
    expect(page.text).toContain('Copy the discount codes, too');
    const nonce = readFormValues(page.html)['nonce'] ?? '';
    const duplicateEvent = async (fields: Record<string, string>) => {
      const { to } = await author.post(`/organize/events/${first}`, { nonce, act: 'duplicate', id: first!, ...fields });
      return await codesOf([Number(/events\/(\d+)\/edit/.exec(to)?.[1])]);
    };
    expect(await duplicateEvent({})).toEqual([]);
    expect(await duplicateEvent({ codes: '1' })).toMatchObject([{ code: 'FRIENDS', percent: 5000, usedCount: 0, ticketIds: [] }]);
  });
});
