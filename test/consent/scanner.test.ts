import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { makePost, makeUser } from '../support/factories.ts';

let site: ListeningSite;
let authorization: string;
beforeAll(async () => {
  site = await openListeningSite();
  ({ authorization } = await site.user('administrator'));
});
afterAll(() => site.close());

const send = async (method: string, path: string, body?: object) => {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(site.rest + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
};

/** Scans a post with the queue as a client does, and returns its URL. */
async function scanPost(content: string): Promise<string> {
  const author = await makeUser(site.site, 'administrator');
  const { id } = await makePost(site.site, author, { content });
  const url: string = (await send('GET', `/core/v2/posts/${id}`)).body.link;
  expect((await send('POST', '/consent-banner/v1/scanner/queue', { urls: [url] })).body).toEqual({ added: 1 });
  const { jobs } = (await send('GET', '/queue/v1/jobs')).body;
  const query = new URLSearchParams({ url, jobId: String(jobs.at(-1).id) });
  expect((await send('GET', `/consent-banner/v1/scanner/scan-without-login?${query}`)).body).toMatchObject({ status: 200, ok: true });
  return url;
}

it('The scanner finds external resources in elements, scripts and styles, and nothing else', async () => {
  const url = await scanPost(`<iframe src="//www.youtube.com/embed/abc"></iframe><img src="https://www.picture.example/p.png">
<a href="https://read.example/">read</a><img src="data:image/png;base64,AAAA"><img src="${site.url}/own.png"><img data-src="https://lazy.example/i">
<video poster="https://poster.example/p"><source src="https://film.example/v"></video><audio src="https://sound.example/a"></audio>
<script>fetch("https://script.example/js?a=1")</script><embed src="https://embed.example/e">
<style>@import url(https://import.example/x.css); @import "https://quoted.example/y.css"; b { background: url('https://background.example/i') }</style>`);
  const { items } = (await send('GET', '/consent-banner/v1/scanner/result/externals')).body;
  const hosts = ['background', 'embed', 'film', 'import', 'lazy', 'picture', 'poster', 'quoted', 'script', 'sound'];
  expect(Object.keys(items)).toEqual(hosts.map((host) => `${host}.example`));
  expect(items['import.example']).toMatchObject({ foundCount: 1, foundOnSitesCount: 1, blockedCount: 0, ignored: false, tags: ['style'] });
  const { body } = await send('GET', '/consent-banner/v1/scanner/result/externals/template/youtube');
  expect(body.items).toMatchObject([{ blockedUrl: 'https://www.youtube.com/embed/abc', markup: true, sourceUrl: url, tag: 'iframe' }]);
  const byHost = await send('GET', '/consent-banner/v1/scanner/result/externals/host/picture_example');
  expect(byHost.body.items).toMatchObject([{ blockedUrl: 'https://www.picture.example/p.png' }]);
});

it('The scanner reports a redirect without following it, and its job stays queued', async () => {
  const url = `${site.url}/account`;
  await send('POST', '/consent-banner/v1/scanner/queue', { urls: [url] });
  const { jobs } = (await send('GET', '/queue/v1/jobs')).body;
  const query = new URLSearchParams({ url, jobId: String(jobs[0].id) });
  const { body } = await send('GET', `/consent-banner/v1/scanner/scan-without-login?${query}`);
  expect(body).toMatchObject({ ok: false, redirected: true, responseUrl: expect.stringContaining('/sign-in') });
  expect((await send('GET', `/queue/v1/job/${jobs[0].id}`)).body).toMatchObject({ process: 0 });
});

it('The scanner limits findings, read bytes and nested markup of a page', async () => {
  const images = Array.from({ length: 2_500 }, (_, n) => `<img src="https://many.example/${n}">`).join('');
  await scanPost(images);
  const { items } = (await send('GET', '/consent-banner/v1/scanner/result/externals')).body;
  expect(items['many.example'].foundCount).toBe(2_000);
  const longPage = `<img src="https://near.example/a"><p>${'far '.repeat(1_400_000)}</p><img src="https://far.example/a">`;
  await scanPost(longPage);
  const hosts = Object.keys((await send('GET', '/consent-banner/v1/scanner/result/externals')).body.items);
  expect(hosts).toContain('near.example');
  expect(hosts).not.toContain('far.example');
  // unclosed elements contain everything that follows
  await scanPost(`${'<video src="https://nested.example/v">'.repeat(1_500)}<p>${'text '.repeat(20_000)}</p>`);
  const [stored] = await site.site.db.sql<{ bytes: number }>('SELECT sum(length(markup))::int AS bytes FROM scan_markup');
  expect(stored?.bytes).toBeLessThan(4 * 1024 * 1024);
});

it('Without URLs, every public page of the site is queued once', async () => {
  const author = await makeUser(site.site, 'administrator');
  const { id } = await makePost(site.site, author, { title: 'Scanned' });
  const draft = await makePost(site.site, author, { title: 'Not public', status: 'draft' });
  const links = await Promise.all(
    [id, draft.id].map(async (postId) => (await send('GET', `/core/v2/posts/${postId}`)).body.link as string),
  );
  const { status, body } = await send('POST', '/consent-banner/v1/scanner/queue', {});
  expect([status, body.added]).toEqual([200, expect.any(Number)]);
  const jobs = await site.site.db.prisma.queueJob.findMany({ where: { type: 'xcb-scan' } });
  const queuedUrls = jobs.map(({ data }) => (data as { url: string }).url);
  expect(queuedUrls).toEqual(expect.arrayContaining([`${site.url}/`, links[0]]));
  expect(queuedUrls).not.toContain(links[1]);
  expect((await send('POST', '/consent-banner/v1/scanner/queue', { purgeUnused: false })).body).toEqual({ added: 0 });
  expect((await send('POST', '/consent-banner/v1/scanner/queue', { urls: 'one' })).status).toBe(422);
});
