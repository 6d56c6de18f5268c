import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Setting } from '../../src/core/settings/setting.ts';
import { issueScanToken } from '../../src/domains/compliance/cookies/report.service.ts';
import { cookieStatementTitles } from './document-lists.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// Clauses of docs/behaviour/cache-compliance-maps-2fa-theme.md 2.3.

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const defaults = new Map<string, unknown>();
async function set(settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    const setting = site.site.settings.getDeclaration(key) as Setting<unknown>;
    defaults.set(key, setting.default);
    await site.site.settings.set(setting, value);
  }
}
afterEach(async () => {
  await set(Object.fromEntries(defaults));
  const { prisma } = site.site.db;
  await prisma.legalDocument.deleteMany();
  await prisma.cookieInventory.deleteMany();
  await prisma.cookieService.deleteMany();
});

async function contentOf(id: string): Promise<string> {
  const { body } = await site.rest('GET', '/compliance/v1/documents');
  return body.find((document: { id: string }) => document.id === id)?.content ?? '';
}
const headings = (html: string) => [...html.matchAll(/<h([23])>([^<]*)<\/h\1>/g)].map(([, , text]) => text);

async function createCookie(purpose: string, fields: object = {}): Promise<void> {
  const date = new Date(0);
  const dates = { lastUpdated: date, lastAdded: date, firstAdded: date };
  await site.site.db.prisma.cookieInventory.create({
    data: { name: `c_${purpose}`, slug: `c_${purpose}`, type: 'cookie', language: 'en', purpose, ...dates, ...fields } as never,
  });
}

describe('Cookie statement', () => {
  it.each(cookieStatementTitles)('of %s has its sections in order', async (region, titles) => {
    await set({ regions: [region] });
    await createCookie('Marketing');
    const id = region === 'eu' ? 'cookie-statement' : `cookie-statement-${region}`;
    const titlesInText = headings(await contentOf(id)).filter((text) => /^\d+\. /.test(text ?? ''));
    expect(titlesInText).toEqual(titles.map((title, index) => `${index + 1}. ${title}`));
  });

  it.each<[string, Record<string, unknown>, string | null, RegExp, boolean]>([
    ['a web beacon', {}, null, /What is a web beacon\?/, false],
    ['a web beacon', { compile_statistics: 'matomo' }, null, /What is a web beacon\?/, true],
    ['a web beacon', {}, 'Preferences', /What is a web beacon\?/, true],
    ['functional cookies', {}, null, /Functional cookies<\/h3>/, true],
    ['statistics', {}, null, /Statistics cookies/, false],
    ['statistics', {}, 'Statistics', /Statistics cookies/, true],
    ['statistics', { compile_statistics: 'matomo' }, null, /We ask for your consent before we place these cookies/, true],
    ['statistics', {}, 'Statistics', /we do not need your consent/, true],
    ['statistics', { consent_for_anonymous_stats: true }, 'Statistics', /We ask for your consent before we place these cookies/, true],
    [
      'statistics',
      { compile_statistics: 'google-analytics', compile_statistics_more_info: ['accepted', 'ip-addresses-blocked', 'no-sharing'] },
      null,
      /we do not need your consent/,
      true,
    ],
    [
      'statistics',
      { compile_statistics: 'google-analytics', compile_statistics_more_info: ['accepted'] },
      null,
      /We ask for your consent before we place these cookies/,
      true,
    ],
    ['statistics', { eu_consent_regions: true }, 'Statistics', /We ask for your consent before we place these cookies/, true],
    ['advertising', {}, 'Marketing', /Advertising cookies/, false],
    ['advertising', {}, 'Advertising', /Advertising cookies/, true],
    ['marketing', {}, 'Statistics', /Marketing cookies/, false],
    ['marketing', {}, 'Marketing/Tracking', /Marketing cookies/, true],
    ['social media', {}, 'Marketing', /Social media<\/h3>/, false],
    ['social media', {}, 'Social media', /Social media<\/h3>/, true],
    ['the date of synchronization', {}, null, /last compared with the site on /, true],
    ['its audience', {}, null, /citizens and legal permanent residents of the European Economic Area and Switzerland/, true],
    ['the banner button', {}, null, /By pressing “Save my choice”, you consent/, true],
    ['the container for the controls', {}, null, /<div id="compliance-manage-consent-container"/, true],
    ['the request form', {}, null, /cmp_datarequest/, false],
  ])('about %s with %j and a cookie for %s: %s is included: %s', async (_part, settings, purpose, text, isIncluded) => {
    await set({ regions: ['eu'], ...settings });
    if (purpose !== null) await createCookie(purpose);
    expect(text.test(await contentOf('cookie-statement'))).toBe(isIncluded);
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['us', {}, true],
    ['us', { datarequest: false }, false],
  ])('of %s with %j contains the form for data requests: %s', async (region, settings, isIncluded) => {
    await set({ regions: [region], ...settings });
    expect((await contentOf(`cookie-statement-${region}`)).includes('cmp_datarequest_global_optout')).toBe(isIncluded);
  });

  it.each<[string, Record<string, unknown>, 'optin' | 'optout']>([
    ['ca', {}, 'optout'],
    ['ca', { ca_targets_quebec: true }, 'optin'],
    ['au', {}, 'optout'],
    ['za', {}, 'optin'],
    ['br', {}, 'optin'],
    ['uk', {}, 'optin'],
  ])('of %s with %j is worded for %s', async (region, settings, type) => {
    await set({ regions: [region], ...settings });
    const titles = headings(await contentOf(`cookie-statement-${region}`)).join('\n');
    expect([/\d\. Consent$/m.test(titles), /\d\. Your choice$/m.test(titles)]).toEqual([type === 'optin', type === 'optout']);
  });
});

