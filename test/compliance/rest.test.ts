import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/clock.ts';
import { seal } from '../../src/core/secrets/sealed.ts';
import { issueScanToken } from '../../src/domains/compliance/cookies/report.service.ts';
import { scanKey } from '../../src/domains/compliance/scans/scan.result.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const MINUTE = 60_000;
let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' });
});
afterAll(() => site.close());
const changed = new Map<string, unknown>();
afterEach(async () => {
  setClock();
  for (const [key, value] of changed) await site.site.settings.set(site.site.settings.find(key), value);
  changed.clear();
});

/** Sets a setting until the test ends. */
async function set(key: string, value: unknown): Promise<void> {
  const setting = site.site.settings.find(key);
  if (!changed.has(key)) changed.set(key, site.site.settings.get(setting));
  await site.site.settings.set(setting, value);
}

const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}, as?: TestUserName) =>
  site.rest('GET', `/compliance/v1${path}`, { query, headers, as });
const post = (path: string, body: unknown, headers: Record<string, string> = {}, as?: TestUserName) =>
  site.rest('POST', `/compliance/v1${path}`, { body, headers, as });
const everything = async () =>
  JSON.stringify(
    await Promise.all(
      ['consent_record', 'cookie_inventory', 'data_request', 'site_scan', 'scan_page', 'outgoing_mail', 'setting'].map((table) =>
        site.site.db.sql(`SELECT * FROM ${table} ORDER BY 1`, []),
      ),
    ),
    (_key, value) => (typeof value === 'bigint' ? String(value) : value),
  );

describe('GET /banner', () => {
  it('tells the law of the site, and is kept by no shared cache', async () => {
    const { body, headers } = await get('/banner');
    expect(body).toEqual({
      consenttype: 'optout',
      region: 'us',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      forceEnableStats: true,
      banner_version: 1,
    });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['allow']).toBe('GET');
  });

  it.each<[string, Record<string, string>, Record<string, string>, object]>([
    ['a configured region that is previewed', { user_region: 'eu' }, {}, { region: 'eu', consenttype: 'optin' }],
    ['one that is not configured', { user_region: 'br' }, {}, { region: 'none', consenttype: 'other', forceEnableStats: true }],
    ['a name with signs that none has', { user_region: 'E<u>' }, {}, { region: 'eu' }],
    ['a name that none has', { user_region: 'atlantis' }, {}, { region: 'none', consenttype: 'other' }],
    ['the country that the proxy names', {}, { 'cf-ipcountry': 'de' }, { region: 'eu', consenttype: 'optin' }],
    ['a country of no configured region', {}, { 'cf-ipcountry': 'BR' }, { region: 'none', consenttype: 'other' }],
    ['a country that the proxy does not know', {}, { 'cf-ipcountry': 'XX' }, { region: 'us' }],
    ['a preview before the country', { user_region: 'us' }, { 'cf-ipcountry': 'DE' }, { region: 'us' }],
  ])('honours %s', async (_name, query, headers, expected) => {
    expect((await get('/banner', query, headers)).body).toMatchObject(expected);
  });

  it.each<[Record<string, unknown>, string, boolean]>([
    [{}, 'eu', true],
    [{ compile_statistics: 'matomo' }, 'eu', false],
    [{ compile_statistics: 'google-analytics' }, 'eu', false],
    [
      { compile_statistics: 'google-analytics', compile_statistics_more_info: ['accepted', 'ip-addresses-blocked', 'no-sharing'] },
      'eu',
      true,
    ],
    [{ eu_consent_regions: true }, 'eu', false],
    [{ consent_for_anonymous_stats: true }, 'us', false],
    [{ regions: ['uk', 'us'] }, 'uk', false],
    [{ regions: ['za', 'us'], compile_statistics: 'matomo' }, 'za', true],
  ])('with %j says of statistics in %s that they need no consent: %s', async (settings, region, expected) => {
    for (const [key, value] of Object.entries(settings)) await set(key, value);
    expect((await get('/banner', { user_region: region })).body.forceEnableStats).toBe(expected);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ regions: ['eu'] }, 'eu', 'optin'],
    [{ regions: ['us', 'eu'], country_company: 'DE' }, 'eu', 'optin'],
    [{ regions: ['ca', 'eu'], country_company: 'ZW' }, 'ca', 'optout'],
    [{ regions: ['ca'], ca_targets_quebec: true }, 'ca', 'optin'],
    [{ regions: [], country_company: 'GB' }, 'uk', 'optin'],
    [{ regions: [], country_company: 'ZW' }, 'eu', 'optin'],
  ])('with %j is of %s', async (settings, region, consenttype) => {
    for (const [key, value] of Object.entries(settings)) await set(key, value);
    expect((await get('/banner')).body).toMatchObject({ region, consenttype });
  });
});

