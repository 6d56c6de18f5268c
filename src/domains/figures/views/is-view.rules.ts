import { isbot } from 'isbot';
import type { PageRequest } from '#app/core/page-views/page-views.ts';

const PREFETCH = /prefetch|prerender|preview/;

/** True if a person views the page. Excludes HEAD requests, bots, requests without a user agent, and prefetches. */
export function isView({ method, headers }: PageRequest): boolean {
  if (method !== 'GET') return false;
  const agent = headers['user-agent'];
  if (agent === undefined || agent === '' || isbot(agent)) return false;
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose === undefined || !PREFETCH.test(String(purpose));
}
