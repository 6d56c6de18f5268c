import { isUuid } from '../auth/application-passwords.ts';
import { isLocalHost, isLocalSite } from '../auth/availability.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';

/** Request of an application at the authorization page (core-rest.md 6.4). */
export interface AuthorizationRequest {
  appName: string;
  appId: string;
  successUrl: string;
  rejectUrl: string;
}

/** Parses the request of a query or a form. */
export function readAuthorizationRequest(field: (name: string) => string): AuthorizationRequest {
  return {
    appName: field('app_name').trim(),
    appId: field('app_id').trim(),
    successUrl: field('success_url').trim(),
    rejectUrl: field('reject_url').trim(),
  };
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST = /^[^/?#]+:\/\/[^/?#]/;
const NEVER = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about']);

/** Throws 400 `invalid_app_id`, `invalid_redirect_url_format` or `invalid_redirect_scheme` for an invalid request. */
export function checkAuthorizationRequest(site: Site, request: AuthorizationRequest): void {
  if (request.appId !== '' && !isUuid(request.appId)) throw new Failure('invalid_app_id', 400, "The application's id is not a UUID.");
  for (const address of [request.successUrl, request.rejectUrl]) if (address !== '') checkAddress(site, address);
}

function checkAddress(site: Site, address: string): void {
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  const url = URL.parse(address);
  // `URL` also accepts https:host and https:///host, which have no host after `//`
  if (scheme === undefined || NEVER.has(scheme) || !url || !HOST.test(address)) {
    throw new Failure('invalid_redirect_url_format', 400, 'The address to return to is not complete.');
  }
  if (scheme === 'http' && !isLocalSite(site) && !isLocalHost(url.hostname)) {
    throw new Failure('invalid_redirect_scheme', 400, 'The address to return to must be served over a secure connection.');
  }
}

/** Adds query parameters before the fragment and encodes the address for a Location header. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const [place = '', fragment] = address.split(/#(.*)/s);
  const added = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const full = `${place}${place.includes('?') ? '&' : '?'}${added.join('&')}${fragment === undefined ? '' : `#${fragment}`}`;
  return inAscii(full);
}

/** Percent-encodes spaces and characters outside ASCII. */
export function inAscii(address: string): string {
  return address.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign.isWellFormed() ? sign : '\ufffd'));
}

/** Returns the redirect of a rejected request: `rejectUrl`, else the success address with `success=false`, else an empty string. */
export function rejectTarget({ rejectUrl, successUrl }: AuthorizationRequest): string {
  if (rejectUrl !== '') return rejectUrl;
  return successUrl === '' ? '' : withParameters(successUrl, { success: 'false' });
}

/** Returns the sources for a content security policy that allow redirects of a form to these addresses. */
export function formTargets(addresses: readonly string[]): string[] {
  const urls = addresses.filter((address) => address !== '').map((address) => new URL(address));
  return [...new Set(urls.map((url) => (url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : url.protocol)))];
}
