import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { seedDemoContent } from '../../src/initial-content.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: number;

beforeAll(async () => {
  site = await openWholeSite({ SITE_URL: 'http://tickets.test/hall' });
  await seedDemoContent(site.site, (await site.user('administrator')).id);
  const write = async (type: string, body: object) =>
    (await site.rest('POST', `/core/v2/${type}`, { as: 'editor', body })).body.id as number;
  const content =
    '<p>See <a href="http://tickets.test/hall/events/">all events</a>, <a href="http://tickets.test/hallway">or not</a>, <a href="http://elsewhere.test/hall/">elsewhere</a>.</p>';
  post = await write('posts', { title: 'Ways & means', content, status: 'publish' });
  await write('posts', { title: 'For members', content: 'Whisper.', status: 'publish', password: 'lantern' });
  await write('pages', {
    title: 'Below another',
    status: 'publish',
    parent: await write('pages', { title: 'Imprint', status: 'publish', menu_order: -1 }),
  });
});
afterAll(() => site.close());

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, payload, headers: replyHeaders } = await site.http.inject({ url, headers });
  return { status: statusCode, text: payload, headers: replyHeaders };
};
const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';

describe('Every page', () => {
  it('links to the site by paths, so that it works under any host name', async () => {
    for (const path of [
      '/',
      '/events/',
      '/events/month/',
      '/event/vale-quartet-night-pieces/',
      '/venue/lantern-hall/',
      '/search/?q=hall',
      '/legal/cookie-statement',
      '/sign-in',
    ]) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/\s(src|action)="http:/);
      expect(mainOf(text)).not.toMatch(/\shref="http:\/\/tickets\.test/);
      expect([...text.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, url]) => url)).toContainEqual(
        expect.stringMatching(/^\/hall\/assets\//),
      );
    }
  });

  it('leaves URLs of other sites unchanged, and puts links to this site in texts below its base path', async () => {
    const text =
      mainOf((await get(`/?p=${post}`, {})).text) ||
      mainOf((await get((await get(`/?p=${post}`)).headers['location']?.toString().replace('/hall', '') ?? '')).text);
    expect(text).toContain('<a href="/hall/events/">all events</a>');
    expect(text).toContain('href="http://elsewhere.test/hall/"');
  });

  it('has the language and the direction of the site', async () => {
    expect((await get('/')).text).toMatch(/<html lang="en-US">/);
    await site.site.settings.set(siteLanguage, 'ar');
    expect((await get('/')).text).toMatch(/<html lang="ar" dir="rtl">/);
    // these pages contain only texts of the service, and none exist in Arabic
    for (const path of ['/sign-in', '/nothing/']) expect((await get(path)).text).toMatch(/<html lang="en">/);
    await site.site.settings.set(siteLanguage, 'de_DE_formal');
    expect((await get('/')).text).toMatch(/<html lang="de-DE-formal">/);
    await site.site.settings.set(siteLanguage, 'pt_PT_ao');
    expect((await get('/')).text).toMatch(/<html lang="pt-PT">/);
    await site.site.settings.set(siteLanguage, 'en_US');
  });

  it('has a menu with the published top-level pages and the tools of the viewer', async () => {
    const menuOf = (text: string) =>
      [...(/<nav aria-label="Site">[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '').matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(
        ([, path, label]) => `${label}: ${path}`,
      );
    expect(menuOf((await get('/sign-in')).text)).toEqual([
      'Events: /hall/events/',
      'Imprint: /hall/imprint/',
      'About the hall: /hall/about-the-hall/',
      'Getting here: /hall/getting-here/',
      'Search: /hall/search/',
      'Sign in: /hall/sign-in',
    ]);
  });
});

describe('The front page', () => {
  it('shows the next events before the posts on its first page', async () => {
    const { text } = await get('/');
    expect(text.indexOf('Vale Quartet: Night pieces')).toBeGreaterThan(0);
    expect(text.indexOf('Vale Quartet: Night pieces')).toBeLessThan(text.indexOf('Lantern Hall opens its doors again'));
    expect(text).not.toContain('Opening night');
  });

  it('redirects the old search URL to the search', async () => {
    const { status, headers } = await get('/?s=late+arrivals');
    expect([status, headers['location']]).toEqual([301, '/hall/search/?q=late+arrivals']);
  });
});

describe('/search/', () => {
  it('finds posts, pages and events by their words, but not by password-protected text', async () => {
    const search = async (words: string) =>
      [...mainOf((await get(`/search/?q=${encodeURIComponent(words)}`)).text).matchAll(/<h2[^>]*><a href="[^"]*"[^>]*>([^<]*)</g)].map(
        ([, title]) => title,
      );
    expect(await search('hall')).toContain('About the hall');
    expect(await search('quartets lamplight')).toEqual(['Vale Quartet: Night pieces']);
    const { text } = await get('/search/?q=quartets+lamplight');
    expect(mainOf(text)).toMatch(/<article class="evt-card"[\s\S]*class="evt-leaf"[\s\S]*class="evt-title"[\s\S]*class="evt-card-foot"/);
    expect(text).toMatch(/<link rel="stylesheet" href="[^"]*calendar[^"]*">/);
    expect(mainOf((await get('/search/?q=hall')).text)).toMatch(/<div class="result" dir="auto">\s*<h2>[\s\S]*<p class="quiet">/);
    expect(await search('whisper')).toEqual([]);
    expect(await search('<script>')).toEqual([]);
    expect((await get('/search/?q=%3Cscript%3E')).text).toContain('“<bdi>&lt;script&gt;</bdi>”');
    expect((await get('/search')).headers['location']).toBe('/hall/search/');
  });
});

describe('Output for machines', () => {
  const xml = new XMLParser({ ignoreAttributes: false });
  const readXml = async (path: string) => {
    const { status, text } = await get(path);
    expect([path, status, XMLValidator.validate(text)]).toEqual([path, 200, true]);
    return xml.parse(text);
  };

  it('includes a sitemap of all public URLs', async () => {
    const { sitemapindex } = await readXml('/sitemap.xml');
    const files = sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc.replace('http://tickets.test/hall', '')) as string[];
    const urls = (await Promise.all(files.map(async (file) => (await readXml(file)).urlset.url)))
      .flat()
      .map(({ loc }: { loc: string }) => loc);
    for (const path of [
      '/',
      '/events/',
      '/about-the-hall/',
      '/event/open-rehearsal/',
      '/venue/lantern-hall/',
      '/2026/02/03/how-we-tune-a-room/',
    ])
      expect(urls).toContain(`http://tickets.test/hall${path}`);
    expect(urls.join('\n')).not.toMatch(/members|what-the-lights|summer-in-the-yard/);
    for (const url of urls) expect([url, (await get(url.replace('http://tickets.test/hall', ''))).status]).toEqual([url, 200]);
    expect((await get('/sitemap-999.xml')).status).toBe(404);
  });

  it('includes a robots.txt with the sitemap', async () => {
    const { headers, text } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^User-agent: \*\n(Disallow: \/hall\/\S+\n)+\nSitemap: http:\/\/tickets\.test\/hall\/sitemap\.xml\n$/);
  });

  it('includes a feed of the newest posts without password-protected text', async () => {
    const { headers, text } = await get('/feed/');
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const { channel } = (await readXml('/feed/')).rss;
    expect(channel.item.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['Ways & means', 'A note on late arrivals']),
    );
    expect(text).not.toContain('Whisper');
    expect((await get('/feed/', { 'if-none-match': String(headers['etag']) })).status).toBe(304);
    expect((await get('/')).text).toContain(
      '<link rel="alternate" type="application/rss+xml" title="Marquee" href="http://tickets.test/hall/feed/">',
    );
  });

  it('includes the properties for link previews', async () => {
    const { text } = await get('/event/vale-quartet-night-pieces/');
    for (const [name, value] of [
      ['og:title', 'Vale Quartet: Night pieces'],
      ['og:url', 'http://tickets.test/hall/event/vale-quartet-night-pieces/'],
      ['og:description', 'String quartets by lamplight.'],
      ['og:site_name', 'Marquee'],
      ['og:type', 'website'],
      ['og:locale', 'en_US'],
    ])
      expect(text).toContain(`<meta property="${name}" content="${value}">`);
    expect((await get('/2026/02/03/how-we-tune-a-room/')).text).toContain('<meta property="og:type" content="article">');
  });
});
