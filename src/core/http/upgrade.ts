import type { IncomingMessage } from 'node:http';

/** Path of GraphQL over HTTP and WebSockets. */
export const GRAPHQL_PATH = '/graphql';

/** True if the server accepts the request as a WebSocket. For other paths and protocols, Node.js ignores the upgrade header (RFC 9110, 7.8). */
export function opensWebSocket({ method, url = '', headers: { upgrade } }: IncomingMessage): boolean {
  return method === 'GET' && upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === GRAPHQL_PATH;
}
