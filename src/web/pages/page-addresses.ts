import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Patterns of pages with parameters in their address, without a trailing slash. */
    pageAddresses?: RegExp[];
  }
}

/** Syntax of the router's patterns. `hasRoute` expects patterns and throws for a path with this syntax. */
const PATTERN_SIGNS = /[:*()]/;
/** A parameter with its optional pattern. */
const PART = /:\w+((?:\([^()]*\))?)/;

/** Converts a pattern of the router, without a wildcard, to a regular expression. */
function addressesOf(pattern: string): RegExp {
  // literal text and parameter patterns alternate
  const pieces = pattern.split(PART).map((piece, n) => {
    if (n % 2 === 0) return piece.replace(/[.+?^${}|[\]\\]/g, '\\$&');
    return piece === '' ? '[^/]+' : `(?:${piece.replace(/^\(\^?|\$?\)$/g, '')})`;
  });
  return new RegExp(`^${pieces.join('')}$`);
}

/** Records the addresses of all pages that are mounted on the instance afterwards. */
export function notePageAddresses(app: FastifyInstance): void {
  const noted: RegExp[] = [];
  app.decorate('pageAddresses', noted);
  app.addHook('onRoute', ({ method, url }) => {
    const isOpen = url.includes('*') || url.endsWith('/');
    if (method === 'GET' && url.includes(':') && !isOpen) noted.push(addressesOf(url));
  });
}

/** True if a page exists at the path, which has no trailing slash. */
export function isPageAddress(app: FastifyInstance, path: string): boolean {
  if (!PATTERN_SIGNS.test(path) && app.hasRoute({ method: 'GET', url: path })) return true;
  return app.pageAddresses?.some((pattern) => pattern.test(path)) ?? false;
}
