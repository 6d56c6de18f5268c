import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTypedPrice } from '../../src/domains/tickets/money.rules.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createVisitor } from '../checkout/visitor.ts';
import { createTicketClient } from '../tickets/support.ts';
import { sendMultipartForm, type Staff, signInStaff, readFormValues } from './support.ts';

let site: WholeSite;
let editor: Staff;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  editor = await signInStaff(site, 'editor');
});
afterAll(() => site.close());

const NEW = '/organize/events/new';
const readBlankForm = async () => readFormValues((await editor.get(NEW)).html);
const save = async (fields: Record<string, string>, path = NEW) =>
  await sendMultipartForm(site, editor, path, { ...(path === NEW ? await readBlankForm() : {}), save: 'publish', ...fields });

/** Saves a new event and returns its ID. */
async function saveNewEvent(fields: Record<string, string>): Promise<number> {
  const reply = await save(fields);
  expect([reply.statusCode, reply.payload.replace(/<[^>]*>/g, ' ').includes('Not saved')]).toEqual([303, false]);
  return Number(/events\/(\d+)/.exec(String(reply.headers['location']))?.[1]);
}
/** Runs work while the site is in German. */
async function withGermanSite(work: () => Promise<void>): Promise<void> {
  await t.setting('language', 'de_DE');
  try {
    await work();
  } finally {
    await t.setting('language', 'en_US');
  }
}
const readEvent = async (id: number) => (await site.rest('GET', `/vendor/events/v1/events/${id}`)).body;

describe('The form of a new event', () => {
  it('creates one event when sent several times, also with a picture, and another one with other values or a new form', async () => {
    const title = 'Sent twice';
    const countEvents = async () => await site.site.db.prisma.content.count({ where: { title } });
    const form = { ...(await readBlankForm()), save: 'publish', title, 'ticket-0-name': 'Bench' };
    const send = (fields: Record<string, string | Blob>) => sendMultipartForm(site, editor, NEW, { ...form, ...fields });
    const replies = [...(await Promise.all([send({}), send({}), send({})])), await send({})];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
    expect(new Set(replies.map(({ headers }) => headers['location'])).size).toBe(1);
    expect(await countEvents()).toBe(1);
    const id = Number(/events\/(\d+)/.exec(String(replies[0]?.headers['location']))?.[1]);
    expect(await site.site.db.prisma.ticket.count({ where: { postId: id } })).toBe(1);
    expect((await send({ description: 'Other' })).statusCode).toBe(303);
    expect(await countEvents()).toBe(2);
    expect((await send({ version: (await readBlankForm())['version'] ?? '' })).statusCode).toBe(303);
    expect(await countEvents()).toBe(3);
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const picture = new Blob([new Uint8Array(png)], { type: 'image/png' });
    const pictured = await Promise.all([send({ picture }), send({ picture })]);
    expect(pictured.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await countEvents()).toBe(4);
  });

  it('keeps its key when it is refused, and creates the event again after its deletion', async () => {
    const form: Record<string, string> = { ...(await readBlankForm()), save: 'publish', title: 'Deleted' };
    const refused = await sendMultipartForm(site, editor, NEW, { ...form, title: '' });
    expect(readFormValues(refused.payload)['version']).toBe(form['version']);
    const create = async () => String((await sendMultipartForm(site, editor, NEW, form)).headers['location']);
    const first = await create();
    const id = Number(/events\/(\d+)/.exec(first)?.[1]);
    const deletion = await site.graphql(`mutation { deleteEvent(id: ${id}) { __typename } }`, {}, 'editor');
    expect(deletion.errors).toEqual([]);
    expect(await create()).not.toBe(first);
  });
});

