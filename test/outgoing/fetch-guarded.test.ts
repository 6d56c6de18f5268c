import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isPublicIp } from '#app/core/outgoing/addresses.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import type { OutgoingSite } from '#app/core/outgoing/network.ts';
import { OutgoingError, type OutgoingReason } from '#app/core/outgoing/outgoing-error.ts';
import { type LocalServer, startServer } from './local-server.ts';

const site: OutgoingSite = { config: { siteUrl: 'https://hall.example' } };
let server: LocalServer;

/** Mocks DNS: `*.test` names resolve to the local server, `inside.*` names to private addresses, and others do not resolve. */
function useLocalNetwork(): void {
  site.network = {
    resolve: async (host) => {
      if (host === 'mixed.test') return ['127.0.0.1', '10.0.0.1'];
      if (host.startsWith('inside.')) return ['192.168.1.1'];
      if (host.endsWith('.test')) return ['127.0.0.1'];
      throw new Error(`ENOTFOUND ${host}`);
    },
    isAllowed: (address) => address === '127.0.0.1' || isPublicIp(address),
    ports: new Set([80, 443, 8080, server.port]),
  };
}

async function reasonOf(work: Promise<unknown>): Promise<OutgoingReason | 'success'> {
  try {
    await work;
    return 'success';
  } catch (error) {
    if (error instanceof OutgoingError) return error.reason;
    throw error;
  }
}

beforeEach(async () => {
  server = await startServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const to = url.searchParams.get('to');
    if (url.pathname === '/go')
      return void response
        .writeHead(Number(url.searchParams.get('status') ?? 302), { location: to ?? '/', 'set-cookie': 'a=b' })
        .end('moved');
    if (url.pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (url.pathname === '/slow') return undefined;
    if (url.pathname === '/drip') return void response.writeHead(200).write('x');
    if (url.pathname === '/big') return void response.end('x'.repeat(5000));
    if (url.pathname === '/endless') {
      const writeAll = () => {
        while (response.write('y'.repeat(65536)));
      };
      response.on('drain', writeAll);
      return writeAll();
    }
    if (url.pathname === '/packed') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('xx');
    if (url.pathname === '/missing') return void response.writeHead(404).end('none');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    return void request.on('end', () =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })),
    );
  });
  useLocalNetwork();
});

afterEach(async () => {
  await server.close();
});

const at = (path: string, host = 'a.test') => `http://${host}:${server.port}${path}`;

