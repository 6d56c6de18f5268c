import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { buildPermalink } from '#app/domains/content/permalinks.ts';
import { now, setClock, createShiftedClock } from '#app/core/time/clock.ts';
import { isPublicIp } from '#app/core/outgoing/addresses.ts';
import { purgeEmbeds } from '#app/domains/embeds/embed-cache.ts';
import { embedDiscovery, embedProviders } from '#app/domains/embeds/providers.ts';
import { proxyEmbed, type ProxyOptions } from '#app/domains/embeds/proxy.service.ts';
import { type LocalServer, startServer } from '../outgoing/local-server.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Viewer;
let server: LocalServer;
let responses: Record<string, { status?: number; body: string }>;

beforeAll(async () => {
  site = await openTestSite();
  author = await makeUser(site);
});
afterAll(() => site.close());

beforeEach(async () => {
  responses = {};
  server = await startServer((request, response) => {
    const reply = responses[new URL(request.url ?? '/', 'http://x').pathname];
    response.writeHead(reply?.status ?? (reply ? 200 : 404)).end(reply?.body ?? 'nothing here');
  });
  site.network = {
    resolve: async (host) => (host.startsWith('inside.') ? ['10.1.2.3'] : ['127.0.0.1']),
    isAllowed: (address) => address === '127.0.0.1' || isPublicIp(address),
    ports: new Set([80, 443, server.port]),
  };
});
afterEach(async () => {
  site.network = undefined;
  setClock();
  await site.settings.set(embedProviders, []);
  await site.settings.set(embedDiscovery, true);
  await server.close();
});

const urlOf = (path: string) => `http://a.example:${server.port}${path}`;
const requestEmbed = (url: string, options: Partial<ProxyOptions> = {}) =>
  proxyEmbed(site, { url, maxWidth: 600, discover: true, format: 'json', ...options });
const refusal = { code: 'oembed_invalid_url', status: 404 };
const pageWithLink = (type: string, href: string) => `<html><head><link type="${type}" href="${href}"></head><body></body></html>`;
const rich = JSON.stringify({
  type: 'rich',
  version: '1.0',
  title: 'T',
  html: '<script>x</script><iframe src="https://f.example/e"></iframe>',
});

describe('URLs of this site', () => {
  test('are embedded without a request, like the embed API does', async () => {
    const content = await makePost(site, author, { title: 'Own' });
    expect(await requestEmbed(buildPermalink(site, content), { maxWidth: 400 })).toMatchObject({
      title: 'Own',
      type: 'rich',
      width: 400,
      provider_url: 'http://site.test',
    });
    expect(server.requests).toHaveLength(0);
  });

  test('without content are refused without a request', async () => {
    site.network = {
      resolve: () => {
        throw new Error('no request is allowed');
      },
    };
    await expect(requestEmbed('http://site.test/2026/01/01/nothing/')).rejects.toMatchObject(refusal);
  });
});

