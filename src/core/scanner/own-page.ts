import { fetchGuarded, type GuardedResponse } from '../outgoing/fetch-guarded.ts';
import type { OutgoingSite } from '../outgoing/network.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const PAGE_MS = 10_000;

/**
 * Fetches a page of the site as an anonymous visitor: at most 5 MiB, within 10 seconds, without following redirects.
 * @throws OutgoingError if the request fails, or if the URL is neither on the site nor public
 */
export async function fetchOwnPage(site: OutgoingSite, url: string): Promise<GuardedResponse> {
  return await fetchGuarded(site, url, {
    accept: 'text/html,*/*',
    allowsOwnSite: true,
    returnsRedirects: true,
    maxBytes: MAX_BYTES,
    overflow: 'cut',
    timeoutMs: PAGE_MS,
  });
}

/** True if a response is an HTML page. */
export const isHtmlPage = ({ status, headers }: Pick<GuardedResponse, 'status' | 'headers'>): boolean =>
  status >= 200 && status < 300 && /html/i.test(headers['content-type'] ?? '');
