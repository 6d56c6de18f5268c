import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Patterns of its pages whose addresses have parts to fill and end without a slash. */
    pageAddresses?: RegExp[];
  }
}

/** Signs of the router's patterns: it is asked for pages by their patterns, and fails for what is not a page. */
const PATTERN_SIGNS = /[:*()]/;
/** A part to fill, with what it has to be like where that is said. */
const PART = /:\w+((?:\([^()]*\))?)/;

/** The addresses of a pattern of the router, of one without an open end. */
function addressesOf(pattern: string): RegExp {
  // what is between two parts, and the condition of a part, by turns
  const pieces = pattern.split(PART).map((piece, n) => {
    if (n % 2 === 0) return piece.replace(/[.+?^${}|[\]\\]/g, '\\$&');
    return piece === '' ? '[^/]+' : `(?:${piece.replace(/^\(\^?|\$?\)$/g, '')})`;
  });
  return new RegExp(`^${pieces.join('')}$`);
}

/** Notes the addresses of all pages that are mounted on the instance from now on. */
export function notePageAddresses(app: FastifyInstance): void {
  const noted: RegExp[] = [];
  app.decorate('pageAddresses', noted);
  app.addHook('onRoute', ({ method, url }) => {
    const isOpen = url.includes('*') || url.endsWith('/');
    if (method === 'GET' && url.includes(':') && !isOpen) noted.push(addressesOf(url));
  });
}

/** Whether a page stands at the path, which does not end in a slash. */
export function isPageAddress(app: FastifyInstance, path: string): boolean {
  if (!PATTERN_SIGNS.test(path) && app.hasRoute({ method: 'GET', url: path })) return true;
  return app.pageAddresses?.some((pattern) => pattern.test(path)) ?? false;
}