describe('Pages of other sites', () => {
  test('are searched for their embed document, which is requested with the sizes of the caller', async () => {
    responses = { '/page': { body: pageWithLink('application/json+oembed', '/oembed?format=xml&amp;id=7') }, '/oembed': { body: rich } };
    const embed = await requestEmbed(urlOf('/page'), { maxWidth: 500, maxHeight: 300 });
    expect(embed).toMatchObject({ type: 'rich', title: 'T' });
    expect(embed['html']).toMatch(
      /^<iframe sandbox="allow-scripts" src="https:\/\/f\.example\/e#\?secret=\w{10}" data-secret="\w{10}" frameborder="0"><\/iframe>$/,
    );
    expect(Object.fromEntries(new URL(server.requests[1]?.url ?? '', 'http://x').searchParams)).toEqual({
      format: 'json',
      id: '7',
      maxwidth: '500',
      maxheight: '300',
      dnt: '1',
      url: urlOf('/page'),
    });
  });

  test('may respond in XML', async () => {
    responses = {
      '/page': { body: pageWithLink('text/xml+oembed', '/oembed') },
      '/oembed': { body: '<oembed><type>rich</type><html>&lt;iframe src="https://f.example/e"&gt;&lt;/iframe&gt;</html></oembed>' },
    };
    expect((await requestEmbed(urlOf('/page')))['html']).toContain('<iframe sandbox="allow-scripts" src="https://f.example/e#?secret=');
  });

  test('are read only up to 150 KiB', async () => {
    responses = {
      '/page': { body: `<head>${' '.repeat(150 * 1024)}${pageWithLink('application/json+oembed', '/oembed')}` },
      '/oembed': { body: rich },
    };
    await expect(requestEmbed(urlOf('/page'))).rejects.toMatchObject(refusal);
    expect(server.requests).toHaveLength(1);
  });

  test('are not requested if caller or settings disable discovery', async () => {
    responses = { '/page': { body: pageWithLink('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    await expect(requestEmbed(urlOf('/page'), { discover: false })).rejects.toMatchObject(refusal);
    await site.settings.set(embedDiscovery, false);
    await expect(requestEmbed(urlOf('/page'))).rejects.toMatchObject(refusal);
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ['a page without links', { '/page': { body: '<html>' } }],
    ['a missing page', { '/page': { status: 404, body: pageWithLink('application/json+oembed', '/oembed') }, '/oembed': { body: rich } }],
    ['a missing document', { '/page': { body: pageWithLink('application/json+oembed', '/oembed') } }],
    ['an invalid document', { '/page': { body: pageWithLink('application/json+oembed', '/oembed') }, '/oembed': { body: '<html>' } }],
    ['a document at an internal address', { '/page': { body: pageWithLink('application/json+oembed', 'http://inside.example/oembed') } }],
  ])('%s is 404', async (_case, serverResponses) => {
    responses = serverResponses;
    await expect(requestEmbed(urlOf('/page'))).rejects.toMatchObject(refusal);
  });

  test('with internal or invalid URLs are refused like unknown pages', async () => {
    for (const url of [
      'http://inside.example/',
      'http://169.254.169.254/latest/',
      `http://user:pw@a.example:${server.port}/page`,
      'http://a.example:22/',
      'file:///etc/passwd',
      'nonsense',
      '',
    ]) {
      await expect(requestEmbed(url), url).rejects.toMatchObject({
        ...refusal,
        message: 'There is nothing at this address that can be embedded.',
      });
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe('Listed providers', () => {
  test('are requested directly, and their HTML is returned unchanged', async () => {
    await site.settings.set(embedProviders, [
      {
        provider_name: 'A',
        endpoints: [{ schemes: [`http://a.example:${server.port}/watch/*`], url: urlOf('/services/oembed.{format}') }],
      },
    ]);
    responses = { '/services/oembed.json': { body: JSON.stringify({ type: 'video', html: '<video onplay="x()"></video>', extra: [1] }) } };
    expect(await requestEmbed(urlOf('/watch/1'), { discover: false })).toEqual({
      type: 'video',
      html: '<video onplay="x()"></video>',
      extra: [1],
    });
    expect(server.requests).toHaveLength(1);
    expect(Object.fromEntries(new URL(server.requests[0]?.url ?? '', 'http://x').searchParams)).toEqual({
      format: 'json',
      maxwidth: '600',
      maxheight: '900',
      dnt: '1',
      url: urlOf('/watch/1'),
    });
  });
});

describe('Media files', () => {
  test('get a player if their site offers no embed', async () => {
    expect(await requestEmbed(urlOf('/x.mp3'), { discover: false })).toMatchObject({ provider_name: 'Embed Handler', scripts: [] });
    expect(await requestEmbed('http://inside.example/x.mp4')).toMatchObject({
      html: '<video controls preload="metadata" width="600" src="http://inside.example/x.mp4"></video>',
    });
    expect(await requestEmbed('http://site.test/uploads/x.mp4')).toMatchObject({ provider_name: 'Embed Handler' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('Embed cache', () => {
  test('returns the result of the same request for a day, but not for a different request', async () => {
    responses = { '/remembered': { body: pageWithLink('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    const first = await requestEmbed(urlOf('/remembered'));
    expect(await requestEmbed(urlOf('/remembered'))).toEqual(first);
    expect(server.requests).toHaveLength(2);
    await requestEmbed(urlOf('/remembered'), { maxWidth: 300 });
    await requestEmbed(urlOf('/remembered'), { maxHeight: 300 });
    await requestEmbed(urlOf('/remembered'), { format: 'xml' });
    expect(server.requests).toHaveLength(8);
    const start = now().getTime();
    setClock(() => new Date(start + 24 * 3600_000 - 60_000));
    await requestEmbed(urlOf('/remembered'));
    expect(server.requests).toHaveLength(8);
    setClock(createShiftedClock(24 * 3600_000 + 1000));
    await requestEmbed(urlOf('/remembered'));
    expect(server.requests).toHaveLength(10);
  });

  test('does not store failures, and is purged of expired entries', async () => {
    await expect(requestEmbed(urlOf('/later'))).rejects.toMatchObject(refusal);
    responses = { '/later': { body: pageWithLink('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    expect(await requestEmbed(urlOf('/later'))).toMatchObject({ type: 'rich' });
    setClock(createShiftedClock(50 * 3600_000));
    expect(await purgeEmbeds(site)).toBeGreaterThan(0);
    expect(await site.db.prisma.embedCache.count()).toBe(0);
  });
});
