import type { IncomingMessage } from 'node:http';

/** Path of GraphQL, over HTTP and over WebSockets. */
export const GRAPHQL_PATH = '/graphql';

/** Whether the server hands over the socket of a request. Node serves requests for any other protocol or path as if they did not ask for it (RFC 9110, 7.8). */
export function opensWebSocket({ method, url = '', headers: { upgrade } }: IncomingMessage): boolean {
  return method === 'GET' && upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === GRAPHQL_PATH;
}
