import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type Taxonomy } from '../terms/taxonomies.ts';
import { findTerm, buildSlugPath } from '../terms/term.record.ts';
import { findUserBySlug } from '#app/domains/identity/users/user.record.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { html } from '#app/core/text/html.ts';
import { contentFormats } from '../changes.input.ts';
import { getFormatName, buildFormatPath } from '../search/formats.ts';
import { pageNotFound, sendList } from './list.page.ts';
import { toPlainText } from './parts.ts';

/** Sends the published posts of a term and its descendants. Redirects to the canonical URL of the term. Throws 404 for an unknown term. */
export async function sendTermArchive(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  taxonomy: Taxonomy,
  slug: string,
  page: number,
): Promise<FastifyReply> {
  const term = await findTerm(site, taxonomy.name, slug.split('/').at(-1) as string);
  if (!term || !slug.endsWith(term.slug)) throw pageNotFound();
  const path = await buildSlugPath(site, term);
  // redirects outdated paths and links without parents
  if (path !== slug) return reply.redirect(toSitePath(site, taxonomy.path(path)), 301);
  const includeChildren = taxonomy.isHierarchical;
  return sendList(site, request, reply, await getPageViewer(site, request), {
    title: toPlainText(term.name),
    introduction: term.description === '' ? null : html`<p dir="auto">${toPlainText(term.description)}</p>`,
    base: taxonomy.path(path),
    page,
    query: { terms: [{ taxonomy: taxonomy.name, ids: [term.id], operator: 'or', includeChildren }] },
  });
}

/** Sends the published posts of a format. Throws 404 for the standard format and unknown names. */
export async function sendFormatArchive(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  page: number,
): Promise<FastifyReply> {
  const format = contentFormats.find((name) => name === slug && name !== 'standard');
  if (!format) throw pageNotFound();
  return sendList(site, request, reply, await getPageViewer(site, request), {
    title: getFormatName(site, format),
    base: buildFormatPath(format),
    page,
    query: { formats: [format] },
  });
}

/** Sends the published posts of an author. Throws 404 for users without posts, so that the response does not disclose accounts. */
export async function sendAuthorArchive(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  page: number,
): Promise<FastifyReply> {
  const author = await findUserBySlug(site, slug);
  if (!author?.hasPublished) throw pageNotFound();
  return sendList(site, request, reply, await getPageViewer(site, request), {
    title: author.displayName,
    introduction: author.description === '' ? null : html`<p dir="auto">${toPlainText(author.description)}</p>`,
    base: `/author/${author.slug}/`,
    page,
    query: { authorIds: [author.id] },
  });
}
