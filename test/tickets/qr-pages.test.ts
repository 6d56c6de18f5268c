import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

// the types of jsQR are written for bundlers
const readQr = jsQR as unknown as typeof jsQR.default;

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let event: number;
let rsvp: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  const { id, venue } = await makeEvent(site, {
    title: 'Night of “Books” & more',
    start_date: '2027-06-01 19:00:00',
    end_date: '2027-06-01 23:00:00',
    timezone: 'Europe/Berlin',
    venue: { venue: 'Town Hall <1>', address: 'Main Street 1', city: 'Springfield' },
  });
  event = id;
  await site.rest('PUT', `/vendor/events/v1/venues/${venue.id}`, { body: { status: 'publish' }, as: 'administrator' });
  rsvp = await t.ticket(event, { provider: 'rsvp', name: 'Balcony' });
});
afterAll(() => site.close());

interface TicketLinks {
  ticketUrl: string;
  qrPngUrl: string;
  qrSvgUrl: string;
  checkinUrl: string;
  securityCode: string;
}

async function linksOf(id: number, as: TestUserName = 'administrator'): Promise<TicketLinks> {
  const source = 'query($id: Int!) { attendee(id: $id) { ticketUrl qrPngUrl qrSvgUrl checkinUrl securityCode } }';
  return (await site.graphql(source, { id }, as)).data.attendee;
}

const open = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.http.inject({ method, url: address.replace('http://site.test', ''), headers });

const isCheckedIn = async (id: number) => (await t.get(`/attendees/${id}`, {}, 'administrator')).body.checked_in;

describe('The ticket page', () => {
  it('shows event, time in its zone, venue, attendee and code only at its secret URL', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Żółć <script>' });
    const { ticketUrl, securityCode } = await linksOf(id);
    expect(ticketUrl).toMatch(/^http:\/\/site\.test\/tickets\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect(ticketUrl).not.toContain(securityCode);
    const page = await open(ticketUrl);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    for (const text of [
      'Night of “Books” &amp; more',
      'Tuesday, June 1, 2027, 7:00\u00a0pm – 11:00\u00a0pm',
      '(Europe/Berlin)',
      'datetime="2027-06-01T17:00:00Z"',
      'Town Hall',
      'Main Street 1, Springfield',
      'Żółć &lt;script&gt;',
      'Balcony',
      securityCode,
      '<meta name="robots" content="noindex">',
    ])
      expect(page.payload).toContain(text);
    expect(page.payload).not.toContain('<script>');
  });

  it('has a code with the check-in URL, as PNG and SVG', async () => {
    const id = await t.attendee(rsvp);
    const { qrPngUrl, qrSvgUrl, checkinUrl } = await linksOf(id);
    for (const [address, type] of [
      [qrPngUrl, 'image/png'],
      [qrSvgUrl, 'image/svg+xml'],
    ] as const) {
      const picture = await open(address);
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, expect.stringContaining(type)]);
      expect(picture.headers['cache-control']).toBe('no-store');
      const { data, info } = await sharp(picture.rawPayload, { density: 600 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(readQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(checkinUrl);
    }
  });

  it('exists as a PDF of one page with embedded fonts', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Żółć Ωμέγα' });
    const { ticketUrl } = await linksOf(id);
    const pdf = await open(`${ticketUrl}/ticket.pdf`);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `inline; filename="ticket-${id}.pdf"`,
    });
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const text = pdf.rawPayload.toString('latin1');
    expect([text.includes('/Count 1\n'), text.includes('DejaVuSans'), pdf.rawPayload.length < 100_000]).toEqual([true, true, true]);
    await t.send('PUT', `/attendees/${id}`, { attendee_status: 'no' });
    expect((await open(`${ticketUrl}/ticket.pdf`)).statusCode).toBe(404);
  });

  it('exists as a PDF with the used letters of every script as readable text', async () => {
    const name = '山田の 王龍 김철수 สมชาย محمد דוד';
    const id = await t.attendee(rsvp, { full_name: name });
    const pdf = (await open(`${(await linksOf(id)).ticketUrl}/ticket.pdf`)).rawPayload;
    const text = pdf.toString('latin1');
    const streams = [...text.matchAll(/\/Length (\d+)[\s\S]*?stream\r?\n/g)].map(({ index, 0: head, 1: length }) => {
      const bytes = pdf.subarray(index + head.length, index + head.length + Number(length));
      return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : '';
    });
    // Unicode text of each glyph; glyphs that the font lacks have none
    const meanings = new Set(streams.flatMap((stream) => [...stream.matchAll(/<([0-9a-f]{4})>/g)].map(([, hex]) => hex)));
    const letters = [...new Set(name.replaceAll(' ', ''))];
    expect(letters.filter((letter) => !meanings.has((letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')))).toEqual([]);
    expect(['NotoSansJP', 'NotoSansKR', 'NotoSansThai', 'DejaVuSans'].filter((font) => !text.includes(font))).toEqual([]);
    expect(pdf.length).toBeLessThan(120_000);
  });

  it('is not found at guessed URLs', async () => {
    const links = async () => linksOf(await t.attendee(rsvp));
    const [firstLinks, secondLinks] = await Promise.all([links(), links()]);
    const secret = (address: string) => address.split('-').at(-1) as string;
    const swapped = firstLinks.ticketUrl.replace(secret(firstLinks.ticketUrl), secret(secondLinks.ticketUrl));
    for (const wrong of [
      swapped,
      `${firstLinks.ticketUrl.slice(0, -1)}${firstLinks.ticketUrl.endsWith('0') ? '1' : '0'}`,
      `${swapped}/qr.png`,
    ])
      expect((await open(wrong)).statusCode).toBe(404);
    expect((await open('/tickets/')).statusCode).toBe(404);
  });

  it('shows no code while the ticket is not valid', async () => {
    const id = await t.attendee(rsvp);
    const { ticketUrl, qrPngUrl, securityCode } = await linksOf(id);
    await t.send('PUT', `/attendees/${id}`, { attendee_status: 'no' });
    const page = await open(ticketUrl);
    expect(page.payload).toContain('You said that you are not coming.');
    expect(page.payload).not.toContain(securityCode);
    expect((await open(qrPngUrl)).statusCode).toBe(404);
    await site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { status } } }', { id }, 'administrator');
    expect((await open(ticketUrl)).payload).toContain('no longer valid');
  });

  it('has a URL that only managers can read', async () => {
    const id = await t.attendee(await t.ticket(event, { provider: 'tc' }));
    expect(await linksOf(id, 'editor')).toEqual({
      ticketUrl: null,
      qrPngUrl: null,
      qrSvgUrl: null,
      checkinUrl: null,
      securityCode: null,
    });
  });
});

