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
export type Answer = { status?: number; json: unknown } | ((request: ProviderRequest, response: ServerResponse) => unknown);

/** A fake provider that responds in the published formats. */
export interface Provider {
  /** Address without a trailing slash. */
  url: string;
  /** Requests received since the last `asked.length = 0`. */
  asked: ProviderRequest[];
  /** Returns the requests with a method and path. */
  to(method: string, path: string): ProviderRequest[];
  /** Sets the response for a method and path, such as `GET /v2/accounts`. Others return 404. */
  answers(route: string, answer: Answer): void;
  /** Removes all responses. */
  forget(): void;
  close(): Promise<void>;
}

/** Returns an error in the format of the provider's APIs. */
export const refusal = (status: number, message: string, reason: string): Answer => ({
  status,
  json: { error: { code: status, message, errors: [{ message, domain: 'global', reason }], status: 'REFUSED' } },
});

function read(type: string | undefined, text: string): unknown {
  if (type?.startsWith('application/json')) return JSON.parse(text);
  if (type?.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return text === '' ? null : text;
}

/** Starts the fake provider on a free port of the loopback interface. */
export async function startProvider(): Promise<Provider> {
  const asked: ProviderRequest[] = [];
  const answers = new Map<string, Answer>();
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const url = new URL(request.url ?? '/', 'http://provider');
    const one: ProviderRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: read(request.headers['content-type'], Buffer.concat(pieces).toString()),
    };
    asked.push(one);
    const answer = answers.get(`${one.method} ${one.path}`) ?? refusal(404, `Nothing at ${one.path}.`, 'notFound');
    if (typeof answer === 'function') answer(one, response);
    else sendJson(response, answer.json, answer.status);
  }
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    to: (method, path) => asked.filter((one) => one.method === method && one.path === path),
    answers: (route, answer) => void answers.set(route, answer),
    forget: () => {
      answers.clear();
      asked.length = 0;
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
