import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { encryptString } from '../../src/core/secrets/encrypt.ts';
import { issueScanToken } from '../../src/domains/compliance/cookies/report.service.ts';
import { deriveScanKey } from '../../src/domains/compliance/scans/scan.result.ts';
import { setUpComplianceSite } from './compliance-site.ts';

const MINUTE = 60_000;
const compliance = setUpComplianceSite();
const { dumpTables, get, post, set } = compliance;

describe('Cookies', () => {
  const token = async () => (await issueScanToken(compliance.whole.site, (await compliance.whole.user('administrator')).id)).token;
  const names = async () =>
    (await compliance.whole.site.db.prisma.cookieInventory.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);

  beforeAll(async () => {
    await set('compile_statistics', 'google-analytics');
    await post('/store_cookies', { token: await token(), cookies: { _ga_X1: '1' }, page_id: 'home' }, {}, 'administrator');
  });

  it('are stored only for privacy managers with their own token, although the response is always the same', async () => {
    const before = await dumpTables();
    expect((await post('/store_cookies', { cookies: { a: 1 } })).status).toBe(401);
    expect((await post('/store_cookies', { cookies: { a: 1 } }, {}, 'editor')).body.code).toBe('rest_forbidden');
    for (const invalid of [
      undefined,
      'x',
      5,
      (await issueScanToken(compliance.whole.site, (await compliance.whole.user('editor')).id)).token,
    ]) {
      const reply = await post('/store_cookies', { cookies: { a: 1 }, token: invalid, page_id: 'home' }, {}, 'administrator');
      expect([reply.status, reply.text]).toEqual([200, 'null']);
    }
    expect(await dumpTables()).toBe(before);
  });

  it('are read from the body, the storage and the request, with cleaned names, and reuse existing cookies', async () => {
    await compliance.whole.site.db.prisma.cookieInventory.createMany({
      data: ['wp_*', 'wp_sess_*', 'wp_sess_exact', '*_tail', 'a*z'].map((name) => ({
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
        "wp_sess_'exact": '1',
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
    const storedNames = await names();
    expect(storedNames).toEqual(expect.arrayContaining(['plain', 'quote', 'from_request', 'stored', 'l'.repeat(100)]));
    expect(storedNames.some((name) => ['wp_sess_5', 'my_tail', 'abcz', ' '].includes(name) || name.includes('site.test'))).toBe(false);
    const rows = await compliance.whole.site.db.prisma.cookieInventory.findMany({
      where: { name: { in: ['wp_*', 'wp_sess_*', 'wp_sess_exact', 'stored', 'plain'] } },
    });
    const rowsByName = Object.fromEntries(rows.map((row) => [row.name, row]));
    expect(rowsByName['wp_sess_*']?.lastAdded.getTime()).toBeGreaterThan(0);
    expect(rowsByName['wp_sess_exact']?.lastAdded.getTime()).toBeGreaterThan(0);
    expect(rowsByName['wp_*']?.lastAdded.getTime()).toBe(0);
    expect(rowsByName['stored']).toMatchObject({ type: 'localstorage', domain: 'self' });
    expect(rowsByName['plain']).toMatchObject({ type: 'cookie', domain: 'self' });
    expect(await compliance.whole.site.db.prisma.scanPage.findMany()).toMatchObject([{ pageId: 'home' }, { pageId: 'loginpage' }]);
    await post('/store_cookies', { token: body.token, page_id: 'nowhere' }, {}, 'administrator');
    expect(await compliance.whole.site.db.prisma.scanPage.count()).toBe(2);
  });

  it('are not stored with a token older than 24 hours', async () => {
    const oldToken = await token();
    setClock(createShiftedClock(24 * 60 * MINUTE + 1000));
    await post('/store_cookies', { token: oldToken, cookies: { late: 1 } }, {}, 'administrator');
    expect(await names()).not.toContain('late');
  });

  it('are listed by category and service if visitors choose services', async () => {
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

describe.each(['scan', 'checks'] as const)('POST /wsc-%s', (kind) => {
  const path = `/wsc-${kind}`;
  const secret = 'a secret of the scan';
  let id: string;
  beforeAll(() => {
    id = randomUUID();
  });

  async function createScan(): Promise<void> {
    await set('scan_status', 'enabled');
    await compliance.whole.site.db.prisma.siteScan.deleteMany();
    const sealed = encryptString(deriveScanKey(compliance.whole.site), secret);
    await compliance.whole.site.db.prisma.siteScan.create({
      data: { id, kind, status: 'progress', createdAt: new Date(), activeKind: kind, secret: sealed },
    });
  }
  const event = (result: unknown = {}, fields: object = {}) => ({ event: 'scan-completed', data: { id, result }, ...fields });
  function sign(body: unknown, time = String(Date.now())): Record<string, string> {
    const signature = createHmac('sha256', secret)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex');
    return { 'user-agent': 'my radar 1', 'x-radar-timestamp': time, 'x-radar-signature': `sha256=${signature}` };
  }

  it('returns OK for everything but invalid JSON while scanning is off', async () => {
    const before = await dumpTables();
    for (const body of [{}, event()]) expect(await post(path, body)).toMatchObject({ status: 200, body: 'OK' });
    const broken = await compliance.whole.http.inject({
      method: 'POST',
      url: `/rest/compliance/v1${path}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"a',
    });
    expect(JSON.parse(broken.payload).code).toBe('rest_invalid_json');
    expect(await dumpTables()).toBe(before);
  });

  it('refuses invalid requests in the documented order and changes nothing', async () => {
    await set('scan_status', 'enabled');
    await compliance.whole.site.db.prisma.siteScan.deleteMany();
    const sendEvent = async (body: unknown, headers: Record<string, string>) => (await post(path, body, headers)).body.code;
    const sendRaw = async (payload: string, type: string) => {
      const headers = { 'content-type': type, 'user-agent': 'radar' };
      return JSON.parse(
        (await compliance.whole.http.inject({ method: 'POST', url: `/rest/compliance/v1${path}`, headers, payload })).payload,
      ).code;
    };
    expect(await sendRaw('', 'application/json')).toBe('invalid_request');
    expect(await sendEvent(event(), sign(event()))).toBe('invalid_wsc_scan');
    await createScan();
    const before = await dumpTables();
    expect(await sendEvent(event(), { ...sign(event()), 'user-agent': 'Radar' })).toBe('invalid_user_agent');
    expect(await sendEvent({ ...event(), event: 'x' }, sign({}))).toBe('invalid_event');
    expect(await sendRaw('no json', 'text/plain')).toBe('invalid_event');
    expect(await sendEvent(event(), { 'user-agent': 'radar' })).toBe('missing_signature_headers');
    for (const time of [String(Date.now() - 6 * MINUTE), String(Date.now() + 6 * MINUTE), 'soon', '1e13'])
      expect(await sendEvent(event(), sign(event(), time))).toBe('invalid_timestamp');
    expect(await sendEvent(event({ x: 1 }), sign(event()))).toBe('invalid_signature');
    const other = event({}, { data: { id: 'another', result: {} } });
    expect(await sendEvent(other, sign(other))).toBe('invalid_wsc_scan');
    expect(await dumpTables()).toBe(before);
  });

  it('accepts a signed result once', async () => {
    await createScan();
    const result =
      kind === 'scan'
        ? {
            trackers: [
              { type: 'cookie', name: '_gid', domain: '.example.org' },
              { type: 'webStorage', name: 'stored', domain: 'x' },
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
    const replies = await Promise.all([1, 2].map(() => post(path, body, sign(body))));
    const scan = await compliance.whole.site.db.prisma.siteScan.findUnique({ where: { id } });
    expect(scan).toMatchObject({ status: 'completed', progress: 100 });
    if (kind === 'scan') {
      expect(replies.map(({ body: message }) => message)).toEqual(expect.arrayContaining(['Cookies updated!', 'Scan already completed.']));
      const rows = await compliance.whole.site.db.prisma.cookieInventory.findMany({ where: { name: { in: ['_gid', 'stored', 'dot'] } } });
      expect(rows.map(({ name, type, domain }) => [name, type, domain])).toEqual(
        expect.arrayContaining([
          ['_gid', 'cookie', '.example.org'],
          ['stored', 'localstorage', 'self'],
        ]),
      );
      expect(rows).toHaveLength(2);
    } else {
      expect(replies.map(({ body: reply }) => reply.code ?? reply)).toEqual(
        expect.arrayContaining(['Checks updated!', 'invalid_wsc_scan']),
      );
      const detections = scan?.detections as { name: string; args: object }[];
      expect(detections.map(({ name }) => name)).toEqual(['block_01', 'block_02', 'block_03', 'block_05', 'block_07']);
      expect(detections[0]?.args).toEqual({ technology: 'Google Analytics' });
      expect(scan?.activeKind).toBeNull();
      const { data } = await compliance.whole.graphql(
        '{ outgoingMailPage(perPage: 3) { nodes { kind message { text } } } }',
        {},
        'administrator',
      );
      const mail = data.outgoingMailPage.nodes.find((candidate: { kind: string }) => candidate.kind === 'compliance-checks');
      // the mail names only the three detections with the highest numbers
      expect(mail.message.text).toMatch(/Another tool \(Google\).*No privacy statement.*several languages/s);
      expect(mail.message.text).not.toContain('networks');
    }
  });

  it('accepts an empty result', async () => {
    await createScan();
    const body = event({ trackers: [] });
    expect((await post(path, body, sign(body))).body).toBe(kind === 'scan' ? 'No cookies found in the result.' : 'Checks updated!');
    expect(await compliance.whole.site.db.prisma.siteScan.findUnique({ where: { id } })).toMatchObject({ status: 'completed' });
  });
});
