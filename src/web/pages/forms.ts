import type { FastifyRequest } from 'fastify';
import { createNonce, verifyNonce } from '../../domains/identity/auth/nonces.ts';
import { SESSION_COOKIE } from '../../domains/identity/auth/sessions.ts';
import { viewerOfSession } from '../../domains/identity/auth/sign-in.ts';
import { anonymous, type Viewer } from '../../domains/identity/auth/viewer.ts';
import { Failure } from '../../core/failures/failure.ts';
import { type Html, html } from '../../core/text/html.ts';
import type { Site } from '../../site.ts';

/** Largest form that pages accept, in bytes. */
export const FORM_LIMIT = 64 * 1024;

/** Reads a field of a form or of a query; what is missing or was sent more than once is empty. */
export function fieldsOf(source: unknown): (name: string) => string {
  return (name) => {
    const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value.replaceAll('\0', '') : '';
  };
}

/** The number of an object, or a small quantity, that a field holds; 0 for every other text. */
export const numberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** Who reads or sends a page: the user of the session cookie, or null. */
export function viewerOfPage(site: Site, request: FastifyRequest): Promise<Viewer | null> {
  return viewerOfSession(site, request.cookies[SESSION_COOKIE]);
}

/** Whether a browser says that the form was sent from another site. */
function comesFromElsewhere(site: Site, request: FastifyRequest): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (typeof fetchSite === 'string') return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return false;
  return origin !== new URL(site.config.siteUrl).origin && URL.parse(origin)?.host !== request.headers.host;
}

/** Throws 403 `foreign_form` for a form that another site had a browser send: for forms whose pages everybody gets alike. */
export function requireOwnOrigin(site: Site, request: FastifyRequest): void {
  if (comesFromElsewhere(site, request)) throw new Failure('foreign_form', 403, 'This form was sent from another site.');
}

/** Throws 403 `invalid_nonce` for a form that did not come from this viewer's own page, or from one that is too old. `fields`: those of a form that was sent in parts. */
export function requireOwnForm(
  site: Site,
  request: FastifyRequest,
  viewer: Viewer | null,
  action: string,
  fields: unknown = request.body,
): void {
  const nonce = fieldsOf(fields)('nonce');
  if (comesFromElsewhere(site, request) || !verifyNonce(site, viewer ?? anonymous, action, nonce)) {
    throw new Failure('invalid_nonce', 403, 'This page has expired. Please go back, load it again and repeat what you did.');
  }
}

/** The hidden field by which a form proves that it came from this viewer's own page. */
export function nonceField(site: Site, viewer: Viewer | null, action: string): Html {
  return html`<input type="hidden" name="nonce" value="${createNonce(site, viewer ?? anonymous, action)}">`;
}
