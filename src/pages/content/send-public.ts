import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../../site.ts';
import { type Html, html } from '../../core/html.ts';
import { document, type Page } from '../layout.ts';
import { restHead } from './discovery.ts';

/** How a public page is sent. */
export interface PublicSending {
  status?: number;
  /** Only this reader may see it: caches and search engines keep nothing. */
  isPrivate?: boolean;
  /** Other sites may put it into a frame. */
  mayBeFramed?: boolean;
  /** Time of the last change. */
  modified?: Date;
}

const MEDIA = "img-src 'self' https: data:; media-src 'self' https:; frame-src https:";

function policyOf(mayBeFramed: boolean): string {
  return `default-src 'none'; style-src 'self'; ${MEDIA}; form-action 'self'; base-uri 'none'; frame-ancestors ${mayBeFramed ? '*' : "'none'"}`;
}

/** Whether the reader has this very page already. Dates count only where no tags are sent. */
function isKnown(request: FastifyRequest, tag: string, modified: Date | undefined): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*');
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return modified !== undefined && !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** Sends markup as a public page: with a tag, by which a reader who has it already is told so (304), and a strict content security policy. */
export function sendMarkup(request: FastifyRequest, reply: FastifyReply, markup: string, sending: PublicSending = {}): FastifyReply {
  const { status = 200, isPrivate = false, mayBeFramed = false, modified } = sending;
  reply.headers({
    'Content-Security-Policy': policyOf(mayBeFramed),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Vary: 'Cookie',
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  });
  if (isPrivate || status !== 200) {
    reply.headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
    return reply.status(status).type('text/html; charset=utf-8').send(markup);
  }
  const tag = `"${createHash('sha256').update(markup).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
  });
  if (isKnown(request, tag, modified)) return reply.status(304).send();
  return reply.status(200).type('text/html; charset=utf-8').send(markup);
}

/** Sends a public page in the site's layout. What a signed-in reader gets bears their name and is kept by nobody. */
export function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  page: Page,
  sending: PublicSending = {},
): FastifyReply {
  const head: Html = html`${page.head}${restHead(site)}`;
  const isPrivate = sending.isPrivate === true || page.viewer !== null;
  return sendMarkup(request, reply, document(site, { ...page, head }, !isPrivate).toString(), { ...sending, isPrivate });
}
