import type { FastifyRequest } from 'fastify';

/** Headers of a file that only people with its secret URL may see. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Headers of a private picture. */
export const privateImageHeaders = {
  ...privateHeaders,
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
} as const;

/** Returns the token in the secret URL of a page. */
export const getTokenParameter = (request: FastifyRequest): string => (request.params as { token: string }).token;
