import type { FastifyRequest } from 'fastify';
import { createNonce, verifyNonce } from '../../domains/identity/auth/nonces.ts';
import { SESSION_COOKIE } from '../../domains/identity/auth/sessions.ts';
import { findSessionViewer } from '../../domains/identity/auth/sign-in.ts';
import { anonymous, type Viewer } from '../../domains/identity/auth/viewer.ts';
import { Failure } from '../../core/failures/failure.ts';
import { type Html, html } from '../../core/text/html.ts';
import type { Site } from '../../site.ts';

/** Maximum size of forms in bytes. */
export const FORM_LIMIT = 64 * 1024;

/** Returns a function that reads the fields of a form or query. It returns an empty string for missing and repeated fields. */
export function createFieldReader(source: unknown): (name: string) => string {
  return (name) => {
    const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value.replaceAll('\0', '') : '';
  };
}

/** Parses an ID or a small quantity. Returns 0 for any other string. */
export const parseNumber = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** Returns the user of the session cookie, or null. */
export function getPageViewer(site: Site, request: FastifyRequest): Promise<Viewer | null> {
  return findSessionViewer(site, request.cookies[SESSION_COOKIE]);
}

/** True if the browser reports that the form was sent from another site. */
function isFromOtherSite(site: Site, request: FastifyRequest): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (typeof fetchSite === 'string') return fetchSite !== 'same-origin' && fetchSite !== 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return false;
  return origin !== new URL(site.config.siteUrl).origin && URL.parse(origin)?.host !== request.headers.host;
}

/**
 * Throws 403 `foreign_form` for a form that was sent from another site. Use it for forms without a nonce, on pages that are the same for all readers.
 */
export function requireOwnOrigin(site: Site, request: FastifyRequest): void {
  if (isFromOtherSite(site, request)) throw new Failure('foreign_form', 403, 'This form was sent from another site.');
}

/** True if the nonce of a form was created for this viewer and action and has not expired. */
export const hasValidNonce = (site: Site, viewer: Viewer | null, action: string, fields: unknown): boolean =>
  verifyNonce(site, viewer ?? anonymous, action, createFieldReader(fields)('nonce'));

/** Throws 403 `invalid_nonce` for a form that does not come from the viewer's own page or has expired. Pass the `fields` of a multipart form. */
export function requireOwnForm(
  site: Site,
  request: FastifyRequest,
  viewer: Viewer | null,
  action: string,
  fields: unknown = request.body,
): void {
  if (isFromOtherSite(site, request) || !hasValidNonce(site, viewer, action, fields)) {
    throw new Failure('invalid_nonce', 403, 'This page has expired. Please go back, reload it and try again.');
  }
}

/** Renders the hidden nonce that proves that a form comes from the viewer's own page. */
export function renderNonceField(site: Site, viewer: Viewer | null, action: string): Html {
  return html`<input type="hidden" name="nonce" value="${createNonce(site, viewer ?? anonymous, action)}">`;
}
