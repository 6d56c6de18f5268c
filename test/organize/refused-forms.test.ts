import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { type Staff, sendParts, staff, valuesIn } from './support.ts';

const MARKED = 'Typed by hand 4711';

/** Invalid fields by form, including a text that the page must keep. `inParts` is true for multipart forms. */
const forms: Readonly<Record<string, { fields: (ticket: number) => Record<string, string>; inParts?: true }>> = {
  'events/new': {
    fields: () => ({ title: MARKED, startDay: '2031-02-30', startTime: '19:00', endDay: '2031-06-01', endTime: '21:00', tickets: '0' }),
    inParts: true,
  },
  'events/:event/edit': { fields: () => ({ title: MARKED, startDay: 'someday', startTime: '19:00', tickets: '0' }), inParts: true },
  'events/:event/box-office': { fields: (ticket) => ({ fullName: MARKED, email: 'no address', [`quantity-${ticket}`]: '1' }) },
  'events/:event/message': { fields: () => ({ subject: MARKED, body: '', do: 'preview' }) },
  'events/:event/questions': {
    fields: () => ({ questions: '1', 'question-0-label': MARKED, 'question-0-kind': 'choice', 'question-0-options': 'Only one' }),
  },
  'events/:event/discounts/new': { fields: () => ({ code: MARKED, kind: 'percent', value: 'half' }) },
  payments: { fields: () => ({ holder: MARKED, iban: 'DE00 1234', bic: '', days: '7', note: '' }) },
  receipts: { fields: () => ({ seller: MARKED, address: '', taxNumber: '', rate: 'much', note: '' }) },
};

describe('A rejected organizer form', () => {
  let site: WholeSite;
  let browser: Staff;
  let event: number;
  let ticket: number;
  beforeAll(async () => {
    site = await openWholeSite();
    const t = ticketing(site);
    const times = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' };
    const { body } = await site.rest('POST', '/vendor/events/v1/events', {
      body: { title: 'Evening', status: 'publish', ...times },
      as: 'administrator',
    });
    event = Number(body.id);
    ticket = await t.ticket(event, { name: 'Bench', price: '12.50' });
    browser = await staff(site, 'administrator');
  });
  afterAll(() => site.close());

  it.each(Object.keys(forms))('on %s shows the errors, keeps the typed text and changes nothing', async (page) => {
    const { fields, inParts } = forms[page]!;
    const url = `/organize/${page.replace(':event', String(event))}`;
    const shown = await browser.get(url);
    const { nonce = '' } = valuesIn(shown.html);
    const sent = { nonce, ...fields(ticket) };
    const reply = inParts ? await sendParts(site, browser, url, sent) : await browser.post(url, sent);
    const [status, html] = 'payload' in reply ? [reply.statusCode, reply.payload] : [reply.status, reply.html];
    expect([status, html.includes('class="notice error"') || html.includes('class="fault"')]).toEqual([400, true]);
    expect(html).toContain(MARKED);
    expect((await browser.get(url)).html).not.toContain(MARKED);
  });
});
