import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';

let site: WholeSite;
let path: string;
let ticketPage: string;
beforeAll(async () => {
  site = await openWholeSite();
  const t = ticketing(site);
  const body = { title: 'Evening', status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' };
  const { body: event } = await site.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  path = new URL(event.url).pathname;
  await t.ticket(event.id, { name: 'Parkett', price: '1234.5' });
  const id = await t.attendee(await t.ticket(event.id, { name: 'Gäste', provider: 'rsvp' }));
  const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { ticketUrl } }', { id }, 'administrator');
  ticketPage = new URL(data.attendee.ticketUrl).pathname;
});
afterAll(() => site.close());

async function get(url: string, language = ''): Promise<{ text: string; headers: Record<string, unknown> }> {
  const { payload, headers } = await site.http.inject({ url, headers: { 'accept-language': language } });
  const main = /<body[\s\S]*<\/main>/.exec(payload)?.[0] ?? '';
  return { text: main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '), headers };
}

it('A German site speaks German to everybody, with its dates and prices', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  for (const [address, wanted] of [
    ['/', ['Zum Inhalt', 'Nächste Veranstaltungen', 'So., 1. Juni 2031, 19:00', 'Kostenlos', 'Anmelden']],
    [path, ['Sonntag, 1. Juni 2031, 19:00 – 23:00', '1.234,50 $', 'Kostenlos – 1.234,50 $', 'Verfügbar', 'In den Kalender (.ics)']],
    [ticketPage, ['Sonntag, 1. Juni 2031, 19:00 – 23:00', 'Zeigen Sie diesen Code am Einlass.', 'Nummer']],
  ] as const) {
    const { text, headers } = await get(address, 'en');
    for (const words of wanted) expect(text).toContain(words);
    expect(headers['content-language']).toBe('de-DE');
    if (address !== ticketPage) expect(headers['vary']).toBe('Cookie');
  }
});

it('An English site speaks English, as it always did', async () => {
  await site.site.settings.set(siteLanguage, 'en_GB');
  const { text, headers } = await get(path, 'de');
  for (const words of ['Skip to content', 'Sunday, June 1, 2031, 7:00 pm – 11:00 pm', '$1,234.50', 'Available'])
    expect(text).toContain(words);
  expect([headers['content-language'], headers['vary']]).toEqual(['en-GB', 'Cookie']);
});

it("A site in a language that there are no texts in speaks the reader's, and caches are told", async () => {
  await site.site.settings.set(siteLanguage, 'fr_FR');
  const german = await get(path, 'de-AT,de;q=0.9,en;q=0.5');
  const english = await get(path, 'fr');
  expect(german.text).toContain('Verfügbar');
  expect(english.text).toContain('Available');
  for (const { headers } of [german, english])
    expect([headers['content-language'], headers['vary']]).toEqual(['fr-FR', 'Cookie, Accept-Language']);
  expect(german.headers['etag']).not.toBe(english.headers['etag']);
  // a ticket holds nothing but texts of the service
  expect((await get(ticketPage, 'de')).headers['content-language']).toBe('de');
});