describe('Placed cookies', () => {
  it('are grouped by service and purpose with name, retention and function, without hidden cookies', async () => {
    await set({ regions: ['eu'], compile_statistics: 'google-analytics' });
    const { token } = await issueScanToken(site.site, (await site.user('administrator')).id);
    const cookies = { _ga: '1', odd: '1' };
    await site.rest('POST', '/compliance/v1/store_cookies', { as: 'administrator', body: { token, cookies, page_id: 'home' } });
    const { prisma } = site.site.db;
    await prisma.cookieInventory.updateMany({
      where: { name: 'odd' },
      data: { retention: '30 days', function: 'Odd things', purpose: 'Preferences' },
    });
    for (const [name, fields] of Object.entries({ gone: { deleted: true }, ignored: { ignored: true }, unshown: { showOnPolicy: false } }))
      await createCookie('Marketing', { name, slug: name, ...fields });
    const html = await contentOf('cookie-statement');
    const [, analytics = '', other = ''] = html.split('<details');
    expect(analytics).toMatch(/Google Analytics.*data-service="google-analytics".*data-category="statistics".*shared.*_ga/s);
    expect(other).toMatch(/Miscellaneous.*Preferences.*odd.*30 days.*Odd things/s);
    expect(html).not.toMatch(/\b(?:gone|ignored|unshown)\b/);
    expect(html.match(/<details/g)).toHaveLength(2);
  });
});