describe('GET /documents', () => {
  it('lists what is generated, region by region', async () => {
    const ids = async () => (await get('/documents')).body.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual(['cookie-statement', 'cookie-statement-us']);
    await set('privacy-statement', 'generated');
    await set('impressum', 'generated');
    expect(await ids()).toEqual(['cookie-statement', 'privacy-statement', 'cookie-statement-us', 'privacy-statement-us', 'impressum-all']);
    const titles = (await get('/documents')).body.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Cookie Policy (EU)', 'Privacy Statement (EU)', 'Opt-out preferences', 'Privacy Statement (US)', 'Imprint']);
    for (const key of ['cookie-statement', 'privacy-statement', 'impressum']) await set(key, 'custom');
    expect((await get('/documents')).body).toEqual([]);
  });

  it('numbers, fills and closes what it writes', async () => {
    await set('organisation_name', 'Hall & Stage');
    await set('address_company', 'Main street 1\nTown');
    const [{ content }, us] = (await get('/documents')).body;
    expect(content).toMatch(
      /^<!--.*-->\n<div id="compliance-document" class="compliance-document cookie-statement compliance-document-eu">/,
    );
    expect(content).toContain('<h2>1. Introduction</h2>');
    expect(content).toMatch(/<h3>\d+\.1 Functional cookies<\/h3>/);
    expect(content).toContain('<a href="http://site.test/">http://site.test</a>');
    expect(content).toContain('Hall &amp; Stage<br>Main street 1<br>Town<br>United States<br>Site:');
    expect(content).toMatch(/see paragraph \d+/);
    expect(content).toContain('<div id="compliance-manage-consent-container"');
    expect(content).not.toMatch(/\[[a-z_]+\]|undefined/);
    expect(us.content).toContain('name="cmp_datarequest_global_optout"');
  });

  it('lists cookies by service, what belongs to none last', async () => {
    await set('compile_statistics', 'google-analytics');
    const { token } = await issueScanToken(site.site, (await site.user('administrator')).id);
    await post('/store_cookies', { token, cookies: { _ga_X1: '1', odd: '1' }, page_id: 'home' }, {}, 'administrator');
    const [{ content }] = (await get('/documents')).body;
    expect(content).toMatch(
      /<details class="cmp-service">\s*<summary><strong>Google Analytics<\/strong>.*<strong>Miscellaneous<\/strong>/s,
    );
    expect(content).toContain('data-service="google-analytics" data-category="statistics"');
    expect(content).toMatch(/This data is shared with Google Analytics\./);
    expect(content).toContain('Statistics cookies</h3>');
  });
});

describe('GET /manage_consent_html', () => {
  it('is the categories of the banner in a JSON text', async () => {
    const { body, text } = await get('/manage_consent_html', { user_region: 'eu' });
    expect(text.startsWith('"')).toBe(true);
    expect(body).toMatch(/^<!-- categories start -->.*<!-- categories end -->$/s);
    const ids = [...body.matchAll(/<input type="checkbox" id="([^"]*)"[^>]*data-category="([^"]*)" value="1"/g)];
    expect(ids.map(([, id, category]) => [id, category])).toEqual(
      ['functional', 'preferences', 'statistics', 'marketing'].map((one) => [`cmp-${one}-optin`, `cmp_${one}`]),
    );
    expect(body).not.toContain('{');
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])(
    'is one sentence for %j where that is honoured',
    async (headers) => {
      expect((await get('/manage_consent_html', {}, headers)).body).toContain('<input');
      await set('respect_dnt', true);
      const { body } = await get('/manage_consent_html', {}, headers);
      expect(body).toContain('http://site.test');
      expect(body).not.toContain('<input');
      expect((await get('/manage_consent_html', {}, { dnt: '0' })).body).toContain('<input');
    },
  );
});

