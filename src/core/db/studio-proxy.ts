import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import { listenOnLoopback, readJson, sameSecret } from './loopback.ts';

/** Studio as a browser on this machine sees it. */
export interface StudioProxy {
  /** The address to open; it carries the key that lets a browser in. */
  url: string;
  close: () => Promise<void>;
}

const cookieName = 'marquee_studio';

/**
 * Serves Studio on a loopback port: its page from Prisma's process, its questions to the database from `answer` (JSON text). Lets in only who
 * opened the address with the key, and no page of another origin. Nothing on the page may talk to another host (Studio reports its use).
 */
export async function startStudioProxy(pageUrl: string, port: number, answer: (body: unknown) => Promise<string>): Promise<StudioProxy> {
  const key = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end(error instanceof Error ? error.message : '');
    });
  });
  const bound = await listenOnLoopback(server, port);
  const hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://studio');
    response.setHeader('content-security-policy', "connect-src 'self'; frame-ancestors 'none'");
    response.setHeader('referrer-policy', 'no-referrer');
    if (!isFromHere(request)) return refuse(response);
    if (sameSecret(searchParams.get('key') ?? '', key)) {
      const cookie = `${cookieName}=${key}; HttpOnly; SameSite=Strict; Path=/`;
      response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
      return;
    }
    if (!sameSecret(cookieOf(request), key)) return refuse(response);
    if (request.method === 'POST' && pathname === '/bff') {
      const text = await answer(await readJson(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    } else if (pathname === '/telemetry') {
      response.writeHead(204).end();
    } else if (request.method === 'GET') {
      passOn(`${pageUrl}${pathname}`, response);
    } else {
      response.writeHead(405).end();
    }
  }

  /** A foreign page can make the browser send requests here (also under another name that resolves to this machine), but not hide where from. */
  function isFromHere({ headers }: IncomingMessage): boolean {
    const { host = '', origin } = headers;
    return hosts.includes(host) && (origin === undefined || hosts.some((own) => origin === `http://${own}`));
  }

  return {
    url: `http://127.0.0.1:${bound}/?key=${key}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
    .end('Open the address that "npm run studio" printed: it carries the key.');
}

function cookieOf(request: IncomingMessage): string {
  return new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
}

function passOn(url: string, response: ServerResponse): void {
  forward(url, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] ?? 'application/octet-stream' });
    answer.pipe(response);
  })
    .on('error', () => response.writeHead(502).end())
    .end();
}
