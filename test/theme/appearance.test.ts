import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff, readFormValues } from '../organize/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let pageId: number;

beforeAll(async () => {
  site = await openWholeSite();
  pageId = (
    await site.rest('POST', '/core/v2/pages', { as: 'administrator', body: { title: 'About & us', status: 'publish', content: 'x' } })
  ).body.id;
  for (const title of ['One', 'Two'])
    await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title, status: 'publish', content: 'x' } });
});
afterAll(() => site.close());

const get = async (url: string) => (await site.http.inject({ url })).payload;
const change = (changes: object, as?: 'administrator' | 'editor') =>
  site.graphql(
    'mutation($changes: SiteAppearanceChanges!) { updateSiteAppearance(changes: $changes) { siteAppearance { header width list sidebar footerText menuPageIds } } }',
    { changes },
    as,
  );

it('The chosen appearance applies to pages', async () => {
  expect(await get('/')).toContain('header-start');
  const appearance = {
    header: 'CENTER',
    width: 'WIDE',
    list: 'CARDS',
    sidebar: 'LATEST',
    footerText: 'A club <since> 1990',
    menuPageIds: [pageId],
  };
  const { data } = await change(appearance, 'administrator');
  expect(data.updateSiteAppearance.siteAppearance).toEqual(appearance);
  const front = await get('/');
  for (const markup of ['header-center', 'width-wide', 'list-cards', 'sidebar-latest', 'A club &lt;since&gt; 1990', 'About &amp; us</a>'])
    expect(front).toContain(markup);
  const [post] = (await site.rest('GET', '/core/v2/posts')).body;
  const single = await get(new URL(post.link).pathname);
  expect(single).toMatch(/<aside class="sidebar"[^>]*><h2>Latest posts<\/h2><ul><li><a href="[^"]+">One<\/a>/);
});

it('The tagline appears on pages', async () => {
  await site.rest('PUT', '/core/v2/settings', { as: 'administrator', body: { description: 'All that plays' } });
  expect(await get('/')).toContain('<p class="tagline" dir="auto">All that plays</p>');
});

it('The appearance cannot be changed by others or to unpublished menu pages', async () => {
  for (const as of [undefined, 'editor'] as const)
    expect((await change({ header: 'START' }, as)).data?.updateSiteAppearance?.siteAppearance ?? null).toBeNull();
  await change({ menuPageIds: [999_999] }, 'administrator');
  expect((await site.graphql('{ siteAppearance { menuPageIds header } }', {}, 'administrator')).data.siteAppearance).toEqual({
    menuPageIds: [pageId],
    header: 'CENTER',
  });
  expect((await site.http.inject({ url: '/organize/appearance' })).statusCode).toBeGreaterThan(302);
});

it('The steps of the lessons link to existing pages, with images', async () => {
  const chapters = (await site.rest('GET', '/theme/v1/get-learn-chapters', { as: 'administrator' })).body as {
    steps: { id: string; action: { url: string }; learn?: { content: { data: { src: string } } } }[];
  }[];
  const text = await get('/organize/appearance');
  expect(text).toBeTypeOf('string');
  for (const step of chapters.flatMap(({ steps }) => steps)) {
    expect(new URL(step.action.url).pathname).not.toBe('/account');
    const src = step.learn?.content.data.src;
    if (src === undefined) continue;
    const picture = await site.http.inject({ url: new URL(src).pathname });
    expect([step.id, picture.statusCode, picture.headers['content-type']]).toEqual([step.id, 200, 'image/svg+xml']);
  }
});

it('A rejected form names the invalid field and keeps the input', async () => {
  const browser = await signInStaff(site, 'administrator');
  const form = (await browser.get('/organize/appearance')).html;
  const typed = { title: 'Lamp club', tagline: 'By night', footerText: 'Since 1990', [`menu_${pageId}`]: '7' };
  const chosen = { typeface: 'serif', header: 'start', phoneHeader: 'full', sidebar: 'none', list: 'plain', width: 'wide', front: '0' };
  const fields = { ...readFormValues(form), ...chosen, ...typed, postsPerPage: '900' };
  const refused = await browser.post('/organize/appearance', fields);
  expect(refused.status).toBe(400);
  expect(refused.html).not.toContain('Invalid parameter');
  expect(refused.html).toContain('<a href="#choose-postsPerPage">Posts on a page of a list: enter a number from 1 to 100.</a>');
  expect(refused.html).toMatch(/id="choose-postsPerPage"[^>]*value="900"[^>]*aria-invalid="true"/);
  for (const [name, value] of Object.entries(typed)) expect(refused.html).toContain(`id="choose-${name}" name="${name}" value="${value}"`);
  expect(refused.html).toContain('<option value="start" selected>');
  expect((await site.graphql('{ siteAppearance { header } }', {}, 'administrator')).data.siteAppearance.header).toBe('CENTER');
});
