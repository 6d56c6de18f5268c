import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Patterns of the paths of pages with parameters, without a trailing slash. */
    pagePatterns?: RegExp[];
  }
}

/** Syntax of the router's patterns. `hasRoute` expects patterns and throws for a path with this syntax. */
const PATTERN_SYNTAX = /[:*()]/;
/** A parameter with its optional pattern. */
const PARAMETER = /:\w+((?:\([^()]*\))?)/;

/** Converts a pattern of the router, without a wildcard, to a regular expression. */
function toRegExp(pattern: string): RegExp {
  // literal text and parameter patterns alternate
  const pieces = pattern.split(PARAMETER).map((piece, index) => {
    if (index % 2 === 0) return piece.replace(/[.+?^${}|[\]\\]/g, '\\$&');
    return piece === '' ? '[^/]+' : `(?:${piece.replace(/^\(\^?|\$?\)$/g, '')})`;
  });
  return new RegExp(`^${pieces.join('')}$`);
}

/** Records the patterns of all pages with parameters that are mounted on the instance afterwards. */
export function recordPagePatterns(app: FastifyInstance): void {
  const patterns: RegExp[] = [];
  app.decorate('pagePatterns', patterns);
  app.addHook('onRoute', ({ method, url }) => {
    const isUnsupported = url.includes('*') || url.endsWith('/');
    if (method === 'GET' && url.includes(':') && !isUnsupported) patterns.push(toRegExp(url));
  });
}

/** True if a page exists at a path. The path must not have a trailing slash. */
export function isPagePath(app: FastifyInstance, path: string): boolean {
  if (!PATTERN_SYNTAX.test(path) && app.hasRoute({ method: 'GET', url: path })) return true;
  return app.pagePatterns?.some((pattern) => pattern.test(path)) ?? false;
}