describe('POST /track', () => {
  const records = () => site.site.db.prisma.consentRecord.findMany({ orderBy: { id: 'asc' } });
  const last = async () => (await records()).at(-1);

  it('keeps what was chosen, once, under a name of the browser alone', async () => {
    const sent = {
      consented_categories: ['Functional', 'cmp_Statistics', 'My own one', 'functional'],
      consented_services: { 'You Tube': true, maps: 0 },
      consenttype: 'OptIn',
    };
    const first = await post('/track', sent, { 'user-agent': 'Mozilla' });
    expect([first.status, first.body]).toEqual([200, { success: true }]);
    const cookie = /marquee_visitor=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    expect(await last()).toMatchObject({
      visitorId: cookie,
      categories: ['functional', 'statistics', 'my-own-one'],
      services: { 'you-tube': true, maps: false },
      consentType: 'optin',
      region: 'us',
      bannerVersion: 1,
      userAgent: 'Mozilla',
      ipHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const count = (await records()).length;
    await post('/track', sent, { cookie: `marquee_visitor=${cookie}` });
    expect(await records()).toHaveLength(count);
    await post('/track', { ...sent, consented_categories: ['functional'] }, { cookie: `marquee_visitor=${cookie}` });
    await post('/track', sent, { cookie: `marquee_visitor=${cookie}` });
    expect(await records()).toHaveLength(count + 2);
  });

  it('takes nothing as no choice, under the law of the site', async () => {
    expect((await post('/track', {})).body).toEqual({ success: true });
    expect(await last()).toMatchObject({ categories: ['no_choice'], services: {}, consentType: 'optout' });
    const refused = await post('/track', { consented_categories: ['do_not_track'] });
    expect(refused.headers['set-cookie']).toBeUndefined();
    await post('/track', { id: 'browser-0001', consented_services: ['a', 5] });
    expect(await last()).toMatchObject({ visitorId: 'browser-0001', services: { a: true } });
  });

  it.each(['statistics', 5, { a: 1 }, true])('refuses the categories %j', async (consented_categories) => {
    const before = await everything();
    const { status, body } = await post('/track', { consented_categories });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['consented_categories']]);
    expect(await everything()).toBe(before);
  });
});

