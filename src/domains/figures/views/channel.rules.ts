/** Classes of referrers. Only the class is stored, never the URL. */
export const channels = ['direct', 'site', 'search', 'social', 'mail', 'referral'] as const;
/** Class of a referrer. */
export type Channel = (typeof channels)[number];

const SEARCH =
  /^(?:[a-z]{2}\.|(?:[a-z]+\.)?search\.)?(?:google|bing|yahoo|duckduckgo|ecosia|qwant|startpage|yandex|baidu|naver|seznam|kagi|mojeek|swisscows)\.[a-z.]{2,7}$|^search\.brave\.com$/;
const SOCIAL =
  /(?:^|\.)(?:facebook|instagram|threads|twitter|x|t|linkedin|lnkd|reddit|youtube|pinterest|tiktok|bsky|mastodon|vk|tumblr|snapchat|whatsapp|telegram|xing)\.(?:com|net|org|co|in|social|app|me)$/;
const MAIL = /^(?:e?mail|webmail|outlook|deref-[\w-]+)\.|^(?:com\.google\.android\.gm)$/;

/** Returns the host of a URL in lower case, without `www.`. Returns null if the string is not a URL with a host. */
function getHost(url: string): string | null {
  const host = URL.parse(url)
    ?.host.toLowerCase()
    .replace(/^www\./, '');
  return host === undefined || host === '' ? null : host;
}

/** Returns the class of a referrer. `ownHosts` are the hosts of the site, with the port if it is not the default. */
export function getChannel(referrer: string | undefined, ownHosts: readonly string[]): Channel {
  const host = referrer === undefined || referrer === '' ? null : getHost(referrer);
  if (host === null) return 'direct';
  if (ownHosts.some((own) => own.toLowerCase().replace(/^www\./, '') === host)) return 'site';
  if (MAIL.test(host)) return 'mail';
  if (SEARCH.test(host)) return 'search';
  return SOCIAL.test(host) ? 'social' : 'referral';
}