describe('The check-in link in the code', () => {
  const as = async (name: TestUserName) => ({ authorization: (await site.user(name)).authorization });

  it('redirects visitors to the post without a check-in', async () => {
    const id = await t.attendee(rsvp);
    const { checkinUrl } = await linksOf(id);
    for (const headers of [{}, await as('subscriber'), { authorization: 'Basic d3Jvbmc6d3Jvbmc=' }]) {
      const reply = await open(checkinUrl, headers);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, 'http://site.test/event/night-of-books-more/']);
    }
    expect(await isCheckedIn(id)).toBe(false);
  });

  it('checks in once for staff', async () => {
    const id = await t.attendee(rsvp);
    const { checkinUrl } = await linksOf(id);
    const head = await open(checkinUrl, await as('author'), 'HEAD');
    expect([head.statusCode, await isCheckedIn(id)]).toEqual([302, false]);
    const reply = await open(checkinUrl, await as('author'));
    expect([reply.statusCode, reply.headers.location]).toEqual([
      302,
      `http://site.test/door/${event}?event_id=${event}&qr_checked_in=${id}`,
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { body } = await t.get(`/attendees/${id}`, {}, 'administrator');
    expect([body.checked_in, body.checkin_details.source, body.checkin_details.author]).toEqual([
      true,
      'app',
      (await site.user('author')).id,
    ]);
    const secondReply = await open(checkinUrl, await as('administrator'));
    expect(secondReply.headers.location).toContain('not_checked_in=1');
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.checkin_details).toEqual(body.checkin_details);
  });

  it('reports a wrong code', async () => {
    const id = await t.attendee(rsvp);
    const { checkinUrl, securityCode } = await linksOf(id);
    for (const wrong of [checkinUrl.replace(securityCode, 'other12345'), checkinUrl.replace(String(id), '99999999')]) {
      const reply = await open(wrong, await as('administrator'));
      expect([reply.statusCode, new URL(String(reply.headers.location)).searchParams.get('no_security_code_match')]).toEqual([302, '1']);
    }
    expect(await isCheckedIn(id)).toBe(false);
  });

  it('does not reveal hidden posts to visitors', async () => {
    const draft = await t.post({ status: 'draft', title: 'Secret plan' });
    const { checkinUrl } = await linksOf(await t.attendee(await t.ticket(draft, { provider: 'rsvp' })));
    expect((await open(checkinUrl)).headers.location).toBe('http://site.test/');
  });

  it('leads to the front page without a check-in if it is disabled', async () => {
    const id = await t.attendee(rsvp);
    const { checkinUrl } = await linksOf(id);
    await t.setting('qr_enabled', false);
    expect((await open(checkinUrl, await as('administrator'))).statusCode).toBe(200);
    await t.setting('qr_enabled', true);
    expect(await isCheckedIn(id)).toBe(false);
  });

  it('keeps codes out of the log', async () => {
    const id = await t.attendee(rsvp);
    const { checkinUrl, securityCode } = await linksOf(id);
    await open(checkinUrl);
    await open(checkinUrl, await as('administrator'));
    expect(site.logged.join('\n')).not.toContain(securityCode);
  });
});
