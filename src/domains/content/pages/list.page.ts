import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type ContentPage, type ContentQuery, loadContentPage } from '../../content/content.list.ts';
import { post } from '../../content/kinds.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { ContentRecord } from '../../content/record.ts';
import { isHidden, renderContentExcerpt } from '../../content/rendering.ts';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { loadUsers, type UserRecord } from '#app/domains/identity/users/user.record.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { renderPageMetadata } from '#app/web/pages/share-head.ts';
import { renderFeedHead } from './feed.route.ts';
import { renderByline, renderPageLinks, renderTitle } from './parts.ts';
import { sendPublicPage } from './send-public.ts';

/** A page with a list of published posts. */
export interface PostList {
  /** Title as plain text. */
  title: string;
  /** Markup below the title. */
  introduction?: Html | null;
  /** Path of the first page, with a trailing `/`. */
  base: string;
  /** Page number, from 1. */
  page: number;
  query: Pick<ContentQuery, 'terms' | 'authorIds' | 'formats'> & { stickyFirst?: boolean };
  /** Additional head elements. */
  head?: Html | undefined;
  /** Heading of the posts, for a page with other parts above them. */
  heading?: string | undefined;
  /** Description for search engines and link previews. */
  description?: string;
}

/** Returns the failure for a URL without a page. */
export function pageNotFound(): Failure {
  return notFound('page_not_found', 'There is nothing at this address.');
}

async function readPage(site: Site, { page, query }: PostList): Promise<ContentPage> {
  try {
    return await loadContentPage(site, {
      kind: post.name,
      statuses: ['publish'],
      page,
      perPage: site.settings.get(postsPerPage),
      orderBy: 'date',
      order: 'desc',
      ...query,
    });
  } catch (error) {
    if (error instanceof Failure && error.code === 'page_out_of_range') throw pageNotFound();
    throw error;
  }
}

function renderSummary(site: Site, content: ContentRecord, author: UserRecord | null, translate: Translate): Html {
  return html`<article dir="auto">
<h2><a href="${buildPermalink(site, content)}">${renderTitle(content, translate)}</a></h2>
${renderByline(site, content, author, translate)}
${isHidden(content) ? html`<p>${translate('content.protected')}</p>` : trustHtml(renderContentExcerpt(content))}
</article>`;
}

/** Sends one page of a list of posts, newest first. Throws 404 beyond the last page. */
export async function sendList(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  list: PostList,
): Promise<FastifyReply> {
  const posts = await readPage(site, list);
  if (list.page > 1 && posts.nodes.length === 0) throw pageNotFound();
  const ids = [...new Set(posts.nodes.flatMap(({ authorId }) => authorId ?? []))];
  const authors = new Map((ids.length === 0 ? [] : await loadUsers(site, ids)).map((user) => [user.id, user]));
  const translate = getTextsForRequest(site, request);
  const body = html`<h1 dir="auto">${list.title}</h1>
${list.introduction}
${list.heading !== undefined && posts.nodes.length > 0 && html`<h2>${list.heading}</h2>`}
${posts.nodes.length === 0 && html`<p>${translate('list.nothing')}</p>`}
${posts.nodes.map((content) => renderSummary(site, content, authors.get(content.authorId ?? 0) ?? null, translate))}
${renderPageLinks(site, translate, list.base, list.page, posts.totalPages)}`;
  const title = list.page === 1 ? list.title : translate('list.pageTitle', { title: list.title, page: list.page });
  const listUrl = site.config.siteUrl + (list.page === 1 ? list.base : `${list.base}page/${list.page}/`);
  const head = html`${list.head}
${renderPageMetadata(site, { url: listUrl, title, ...(list.description !== undefined && { description: list.description }) })}
${renderFeedHead(site)}`;
  return sendPublicPage(
    request,
    reply,
    site,
    { title, body, viewer, head },
    { view: { kind: list.base === '/' ? 'front' : 'archive', id: 0 } },
  );
}
