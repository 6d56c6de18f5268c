import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { buildPermalink } from '../permalinks.ts';
import type { ContentRecord } from '../record.ts';
import { isHidden, renderContentExcerpt } from '../rendering.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import { recordPage } from '#app/core/caching/cache-dependencies.ts';
import type { Site } from '#app/site.ts';
import { html, trustHtml } from '#app/core/text/html.ts';
import { collectEmbedHeads } from '#app/web/pages/domain-parts.ts';
import { renderLanguageAttributes, getLanguageTag, getTextsForRequest } from '#app/web/pages/language.ts';
import { renderIconLink } from '#app/web/pages/brand.ts';
import { replaceSiteUrls } from '#app/web/pages/site-urls.ts';
import { stylesheetPath } from '#app/web/pages/stylesheet.ts';
import { renderDay, toPlainText, renderTitle } from './parts.ts';
import { sendMarkup } from './send-public.ts';

/** Sends the small page that other sites frame, with title, excerpt, date and site name. It never contains protected text. */
export async function sendEmbedPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  content: ContentRecord,
): Promise<FastifyReply> {
  const heads = await collectEmbedHeads(site);
  const translate = getTextsForRequest(site, request);
  const link = buildPermalink(site, content);
  const name = site.settings.get(siteName);
  const body = html`<article dir="auto">
<h1><a href="${link}" target="_top">${renderTitle(content, translate)}</a></h1>
${isHidden(content) ? html`<p>${translate('content.protected')}</p>` : trustHtml(renderContentExcerpt(content, 35))}
<p class="quiet">${renderDay(site, content.dateLocal, translate)} · <a href="${site.config.siteUrl}/" target="_top">${name}</a></p>
</article>`;
  const markup = html`<!doctype html>
<html${renderLanguageAttributes(getLanguageTag(site))}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toPlainText(renderTitle(content, translate).toString())} – ${name}</title>
<meta name="robots" content="noindex, follow">
<link rel="canonical" href="${link}">
${renderIconLink(site)}
<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">${heads.markup}
</head>
<body>
<main>
${replaceSiteUrls(site, body)}
</main>
</body>
</html>
`;
  const modified = new Date(`${content.modifiedUtc}Z`);
  recordPage({ view: null, objectId: content.id });
  return sendMarkup(request, reply, markup.toString(), { mayBeFramed: true, scripts: heads.policy, modified });
}