describe('Cookies', () => {
  const token = async () => (await issueScanToken(site.site, (await site.user('administrator')).id)).token;
  const names = async () => (await site.site.db.prisma.cookieInventory.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);

  it('are stored by privacy managers with a token of their own, whatever is answered', async () => {
    const before = await everything();
    expect((await post('/store_cookies', { cookies: { a: 1 } })).status).toBe(401);
    expect((await post('/store_cookies', { cookies: { a: 1 } }, {}, 'editor')).body.code).toBe('rest_forbidden');
    for (const wrong of [undefined, 'x', 5, (await issueScanToken(site.site, (await site.user('editor')).id)).token]) {
      const reply = await post('/store_cookies', { cookies: { a: 1 }, token: wrong, page_id: 'home' }, {}, 'administrator');
      expect([reply.status, reply.text]).toEqual([200, 'null']);
    }
    expect(await everything()).toBe(before);
  });

  it('come from the body, the storage and the request; names are cleaned and known ones reused', async () => {
    await site.site.db.prisma.cookieInventory.createMany({
      data: ['wp_*', 'wp_sess_*', '*_tail', 'a*z'].map((name) => ({
        name,
        slug: name,
        type: 'cookie',
        purpose: 'Marketing',
        lastUpdated: new Date(0),
        lastAdded: new Date(0),
        firstAdded: new Date(0),
      })),
    });
    const body = {
      token: await token(),
      cookies: {
        plain: '1',
        'q"uo\'te': '1',
        'x_site.test_y': '1',
        wp_sess_5: '1',
        my_tail: '1',
        abcz: '1',
        [' ']: '1',
        ['l'.repeat(150)]: '1',
      },
      lstorage: { stored: 'stored' },
      page_id: 'loginpage',
    };
    const reply = await post('/store_cookies', body, { cookie: 'from_request=1' }, 'administrator');
    expect(reply.text).toBe('null');
    const found = await names();
    expect(found).toEqual(expect.arrayContaining(['plain', 'quote', 'from_request', 'stored', 'l'.repeat(100)]));
    expect(found.some((name) => ['wp_sess_5', 'my_tail', 'abcz', ' '].includes(name) || name.includes('site.test'))).toBe(false);
    const rows = await site.site.db.prisma.cookieInventory.findMany({ where: { name: { in: ['wp_*', 'wp_sess_*', 'stored', 'plain'] } } });
    const by = Object.fromEntries(rows.map((row) => [row.name, row]));
    expect(by['wp_sess_*']?.lastAdded.getTime()).toBeGreaterThan(0);
    expect(by['wp_*']?.lastAdded.getTime()).toBe(0);
    expect(by['stored']).toMatchObject({ type: 'localstorage', domain: 'self' });
    expect(by['plain']).toMatchObject({ type: 'cookie', domain: 'self' });
    expect(await site.site.db.prisma.scanPage.findMany()).toMatchObject([{ pageId: 'home' }, { pageId: 'loginpage' }]);
    await post('/store_cookies', { token: body.token, page_id: 'nowhere' }, {}, 'administrator');
    expect(await site.site.db.prisma.scanPage.count()).toBe(2);
  });

  it('tokens end after 24 hours', async () => {
    const old = await token();
    setClock(shiftedBy(24 * 60 * MINUTE + 1000));
    await post('/store_cookies', { token: old, cookies: { late: 1 } }, {}, 'administrator');
    expect(await names()).not.toContain('late');
  });

  it('are told by category and service where visitors choose services', async () => {
    expect((await get('/cookie_data')).text).toBe('[]');
    await set('consent_per_service', true);
    const { body } = await get('/cookie_data');
    expect(Object.keys(body).sort((a, b) => (a < b ? -1 : 1))).toEqual(['marketing', 'statistics']);
    expect(body.statistics).toEqual({ 'Google-Analytics': expect.arrayContaining(['_ga_X1']) });
    expect(body.marketing.general).toEqual(expect.arrayContaining(['wp_', '_tail', 'az']));
    await set('safe_mode', true);
    expect((await get('/cookie_data')).text).toBe('[]');
  });
});

