import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { parseOwnPath, toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { loadContent } from '../../content/content.reader.ts';
import { canRead } from '../../content/content.permissions.ts';
import { getFrontPageId, getPostsPageId } from '../../content/front-pages.ts';
import { attachment, isKind, getKind } from '../../content/kinds.ts';
import { loadMedia, buildMediaUrl } from '../../content/media.service.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { ContentRecord } from '../../content/record.ts';
import { renderBodyWithShortcodes } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import { resolveLink } from '../../content/permalinks.ts';
import { siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getReader, getTextsForRequest } from '#app/web/pages/language.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';
import { isPagePath } from '#app/web/pages/page-patterns.ts';
import { html, trustHtml } from '#app/core/text/html.ts';
import { sendEmbedPage } from './embed.page.ts';
import { pageNotFound, sendList } from './list.page.ts';
import { toPlainText, renderTitle } from './parts.ts';
import { isSamePath, type ContentPath, parseContentPath } from './content-path.ts';
import { tryPassword } from './post-password.ts';
import { PASSWORD_FIELD, sendSingle } from './single.page.ts';

const getPath = (request: FastifyRequest) => request.url.split('?', 1)[0] as string;

/** Returns the content if the viewer may read it. Throws 404 otherwise, so that the response does not disclose hidden content. */
async function requireReadable(site: Site, viewer: Viewer | null, id: number | null): Promise<ContentRecord> {
  const content = id === null ? null : await loadContent(site, id);
  if (!content || !isKind(content.kind) || !canRead(viewer ?? anonymous, content)) throw pageNotFound();
  return content;
}

async function redirectToFile(site: Site, reply: FastifyReply, content: ContentRecord): Promise<FastifyReply> {
  const [media] = await loadMedia(site, [content.id]);
  const url = media && buildMediaUrl(site, media.file);
  if (!url) throw pageNotFound();
  return reply.redirect(parseOwnPath(site, url) ?? url, 302);
}

/** Returns the path of the permalink; null if the content has only a plain link with its ID. */
function getPermalinkPath(site: Site, content: ContentRecord): string | null {
  const url = new URL(buildPermalink(site, content));
  return url.search === '' ? url.pathname : null;
}

async function sendPosts(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  content: ContentRecord,
  page: number,
): Promise<FastifyReply> {
  const base = new URL(buildPermalink(site, content)).pathname.slice(new URL(site.config.siteUrl).pathname.replace(/\/$/, '').length);
  const introduction = trustHtml(await renderBodyWithShortcodes(site, content, getReader(site, request)));
  return sendList(site, request, reply, viewer, {
    title: toPlainText(renderTitle(content).toString()),
    introduction,
    base,
    page,
    query: { stickyFirst: true },
  });
}

async function sendContent(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  id: number | null,
  contentPath: ContentPath,
): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  const content = await requireReadable(site, viewer, id);
  if (content.kind === attachment.name) return redirectToFile(site, reply, content);
  if (!getKind(content.kind).hasPage) throw pageNotFound();
  const isFramed = contentPath.isEmbed || createFieldReader(request.query)('embed') === 'true';
  if (isFramed && !isPublicStatus(content.status)) throw pageNotFound();
  const listsPosts = content.id === getPostsPageId(site);
  if (contentPath.page > 1 && !listsPosts) throw pageNotFound();
  const permalink = getPermalinkPath(site, content);
  const basePath = new URL(site.config.siteUrl).pathname.replace(/\/$/, '');
  const requestedPath = basePath + getPath(request);
  const canonicalPath =
    permalink === null ? null : permalink + (isFramed ? 'embed/' : contentPath.page > 1 ? `page/${contentPath.page}/` : '');
  if (canonicalPath !== null && !isSamePath(canonicalPath, requestedPath))
    return reply.redirect(parseOwnPath(site, canonicalPath) ?? '/', 301);
  if (isFramed) return sendEmbedPage(site, request, reply, content);
  return listsPosts
    ? sendPosts(site, request, reply, viewer, content, contentPath.page)
    : sendSingle(site, request, reply, viewer, content);
}

/** Returns the ID in a plain link such as `/?p=7`, or null. */
function parsePlainId(request: FastifyRequest): number | null {
  const field = createFieldReader(request.query);
  const number = ['p', 'page_id', 'attachment_id'].map(field).find((value) => value !== '');
  return number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null;
}

/** Returns the parts that domains show above the posts. */
async function renderFrontParts(site: Site, translate: Translate): Promise<FrontPart[]> {
  const parts = await Promise.all(site.domains.map(async (domain) => (await domain.getFrontPart?.(site, translate)) ?? null));
  return parts.filter((part) => part !== null);
}

/** Sends the content of a plain link, the front page, or the list of posts. */
export async function showFront(site: Site, request: FastifyRequest, reply: FastifyReply, page = 1): Promise<FastifyReply> {
  const id = parsePlainId(request);
  if (id !== null) return sendContent(site, request, reply, id, { path: '/', isEmbed: false, page: 1 });
  const frontPageId = getFrontPageId(site);
  if (frontPageId > 0) return sendContent(site, request, reply, frontPageId, { path: '/', isEmbed: false, page });
  const text = createFieldReader(request.query)('s');
  if (text !== '' && page === 1) return reply.redirect(`${toSitePath(site, '/search/')}?${new URLSearchParams({ q: text })}`, 301);
  const viewer = await getPageViewer(site, request);
  const translate = getTextsForRequest(site, request);
  const parts = page === 1 ? await renderFrontParts(site, translate) : [];
  const description = site.settings.get(siteDescription);
  return sendList(site, request, reply, viewer, {
    title: site.settings.get(siteName),
    introduction: html`${parts.map(({ body }) => body)}`,
    head: html`${parts.map(({ head }) => head)}`,
    heading: parts.length > 0 ? translate('list.news') : undefined,
    description,
    base: '/',
    page,
    query: { stickyFirst: true },
  });
}

/** Sends content at its permalink, or its page for frames. Throws 404 for other URLs. */
export async function showByAddress(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const contentPath = parseContentPath(getPath(request));
  const id = await resolveLink(site, site.config.siteUrl + contentPath.path);
  const pathWithoutSlash = getPath(request).replace(/\/$/, '');
  // redirects `/organize/` to `/organize`, unless content exists at that path
  if (id === null && pathWithoutSlash !== getPath(request) && isPagePath(request.server, pathWithoutSlash))
    return reply.redirect(toSitePath(site, pathWithoutSlash + request.url.slice(pathWithoutSlash.length + 1)), 301);
  return sendContent(site, request, reply, id, contentPath);
}

/**
 * Checks the password of protected content. For a correct password, sets a cookie that unlocks the content, and redirects to it. For a wrong one,
 * sends the form again.
 */
export async function checkPostPassword(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  const path = getPath(request);
  const id = (path === '/' ? parsePlainId(request) : null) ?? (await resolveLink(site, site.config.siteUrl + path));
  const content = await requireReadable(site, viewer, id);
  if (!getKind(content.kind).hasPage || content.password === '') throw pageNotFound();
  if (!(await tryPassword(site, request, reply, content, createFieldReader(request.body)(PASSWORD_FIELD))))
    return sendSingle(site, request, reply, viewer, content, true);
  const target = new URL(buildPermalink(site, content));
  return reply.header('Cache-Control', 'no-store').redirect(getPermalinkPath(site, content) ?? target.pathname + target.search, 303);
}
