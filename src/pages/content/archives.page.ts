import type { FastifyReply, FastifyRequest } from 'fastify';
import { sitePath } from '../../auth/redirect.ts';
import type { Site } from '../../site.ts';
import { type Taxonomy } from '../../terms/taxonomies.ts';
import { findTerm } from '../../terms/term.record.ts';
import { findUserBySlug } from '../../users/user.record.ts';
import { viewerOfPage } from '../forms.ts';
import { html } from '../../core/html.ts';
import { noPage, sendList } from './list.page.ts';
import { plainText } from './parts.ts';

/** Sends the published posts that carry a term, those of its descendants included. Throws 404 for an unknown term. */
export async function sendTermArchive(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  taxonomy: Taxonomy,
  slug: string,
  page: number,
): Promise<FastifyReply> {
  const term = await findTerm(site, taxonomy.name, slug);
  if (term?.slug !== slug) throw noPage();
  const includeChildren = taxonomy.isHierarchical;
  return sendList(site, request, reply, await viewerOfPage(site, request), {
    title: plainText(term.name),
    introduction: term.description === '' ? null : html`<p>${plainText(term.description)}</p>`,
    base: taxonomy.path(term.slug),
    page,
    query: { terms: [{ taxonomy: taxonomy.name, ids: [term.id], operator: 'or', includeChildren }] },
  });
}

/** Leads to the address of a term from another that named it. Throws 404 for an unknown term. */
export async function redirectToTerm(site: Site, reply: FastifyReply, taxonomy: Taxonomy, slug: string): Promise<FastifyReply> {
  const term = await findTerm(site, taxonomy.name, slug);
  if (term?.slug !== slug) throw noPage();
  return reply.redirect(sitePath(site, taxonomy.path(slug)), 301);
}

/** Sends the published posts of an author. Throws 404 for everybody who has published nothing, so that it tells nothing of accounts. */
export async function sendAuthorArchive(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  slug: string,
  page: number,
): Promise<FastifyReply> {
  const author = await findUserBySlug(site, slug);
  if (!author?.hasPublished) throw noPage();
  return sendList(site, request, reply, await viewerOfPage(site, request), {
    title: author.displayName,
    introduction: author.description === '' ? null : html`<p>${author.description}</p>`,
    base: `/author/${author.slug}/`,
    page,
    query: { authors: [author.id] },
  });
}
