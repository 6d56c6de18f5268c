import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the provider received. */
export interface ProviderRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, form fields, or null. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read requests without types
  body: any;
}

/** A response of the provider: JSON, or a handler. */
export type ProviderResponse = { status?: number; json: unknown } | ((request: ProviderRequest, response: ServerResponse) => unknown);

/** A fake provider that responds in the published formats. */
export interface Provider {
  /** URL without a trailing slash. */
  url: string;
  /** Requests received since the last `forget()`. */
  requests: ProviderRequest[];
  /** Returns the received requests with a method and path. */
  requestsTo(method: string, path: string): ProviderRequest[];
  /** Sets the response for a method and path, such as `GET /v2/accounts`. All other requests return 404. */
  respond(route: string, response: ProviderResponse): void;
  /** Removes all responses and received requests. */
  forget(): void;
  close(): Promise<void>;
}

/** Returns an error in the format of the provider's APIs. */
export const createRefusal = (status: number, message: string, reason: string): ProviderResponse => ({
  status,
  json: { error: { code: status, message, errors: [{ message, domain: 'global', reason }], status: 'REFUSED' } },
});

function parseBody(type: string | undefined, text: string): unknown {
  if (type?.startsWith('application/json')) return JSON.parse(text);
  if (type?.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? null : text;
}

/** Starts the fake provider on a free port of the loopback interface. */
export async function startProvider(): Promise<Provider> {
  const requests: ProviderRequest[] = [];
  const responses = new Map<string, ProviderResponse>();
  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const url = new URL(incoming.url ?? '/', 'http://provider');
    const request: ProviderRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: parseBody(incoming.headers['content-type'], Buffer.concat(pieces).toString()),
    };
    requests.push(request);
    const reply = responses.get(`${request.method} ${request.path}`) ?? createRefusal(404, `Nothing at ${request.path}.`, 'notFound');
    if (typeof reply === 'function') reply(request, response);
    else sendJson(response, reply.json, reply.status);
  }
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo: (method, path) => requests.filter((request) => request.method === method && request.path === path),
    respond: (route, response) => void responses.set(route, response),
    forget: () => {
      responses.clear();
      requests.length = 0;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends JSON from a response handler. */
export function sendJson(response: ServerResponse, json: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