describe('GET /consent-area', () => {
  const content = (blockId: string, consentedContent: string) =>
    `<!-- wp:compliance/consent-area ${JSON.stringify({ blockId, consentedContent })} -->\n<div></div>\n<!-- /wp:compliance/consent-area -->`;
  async function made(text: string, more: object = {}): Promise<number> {
    const { body } = await site.rest('POST', '/core/v2/posts', {
      body: { title: 'x', status: 'publish', content: text, ...more },
      as: 'administrator',
    });
    return body.id;
  }
  const area = async (id: number | string, block: string, as?: TestUserName, query: Record<string, string> = {}) =>
    get(`/consent-area/${id}/${block}`, query, {}, as);

  it('finds blocks at any depth, self-closing ones too', async () => {
    const id = await made(
      `<!-- wp:group --><div><!-- wp:columns {"a":{"b":1}} -->${content('one', '<b>1</b>')}${content('two-2', '2')}<!-- wp:compliance/consent-area {"blockId":"three","consentedContent":"3"} /--><!-- /wp:columns --></div><!-- /wp:group -->`,
    );
    expect((await area(id, 'one')).body).toBe('<b>1</b>');
    expect((await area(id, 'two-2')).body).toBe('2');
    expect((await area(id, 'three')).body).toBe('3');
    expect((await area(id, 'none')).text).toBe('""');
  });

  it('finds shortcodes only where there is no block', async () => {
    const id = await made('[consent-area id="x"]first[/consent-area] [consent-area id=y]second[/consent-area]');
    expect((await area(id, 'y')).body).toBe('second');
    expect((await area(id, 'default')).body).toBe('first');
    const both = await made(`${content('one', '1')}[consent-area id="x"]x[/consent-area]`);
    expect((await area(both, 'x')).body).toBe('');
  });

  it('is refused to those who may not read the content', async () => {
    const draft = await made(content('one', '1'), { status: 'draft' });
    const locked = await made(content('one', '1'), { password: 'open' });
    expect(await area(draft, 'one')).toMatchObject({ status: 403, body: { code: 'rest_forbidden', message: '', data: { status: 403 } } });
    expect((await area(draft, 'one', 'subscriber')).status).toBe(403);
    expect((await area(draft, 'one', 'editor')).body).toBe('1');
    expect((await area(locked, 'one')).status).toBe(403);
    expect((await area(locked, 'one', undefined, { password: 'wrong' })).status).toBe(403);
    expect((await area(locked, 'one', undefined, { password: 'open' })).body).toBe('1');
    expect((await area(99_999_999, 'one')).text).toBe('""');
    expect((await area('12345678901234567890', 'one')).text).toBe('""');
    expect((await area('x', 'one')).body.code).toBe('rest_no_route');
    expect((await area(draft, 'A.b')).body.code).toBe('rest_no_route');
  });
});

describe('POST /datarequests', () => {
  let count = 0;
  const someone = (more: object = {}) => ({
    cmp_datarequest_name: 'Ann',
    cmp_datarequest_email: `ann${(count += 1)}@example.org`,
    cmp_datarequest_global_optout: 1,
    ...more,
  });
  const send = (body: object, ip = `2001:db8:1:${((count += 1)).toString(16)}::1`) =>
    post('/datarequests', body, { 'x-forwarded-for': ip });
  const rows = (email: string) => site.site.db.prisma.dataRequest.findMany({ where: { email }, orderBy: { id: 'asc' } });

  it('takes each act of an address once, and tells requester and administrator by mail', async () => {
    await site.user('administrator');
    const sent = someone({
      cmp_datarequest_email: 'Ann@Example.org',
      cmp_datarequest_region: 'eu',
      cmp_datarequest_request_for_access: '1',
    });
    expect(await send(sent)).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } });
    expect((await rows('ann@example.org')).map(({ kind, region, name }) => [kind, region, name])).toEqual([
      ['global_optout', 'eu', 'Ann'],
      ['request_for_access', 'eu', 'Ann'],
    ]);
    const again = await send(sent);
    expect(again).toMatchObject({ status: 200, body: { success: false, message: expect.any(String) } });
    expect((await send({ ...sent, cmp_datarequest_cross_context: 1 })).body.success).toBe(true);
    expect(await rows('ann@example.org')).toHaveLength(3);
    const { data } = await site.graphql(
      '{ outgoingMailPage(perPage: 100) { nodes { kind message { to subject text } } } }',
      {},
      'administrator',
    );
    const mails = data.outgoingMailPage.nodes.filter(({ kind }: { kind: string }) => kind.startsWith('data-request'));
    expect(mails.map(({ message }: { message: { to: string } }) => message.to)).toEqual(
      expect.arrayContaining(['ann@example.org', 'administrator@example.org']),
    );
    expect(mails).toHaveLength(4);
    expect(JSON.stringify(mails)).toContain('Hello Ann,');
  });

  it.each<[string, object, RegExp]>([
    ['a filled trap', { cmp_datarequest_firstname: 'x' }, /could not be sent/],
    ['no address', { cmp_datarequest_email: '' }, /e-mail/],
    ['a wrong address', { cmp_datarequest_email: 'ann@' }, /e-mail/],
    ['no name', { cmp_datarequest_name: ' ' }, /enter your name/],
    ['a long name', { cmp_datarequest_name: 'x'.repeat(101) }, /too long/],
    ['a trap and no name: the last fault counts', { cmp_datarequest_firstname: 'x', cmp_datarequest_name: '' }, /enter your name/],
    ['nothing asked for', { cmp_datarequest_global_optout: 0 }, /already/],
    ['everything odd', { cmp_datarequest_name: { a: 1 }, cmp_datarequest_email: [], cmp_datarequest_global_optout: { x: 1 } }, /name/],
  ])('refuses %s in words', async (_name, more, message) => {
    const before = await everything();
    const { status, body } = await send(someone(more));
    expect([status, Object.keys(body), body.success]).toEqual([200, ['message', 'success'], false]);
    expect(body.message).toMatch(message);
    expect(await everything()).toBe(before);
  });

  it('takes names without a prefix, forms, and the longest name; a missing region is the US', async () => {
    const bare = { name: 'ß'.repeat(100), email: 'bare@example.org', right_to_be_forgotten: true };
    expect((await send(bare)).body.success).toBe(true);
    expect(await rows('bare@example.org')).toMatchObject([{ kind: 'right_to_be_forgotten', region: 'us' }]);
    const form = await site.rest('POST', '/compliance/v1/datarequests', {
      form: { cmp_datarequest_name: 'F', cmp_datarequest_email: 'form@example.org', cmp_datarequest_limit_sensitive: '1' },
      headers: { 'x-forwarded-for': '192.0.2.9' },
    });
    expect(form.body.success).toBe(true);
  });

  it('takes five an hour from one address, and counts those alone that it took', async () => {
    const ip = '192.0.2.77';
    expect((await send({}, ip)).body.success).toBe(false);
    for (let n = 1; n <= 5; n += 1) expect((await send(someone(), ip)).body.success).toBe(true);
    const before = await everything();
    expect((await send(someone(), ip)).body).toEqual({ success: false, message: expect.stringMatching(/too many/i) });
    expect(await everything()).toBe(before);
    expect((await send(someone())).body.success).toBe(true);
    setClock(shiftedBy(61 * MINUTE));
    expect((await send(someone(), ip)).body.success).toBe(true);
  });

  it('inserts one row of one act, however often it is sent at the same time', async () => {
    const sent = someone();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(sent)));
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await rows(sent.cmp_datarequest_email)).toHaveLength(1);
  });
});

