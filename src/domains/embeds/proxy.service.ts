import { createHash } from 'node:crypto';
import { Failure } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { parseOwnUrl } from '#app/domains/content/permalinks.ts';
import type { Site } from '#app/site.ts';
import { discoverEmbed } from './discovery.rules.ts';
import { readCachedEmbed, cacheEmbed } from './embed-cache.ts';
import { toOembed, getEmbed, embedNotFound } from './embed.service.ts';
import { readForeignResponse } from './foreign-response.rules.ts';
import { type ForeignEmbed, sanitizeEmbed } from './foreign-html.rules.ts';
import { buildMediaEmbed } from './media.rules.ts';
import { embedDiscovery, embedProviders, findEndpoint } from './providers.ts';

/** URL and maximum size of the embed to fetch. Sizes are in pixels. */
export interface ProxyOptions {
  url: string;
  maxWidth: number;
  /** Default: 1.5 times the width, at most 1,000. */
  maxHeight?: number | null | undefined;
  /** True if pages of unlisted sites are searched for embed links. */
  discover: boolean;
  format: 'json' | 'xml';
}

const MAX_PAGE_BYTES = 150 * 1024;
const MAX_RESPONSE_BYTES = 512 * 1024;
const DEFAULT_WIDTH = 600;

function buildCacheKey(options: ProxyOptions): string {
  const { url, maxWidth, maxHeight, discover, format } = options;
  return createHash('sha256')
    .update(JSON.stringify([url, maxWidth, maxHeight ?? null, discover, format]))
    .digest('hex');
}

/** Fetches a URL. Returns null for every error and every status other than 2xx, so that callers cannot probe internal addresses. */
async function fetchText(
  site: Site,
  url: string,
  fetchOptions: { accept: string; maxBytes: number; overflow: 'cut' | 'refuse' },
): Promise<{ url: string; text: string } | null> {
  try {
    const response = await fetchGuarded(site, url, fetchOptions);
    return response.status >= 200 && response.status < 300 ? { url: response.url, text: response.text() } : null;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    site.log.debug({ err: error }, 'a URL to embed could not be fetched');
    return null;
  }
}

async function requestEndpoint(site: Site, endpoint: string, format: 'json' | 'xml', options: ProxyOptions): Promise<ForeignEmbed | null> {
  const url = URL.parse(endpoint);
  if (!url) return null;
  const width = options.maxWidth || DEFAULT_WIDTH;
  const height = Math.max(options.maxHeight ?? 0, 0) || Math.min(Math.ceil(width * 1.5), 1000);
  for (const [name, value] of Object.entries({ maxwidth: width, maxheight: height, url: options.url, dnt: 1, format }))
    url.searchParams.set(name, String(value));
  const accept = format === 'json' ? 'application/json, application/json+oembed' : 'text/xml, text/xml+oembed';
  const response = await fetchText(site, url.href, { accept, maxBytes: MAX_RESPONSE_BYTES, overflow: 'refuse' });
  return response && readForeignResponse(response.text, format);
}

async function fetchFromProvider(site: Site, options: ProxyOptions, endpoint: string): Promise<ForeignEmbed | null> {
  const response = await requestEndpoint(site, endpoint, 'json', options);
  return response && sanitizeEmbed(response, options.url, true);
}

async function fetchFromPage(site: Site, options: ProxyOptions): Promise<ForeignEmbed | null> {
  const page = await fetchText(site, options.url, {
    accept: 'text/html, application/xhtml+xml',
    maxBytes: MAX_PAGE_BYTES,
    overflow: 'cut',
  });
  const link = page && discoverEmbed(page.text, page.url);
  const response = link && (await requestEndpoint(site, link.href, link.format, options));
  return response && sanitizeEmbed(response, options.url, false);
}

async function fetchFromOtherSite(site: Site, options: ProxyOptions): Promise<ForeignEmbed | null> {
  const endpoint = findEndpoint(site.settings.get(embedProviders), options.url);
  if (endpoint !== null) return await fetchFromProvider(site, options, endpoint);
  return options.discover && site.settings.get(embedDiscovery) ? await fetchFromPage(site, options) : null;
}

async function embedOwnPage(site: Site, options: ProxyOptions): Promise<ForeignEmbed | null> {
  try {
    return toOembed(await getEmbed(site, options.url, options.maxWidth));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * Returns the embed of any URL in the oEmbed format, with `html` that is safe for editors. The sources, in this order, are the 24-hour cache, this
 * site, a listed provider, a link in the page, and a player for a media file (docs/behaviour/core-rest.md 9.2, steps 1 to 6). Throws 404
 * `oembed_invalid_url` for all other URLs. The caller must check `edit_posts` first.
 */
export async function proxyEmbed(site: Site, options: ProxyOptions): Promise<ForeignEmbed> {
  const key = buildCacheKey(options);
  const cached = await readCachedEmbed(site, key);
  if (cached) return cached;
  const isOwn = parseOwnUrl(site, options.url) !== null;
  const own = isOwn ? await embedOwnPage(site, options) : null;
  if (own) return own;
  const foreign = isOwn ? null : await fetchFromOtherSite(site, options);
  if (foreign) {
    await cacheEmbed(site, key, foreign);
    return foreign;
  }
  const media = buildMediaEmbed(options.url, options.maxWidth || DEFAULT_WIDTH);
  if (!media) throw embedNotFound();
  return media;
}
