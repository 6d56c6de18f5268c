import { Agent, request as startRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { HostileRequest } from './requests.ts';

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Creates a client that sends raw requests over keep-alive connections. `close` ends the connections. */
export function createSender(root: string): {
  send: (request: HostileRequest, extraHeaders?: Record<string, string>) => Promise<RawReply>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const rootUrl = new URL(root);
  const sendOnce = (request: HostileRequest, extraHeaders: Record<string, string>) =>
    new Promise<RawReply>((resolve, reject) => {
      const headers = {
        ...extraHeaders,
        ...request.headers,
        ...(request.body && { 'content-length': String(request.body.length) }),
      };
      const outgoing = startRequest(
        {
          agent,
          host: rootUrl.hostname,
          port: rootUrl.port,
          method: request.method,
          path: rootUrl.pathname + request.path,
          headers,
        },
        (response) => {
          readText(response).then((text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }), reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(request.body ?? undefined);
    });
  return {
    // retries once, because the server may close a connection between two requests
    send: (request, extraHeaders = {}) =>
      sendOnce(request, extraHeaders).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? sendOnce(request, extraHeaders) : Promise.reject(error),
      ),
    close: () => agent.destroy(),
  };
}