describe.each(['scan', 'checks'] as const)('POST /wsc-%s', (kind) => {
  const path = `/wsc-${kind}`;
  const secret = 'a secret of the scan';
  let id: string;
  beforeAll(() => {
    id = randomUUID();
  });

  async function begin(): Promise<void> {
    await set('scan_status', 'enabled');
    await site.site.db.prisma.siteScan.deleteMany();
    const sealed = seal(scanKey(site.site), secret);
    await site.site.db.prisma.siteScan.create({
      data: { id, kind, status: 'progress', createdAt: new Date(), activeKind: kind, secret: sealed },
    });
  }
  const event = (result: unknown = {}, more: object = {}) => ({ event: 'scan-completed', data: { id, result }, ...more });
  function signed(body: unknown, time = String(Date.now())): Record<string, string> {
    const signature = createHmac('sha256', secret)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex');
    return { 'user-agent': 'my radar 1', 'x-radar-timestamp': time, 'x-radar-signature': `sha256=${signature}` };
  }

  it('swallows everything while scanning is off, but JSON that is none', async () => {
    const before = await everything();
    for (const body of [{}, event()]) expect(await post(path, body)).toMatchObject({ status: 200, body: 'OK' });
    const broken = await site.http.inject({
      method: 'POST',
      url: `/rest/compliance/v1${path}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"a',
    });
    expect(JSON.parse(broken.payload).code).toBe('rest_invalid_json');
    expect(await everything()).toBe(before);
  });

  it('refuses in order, and changes nothing', async () => {
    await set('scan_status', 'enabled');
    await site.site.db.prisma.siteScan.deleteMany();
    const code = async (body: unknown, headers: Record<string, string>) => (await post(path, body, headers)).body.code;
    const raw = async (payload: string, type: string) => {
      const headers = { 'content-type': type, 'user-agent': 'radar' };
      return JSON.parse((await site.http.inject({ method: 'POST', url: `/rest/compliance/v1${path}`, headers, payload })).payload).code;
    };
    expect(await raw('', 'application/json')).toBe('invalid_request');
    expect(await code(event(), signed(event()))).toBe('invalid_wsc_scan');
    await begin();
    const before = await everything();
    expect(await code(event(), { ...signed(event()), 'user-agent': 'Radar' })).toBe('invalid_user_agent');
    expect(await code({ ...event(), event: 'x' }, signed({}))).toBe('invalid_event');
    expect(await raw('no json', 'text/plain')).toBe('invalid_event');
    expect(await code(event(), { 'user-agent': 'radar' })).toBe('missing_signature_headers');
    for (const time of [String(Date.now() - 6 * MINUTE), String(Date.now() + 6 * MINUTE), 'soon', '1e13'])
      expect(await code(event(), signed(event(), time))).toBe('invalid_timestamp');
    expect(await code(event({ x: 1 }), signed(event()))).toBe('invalid_signature');
    const other = event({}, { data: { id: 'another', result: {} } });
    expect(await code(other, signed(other))).toBe('invalid_wsc_scan');
    expect(await everything()).toBe(before);
  });

  it('takes a signed result once', async () => {
    await begin();
    const result =
      kind === 'scan'
        ? {
            trackers: [
              { type: 'cookie', name: '_gid', domain: '.example.org' },
              { type: 'webStorage', name: 'kept', domain: 'x' },
              { type: 'pixel', name: 'dot' },
              5,
            ],
          }
        : {
            meta: { languages: ['de-DE', 'de-AT', 'en-US'], detected_pp: '', detected_competitor: 'Google' },
            additional_technologies: [{ name: 'Criteo' }],
            perfect_matches: [{ name: 'Google Analytics' }],
          };
    const body = event(result);
    const replies = await Promise.all([1, 2].map(() => post(path, body, signed(body))));
    const scan = await site.site.db.prisma.siteScan.findUnique({ where: { id } });
    expect(scan).toMatchObject({ status: 'completed', progress: 100 });
    if (kind === 'scan') {
      expect(replies.map(({ body: said }) => said)).toEqual(expect.arrayContaining(['Cookies updated!', 'Scan already completed.']));
      const rows = await site.site.db.prisma.cookieInventory.findMany({ where: { name: { in: ['_gid', 'kept', 'dot'] } } });
      expect(rows.map(({ name, type, domain }) => [name, type, domain])).toEqual(
        expect.arrayContaining([
          ['_gid', 'cookie', '.example.org'],
          ['kept', 'localstorage', 'self'],
        ]),
      );
      expect(rows).toHaveLength(2);
    } else {
      expect(replies.map(({ body: said }) => said.code ?? said)).toEqual(expect.arrayContaining(['Checks updated!', 'invalid_wsc_scan']));
      const found = scan?.detections as { name: string; args: object }[];
      expect(found.map(({ name }) => name)).toEqual(['block_01', 'block_02', 'block_03', 'block_05', 'block_07']);
      expect(found[0]?.args).toEqual({ technology: 'Google Analytics' });
      expect(scan?.activeKind).toBeNull();
      const { data } = await site.graphql('{ outgoingMailPage(perPage: 3) { nodes { kind message { text } } } }', {}, 'administrator');
      const mail = data.outgoingMailPage.nodes.find(({ kind: of }: { kind: string }) => of === 'compliance-checks');
      // the three of the highest numbers
      expect(mail.message.text).toMatch(/another tool \(Google\).*No privacy statement.*several languages/s);
      expect(mail.message.text).not.toContain('networks');
    }
  });

  it('takes a result with nothing in it', async () => {
    await begin();
    const body = event({ trackers: [] });
    expect((await post(path, body, signed(body))).body).toBe(kind === 'scan' ? 'No cookies found in the result.' : 'Checks updated!');
    expect(await site.site.db.prisma.siteScan.findUnique({ where: { id } })).toMatchObject({ status: 'completed' });
  });
});
