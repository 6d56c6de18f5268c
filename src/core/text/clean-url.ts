import { dropEscapes } from './escapes.ts';

/** Schemes that URLs may have. They exclude `data:` and schemes that run code. */
export const urlSchemes: readonly string[] = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'news',
  'irc',
  'irc6',
  'ircs',
  'gopher',
  'nntp',
  'feed',
  'telnet',
  'mms',
  'rtsp',
  'sms',
  'svn',
  'tel',
  'fax',
  'xmpp',
  'webcal',
  'urn',
];

const allowedSchemes = new Set(urlSchemes);
const NOT_IN_URL = /[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi;
const LINE_BREAK_ESCAPE = /%0[ad]/i;
const COLON = /:|&#0*58;|&#x0*3a;|&colon;/i;
const BEFORE_PATH = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
/** Maximum number of nested `feed:` prefixes. More of them indicate an attack. */
const MAX_FEEDS = 5;

/**
 * Returns a URL that is safe in links (format `uri`, docs/behaviour/core-rest.md 3.5). Removes invalid characters, encodes spaces as `%20`, and adds
 * `http://` if there is no scheme. Returns an empty string for a scheme that is not allowed, such as `javascript:`.
 */
export function cleanUrl(text: string): string {
  let url = text.trim().replaceAll(' ', '%20').replace(NOT_IN_URL, '');
  if (!/^mailto:/i.test(url)) url = dropEscapes(url, LINE_BREAK_ESCAPE);
  url = url.replace(';//', '://');
  if (url === '') return '';
  if (!COLON.test(url) && !/^[/#?]/.test(url) && !/^[a-z0-9-]+\.php/i.test(url)) url = `http://${url}`;
  return requireAllowedScheme(encodeBrackets(url));
}

/** Encodes brackets except in the host, because only the host may contain them (IPv6). */
function encodeBrackets(url: string): string {
  if (!/[[\]]/.test(url)) return url;
  const host = BEFORE_PATH.exec(url)?.[0] ?? '';
  return host + url.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** Returns the URL with its scheme in lower case, or an empty string if the scheme is not allowed. */
function requireAllowedScheme(url: string): string {
  let prefix = '';
  let remaining = url;
  for (let feeds = 0; feeds <= MAX_FEEDS; feeds++) {
    const colon = COLON.exec(remaining);
    const scheme = remaining.slice(0, colon?.index ?? 0).toLowerCase();
    if (!colon || /^#|[/?]/.test(scheme)) return prefix + remaining;
    if (!allowedSchemes.has(scheme)) return '';
    prefix += `${scheme}:`;
    remaining = remaining.slice(colon.index + colon[0].length);
    // feed readers open the URL after `feed:`, so its scheme is checked, too
    if (scheme !== 'feed') return prefix + remaining;
  }
  return '';
}