describe('A new venue in the event form', () => {
  it('is stored if its name was typed, even if the list has a selection', async () => {
    const id = await saveNewEvent({ title: 'With a venue', venue: '', venueName: 'Boathouse', venueCity: 'Bergen' });
    const { data } = await site.graphql(`{ event(id: ${id}) { venues { title { rendered } city } } }`);
    expect(data.event.venues).toEqual([{ title: { rendered: 'Boathouse' }, city: 'Bergen' }]);
  });

  it('stays open if the form is rejected, and requires a name if only an address was typed', async () => {
    const refused = await save({ title: '', venue: '', venueName: 'Mill' });
    expect(refused.statusCode).toBe(400);
    expect(refused.payload).toMatch(/<details open><summary>A new venue<\/summary>/);
    const nameless = await save({ title: 'Nameless', venue: '', venueAddress: 'Quay 1' });
    expect(nameless.statusCode).toBe(400);
    expect(nameless.payload).toContain('What is the new venue called?');
    expect((await save({ title: '', venue: '' })).payload).not.toContain('<details open><summary>A new venue');
  });
});

describe('The cost of an event', () => {
  it('is derived from its tickets in lists, REST, GraphQL and JSON-LD, unless it was typed', async () => {
    const ticket = (i: number, name: string, price: string) => ({ [`ticket-${i}-name`]: name, [`ticket-${i}-price`]: price });
    const id = await saveNewEvent({ title: 'Priced evening', ...ticket(0, 'Bench', '12.50'), ...ticket(1, 'Box', '30') });
    const rest = await readEvent(id);
    expect(rest).toMatchObject({
      cost: '$12.50 – $30',
      cost_details: { currency_symbol: '$', currency_code: 'USD', currency_position: 'prefix', values: ['12.50', '30'] },
    });
    const { data } = await site.graphql(`{ event(id: ${id}) { cost costDetails { values amounts { amount currencyCode } } } }`);
    expect(data.event).toEqual({
      cost: '$12.50 – $30',
      costDetails: {
        values: ['12.50', '30'],
        amounts: [
          { amount: '12.50', currencyCode: 'USD' },
          { amount: '30.00', currencyCode: 'USD' },
        ],
      },
    });
    const page = await createVisitor(site).get(new URL(rest.url).pathname);
    const [, json = '{}'] = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(page.html) ?? [];
    const structuredData = JSON.stringify(JSON.parse(json));
    expect(structuredData).toContain('"price":"12.5"');
    expect(structuredData).toContain('"priceCurrency":"USD"');
    expect((await createVisitor(site).get('/events/')).text).toContain('from $12.50');
    await withGermanSite(async () => {
      expect((await createVisitor(site).get('/events/')).text.replaceAll('\u00a0', ' ')).toContain('ab 12,50 $');
    });
    await site.rest('POST', `/vendor/events/v1/events/${id}`, { body: { cost: 'Pay what you can' }, as: 'editor' });
    expect((await readEvent(id)).cost).toBe('Pay what you can');
  });

  it('changes with its tickets', async () => {
    const id = await saveNewEvent({ title: 'Free evening', 'ticket-0-kind': 'rsvp', 'ticket-0-name': 'Come' });
    expect(await readEvent(id)).toMatchObject({ cost: 'Free', cost_details: { values: ['0'] } });
    const prisma = site.site.db.prisma;
    const { id: ticketId } = await prisma.ticket.findFirstOrThrow({ where: { postId: id } });
    const deletion = await site.graphql(`mutation { deleteTicket(id: ${ticketId}, postId: ${id}) { __typename } }`, {}, 'administrator');
    expect(deletion.errors).toEqual([]);
    expect(await readEvent(id)).toMatchObject({ cost: '', cost_details: { values: [] } });
  });
});