describe('The target of a guarded request', () => {
  test.each([
    ['ftp://a.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['http://user:secret@a.test/', 'credentials'],
    ['http://user@a.test/', 'credentials'],
    ['http://a.test:22/', 'port'],
    ['http://a.test:8081/', 'port'],
    ['https://a.test:6379/', 'port'],
    ['nonsense', 'address'],
    ['http://', 'address'],
    ['', 'address'],
    ['http://nowhere.example/', 'unresolved'],
  ] as const)('%s is refused (%s)', async (address, reason) => {
    expect(await reasonOf(fetchGuarded(site, address))).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.0.0.2/',
    'http://2130706434/',
    'http://127.2/',
    'http://[fd00::1]/',
    'http://inside.example/',
    'http://mixed.test/',
    'http://0/',
  ])('%s is refused because of its resolved address', async (address) => {
    expect(await reasonOf(fetchGuarded(site, address))).toBe('forbidden_host');
    expect(server.requests).toHaveLength(0);
  });

  test('on this machine is refused with the real network', async () => {
    site.network = { ports: new Set([server.port]) };
    expect(await reasonOf(fetchGuarded(site, `http://127.0.0.1:${server.port}/`))).toBe('forbidden_host');
    expect(await reasonOf(fetchGuarded(site, `http://localhost:${server.port}/`))).toBe('forbidden_host');
    expect(server.requests).toHaveLength(0);
  });

  test('may be the own site on its own port, but at a private address only if the caller allows it', async () => {
    const ownSite = { config: { siteUrl: `http://hall.example:${server.port}` }, network: { resolve: async () => ['127.0.0.1'] } };
    const address = `http://hall.example:${server.port}/page`;
    expect(await reasonOf(fetchGuarded(ownSite, address))).toBe('forbidden_host');
    expect((await fetchGuarded(ownSite, address, { allowsOwnSite: true })).status).toBe(200);
    expect(await reasonOf(fetchGuarded(ownSite, `http://other.example:${server.port}/`, { allowsOwnSite: true }))).toBe('port');
    expect(await reasonOf(fetchGuarded(ownSite, 'http://hall.example/', { allowsOwnSite: true }))).toBe('forbidden_host');
  });
});

describe('A guarded request', () => {
  test('goes to the checked IP address with the requested host name, without credentials or cookies', async () => {
    const reply = await fetchGuarded(site, at('/echo?x=1'), { accept: 'application/json' });
    const { method, headers } = JSON.parse(reply.text()) as { method: string; headers: Record<string, string> };
    expect(reply).toMatchObject({ status: 200, url: at('/echo?x=1'), isCut: false });
    expect(reply.headers['content-type']).toBe('application/json');
    expect(method).toBe('GET');
    expect(headers).toMatchObject({
      host: `a.test:${server.port}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Marquee (+https://hall.example)',
    });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
  });

  test('resolves the host name once, so that a later DNS change has no effect', async () => {
    let lookups = 0;
    site.network = {
      resolve: async () => [++lookups === 1 ? '127.0.0.1' : '10.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1',
      ports: new Set([server.port]),
    };
    expect((await fetchGuarded(site, at('/echo'))).status).toBe(200);
    expect(lookups).toBe(1);
  });

  test('can post a body', async () => {
    const reply = await fetchGuarded(site, at('/echo'), {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(reply.text())).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
  });
});

describe('Redirects', () => {
  test('are followed three times but not four times', async () => {
    const chain = (length: number): string => (length === 0 ? '/echo' : `/go?to=${encodeURIComponent(chain(length - 1))}`);
    const reply = await fetchGuarded(site, at(chain(3)));
    expect(reply).toMatchObject({ status: 200, url: at('/echo') });
    expect(await reasonOf(fetchGuarded(site, at(chain(4))))).toBe('redirects');
    expect(await reasonOf(fetchGuarded(site, at('/loop')))).toBe('redirects');
    expect(await reasonOf(fetchGuarded(site, at('/loop'), { maxRedirects: 0 }))).toBe('redirects');
  });

  test.each([
    ['http://169.254.169.254/', 'forbidden_host'],
    ['http://inside.example/', 'forbidden_host'],
    ['http://[::1]:8080/', 'forbidden_host'],
    ['http://a.test:22/', 'port'],
    ['file:///etc/passwd', 'scheme'],
    ['http://me:pw@a.test/', 'credentials'],
    ['http://', 'address'],
  ])('to %s are refused (%s)', async (to, reason) => {
    expect(await reasonOf(fetchGuarded(site, at(`/go?to=${encodeURIComponent(to)}`)))).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  test('do not carry cookies, and send own headers only to the original origin', async () => {
    const headers = { authorization: 'Bearer secret' };
    const sameOrigin = JSON.parse((await fetchGuarded(site, at('/go?to=/echo'), { headers })).text()) as {
      headers: Record<string, string>;
    };
    expect(sameOrigin.headers).toMatchObject({ authorization: 'Bearer secret' });
    expect(sameOrigin.headers).not.toHaveProperty('cookie');
    const foreign = JSON.parse(
      (await fetchGuarded(site, at(`/go?to=${encodeURIComponent(at('/echo', 'b.test'))}`), { headers })).text(),
    ) as {
      headers: Record<string, string>;
    };
    expect(foreign.headers).toMatchObject({ host: `b.test:${server.port}` });
    expect(foreign.headers).not.toHaveProperty('authorization');
  });

  test('repeat a posted body only if the same origin requests the same method', async () => {
    const post = async (path: string) =>
      JSON.parse((await fetchGuarded(site, at(path), { method: 'POST', body: 'secret' })).text()) as { method: string; body: string };
    expect(await post('/go?to=/echo')).toMatchObject({ method: 'GET', body: '' });
    expect(await post('/go?status=307&to=/echo')).toMatchObject({ method: 'POST', body: 'secret' });
    expect(await post(`/go?status=307&to=${encodeURIComponent(at('/echo', 'b.test'))}`)).toMatchObject({ method: 'GET', body: '' });
  });
});

describe('The response to a guarded request', () => {
  test('is returned for every status', async () => {
    expect(await fetchGuarded(site, at('/missing'))).toMatchObject({ status: 404 });
  });

  test('is refused above the size limit, or truncated if the caller wants only the beginning', async () => {
    expect(await reasonOf(fetchGuarded(site, at('/big'), { maxBytes: 4999 }))).toBe('too_large');
    expect((await fetchGuarded(site, at('/big'), { maxBytes: 5000 })).isCut).toBe(false);
    const truncated = await fetchGuarded(site, at('/big'), { maxBytes: 100, overflow: 'cut' });
    expect([truncated.content.length, truncated.isCut]).toEqual([100, true]);
    const endless = await fetchGuarded(site, at('/endless'), { maxBytes: 100_000, overflow: 'cut' });
    expect([endless.content.length, endless.isCut]).toEqual([100_000, true]);
  });

  test('is refused if it is compressed without request, since its size cannot be trusted', async () => {
    expect(await reasonOf(fetchGuarded(site, at('/packed')))).toBe('encoded');
  });

  test('is abandoned in time if it is missing or endless', async () => {
    expect(await reasonOf(fetchGuarded(site, at('/slow'), { timeoutMs: 150 }))).toBe('timeout');
    expect(await reasonOf(fetchGuarded(site, at('/drip'), { timeoutMs: 150 }))).toBe('timeout');
    site.network = { resolve: () => new Promise(() => {}) };
    expect(await reasonOf(fetchGuarded(site, 'http://a.test/', { timeoutMs: 100 }))).toBe('timeout');
  });

  test('is a failure, not a system exception, if the server does not exist', async () => {
    const { port } = server;
    await server.close();
    expect(await reasonOf(fetchGuarded(site, `http://a.test:${port}/`))).toBe('unreachable');
    server = await startServer((_request, response) => response.end());
  });
});
