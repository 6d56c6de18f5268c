import { isUuid } from '../auth/application-passwords.ts';
import { isLocalHost, isLocalSite } from '../auth/availability.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';

/** Request of an application to the authorization page (docs/behaviour/core-rest.md 6.4). */
export interface AuthorizationRequest {
  appName: string;
  appId: string;
  successUrl: string;
  rejectUrl: string;
}

/** Reads the request from the fields of a query or a form. */
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
const FORBIDDEN_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'about']);

/** Throws 400 `invalid_app_id`, `invalid_redirect_url_format` or `invalid_redirect_scheme` for an invalid request. */
export function checkAuthorizationRequest(site: Site, request: AuthorizationRequest): void {
  if (request.appId !== '' && !isUuid(request.appId)) throw new Failure('invalid_app_id', 400, 'The ID of the application is not a UUID.');
  for (const url of [request.successUrl, request.rejectUrl]) if (url !== '') checkRedirectUrl(site, url);
}

function checkRedirectUrl(site: Site, text: string): void {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  const url = URL.parse(text);
  // `URL` also accepts https:host and https:///host, which have no host after `//`
  if (scheme === undefined || FORBIDDEN_SCHEMES.has(scheme) || !url || !HOST.test(text)) {
    throw new Failure('invalid_redirect_url_format', 400, 'The redirect URL is not a complete URL.');
  }
  if (scheme === 'http' && !isLocalSite(site) && !isLocalHost(url.hostname)) {
    throw new Failure('invalid_redirect_scheme', 400, 'The redirect URL must use HTTPS.');
  }
}

/** Adds query parameters before the fragment and encodes the URL for a Location header. */
export function addQueryParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const [base = '', fragment] = url.split(/#(.*)/s);
  const query = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return encodeNonAscii(`${base}${base.includes('?') ? '&' : '?'}${query.join('&')}${fragment === undefined ? '' : `#${fragment}`}`);
}

/** Percent-encodes spaces and characters outside ASCII. */
export function encodeNonAscii(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.isWellFormed() ? character : '\ufffd'));
}

/** Returns the redirect URL after a rejection: `rejectUrl`, else `successUrl` with `success=false`, else an empty string. */
export function getRejectionUrl({ rejectUrl, successUrl }: AuthorizationRequest): string {
  if (rejectUrl !== '') return rejectUrl;
  return successUrl === '' ? '' : addQueryParameters(successUrl, { success: 'false' });
}

/** Returns sources for the `form-action` of a content security policy, so that a form may redirect to these URLs. */
export function listFormTargets(urls: readonly string[]): string[] {
  const parsed = urls.filter((url) => url !== '').map((url) => new URL(url));
  return [...new Set(parsed.map((url) => (url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : url.protocol)))];
}