describe('Placeholders and numbering', () => {
  const renderElements = async (elements: readonly object[]) => {
    const key = { type: 'cookie-statement', region: 'eu', locale: 'en_US' };
    await site.site.db.prisma.legalDocument.create({ data: { ...key, title: 'Own', elements: elements as never, updatedAt: new Date() } });
    return contentOf('cookie-statement');
  };

  it.each<[string, Record<string, unknown>, string]>([
    ['[domain]', {}, '<a href="http://site.test/">http://site.test</a>'],
    ['[publish_date]', { compliance_published_at: 1_700_000_000 }, 'November 14, 2023'],
    ['[checked_date]', { compliance_checked_at: 1_700_100_000 }, 'November 16, 2023'],
    ['[sync_date]', { compliance_synced_at: 1_700_200_000 }, 'November 17, 2023'],
    ['[organisation_name]', { organisation_name: 'Hall & Stage' }, 'Hall &amp; Stage'],
    ['[address_company]', { address_company: 'One\nTwo' }, 'One<br>Two'],
    ['[email_company]', { email_company: 'a@b.example' }, 'a@b.example'],
    ['[telephone_company]', { telephone_company: '+1 2' }, '+1 2'],
    ['[country_company]', { country_company: 'DE' }, 'Germany'],
    ['[comma_regions]', { regions: ['eu', 'us', 'uk'] }, 'GDPR, CCPA and UK-GDPR'],
    ['[comma_regions]', { regions: ['eu', 'us'] }, 'GDPR and CCPA'],
    ['[comma_regions]', { regions: ['eu'] }, 'GDPR'],
    ['[regions]', { regions: ['eu', 'us'] }, '<ul><li>GDPR</li><li>CCPA</li></ul>'],
    ['[compile_statistics]', { compile_statistics: 'matomo' }, 'Matomo'],
    [
      '[comma_compile_statistics_more_info]',
      { compile_statistics_more_info: ['accepted', 'no-sharing'] },
      'an agreement on processing and nothing is shared with others',
    ],
    ['[cookie_expiry]', { cookie_expiry: 30 }, '30'],
    ['[nothing_known]', {}, '[nothing_known]'],
  ])('%s with %j is %s', async (placeholder, settings, text) => {
    await set({ regions: ['eu'], ...settings });
    expect(await renderElements([{ text: `(${placeholder})` }])).toContain(text.startsWith('<ul>') ? text : `(${text})`);
  });

  it('numbers titles, resolves references, and puts annexes last, unless an element opts out', async () => {
    await set({ regions: ['eu'] });
    const html = await renderElements([
      { id: 'annex', title: 'Attached', isAnnex: true },
      { title: 'Words', isNumbered: false },
      { id: 'one', title: 'One' },
      { id: 'below', subtitle: 'Below', text: '[article-two], [article-annex], [article-below].' },
      { subtitle: 'Quiet', isNumbered: false },
      { subtitle: 'Further' },
      { id: 'two', title: 'Two' },
      { subtitle: 'Below two' },
    ]);
    expect(headings(html)).toEqual([
      'Words',
      '1. One',
      '1.1 Below',
      'Quiet',
      '1.2 Further',
      '2. Two',
      '2.1 Below two',
      'Annex 1: Attached',
    ]);
    expect(html).toContain('<p>see paragraph 2, see Annex 1, see paragraph 1.1.</p>');
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['company-named', {}, false],
    ['company-named', { organisation_name: 'Hall' }, true],
    ['company-telephone', {}, false],
    ['company-telephone', { telephone_company: '1' }, true],
    ['accounts', {}, false],
    ['accounts', { wp_admin_access_users: true }, true],
    ['data-requests', {}, true],
    ['data-requests', { datarequest: false }, false],
    ['opt-in', {}, true],
    ['opt-out', {}, false],
    ['statistics', {}, false],
    ['statistics', { compile_statistics: 'yes' }, true],
    ['statistics-need-consent', { compile_statistics: 'yes' }, true],
    ['statistics-without-consent', { compile_statistics: 'yes' }, false],
    ['statistics-without-consent', {}, true],
    ['preferences', {}, false],
    ['marketing', {}, false],
  ])('includes a part for %s, with %j: %s', async (circumstance, settings, isIncluded) => {
    await set({ regions: ['eu'], ...settings });
    expect((await renderElements([{ text: 'Included.', when: [circumstance] }])).includes('Included.')).toBe(isIncluded);
  });
});

describe('Other documents', () => {
  it.each<[Record<string, unknown>, RegExp, boolean]>([
    [{}, /Selling tickets/, false],
    [{ wp_admin_access_users: true }, /\d\.\d Accounts/, true],
    [{}, /\d\.\d Accounts/, false],
    [{ compile_statistics: 'matomo' }, /count visits with Matomo to improve the site/, true],
    [{}, /Counting visits/, false],
    [{ datarequest: false }, /cmp_datarequest/, false],
    [{}, /cmp_datarequest/, true],
  ])('privacy statement with %j: %s is included: %s', async (settings, text, isIncluded) => {
    await set({ regions: ['eu'], 'privacy-statement': 'generated', ...settings });
    expect(text.test(await contentOf('privacy-statement'))).toBe(isIncluded);
  });

  it('imprint names the operator, without numbers and empty lines', async () => {
    await set({ impressum: 'generated', organisation_name: 'Hall', address_company: '', telephone_company: '12' });
    const html = await contentOf('impressum-all');
    expect(headings(html)).toEqual(['Who runs this site', 'How to reach us']);
    expect(html).toContain('<p>Hall<br>United States</p>');
    expect(html).toMatch(/Site: <a [^>]*>[^<]*<\/a><br>Telephone: 12<\/p>/);
  });

  it.each(['custom', 'none', 'url'])('a document with source %s is not generated', async (source) => {
    await set({ regions: ['eu'], 'cookie-statement': source });
    expect((await site.rest('GET', '/compliance/v1/documents')).body).toEqual([]);
  });
});
