import { afterAll, beforeAll, expect, it } from 'vitest';
import { enabledViews } from '../../src/domains/events/calendar/calendar.settings.ts';
import { catalogs } from '../../src/core/language/translate.ts';
import { english as englishTexts, type TextKey } from '../../src/core/language/texts/english.ts';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { findComposer } from '../../src/domains/site/find-composer.ts';
import { loadActor } from '../../src/domains/analytics/access/facts.ts';
import { INVITATION } from '../../src/domains/analytics/email-reports/invitations.ts';
import { createReport } from '../../src/domains/analytics/email-reports/report.ts';
import { CONFIRMATION } from '../../src/domains/analytics/email-reports/subscription.service.ts';
import { REPORT } from '../../src/domains/analytics/email-reports/due-reports.ts';
import { CONFIRMATION_MAIL } from '../../src/domains/compliance/requests/request.mails.ts';
import { CODE_MAIL } from '../../src/domains/two-factor/email-code.ts';
import { FACTOR_NOTIFICATION_MAIL } from '../../src/domains/two-factor/factor-notification.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { findUser } from '../../src/domains/identity/users/user.record.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

let site: WholeSite;
let path: string;
let ticketPage: string;
let eventId: number;
let attendee: number;
beforeAll(async () => {
  site = await openWholeSite();
  const t = createTicketClient(site);
  const event = await makeEvent(site, { title: 'Evening' });
  path = new URL(event.url).pathname;
  eventId = Number(event.id);
  await t.ticket(event.id, { name: 'Parkett', price: '1234.5' });
  const id = (attendee = await t.attendee(await t.ticket(event.id, { name: 'Gäste', provider: 'rsvp' }), { full_name: 'Zoë Zander' }));
  const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { ticketUrl } }', { id }, 'administrator');
  ticketPage = new URL(data.attendee.ticketUrl).pathname;
});
afterAll(() => site.close());

async function get(url: string, language = ''): Promise<{ text: string; headers: Record<string, unknown> }> {
  const { payload, headers } = await site.http.inject({ url, headers: { 'accept-language': language } });
  const main = /<body[\s\S]*<\/main>/.exec(payload)?.[0] ?? '';
  return { text: main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '), headers };
}

it('A German site is German for every reader, with German dates and prices', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  for (const [address, expected] of [
    ['/', ['Zum Inhalt', 'Nächste Veranstaltungen', 'So., 1. Juni 2031, 19:00', 'Kostenlos', 'Anmelden']],
    [path, ['Sonntag, 1. Juni 2031, 19:00 – 23:00', '1.234,50 $', 'Kostenlos – 1.234,50 $', 'Verfügbar', 'In den Kalender (.ics)']],
    [ticketPage, ['Sonntag, 1. Juni 2031, 19:00 – 23:00', 'Zeigen Sie diesen Code am Einlass.', 'Nummer']],
  ] as const) {
    const { text, headers } = await get(address, 'en');
    for (const words of expected) expect(text).toContain(words);
    expect(headers['content-language']).toBe('de-DE');
    if (address !== ticketPage) expect(headers['vary']).toBe('Cookie');
  }
});

it('An English site is English for every reader', async () => {
  await site.site.settings.set(siteLanguage, 'en_GB');
  const { text, headers } = await get(path, 'de');
  for (const words of ['Skip to content', 'Sunday, June 1, 2031, 7:00 pm – 11:00 pm', '$1,234.50', 'Available'])
    expect(text).toContain(words);
  expect([headers['content-language'], headers['vary']]).toEqual(['en-GB', 'Cookie']);
});

it('A site in a language without texts uses the language of the reader and varies by Accept-Language', async () => {
  await site.site.settings.set(siteLanguage, 'fr_FR');
  const german = await get(path, 'de-AT,de;q=0.9,en;q=0.5');
  const english = await get(path, 'fr');
  expect(german.text).toContain('Verfügbar');
  expect(english.text).toContain('Available');
  for (const { headers } of [german, english])
    expect([headers['content-language'], headers['vary']]).toEqual(['fr-FR', 'Cookie, Accept-Language']);
  expect(german.headers['etag']).not.toBe(english.headers['etag']);
  // a ticket page contains only texts of the service
  expect((await get(ticketPage, 'de')).headers['content-language']).toBe('de');
});

