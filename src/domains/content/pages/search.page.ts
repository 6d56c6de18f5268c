import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SearchCards } from '#app/core/domain/domain.ts';
import { html, type Html, trustHtml } from '#app/core/text/html.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { buildPermalink } from '../permalinks.ts';
import type { ContentRecord } from '../record.ts';
import { renderContentExcerpt } from '../rendering.ts';
import { getRequestedSubtypes } from '../search/search.conditions.ts';
import { searchContent } from '../search/search.service.ts';
import { getKind, post } from '../kinds.ts';
import { renderDay, renderTitle } from './parts.ts';
import { sendPublicPage } from './send-public.ts';

const MAX_LENGTH = 200;
/** The search page also finds venues. The search of the REST API does not. */
const VENUE = 'venue';

function renderForm(site: Site, translate: Translate, text: string): Html {
  return html`<form method="get" action="${toSitePath(site, '/search/')}" role="search" class="search">
  <div class="field">
    <label for="q">${translate('search.for')}</label>
    <input type="search" id="q" name="q" value="${text}" maxlength="${MAX_LENGTH}" dir="auto" autocomplete="off"${text === '' && trustHtml(' autofocus')}>
  </div>
  <button>${translate('search.go')}</button>
</form>`;
}

function getKindName(translate: Translate, kind: string): string {
  if (kind === 'post' || kind === 'page' || kind === 'event' || kind === 'venue') return translate(`search.kind.${kind}`);
  return getKind(kind).typeName;
}

/** Returns the cards with which domains show their results. */
async function loadCards(site: Site, translate: Translate, matches: readonly ContentRecord[]): Promise<SearchCards[]> {
  const cardsByDomain = await Promise.all(site.domains.map(async (domain) => await domain.getSearchCards?.(site, translate, matches)));
  return cardsByDomain.filter((cards) => cards !== null && cards !== undefined);
}

function renderResult(site: Site, translate: Translate, content: ContentRecord): Html {
  const name = getKindName(translate, content.kind);
  return html`<div class="result" dir="auto">
<h2><a href="${buildPermalink(site, content)}">${renderTitle(content, translate)}</a></h2>
<p class="quiet">${name}${content.kind === post.name && html`, ${renderDay(site, content.dateLocal, translate)}`}</p>
${trustHtml(renderContentExcerpt(content, 30))}
</div>`;
}

/** Sends the public posts, pages, events and venues that match `?q=`, matches in titles first. */
export async function showSearch(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, request);
  const field = createFieldReader(request.query);
  const text = field('q').replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
  const page = /^[1-9]\d{0,4}$/.test(field('page')) ? Number(field('page')) : 1;
  const perPage = site.settings.get(postsPerPage);
  const query = { type: 'post', search: text, page, perPage, searchesVenues: true } as const;
  const { total, nodes } =
    text === '' ? { total: 0, nodes: [] } : await searchContent(site, query, [...getRequestedSubtypes(query), VENUE]);
  const domainCards = await loadCards(site, translate, nodes);
  const renderItem = (content: ContentRecord) =>
    domainCards.find(({ cards }) => cards.has(content.id))?.cards.get(content.id) ?? renderResult(site, translate, content);
  const buildUrl = (target: number) => `${toSitePath(site, '/search/')}?${new URLSearchParams({ q: text, page: String(target) })}`;
  const body = html`<h1>${translate('search.title')}</h1>
${renderForm(site, translate, text)}
${text !== '' && html`<p role="status">${translateToHtml(translate, 'search.found', { count: total, text: html`<bdi>${text}</bdi>` })}</p>`}
${nodes.length > 0 && html`<ol class="results" start="${(page - 1) * perPage + 1}">${nodes.map((content) => html`<li>${renderItem(content)}</li>`)}</ol>`}
<nav class="actions" aria-label="${translate('list.pages')}">
${page > 1 && html`<a rel="prev" href="${buildUrl(page - 1)}">${translate('search.previous')}</a>`}
${page * perPage < total && html`<a rel="next" href="${buildUrl(page + 1)}">${translate('search.more')}</a>`}
</nav>`;
  const viewer = await getPageViewer(site, request);
  reply.header('X-Robots-Tag', 'noindex');
  return await sendPublicPage(
    request,
    reply,
    site,
    {
      title: text === '' ? translate('search.title') : translate('search.titleFor', { text }),
      body,
      viewer,
      head: html`${domainCards.map(({ head }) => head)}`,
    },
    { view: { kind: 'search', id: 0 } },
  );
}
