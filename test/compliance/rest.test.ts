import { describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { issueScanToken } from '../../src/domains/compliance/cookies/report.service.ts';
import type { TestUserName } from '../support/site.ts';
import { setUpComplianceSite } from './compliance-site.ts';

const MINUTE = 60_000;
const compliance = setUpComplianceSite();
const { dumpTables, get, post, set } = compliance;

describe('GET /banner', () => {
  it('returns the consent type of the site and is not cached publicly', async () => {
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
    ['the preview of a configured region', { user_region: 'eu' }, {}, { region: 'eu', consenttype: 'optin' }],
    ['the preview of an unconfigured region', { user_region: 'br' }, {}, { region: 'none', consenttype: 'other', forceEnableStats: true }],
    ['a region with invalid characters', { user_region: 'E<u>' }, {}, { region: 'eu' }],
    ['an unknown region', { user_region: 'atlantis' }, {}, { region: 'none', consenttype: 'other' }],
    ['the country header of the proxy', {}, { 'cf-ipcountry': 'de' }, { region: 'eu', consenttype: 'optin' }],
    ['a country without configured region', {}, { 'cf-ipcountry': 'BR' }, { region: 'none', consenttype: 'other' }],
    ['an unknown country', {}, { 'cf-ipcountry': 'XX' }, { region: 'us' }],
    ['a preview rather than the country', { user_region: 'us' }, { 'cf-ipcountry': 'DE' }, { region: 'us' }],
  ])('respects %s', async (_name, query, headers, expected) => {
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
  ])('with %j in region %s has forceEnableStats %s', async (settings, region, expected) => {
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
  ])('with %j uses region and consent type %s', async (settings, region, consenttype) => {
    for (const [key, value] of Object.entries(settings)) await set(key, value);
    expect((await get('/banner')).body).toMatchObject({ region, consenttype });
  });
});

describe('GET /documents', () => {
  it('lists the generated documents by region', async () => {
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

  it('returns numbered, filled and well-formed content', async () => {
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

  it('lists a region once even if the setting repeats it', async () => {
    const regions = async () => (await get('/documents')).body.map(({ id }: { id: string }) => id);
    const regionsBefore = await regions();
    await set('regions', ['eu', 'us', 'eu']);
    expect(await regions()).toEqual(regionsBefore);
  });

  it('lists cookies by service, and cookies without a service last', async () => {
    await set('compile_statistics', 'google-analytics');
    const { token } = await issueScanToken(compliance.whole.site, (await compliance.whole.user('administrator')).id);
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
  it('returns the categories of the banner as a JSON string', async () => {
    const { body, text, headers } = await get('/manage_consent_html', { user_region: 'eu' });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text.startsWith('"')).toBe(true);
    expect(body).toMatch(/^<!-- categories start -->.*<!-- categories end -->$/s);
    const ids = [...body.matchAll(/<input type="checkbox" id="([^"]*)"[^>]*data-category="([^"]*)" value="1"/g)];
    expect(ids.map(([, id, category]) => [id, category])).toEqual(
      ['functional', 'preferences', 'statistics', 'marketing'].map((category) => [`cmp-${category}-optin`, `cmp_${category}`]),
    );
    expect(body).not.toContain('{');
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])(
    'returns one sentence instead of the categories for %j if the setting respects it',
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
  const records = () => compliance.whole.site.db.prisma.consentRecord.findMany({ orderBy: { id: 'asc' } });
  const lastRecord = async () => (await records()).at(-1);

  it('stores the choice once under a pseudonym of the browser', async () => {
    const choice = {
      consented_categories: ['Functional', 'cmp_Statistics', 'My own one', 'functional'],
      consented_services: { 'You Tube': true, maps: 0 },
      consenttype: 'OptIn',
    };
    const first = await post('/track', choice, { 'user-agent': 'Mozilla' });
    expect([first.status, first.body]).toEqual([200, { success: true }]);
    const cookie = /marquee_visitor=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[1] ?? '';
    expect(await lastRecord()).toMatchObject({
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
    await post('/track', choice, { cookie: `marquee_visitor=${cookie}` });
    expect(await records()).toHaveLength(count);
    await post('/track', { ...choice, consented_categories: ['functional'] }, { cookie: `marquee_visitor=${cookie}` });
    await post('/track', choice, { cookie: `marquee_visitor=${cookie}` });
    expect(await records()).toHaveLength(count + 2);
  });

  it('stores an empty body as no choice, with the consent type of the site', async () => {
    expect((await post('/track', {})).body).toEqual({ success: true });
    expect(await lastRecord()).toMatchObject({ categories: ['no_choice'], services: {}, consentType: 'optout' });
    const optOut = await post('/track', { consented_categories: ['do_not_track'] });
    expect(optOut.headers['set-cookie']).toBeUndefined();
    await post('/track', { id: 'browser-0001', consented_services: ['a', 5] });
    expect(await lastRecord()).toMatchObject({ visitorId: 'browser-0001', services: { a: true } });
  });

  it.each(['statistics', 5, { a: 1 }, true])('refuses the categories %j', async (consented_categories) => {
    const before = await dumpTables();
    const { status, body } = await post('/track', { consented_categories });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['consented_categories']]);
    expect(await dumpTables()).toBe(before);
  });
});

describe('GET /consent-area', () => {
  const content = (blockId: string, consentedContent: string) =>
    `<!-- wp:compliance/consent-area ${JSON.stringify({ blockId, consentedContent })} -->\n<div></div>\n<!-- /wp:compliance/consent-area -->`;
  async function createPost(text: string, fields: object = {}): Promise<number> {
    const { body } = await compliance.whole.rest('POST', '/core/v2/posts', {
      body: { title: 'x', status: 'publish', content: text, ...fields },
      as: 'administrator',
    });
    return body.id;
  }
  const area = async (id: number | string, block: string, as?: TestUserName, query: Record<string, string> = {}) =>
    get(`/consent-area/${id}/${block}`, query, {}, as);

  it('finds blocks at any depth, including self-closing blocks', async () => {
    const id = await createPost(
      `<!-- wp:group --><div><!-- wp:columns {"a":{"b":1}} -->${content('one', '<b>1</b>')}${content('two-2', '2')}<!-- wp:compliance/consent-area {"blockId":"three","consentedContent":"3"} /--><!-- /wp:columns --></div><!-- /wp:group -->`,
    );
    expect((await area(id, 'one')).body).toBe('<b>1</b>');
    expect((await area(id, 'two-2')).body).toBe('2');
    expect((await area(id, 'three')).body).toBe('3');
    expect((await area(id, 'none')).text).toBe('""');
  });

  it('finds shortcodes only in texts without blocks', async () => {
    const id = await createPost('[consent-area id="x"]first[/consent-area] [consent-area id=y]second[/consent-area]');
    expect((await area(id, 'y')).body).toBe('second');
    expect((await area(id, 'default')).body).toBe('first');
    const postId = await createPost(`${content('one', '1')}[consent-area id="x"]x[/consent-area]`);
    expect((await area(postId, 'x')).body).toBe('');
  });

  it('refuses readers who may not read the content', async () => {
    const draft = await createPost(content('one', '1'), { status: 'draft' });
    const locked = await createPost(content('one', '1'), { password: 'open' });
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
  const createRequest = (fields: object = {}) => ({
    cmp_datarequest_name: 'Ann',
    cmp_datarequest_email: `ann${(count += 1)}@example.org`,
    cmp_datarequest_global_optout: 1,
    ...fields,
  });
  const send = (body: object, ip = `2001:db8:1:${((count += 1)).toString(16)}::1`) =>
    post('/datarequests', body, { 'x-forwarded-for': ip });
  const rows = (email: string) => compliance.whole.site.db.prisma.dataRequest.findMany({ where: { email }, orderBy: { id: 'asc' } });

  it('stores each kind of request once per email address, and sends mails to the requester and the administrator', async () => {
    await compliance.whole.user('administrator');
    const request = createRequest({
      cmp_datarequest_email: 'Ann@Example.org',
      cmp_datarequest_region: 'eu',
      cmp_datarequest_request_for_access: '1',
    });
    expect(await send(request)).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } });
    expect((await rows('ann@example.org')).map(({ kind, region, name }) => [kind, region, name])).toEqual([
      ['global_optout', 'eu', 'Ann'],
      ['request_for_access', 'eu', 'Ann'],
    ]);
    const repeated = await send(request);
    expect(repeated).toMatchObject({ status: 200, body: { success: false, message: expect.any(String) } });
    expect((await send({ ...request, cmp_datarequest_cross_context: 1 })).body.success).toBe(true);
    expect(await rows('ann@example.org')).toHaveLength(3);
    const { data } = await compliance.whole.graphql(
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
    ['a filled honeypot field', { cmp_datarequest_firstname: 'x' }, /could not be sent/],
    ['no address', { cmp_datarequest_email: '' }, /e-mail/],
    ['a wrong address', { cmp_datarequest_email: 'ann@' }, /e-mail/],
    ['no name', { cmp_datarequest_name: ' ' }, /enter your name/],
    ['a long name', { cmp_datarequest_name: 'x'.repeat(101) }, /too long/],
    [
      'a filled honeypot and no name, reporting the last error',
      { cmp_datarequest_firstname: 'x', cmp_datarequest_name: '' },
      /enter your name/,
    ],
    ['no kind of request', { cmp_datarequest_global_optout: 0 }, /already/],
    [
      'values of wrong types',
      { cmp_datarequest_name: { a: 1 }, cmp_datarequest_email: [], cmp_datarequest_global_optout: { x: 1 } },
      /name/,
    ],
  ])('refuses %s with a message', async (_name, fields, message) => {
    const before = await dumpTables();
    const { status, body } = await send(createRequest(fields));
    expect([status, Object.keys(body), body.success]).toEqual([200, ['message', 'success'], false]);
    expect(body.message).toMatch(message);
    expect(await dumpTables()).toBe(before);
  });

  it('accepts unprefixed names, forms and the longest name, and uses the US as default region', async () => {
    const unprefixed = { name: 'ß'.repeat(100), email: 'bare@example.org', right_to_be_forgotten: true };
    expect((await send(unprefixed)).body.success).toBe(true);
    expect(await rows('bare@example.org')).toMatchObject([{ kind: 'right_to_be_forgotten', region: 'us' }]);
    const form = await compliance.whole.rest('POST', '/compliance/v1/datarequests', {
      form: { cmp_datarequest_name: 'F', cmp_datarequest_email: 'form@example.org', cmp_datarequest_limit_sensitive: '1' },
      headers: { 'x-forwarded-for': '192.0.2.9' },
    });
    expect(form.body.success).toBe(true);
  });

  it('accepts five requests an hour from one IP address, and counts only accepted requests', async () => {
    const ip = '192.0.2.77';
    expect((await send({}, ip)).body.success).toBe(false);
    for (let n = 1; n <= 5; n += 1) expect((await send(createRequest(), ip)).body.success).toBe(true);
    const before = await dumpTables();
    expect((await send(createRequest(), ip)).body).toEqual({ success: false, message: expect.stringMatching(/too many/i) });
    expect(await dumpTables()).toBe(before);
    expect((await send(createRequest())).body.success).toBe(true);
    setClock(createShiftedClock(61 * MINUTE));
    expect((await send(createRequest(), ip)).body.success).toBe(true);
  });

  it('stores one row for simultaneous identical requests', async () => {
    const request = createRequest();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(request)));
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await rows(request.cmp_datarequest_email)).toHaveLength(1);
  });
});
