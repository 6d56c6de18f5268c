import type { IncomingMessage } from 'node:http';
import { hasExtension } from '../extensions.ts';
import { mobileBrowsers, robotAgents } from '../settings/lists.ts';
import { choosePreferredLanguage } from '#app/core/language/translate.ts';
import { getSiteLanguage } from '#app/core/language/site-language.ts';
import type { Site } from '#app/site.ts';
import type { PageCacheSettings } from '../settings/settings.ts';
import { getExclusions, isRejectedAgent, isRejectedPath } from './exclusions.rules.ts';
import { sortQuery } from './sorted-query.rules.ts';

/** Request headers that identify the caller or prevent caching. */
const PERSONAL_HEADERS = [
  'authorization',
  'cookie',
  'x-wp-nonce',
  'x-http-method-override',
  'content-length',
  'transfer-encoding',
] as const;

/** Parameters that prevent caching: secrets, previews, editing contexts, and method overrides. */
const PERSONAL_PARAMETERS =
  /(?:^|&)(?:_method|_wpnonce|preview|password|nonce|token|key|context(?:\[[^\]]*\])?=edit)(?:[=&[_]|$)|"password"/i;

const MOBILE_AGENT = new RegExp(mobileBrowsers.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'i');
const TOUCH_AGENT = /iphone|ipod|ipad|android.*mobile|windows phone/i;
const ROBOT_AGENT = new RegExp(robotAgents.join('|'), 'i');

/** A cacheable request. */
export interface CacheableRequest {
  /** Cache key: all parts of the request that affect the response. */
  cacheKey: string;
  host: string;
  path: string;
  hasQuery: boolean;
}

/** True if the query contains none of the `PERSONAL_PARAMETERS`. Names and values may be percent-encoded. */
function isWithoutPersonalParameters(query: string): boolean {
  if (query === '') return true;
  if (!query.includes('%') && !query.includes('+')) return !PERSONAL_PARAMETERS.test(query);
  try {
    return !PERSONAL_PARAMETERS.test(decodeURIComponent(query.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}

function findDeviceGroup(settings: PageCacheSettings, agent: string): string {
  const isSeparate = settings.isMobileSeparate || hasExtension(settings, 'mobile_theme');
  const isTouch = hasExtension(settings, 'mobile_touch') && TOUCH_AGENT.test(agent);
  return isTouch ? 'touch' : isSeparate && MOBILE_AGENT.test(agent) ? 'mobile' : '';
}

/**
 * Returns the cacheable request, or null if it must bypass the cache (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.1). The caller must check
 * that the route is cacheable.
 */
export function readCacheableRequest(
  { method, url = '', headers }: IncomingMessage,
  site: Pick<Site, 'settings' | 'state'>,
  settings: PageCacheSettings,
  mainHost: string,
): CacheableRequest | null {
  if (method !== 'GET') return null;
  for (const name of PERSONAL_HEADERS) if (headers[name] !== undefined) return null;
  const queryStart = url.indexOf('?');
  const [path, query] = queryStart === -1 ? [url, ''] : [url.slice(0, queryStart), url.slice(queryStart + 1)];
  if (query !== '' && (settings.bypassesQueries || !isWithoutPersonalParameters(query))) return null;
  const exclusions = getExclusions(site);
  if (isRejectedPath(exclusions, path)) return null;
  const agent = headers['user-agent'] ?? '';
  if (isRejectedAgent(exclusions, agent) || (hasExtension(settings, 'badbehaviour') && ROBOT_AGENT.test(agent))) return null;
  const host = hasExtension(settings, 'domain_mapping') ? mainHost : (headers.host ?? mainHost);
  // the media type of a GraphQL response depends on the whole Accept header
  const accepts = path === '/graphql' ? (headers.accept ?? '') : headers.accept?.includes('text/html') ? 'html' : 'json';
  const normalizedUrl = query === '' ? url : `${path}?${sortQuery(query)}`;
  // if the site's language has no translation, pages use the visitor's language
  const language = getSiteLanguage(site) === null ? choosePreferredLanguage(headers['accept-language'] ?? '') : '';
  return {
    cacheKey: `${findDeviceGroup(settings, agent)} ${accepts} ${language} ${host}${normalizedUrl}`,
    host,
    path,
    hasQuery: query !== '',
  };
}
