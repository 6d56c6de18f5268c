import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordPage } from '#app/core/caching/cache-dependencies.ts';
import { matchesEtag, createStrongEtag } from '#app/core/http/etag.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { postsPerPage, siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import { createXmlDocument, removeNonXml } from '#app/core/text/xml.ts';
import { loadUsers } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { getLanguageTag } from '#app/web/pages/language.ts';
import { loadContentPage } from '../content.list.ts';
import { post } from '../kinds.ts';
import { buildPermalink } from '../permalinks.ts';
import type { ContentRecord } from '../record.ts';
import { isHidden, renderContentExcerpt } from '../rendering.ts';
import { toPlainText, renderTitle } from './parts.ts';

/** Path of the feed below the site's URL. */
export const FEED_PATH = '/feed/';

/** Returns the head element that links the feed. */
export function renderFeedHead(site: Site): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${site.settings.get(siteName)}" href="${site.config.siteUrl}${FEED_PATH}">`;
}

const formatPublicationDate = (content: ContentRecord) => new Date(`${content.dateUtc ?? content.dateLocal}Z`).toUTCString();

function buildItem(site: Site, content: ContentRecord, author: string | undefined): Record<string, unknown> {
  return {
    title: removeNonXml(toPlainText(renderTitle(content, getDefaultTexts(site)).toString())),
    link: buildPermalink(site, content),
    guid: { '@isPermaLink': 'false', '#text': removeNonXml(content.guid) },
    pubDate: formatPublicationDate(content),
    ...(author !== undefined && { 'dc:creator': removeNonXml(author) }),
    category: content.terms.map(({ name }) => removeNonXml(toPlainText(name))),
    description: isHidden(content) ? getDefaultTexts(site)('content.protected') : removeNonXml(renderContentExcerpt(content)),
  };
}

/** Sends the newest posts as an RSS 2.0 feed, or status 304 if the client has the current version. */
export async function sendPostFeed(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const perPage = site.settings.get(postsPerPage);
  const { nodes } = await loadContentPage(site, {
    kind: post.name,
    statuses: ['publish'],
    page: 1,
    perPage,
    orderBy: 'date',
    order: 'desc',
  });
  const ids = [...new Set(nodes.flatMap(({ authorId }) => authorId ?? []))];
  const authors = new Map((ids.length === 0 ? [] : await loadUsers(site, ids)).map(({ id, displayName }) => [id, displayName]));
  const feedUrl = site.config.siteUrl + FEED_PATH;
  const channel = {
    title: removeNonXml(site.settings.get(siteName)),
    link: `${site.config.siteUrl}/`,
    description: removeNonXml(site.settings.get(siteDescription)),
    language: getLanguageTag(site),
    ...(nodes[0] && { lastBuildDate: formatPublicationDate(nodes[0]) }),
    'atom:link': { '@href': feedUrl, '@rel': 'self', '@type': 'application/rss+xml' },
    item: nodes.map((content) => buildItem(site, content, authors.get(content.authorId ?? 0))),
  };
  const namespaces = { '@xmlns:atom': 'http://www.w3.org/2005/Atom', '@xmlns:dc': 'http://purl.org/dc/elements/1.1/' };
  recordPage({ view: null, objectId: null, isFeed: true });
  const text = await createXmlDocument({ rss: { '@version': '2.0', ...namespaces, channel } });
  const tag = createStrongEtag(text);
  reply.headers({ ETag: tag, 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
  if (matchesEtag(request.headers['if-none-match'] ?? '', tag)) return reply.status(304).send();
  return reply.type('application/rss+xml; charset=utf-8').send(text);
}
