import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { type Staff, sendMultipartForm, signInStaff, readFormValues } from './support.ts';

const TYPED_TEXT = 'Typed by hand 4711';

/** Invalid fields by form, including a text that the page must keep. `isMultipart` is true for multipart forms. */
const forms: Readonly<Record<string, { fields: (ticket: number) => Record<string, string>; isMultipart?: true }>> = {
  'events/new': {
    fields: () => ({ title: TYPED_TEXT, startDay: '2031-02-30', startTime: '19:00', endDay: '2031-06-01', endTime: '21:00', tickets: '0' }),
    isMultipart: true,
  },
  'events/:event/edit': { fields: () => ({ title: TYPED_TEXT, startDay: 'someday', startTime: '19:00', tickets: '0' }), isMultipart: true },
  'events/:event/box-office': { fields: (ticket) => ({ fullName: TYPED_TEXT, email: 'no address', [`quantity-${ticket}`]: '1' }) },
  'events/:event/message': { fields: () => ({ subject: TYPED_TEXT, body: '', do: 'preview' }) },
  'events/:event/questions': {
    fields: () => ({ questions: '1', 'question-0-label': TYPED_TEXT, 'question-0-kind': 'choice', 'question-0-options': 'Only one' }),
  },
  'events/:event/discounts/new': { fields: () => ({ code: TYPED_TEXT, kind: 'percent', value: 'half' }) },
  payments: { fields: () => ({ holder: TYPED_TEXT, iban: 'DE00 1234', bic: '', days: '7', note: '' }) },
  receipts: { fields: () => ({ seller: TYPED_TEXT, address: '', taxNumber: '', rate: 'much', note: '' }) },
};

describe('A rejected organizer form', () => {
  let site: WholeSite;
  let browser: Staff;
  let event: number;
  let ticket: number;
  beforeAll(async () => {
    site = await openWholeSite();
    const t = createTicketClient(site);
    event = Number((await makeEvent(site)).id);
    ticket = await t.ticket(event, { name: 'Bench', price: '12.50' });
    browser = await signInStaff(site, 'administrator');
  });
  afterAll(() => site.close());

  it.each(Object.keys(forms))('on %s shows the errors, keeps the typed text and changes nothing', async (page) => {
    const { fields, isMultipart } = forms[page]!;
    const url = `/organize/${page.replace(':event', String(event))}`;
    const { nonce = '' } = readFormValues((await browser.get(url)).html);
    const form = { nonce, ...fields(ticket) };
    const reply = isMultipart ? await sendMultipartForm(site, browser, url, form) : await browser.post(url, form);
    const [status, html] = 'payload' in reply ? [reply.statusCode, reply.payload] : [reply.status, reply.html];
    expect([status, html.includes('class="notice error"') || html.includes('class="fault"')]).toEqual([400, true]);
    expect(html).toContain(TYPED_TEXT);
    expect((await browser.get(url)).html).not.toContain(TYPED_TEXT);
  });
});
