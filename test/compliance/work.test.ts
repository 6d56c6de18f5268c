import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const getPage = (url: string) => site.http.inject({ url });
const submitForm = (url: string, fields: Record<string, string>) =>
  site.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const runOperation = async (source: string, variables: Record<string, unknown> = {}, as: TestUserName | undefined = 'administrator') => {
  const { data, errors } = await site.graphql(source, variables, as);
  return { data, code: errors[0]?.extensions['code'] };
};

describe('Pages of legal documents', () => {
  it('are linked in the footer of every page and show the documents', async () => {
    const front = await getPage('/');
    expect(front.payload).toContain('<a href="/legal/cookie-statement">Cookie policy (EU)</a>');
    expect(front.payload).toContain('<a href="/legal/cookie-statement-us">Opt-out preferences</a>');
    const document = await getPage('/legal/cookie-statement-us');
    expect(document.statusCode).toBe(200);
    const { body } = await site.rest('GET', '/compliance/v1/documents');
    // pages contain relative URLs of the site, the API returns absolute URLs
    const expected = body[1].content
      .split('<div id="compliance-manage-consent-container"')[0]
      .replaceAll('href="http://site.test/', 'href="/');
    expect(document.payload).toContain(expected);
    expect((await getPage('/legal/privacy-statement')).statusCode).toBe(404);
    expect((await getPage('/legal/constructor')).statusCode).toBe(404);
  });

  it('let visitors choose without scripts', async () => {
    const { payload } = await getPage('/legal/cookie-statement');
    const nonce = /name="nonce" value="([^"]*)"/.exec(payload)?.[1] ?? '';
    const send = (fields: Record<string, string>) => submitForm('/legal/consent', fields);
    const redirect = await send({ nonce, document: 'cookie-statement', statistics: '1' });
    expect([redirect.statusCode, redirect.headers.location]).toEqual([303, '/legal/cookie-statement?saved=1']);
    const visitorId = redirect.cookies.find(({ name }) => name === 'marquee_visitor')?.value ?? '';
    expect(await site.site.db.prisma.consentRecord.findFirst({ where: { visitorId } })).toMatchObject({
      categories: ['functional', 'statistics'],
      region: 'eu',
    });
    expect((await send({ document: 'cookie-statement' })).statusCode).toBe(403);
  });

  it('use the law of their region for the controls', async () => {
    const { settings } = site.site;
    const sources = ['privacy-statement', 'impressum'].map((key) => settings.getDeclaration(key));
    for (const source of sources) await settings.set(source, 'generated');
    const edit =
      'mutation($slug: String!) { updateLegalDocument(slug: $slug, parts: [{ text: "Choose.", insert: CONTROLS }]) { legalDocumentText { slug } } }';
    const findLaw = async (slug: string) => {
      expect((await runOperation(edit, { slug })).code).toBeUndefined();
      return /id="cmp-marketing-(\w+)"/.exec((await getPage(`/legal/${slug}`)).payload)?.[1];
    };
    expect(await findLaw('privacy-statement')).toBe('optin');
    expect(await findLaw('privacy-statement-us')).toBe('optout');
    // follows the region of the site, which is the United States
    expect(await findLaw('impressum-all')).toBe('optout');
    const nonce = /name="nonce" value="([^"]*)"/.exec((await getPage('/legal/impressum-all')).payload)?.[1] ?? '';
    const { cookies } = await submitForm('/legal/consent', { nonce, document: 'impressum-all' });
    const visitorId = cookies.find(({ name }) => name === 'marquee_visitor')?.value ?? '';
    expect(await site.site.db.prisma.consentRecord.findFirst({ where: { visitorId } })).toMatchObject({ region: 'us' });
    for (const source of sources) await settings.set(source, source.default);
  });

  it('accept data requests without scripts', async () => {
    const send = (fields: Record<string, string>) => submitForm('/legal/data-request', fields);
    const fields = { cmp_datarequest_name: 'Zoë', cmp_datarequest_email: 'zoe@example.org', cmp_datarequest_request_for_access: '1' };
    expect((await send(fields)).statusCode).toBe(200);
    const repeated = await send(fields);
    expect([repeated.statusCode, repeated.payload.includes('role="alert"')]).toEqual([400, true]);
  });
});

