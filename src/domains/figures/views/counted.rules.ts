import { isbot } from 'isbot';
import type { PageRequest } from '#app/core/page-views/page-views.ts';

const PREFETCH = /prefetch|prerender|preview/;

/** Whether a request is someone looking at a page: no HEAD, no program that names itself or says nothing of itself, nothing fetched in advance. Pure. */
export function isView({ method, headers }: PageRequest): boolean {
  if (method !== 'GET') return false;
  const agent = headers['user-agent'];
  if (agent === undefined || agent === '' || isbot(agent)) return false;
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose === undefined || !PREFETCH.test(String(purpose));
}
