import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';
let post: { id: number; link: string };

const FILM = 'https://www.youtube.com/embed/abc';
const content = `<p>Before.</p><iframe src="${FILM}" title="A film"></iframe><p>After.</p><img src="https://pictures.example/x.png" alt="x">`;

beforeAll(async () => {
  site = await openWholeSite();
  ({ body: post } = await site.rest('POST', '/core/v2/posts', {
    as: 'administrator',
    body: { title: 'A film', content, status: 'publish' },
  }));
});
afterAll(() => site.close());

const changeSettings = (body: object) => site.rest('PATCH', `${namespace}/settings`, { as: 'administrator', body });
const get = (url: string, headers: Record<string, string> = {}) => site.http.inject({ method: 'GET', url, headers });
const send = (url: string, payload: string, headers: Record<string, string> = {}) =>
  site.http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } });
const cookiesOf = (header: string | string[] | undefined): string =>
  [header ?? []]
    .flat()
    .map((value) => value.split(';', 1)[0])
    .join('; ');
const CONSENT = `query($url: String, $region: String) { consent(url: $url, region: $region) {
  isActive isAsked decision revisionHash cookieName notices buttons { kind label isLink }
  groups { databaseId name isEssential services { databaseId name } } links { label url } design } }`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const consent = async (variables = {}, userAgent = FIREFOX) => {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const response = await site.http.inject({ method: 'POST', url: '/graphql', headers, payload: { query: CONSENT, variables } });
  return response.json().data.consent;
};

describe('Site without the banner', () => {
  it('has no script on its pages and asks for no consent', async () => {
    const { body, headers } = await get('/');
    expect(body).not.toContain('consent.js');
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(await consent()).toMatchObject({ isActive: false, isAsked: false });
    expect((await get(new URL(post.link).pathname)).body).toContain(FILM);
  });
});

describe('Banner', () => {
  let film: number;
  beforeAll(async () => {
    await changeSettings({ 'xcb-banner-active': true });
    expect((await consent()).groups.map(({ name }: { name: string }) => name)).toEqual(['Essential']);
    const { data: groups } = await site.graphql('{ serviceGroups { databaseId slug } }', {}, 'administrator');
    const group = groups.serviceGroups.find(({ slug }: { slug: string }) => slug === 'functional').databaseId;
    const { data, errors } = await site.graphql(
      `mutation($groupId: Int) { createConsentService(draft: { title: "Films", groupId: $groupId, purpose: "Shows films." }) { consentService { databaseId } } }`,
      { groupId: group },
      'administrator',
    );
    expect(errors).toEqual([]);
    film = data.createConsentService.consentService.databaseId;
    const blocker = await site.graphql(
      `mutation($services: [Int!]!) { createContentBlocker(draft: { title: "Films", description: "Films of others.", serviceIds: $services, details: { rules: ["*youtube.com*"], isVisual: true } }) { contentBlocker { databaseId } } }`,
      { services: [film] },
      'administrator',
    );
    expect(blocker.errors).toEqual([]);
    await site.rest('PUT', `${namespace}/revision/current`, { as: 'administrator', body: { needs_retrigger: true } });
  });

  it('is returned completely by one query', async () => {
    const { isActive, isAsked, decision, groups, buttons, notices, revisionHash, cookieName } = await consent({
      url: site.site.config.siteUrl,
    });
    expect({ isActive, isAsked, decision }).toEqual({ isActive: true, isAsked: true, decision: null });
    expect(groups.map(({ isEssential }: { isEssential: boolean }) => isEssential)).toEqual([true, false]);
    expect(buttons.map(({ kind }: { kind: string }) => kind)).toEqual(['ALL', 'ESSENTIAL', 'SAVE', 'INDIVIDUAL']);
    expect(notices.join(' ')).toContain('Films');
    expect(notices.join(' ')).not.toContain('{{');
    expect(revisionHash).toMatch(/^[0-9a-f]{32}$/);
    expect(cookieName).toMatch(/^consent_banner-v:3/);
  });

  it('does not ask robots', async () => {
    expect((await consent({}, 'Googlebot/2.1 (+http://www.google.com/bot.html)')).isAsked).toBe(false);
  });

  it('is not shown on pages that hide it', async () => {
    const page = (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'Without banner', status: 'publish' } }))
      .body;
    const hide = `mutation($ids: String) { updateConsentSettings(changes: { hidePageIds: $ids }) { consentSettings { __typename } } }`;
    expect((await consent({ url: page.link })).isAsked).toBe(true);
    expect((await site.graphql(hide, { ids: String(page.id) }, 'administrator')).errors).toEqual([]);
    expect((await consent({ url: page.link })).isAsked).toBe(false);
    expect((await consent({ url: post.link })).isAsked).toBe(true);
  });

  it('has a script on every page, and scripts of other sites are forbidden', async () => {
    const { body, headers } = await get('/');
    expect(body).toMatch(/<script src="\/consent\.js" defer data-graphql="\/graphql" [^>]*data-revision="[0-9a-f]{32}"/);
    expect(headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self';");
    const script = await get('/consent.js');
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(gzipSync(script.body).length).toBeLessThan(15_000);
    expect((await get('/consent.js', { 'if-none-match': String(script.headers.etag) })).statusCode).toBe(304);
  });

  it('blocks only the content that is not allowed', async () => {
    const { body } = await get(new URL(post.link).pathname);
    expect(body).not.toContain(FILM);
    expect(body).toContain('Films is blocked by your privacy settings');
    expect(body).toContain('https://pictures.example/x.png');
    expect(body).toMatch(/Before\.[\s\S]*blocked[\s\S]*After\./);
  });

  it('shows blocked content on request, for this visitor, and redirects back', async () => {
    const address = new URL(post.link).pathname;
    const blocker = /name="blocker" value="(\d+)"/.exec((await get(address)).body)?.[1];
    const foreign = await send('/privacy-settings/show', `blocker=${blocker}`, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    const response = await send('/privacy-settings/show', `blocker=${blocker}`, { referer: post.link });
    expect([response.statusCode, response.headers.location]).toEqual([303, address]);
    const cookie = cookiesOf(response.headers['set-cookie']);
    expect((await get(address, { cookie })).body).toContain(FILM);
    expect((await get(address)).body).not.toContain(FILM);
    expect((await send('/privacy-settings/show', 'blocker=999')).statusCode).toBe(404);
  });

  it('is also a page without scripts, on which visitors change and withdraw their decision', async () => {
    const pageBefore = await get('/privacy-settings');
    expect(pageBefore.body).toContain('Films');
    const accepted = await send('/privacy-settings', 'act=all');
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, '/privacy-settings?saved=1']);
    const cookie = cookiesOf(accepted.headers['set-cookie']);
    const settingsPage = (await get('/privacy-settings', { cookie })).body;
    expect(settingsPage).toMatch(new RegExp(`name="service_${film}" value="1" checked`));
    expect(settingsPage).toContain('Your decisions so far');
    const withdrawn = await send('/privacy-settings', 'act=save', { cookie });
    const pageAfter = (await get('/privacy-settings', { cookie: cookiesOf(withdrawn.headers['set-cookie']) })).body;
    expect(pageAfter).not.toMatch(new RegExp(`name="service_${film}" value="1" checked`));
    const { body } = await site.rest('GET', `${namespace}/consent`, { headers: { cookie: cookiesOf(withdrawn.headers['set-cookie']) } });
    expect(body.map(({ context }: { context: { buttonClicked: string } }) => context.buttonClicked)).toEqual(['ind_custom', 'ind_all']);
  });
});