describe('A typed price', () => {
  it.each([
    ['12,50', 'EUR', '12.50'],
    ['12.50', 'EUR', '12.50'],
    ['1.250,00', 'EUR', '1250.00'],
    ['1,250.00', 'USD', '1250.00'],
    ['1 250', 'EUR', '1250'],
    ['1.250', 'EUR', null],
    ['1,250', 'USD', null],
    ['1.250', 'KWD', '1.250'],
    ['1,250', 'KWD', '1.250'],
    ['1250', 'USD', '1250'],
    [',5', 'EUR', '.5'],
    ['', 'EUR', ''],
    ['0,0', 'EUR', '0.0'],
    ['twelve', 'EUR', 'twelve'],
    ['1.25.0', 'EUR', '1.25.0'],
    ['1.250.000', 'EUR', '1250000'],
    ['1.250.000,5', 'EUR', '1250000.5'],
  ])('of %s in %s is read as %s', (typed, currency, price) => expect(parseTypedPrice(typed, currency)).toBe(price));

  it('may have a comma, and is shown with one on German pages', async () => {
    const id = await saveNewEvent({ title: 'Comma', 'ticket-0-name': 'Bench', 'ticket-0-price': '12,50' });
    expect((await readEvent(id)).cost).toBe('$12.50');
    const readPrice = async () => readFormValues((await editor.get(`/organize/events/${id}/edit`)).html)['ticket-0-price'];
    await withGermanSite(async () => expect(await readPrice()).toBe('12,50'));
    expect(await readPrice()).toBe('12.50');
    const refused = await save({ title: 'Thousand', 'ticket-0-name': 'Bench', 'ticket-0-price': '1.250' });
    expect([refused.statusCode, refused.payload.includes('without separators between thousands')]).toEqual([400, true]);
  });
});

describe('The search page', () => {
  it('finds venues with their events and dates', async () => {
    await saveNewEvent({
      title: 'Songs by the water',
      startDay: '2031-06-01',
      endDay: '2031-06-01',
      venueName: 'Smokehouse Pier',
      venueCity: 'Kristiansund',
    });
    const byName = (await createVisitor(site).get('/search/?q=smokehouse')).text;
    expect(byName).toContain('2 results for');
    expect(byName).toContain('Songs by the water');
    expect(byName).toContain('Sun, June 1, 2031, 7:00 pm');
    expect(byName).toMatch(/Smokehouse Pier.*Venue/);
    expect((await createVisitor(site).get('/events/')).html).toContain('7:00\u00a0pm');
    expect((await createVisitor(site).get('/search/?q=kristiansund')).text).toContain('Songs by the water');
    const rest = (await site.rest('GET', '/core/v2/search?search=smokehouse')).body;
    expect(rest).toEqual([]);
  });
});

describe('A waiting list', () => {
  it('offers at most as many places as the ticket has', async () => {
    const id = await saveNewEvent({ title: 'Small room', 'ticket-0-name': 'Chair', 'ticket-0-price': '5', 'ticket-0-capacity': '2' });
    const { id: ticketId } = await site.site.db.prisma.ticket.findFirstOrThrow({ where: { postId: id } });
    const start = await site.graphql(`mutation { startCheckout(lines: [{ ticketId: ${ticketId}, quantity: 2 }]) { token } }`);
    expect(start.errors).toEqual([]);
    const page = await createVisitor(site).get(new URL((await readEvent(id)).url).pathname);
    const [, options = ''] = new RegExp(`id="wait-${ticketId}-quantity"[^>]*>([\\s\\S]*?)</select>`).exec(page.html) ?? [];
    expect(options.match(/<option/g)).toHaveLength(2);
    const join = (quantity: number) =>
      site.graphql(
        `mutation { joinWaitingList(draft: { ticketId: ${ticketId}, fullName: "Cy", email: "cy${quantity}@example.org", quantity: ${quantity} }) { token } }`,
      );
    expect((await join(3)).errors[0]?.extensions['code']).toBe('never_enough_places');
    expect((await join(2)).errors).toEqual([]);
    const form = { ticket: String(ticketId), fullName: 'Di', email: 'di@example.org', quantity: '9' };
    expect((await createVisitor(site).post('/waiting-list', form)).text).toContain('This ticket has only 2 places in total.');
  });
});