describe('Data requests', () => {
  const LIST =
    'query($status: DataRequestStatus!, $search: String) { dataRequestPage(status: $status, search: $search) { total nodes { databaseId name email kind resolvedAt } } dataRequestsCsv(status: $status, search: $search) }';
  const RESOLVE = 'mutation($id: Int!, $done: Boolean!) { resolveDataRequest(id: $id, isResolved: $done) { dataRequest { resolvedAt } } }';

  it('are listed, resolved, exported as CSV and deleted by privacy managers', async () => {
    const SEND =
      'mutation($name: String!, $email: String!) { sendDataRequest(draft: { name: $name, email: $email, kinds: [RIGHT_TO_BE_FORGOTTEN] }) { success } }';
    expect((await runOperation(SEND, { name: '=1+1', email: 'ben@example.org' }, undefined)).data.sendDataRequest.success).toBe(true);
    const { data } = await runOperation(LIST, { status: 'OPEN', search: 'BEN@' });
    const [request] = data.dataRequestPage.nodes;
    expect(data.dataRequestPage.total).toBe(1);
    const FILTERED_LIST =
      'query($kind: DataRequestKind) { dataRequests(first: 5, search: "ben@", kind: $kind) { totalCount nodes { name kind } } }';
    expect((await runOperation(FILTERED_LIST, { kind: 'RIGHT_TO_BE_FORGOTTEN' })).data.dataRequests).toEqual({
      totalCount: 1,
      nodes: [{ name: '=1+1', kind: 'RIGHT_TO_BE_FORGOTTEN' }],
    });
    expect((await runOperation(FILTERED_LIST, { kind: 'GLOBAL_OPTOUT' })).data.dataRequests).toEqual({ totalCount: 0, nodes: [] });
    expect((await runOperation(FILTERED_LIST, {}, 'editor')).code).toBe('forbidden');
    expect(request).toMatchObject({ name: '=1+1', email: 'ben@example.org', kind: 'RIGHT_TO_BE_FORGOTTEN', resolvedAt: null });
    expect(data.dataRequestsCsv).toContain("'=1+1");
    expect(
      (await runOperation(RESOLVE, { id: request.databaseId, done: true })).data.resolveDataRequest.dataRequest.resolvedAt,
    ).not.toBeNull();
    expect((await runOperation(LIST, { status: 'OPEN', search: 'ben' })).data.dataRequestPage.total).toBe(0);
    expect((await runOperation(LIST, { status: 'RESOLVED', search: 'ben' })).data.dataRequestPage.total).toBe(1);
    const REMOVE = 'mutation($id: Int!) { deleteDataRequest(id: $id) { dataRequest { email } } }';
    expect((await runOperation(REMOVE, { id: request.databaseId })).data.deleteDataRequest.dataRequest.email).toBe('ben@example.org');
    expect((await runOperation(REMOVE, { id: request.databaseId })).code).toBe('data_request_not_found');
    for (const as of [undefined, 'editor'] as const)
      for (const [source, variables] of [
        [LIST, { status: 'ALL' }],
        [RESOLVE, { id: 1, done: true }],
        [REMOVE, { id: 1 }],
      ] as const)
        expect((await site.graphql(source, variables, as)).errors[0]?.extensions['code']).toBe('forbidden');
  });
});

describe('Scan of the site', () => {
  const START = 'mutation($kind: SiteScanKind!) { startSiteScan(kind: $kind) { id secret cookieToken } }';

  it('starts once, and its report is signed with its secret', async () => {
    await site.graphql('mutation { updateSetting(input: { key: "scan_status", value: "enabled" }) { key } }', {}, 'administrator');
    const { id, secret, cookieToken } = (await runOperation(START, { kind: 'CHECKS' })).data.startSiteScan;
    expect((await runOperation(START, { kind: 'CHECKS' })).code).toBe('scan_under_way');
    const body = { event: 'scan-completed', data: { id, result: {} } };
    const time = String(Date.now());
    const signature = createHmac('sha256', secret)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex');
    const headers = { 'user-agent': 'radar', 'x-radar-timestamp': time, 'x-radar-signature': `sha256=${signature}` };
    expect((await site.rest('POST', '/compliance/v1/wsc-checks', { body, headers })).body).toBe('Checks updated!');
    expect((await runOperation(START, { kind: 'CHECKS' })).code).toBe('scan_too_soon');
    const report = { token: cookieToken, cookies: { seen: '1' }, page_id: 'home' };
    await site.rest('POST', '/compliance/v1/store_cookies', { body: report, as: 'administrator' });
    expect(await site.site.db.prisma.cookieInventory.count({ where: { name: 'seen' } })).toBe(1);
    expect((await runOperation(START, { kind: 'SCAN' }, 'editor')).code).toBe('forbidden');
  });
});

describe('Consent area', () => {
  it('is sanitized if its author may not write unfiltered HTML', async () => {
    const attributes = JSON.stringify({ blockId: 'a', consentedContent: '<b>ok</b><script>steal()</script><img src=x onerror="steal()">' });
    const text = `<!-- wp:compliance/consent-area ${attributes} /-->`;
    const { body } = await site.rest('POST', '/core/v2/posts', { body: { title: 'x', status: 'publish', content: text }, as: 'author' });
    const area = (await site.rest('GET', `/compliance/v1/consent-area/${body.id}/a`)).body;
    expect(area).toContain('<b>ok</b>');
    expect(area).not.toMatch(/<script|onerror/);
  });
});
