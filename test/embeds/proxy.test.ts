import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { linkOf } from '#app/domains/content/permalinks.ts';
import { now, setClock, shiftedBy } from '#app/core/time/clock.ts';
import { isPublicAddress } from '#app/core/outgoing/addresses.ts';
import { purgeEmbeds } from '#app/domains/embeds/embed-cache.ts';
import { embedDiscovery, embedProviders } from '#app/domains/embeds/providers.ts';
import { proxyEmbed, type ProxyOptions } from '#app/domains/embeds/proxy.service.ts';
import { type LocalServer, startServer } from '../outgoing/local-server.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Viewer;
let server: LocalServer;
let answers: Record<string, { status?: number; body: string }>;

beforeAll(async () => {
  site = await openTestSite();
  author = await makeUser(site);
});
afterAll(() => site.close());

beforeEach(async () => {
  answers = {};
  server = await startServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://x').pathname];
    response.writeHead(answer?.status ?? (answer ? 200 : 404)).end(answer?.body ?? 'nothing here');
  });
  site.network = {
    resolve: async (host) => (host.startsWith('inside.') ? ['10.1.2.3'] : ['127.0.0.1']),
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
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

const at = (path: string) => `http://a.example:${server.port}${path}`;
const ask = (url: string, more: Partial<ProxyOptions> = {}) =>
  proxyEmbed(site, { url, maxWidth: 600, discover: true, format: 'json', ...more });
const refusal = { code: 'oembed_invalid_url', status: 404 };
const pageWith = (type: string, href: string) => `<html><head><link type="${type}" href="${href}"></head><body></body></html>`;
const rich = JSON.stringify({
  type: 'rich',
  version: '1.0',
  title: 'T',
  html: '<script>x</script><iframe src="https://f.example/e"></iframe>',
});

describe('Own addresses', () => {
  test('are embedded without a request, like the embed API does', async () => {
    const content = await makePost(site, author, { title: 'Own' });
    expect(await ask(linkOf(site, content), { maxWidth: 400 })).toMatchObject({
      title: 'Own',
      type: 'rich',
      width: 400,
      provider_url: 'http://site.test',
    });
    expect(server.seen).toHaveLength(0);
  });

  test('without content are refused without a request', async () => {
    site.network = {
      resolve: () => {
        throw new Error('nobody may be asked');
      },
    };
    await expect(ask('http://site.test/2026/01/01/nothing/')).rejects.toMatchObject(refusal);
  });
});

describe('Pages of other sites', () => {
  test('are searched for their embed document, which is requested with the given sizes', async () => {
    answers = { '/page': { body: pageWith('application/json+oembed', '/oembed?format=xml&amp;id=7') }, '/oembed': { body: rich } };
    const embed = await ask(at('/page'), { maxWidth: 500, maxHeight: 300 });
    expect(embed).toMatchObject({ type: 'rich', title: 'T' });
    expect(embed['html']).toMatch(
      /^<iframe sandbox="allow-scripts" src="https:\/\/f\.example\/e#\?secret=\w{10}" data-secret="\w{10}" frameborder="0"><\/iframe>$/,
    );
    expect(Object.fromEntries(new URL(server.seen[1]?.url ?? '', 'http://x').searchParams)).toEqual({
      format: 'json',
      id: '7',
      maxwidth: '500',
      maxheight: '300',
      dnt: '1',
      url: at('/page'),
    });
  });

  test('may respond in XML', async () => {
    answers = {
      '/page': { body: pageWith('text/xml+oembed', '/oembed') },
      '/oembed': { body: '<oembed><type>rich</type><html>&lt;iframe src="https://f.example/e"&gt;&lt;/iframe&gt;</html></oembed>' },
    };
    expect((await ask(at('/page')))['html']).toContain('<iframe sandbox="allow-scripts" src="https://f.example/e#?secret=');
  });

  test('are read only up to 150 KiB', async () => {
    answers = {
      '/page': { body: `<head>${' '.repeat(150 * 1024)}${pageWith('application/json+oembed', '/oembed')}` },
      '/oembed': { body: rich },
    };
    await expect(ask(at('/page'))).rejects.toMatchObject(refusal);
    expect(server.seen).toHaveLength(1);
  });

  test('are not requested if caller or settings disable discovery', async () => {
    answers = { '/page': { body: pageWith('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    await expect(ask(at('/page'), { discover: false })).rejects.toMatchObject(refusal);
    await site.settings.set(embedDiscovery, false);
    await expect(ask(at('/page'))).rejects.toMatchObject(refusal);
    expect(server.seen).toHaveLength(0);
  });

  test.each([
    ['a page without links', { '/page': { body: '<html>' } }],
    ['a missing page', { '/page': { status: 404, body: pageWith('application/json+oembed', '/oembed') }, '/oembed': { body: rich } }],
    ['a missing document', { '/page': { body: pageWith('application/json+oembed', '/oembed') } }],
    ['an invalid document', { '/page': { body: pageWith('application/json+oembed', '/oembed') }, '/oembed': { body: '<html>' } }],
    ['a document at an internal address', { '/page': { body: pageWith('application/json+oembed', 'http://inside.example/oembed') } }],
  ])('%s is 404', async (_what, given) => {
    answers = given;
    await expect(ask(at('/page'))).rejects.toMatchObject(refusal);
  });

  test('with internal or invalid addresses are refused like unknown ones', async () => {
    for (const url of [
      'http://inside.example/',
      'http://169.254.169.254/latest/',
      `http://user:pw@a.example:${server.port}/page`,
      'http://a.example:22/',
      'file:///etc/passwd',
      'nonsense',
      '',
    ]) {
      await expect(ask(url), url).rejects.toMatchObject({ ...refusal, message: 'There is nothing at this address that can be embedded.' });
    }
    expect(server.seen).toHaveLength(0);
  });
});

describe('Listed providers', () => {
  test('are requested directly, and their HTML is returned unchanged', async () => {
    await site.settings.set(embedProviders, [
      { provider_name: 'A', endpoints: [{ schemes: [`http://a.example:${server.port}/watch/*`], url: at('/services/oembed.{format}') }] },
    ]);
    answers = { '/services/oembed.json': { body: JSON.stringify({ type: 'video', html: '<video onplay="x()"></video>', extra: [1] }) } };
    expect(await ask(at('/watch/1'), { discover: false })).toEqual({ type: 'video', html: '<video onplay="x()"></video>', extra: [1] });
    expect(server.seen).toHaveLength(1);
    expect(Object.fromEntries(new URL(server.seen[0]?.url ?? '', 'http://x').searchParams)).toEqual({
      format: 'json',
      maxwidth: '600',
      maxheight: '900',
      dnt: '1',
      url: at('/watch/1'),
    });
  });
});

describe('Media files', () => {
  test('get a player if their site offers no embed', async () => {
    expect(await ask(at('/x.mp3'), { discover: false })).toMatchObject({ provider_name: 'Embed Handler', scripts: [] });
    expect(await ask('http://inside.example/x.mp4')).toMatchObject({
      html: '<video controls preload="metadata" width="600" src="http://inside.example/x.mp4"></video>',
    });
    expect(await ask('http://site.test/uploads/x.mp4')).toMatchObject({ provider_name: 'Embed Handler' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('Embed cache', () => {
  test('returns the same request for a day, but not a different one', async () => {
    answers = { '/remembered': { body: pageWith('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    const first = await ask(at('/remembered'));
    expect(await ask(at('/remembered'))).toEqual(first);
    expect(server.seen).toHaveLength(2);
    await ask(at('/remembered'), { maxWidth: 300 });
    await ask(at('/remembered'), { maxHeight: 300 });
    await ask(at('/remembered'), { format: 'xml' });
    expect(server.seen).toHaveLength(8);
    const start = now().getTime();
    setClock(() => new Date(start + 24 * 3600_000 - 60_000));
    await ask(at('/remembered'));
    expect(server.seen).toHaveLength(8);
    setClock(shiftedBy(24 * 3600_000 + 1000));
    await ask(at('/remembered'));
    expect(server.seen).toHaveLength(10);
  });

  test('does not store failures, and is purged of expired entries', async () => {
    await expect(ask(at('/later'))).rejects.toMatchObject(refusal);
    answers = { '/later': { body: pageWith('application/json+oembed', '/oembed') }, '/oembed': { body: rich } };
    expect(await ask(at('/later'))).toMatchObject({ type: 'rich' });
    setClock(shiftedBy(50 * 3600_000));
    expect(await purgeEmbeds(site)).toBeGreaterThan(0);
    expect(await site.db.prisma.embedCache.count()).toBe(0);
  });
});