describe('An event form that is older than the event or the session', () => {
  const event = { title: 'Quartet', startDay: '2031-06-01', endDay: '2031-06-01' };
  const titleOf = async (id: number): Promise<string> => (await readEvent(id)).title;

  it('does not replace changes made in another window, unless it is sent again', async () => {
    const id = await saveNewEvent(event);
    const path = `/organize/events/${id}/edit`;
    const [first, second] = [readFormValues((await editor.get(path)).html), readFormValues((await editor.get(path)).html)];
    expect((await save({ ...first, title: 'Quartet, moved' }, path)).statusCode).toBe(303);
    const refused = await save({ ...second, title: 'Quintet' }, path);
    expect(refused.statusCode).toBe(409);
    expect(refused.payload).toContain('The event was changed since you opened this form');
    expect(await titleOf(id)).toBe('Quartet, moved');
    const again = readFormValues(refused.payload);
    expect(again['title']).toBe('Quintet');
    expect((await save(again, path)).statusCode).toBe(303);
    expect(await titleOf(id)).toBe('Quintet');
  });

  it.each(['one', 'all'])('is saved once when two windows send it at the same moment (scope %s)', async (scope) => {
    const id = await saveNewEvent({
      ...event,
      ...(scope === 'all' && { repeat: 'weekly', ends: 'count', count: '3' }),
      'ticket-0-name': 'Chair',
      'ticket-0-price': '5',
    });
    const path = `/organize/events/${id}/edit`;
    const opened = { ...readFormValues((await editor.get(path)).html), scope };
    const titles = ['Trio', 'Quintet', 'Sextet', 'Septet'];
    const replies = await Promise.all(titles.map((title) => save({ ...opened, title, save: 'keep' }, path)));
    const saved = titles.filter((_title, index) => replies[index]?.statusCode === 303);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409]);
    expect(await titleOf(id)).toBe(saved[0]);
    for (const [index, { statusCode, payload }] of replies.entries())
      if (statusCode === 409) expect(readFormValues(payload)).toMatchObject({ title: titles[index] });
  });

  it('notices a changed ticket', async () => {
    const id = await saveNewEvent({ ...event, 'ticket-0-name': 'Chair', 'ticket-0-price': '5', 'ticket-0-capacity': '20' });
    const path = `/organize/events/${id}/edit`;
    const opened = readFormValues((await editor.get(path)).html);
    const { id: ticketId } = await site.site.db.prisma.ticket.findFirstOrThrow({ where: { postId: id } });
    const body = { post_id: id, edit_ticket_nonce: await t.nonce('edit_ticket_nonce'), name: 'Armchair' };
    expect((await t.send('PATCH', `/tickets/${ticketId}`, body)).status).toBe(202);
    expect((await save(opened, path)).statusCode).toBe(409);
  });

  it('keeps its values after another sign-in', async () => {
    const id = await saveNewEvent(event);
    const path = `/organize/events/${id}/edit`;
    const opened = readFormValues((await editor.get(path)).html);
    const signedOut = { ...editor, cookies: new Map<string, string>() };
    const asked = await sendMultipartForm(site, signedOut, path, { ...opened, title: 'Sextet' });
    expect(asked.statusCode).toBe(401);
    expect(asked.payload).toContain('Open the sign-in page in a new window');
    const later = await signInStaff(site, 'editor');
    const shown = await sendMultipartForm(site, later, path, { ...opened, title: 'Sextet' });
    expect([shown.statusCode, await titleOf(id)]).toEqual([403, 'Quartet']);
    const values = readFormValues(shown.payload);
    expect(values['title']).toBe('Sextet');
    expect((await sendMultipartForm(site, later, path, { ...values, save: 'keep' })).statusCode).toBe(303);
    expect(await titleOf(id)).toBe('Sextet');
  });
});