/** Returns the texts of a language that do not occur in the other language and have no placeholders, except names in the data of the site. */
function ownTexts(language: 'en' | 'de', dataNames: readonly string[] = []): string[] {
  const other = Object.values(catalogs[language === 'en' ? 'de' : 'en']).join('\n');
  return (Object.keys(englishTexts) as TextKey[])
    .map((key) => catalogs[language][key])
    .filter((text) => text.length > 4 && !text.includes('{') && !other.includes(text) && !dataNames.includes(text));
}

/** Fetches a page and returns its text and labels, without scripts and styles. */
async function readPage(url: string, language: string, cookie = ''): Promise<{ status: number; text: string; page: string }> {
  const { payload, statusCode } = await site.http.inject({ url, headers: { 'accept-language': language, cookie } });
  const page = payload.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ');
  const labels = [...page.matchAll(/ (?:aria-label|alt|abbr|title|placeholder)="([^"]*)"/g)].map(([, text]) => text);
  return { status: statusCode, text: [page.replace(/<[^>]*>/g, ' '), ...labels].join(' | ').replace(/\s+/g, ' '), page };
}

const findWords = (text: string, words: readonly string[]) =>
  words.filter((word) => new RegExp(`(?<!\\p{L})${word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'u').test(text));

/** Reads a page of a German and of an English site, and checks that neither contains words of the other language. */
async function readInBothLanguages(address: string, expected: readonly string[], dataNames: readonly string[] = [], cookie = '') {
  await site.site.settings.set(siteLanguage, 'de_DE');
  const inGerman = await readPage(address, 'en', cookie);
  for (const words of expected) expect([address, inGerman.text]).toEqual([address, expect.stringContaining(words)]);
  expect([address, findWords(inGerman.text, ownTexts('en', dataNames))]).toEqual([address, []]);
  await site.site.settings.set(siteLanguage, 'en_US');
  const inEnglish = await readPage(address, 'de', cookie);
  expect([address, findWords(inEnglish.text, ownTexts('de', dataNames))]).toEqual([address, []]);
  expect([address, inGerman.status]).toEqual([address, inEnglish.status]);
  return { inGerman, inEnglish };
}

/** Starts a session of the administrator and returns its cookie. */
async function startAdminSession(): Promise<string> {
  const { token } = await startSession(site.site, 1, { ip: '127.0.0.1', userAgent: 'test', remember: false });
  return `${SESSION_COOKIE}=${token}`;
}

const calendarPages = {
  '/events/': [
    'Veranstaltungen – Kommende Veranstaltungen',
    'So., 1. Juni 2031, 19:00',
    'Juni 2031',
    'Veranstaltungen anzeigen: Monat',
    'Kalender abonnieren',
  ],
  '/events/?eventDisplay=past': ['Vergangene Veranstaltungen', 'Es wurde nichts gefunden.'],
  '/events/?tribe-bar-search=xyzzy': ['Zu „xyzzy“ wurde nichts gefunden.'],
  '/events/month/2031-06/': ['Juni 2031', 'Montag', 'Mo', '1 Veranstaltung', 'Sonntag, 1. Juni 2031', '19:00', 'Nächster Monat'],
  '/events/month/2031-05/': ['Zu den nächsten Veranstaltungen', 'In diesem Monat gibt es keine Veranstaltungen.', 'Juni 2031'],
  '/events/2031-06-01/': ['1. Juni 2031', '19:00', 'Voriger Tag', '2. Juni 2031'],
  '/events/2031-06-20/': ['Am 20. Juni 2031 sind keine Veranstaltungen angekündigt.'],
  '/events/2031-06-21/': ['Ganztägig', '21. Juni 2031'],
  '/events/week/2031-06-01/': ['26. Mai – 1. Juni 2031', '2.–8. Juni', 'Keine Veranstaltungen', '19:00'],
  '/events/week/2031-06-22/': ['16.–22. Juni 2031', '21. Juni bis 22. Juni', 'Ganztägig'],
  '/events/category/unknown/': ['Nicht gefunden', 'Unter dieser Adresse gibt es nichts.', 'Zur Startseite'],
  '/no/such/address': ['Nicht gefunden', 'Unter dieser Adresse gibt es nichts.'],
  '/%ff': ['Nicht gefunden'],
} as const;

it('Calendar views and error pages contain words of one language only', async () => {
  await site.site.settings.set(enabledViews, ['list', 'month', 'day', 'week']);
  for (const [title, start_date, end_date] of [
    ['Ruhetag', '2031-06-21 00:00:00', '2031-06-21 23:59:59'],
    ['Sonnwende', '2031-06-21 00:00:00', '2031-06-22 23:59:59'],
  ])
    await makeEvent(site, { title, start_date, end_date, all_day: true });
  const [english, german] = [ownTexts('en'), ownTexts('de')];
  expect(Math.min(english.length, german.length)).toBeGreaterThan(100);
  for (const [address, expected] of Object.entries(calendarPages)) {
    const { inGerman, inEnglish } = await readInBothLanguages(address, expected);
    // the words of each language are found on the pages in that language
    expect(findWords(inGerman.text, german).length).toBeGreaterThan(3);
    expect(findWords(inEnglish.text, english).length).toBeGreaterThan(3);
  }
});

const accountPages = {
  '/sign-in': ['Anmeldename oder E-Mail-Adresse', '14 Tage lang angemeldet bleiben', 'Passwort vergessen?'],
  '/sign-in?password=changed': ['Ihr Passwort ist geändert.'],
  '/sign-in/continue?user=1&token=x': ['Dieser Link gilt nicht mehr'],
  '/forgotten-password': ['Passwort vergessen'],
  '/new-password?token=x': ['Einen neuen anfordern'],
  '/search/?q=Evening': ['Zu „ Evening “ wurde eines gefunden.', 'Veranstaltung'],
  '/search/?q=xyzzy': ['Zu „ xyzzy “ wurde nichts gefunden.'],
  '/account': ['Ihr Konto', 'Jetziges Passwort', 'Wo Sie angemeldet sind', 'Anwendungspasswörter', 'Zweiten Faktor einrichten', 'Seit '],
  '/account?done=sessions': ['Sie sind überall sonst abgemeldet.'],
  '/account/second-factors': ['Zweite Faktoren', 'App einrichten'],
  '/authorize-application?app_name=Kasse': ['Eine Anwendung zulassen', 'Kasse möchte auf', 'mit allen Ihren Rechten', 'Ja, ich stimme zu'],
  '/dashboard': ['Statistik', 'Erster Tag', 'Aufrufe nach Tagen', 'Woher die Leute kamen', 'Suchmaschinen'],
  '/dashboard?from=2031-06-02&to=2031-06-01': ['Der letzte Tag liegt vor dem ersten.'],
  '/onboarding/connect/square': ['Square verbinden', 'Konto bei Square'],
  '/privacy/requests': ['Datenanfragen', 'Es gibt keine.', 'Was zu einer Adresse gespeichert ist'],
} as const;

it('Pages of accounts, search and data requests contain words of one language only', async () => {
  const sessionCookie = await startAdminSession();
  for (const [address, expected] of Object.entries(accountPages)) {
    const cookie = /^\/(account|authorize|privacy|dashboard|onboarding)/.test(address) ? sessionCookie : '';
    await readInBothLanguages(address, expected, ['Website', 'Tickets', 'Evening'], cookie);
  }
});

it('Pages of organizers contain words of one language only, including form errors', async () => {
  const cookie = await startAdminSession();
  const own = `/organize/events/${eventId}`;
  const pages = {
    '/organize': ['Ihre Veranstaltungen', 'So., 1. Juni 2031', 'Verkauft 1', 'Einnahmen'],
    '/organize?show=drafts': ['Sie haben keine Entwürfe.'],
    '/organize?q=xyzzy': ['Keine Veranstaltung enthält diese Wörter.'],
    [own]: [
      'Veröffentlicht',
      '1.234,50 $',
      'Anmeldung',
      'ohne Grenze',
      'Verkauf beenden: Parkett',
      'Tickets nach Tagen: 1 insgesamt',
      'Tag für Tag',
    ],
    [`${own}?done=saved`]: ['Gespeichert.'],
    [`${own}/orders`]: ['Bestellungen: Evening', '0 Bestellungen.', 'Anmeldungen ohne Bestellung'],
    [`${own}/orders?q=x`]: ['0 Bestellungen zu „x“.'],
    [`${own}/attendees`]: ['Eine Person', 'Ticket noch einmal schicken', 'Ja, stornieren'],
    [`${own}/edit`]: ['Bearbeiten: Evening', 'Preis in USD', 'Änderungen speichern', 'Neues Ticket'],
    '/organize/events/new': ['Neue Veranstaltung', 'Beginnt am', 'Leer: die der Website', 'Speichern und veröffentlichen'],
  };
  for (const [address, expected] of Object.entries(pages)) {
    const { inGerman, inEnglish } = await readInBothLanguages(address, expected, ['Website', 'Tickets', 'Evening'], cookie);
    expect([address, inGerman.status, inEnglish.status]).toEqual([address, 200, 200]);
  }
  await site.site.settings.set(siteLanguage, 'de_DE');
  const { page } = await readPage('/organize/events/new', '', cookie);
  const form = new FormData();
  form.set('nonce', /name="nonce" value="([^"]+)"/.exec(page.split('<main')[1] ?? '')?.[1] ?? '');
  form.set('startDay', '2031-06-01');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const { statusCode, payload } = await site.http.inject({
    method: 'POST',
    url: '/organize/events/new',
    headers: { cookie, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(statusCode).toBe(400);
  for (const words of ['Nicht gespeichert: Neue Veranstaltung', 'Wie heißt die Veranstaltung?', 'An welchem Tag endet sie?'])
    expect(payload).toContain(words);
});

it('The check-in page contains words of one language only, including texts of its script', async () => {
  const cookie = await startAdminSession();
  const [english, german] = [ownTexts('en', ['Tickets', 'Evening']), ownTexts('de', ['Tickets', 'Evening'])];
  const doorPath = `/door/${eventId}`;
  for (const [address, expected] of [
    ['/door', ['Einlass', '1. Juni 2031 um 19:00']],
    [doorPath, ['Einlass: Evening', '0 von 1 sind da', 'Code eines Tickets', 'Diesen Eingang benennen']],
    [`${doorPath}?q=zander&at=Nordtor`, ['Gefunden zu „zander“', 'Zoë Zander', 'Einlassen: Zoë Zander', 'Dieser Eingang: Nordtor']],
    [`${doorPath}?q=xyzzy`, ['Zu dieser Veranstaltung gibt es niemanden']],
    [`${doorPath}?done=invalid&who=${attendee}`, ['Nicht gültig: Zoë Zander']],
    [`${doorPath}?done=undone&who=${attendee}`, ['Nicht mehr da: Zoë Zander', 'Der Einlass wurde zurückgenommen.']],
    [`${doorPath}?done=unknown`, ['Kein solches Ticket']],
  ] as const) {
    // the texts of the script are stored in an attribute
    const readWithScript = async (language: string) => {
      const { text, page: markup } = await readPage(address, language, cookie);
      return { text, script: (/ data-texts="([^"]*)"/.exec(markup)?.[1] ?? '').replaceAll('&quot;', ' | ') };
    };
    await site.site.settings.set(siteLanguage, 'de_DE');
    const inGerman = await readWithScript('en');
    for (const words of expected) expect([address, inGerman.text]).toEqual([address, expect.stringContaining(words)]);
    expect([address, findWords(`${inGerman.text} | ${inGerman.script}`, english)]).toEqual([address, []]);
    await site.site.settings.set(siteLanguage, 'en_US');
    const inEnglish = await readWithScript('de');
    expect([address, findWords(`${inEnglish.text} | ${inEnglish.script}`, german)]).toEqual([address, []]);
    if (address !== '/door') {
      expect(inGerman.script).toContain('{waiting} ohne Netz eingelassene Personen sind noch nicht gemeldet.');
      expect(inEnglish.script).toContain('{waiting} people let in offline are not sent to the site yet.');
    }
  }
});

it('A refused sign-in is reported in the language of the reader', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  const { payload: form } = await site.http.inject({ url: '/sign-in' });
  const nonce = /name="nonce" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const send = async (values: Record<string, string>) =>
    await site.http.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(values).toString(),
    });
  const wrong = await send({ nonce, login: 'nobody', password: 'wrong' });
  expect([wrong.statusCode, wrong.payload]).toEqual([401, expect.stringContaining('Der Anmeldename oder das Passwort stimmt nicht.')]);
  expect((await send({ nonce: 'old', login: 'nobody', password: 'wrong' })).payload).toContain('Diese Seite ist abgelaufen.');
});

it('Mails about passwords and second factors use the language of the site', async () => {
  const user = await site.user('subscriber');
  const { id } = await site.site.db.prisma.user.findUniqueOrThrow({ where: { login: user.login }, select: { id: true } });
  await site.site.settings.set(siteLanguage, 'de_DE');
  const compose = async (kind: string, payload: object) => await findComposer(site.site, kind)?.(site.site, { recipientId: 0, payload });
  const reset = await compose('password-reset', { userId: id });
  expect(reset).toMatchObject({ subject: 'Ein neues Passwort für Marquee', html: expect.stringContaining('<html lang="de">') });
  const news = await compose(FACTOR_NOTIFICATION_MAIL, { userId: id, news: 'passkey added' });
  expect(news?.text).toContain('Ihrem Konto wurde ein Passkey hinzugefügt.');
  const code = await compose(CODE_MAIL, { userId: id, code: '12345678', token: 'x', redirectTo: '/', purpose: 'sign-in' });
  expect([code?.subject, code?.text]).toEqual(['Ihr Anmeldecode für Marquee', expect.stringContaining('Er gilt 15 Minuten.')]);
  const confirmation = await compose(CONFIRMATION_MAIL, { name: 'Änne', email: 'aenne@example.org' });
  expect(confirmation?.text).toContain('Guten Tag Änne,');
  const days = { startDate: '2031-05-01', sendDate: '2031-06-01', compareStartDate: '2031-04-01', compareEndDate: '2031-04-30' };
  const viewer = createViewer((await findUser(site.site, 1))!, 'password');
  const sections = await createReport(site.site, viewer, await loadActor(site.site, viewer), days);
  const report = await compose(REPORT, { userId: id, frequency: 'monthly', dates: days, sections });
  expect(report).toMatchObject({ subject: 'Ihre Zahlen des Monats von site.test', html: expect.stringContaining('<html lang="de">') });
  expect(report?.text).toMatch(/1\. Mai 2031 bis 31\. Mai 2031, .*Diese Website\n- Gesehene Seiten: 0 \(wie zuvor\)\n- Tickets/s);
  const subscribed = await compose(CONFIRMATION, { userId: id, frequency: 'weekly', firstReportAt: '2031-06-02T00:00:00Z' });
  expect(subscribed?.text).toContain('Ab jetzt kommt jede Woche ein Bericht an diese Adresse. Der erste entsteht am 2. Juni 2031.');
  const invitation = await compose(INVITATION, { userId: id, inviterId: 1 });
  expect(invitation?.subject).toBe('Zahlen von site.test per E-Mail');
  for (const mail of [reset, news, code, confirmation, report, subscribed, invitation])
    expect(findWords(mail?.text ?? '', ownTexts('en'))).toEqual([]);
});

it('In a site in a language without texts, the calendar follows the reader, error pages name their language, and the APIs use one', async () => {
  await site.site.settings.set(siteLanguage, 'fr_FR');
  const german = await get('/events/', 'de');
  const english = await get('/events/', 'en');
  expect([german.text, english.text]).toEqual([expect.stringContaining('Kommende'), expect.stringContaining('Upcoming events')]);
  expect([german, english].map(({ headers }) => headers['vary'])).toEqual(Array(2).fill('Cookie, Accept-Language'));
  expect(german.headers['etag']).not.toBe(english.headers['etag']);
  expect((await readPage('/nowhere', 'de')).page).toContain('<html lang="de"');
  expect((await readPage('/nowhere', 'en')).page).toContain('<html lang="en"');
  const query = '{ calendarView(url: "/events/month/2031-06/") { label period title } }';
  const view = async () => (await site.graphql(query)).data.calendarView;
  expect(await view()).toEqual({ label: 'Month', period: 'June 2031', title: 'Events' });
  await site.site.settings.set(siteLanguage, 'de_AT');
  expect(await view()).toEqual({ label: 'Monat', period: 'Juni 2031', title: 'Veranstaltungen' });
});

it('Rejected forms give the reason in the language of the reader', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  const send = (url: string, payload: string, headers: Record<string, string> = {}) =>
    site.http.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, payload });
  const foreign = await send('/checkout', 'post_id=1', { origin: 'https://elsewhere.example' });
  expect([foreign.statusCode, foreign.payload]).toEqual([403, expect.stringContaining('von einer anderen Website gesendet')]);
  const large = await send('/sign-in', `nonce=${'x'.repeat(70_000)}`);
  expect([large.statusCode, large.payload]).toEqual([413, expect.stringContaining('Zu groß')]);
  expect(large.payload).toContain('größer, als diese Website annimmt');
});
