import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html, trusted } from '#app/core/html.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { fieldsOf, viewerOfPage } from '#app/web/pages/forms.ts';
import { linkOf } from '../permalinks.ts';
import type { ContentRecord } from '../record.ts';
import { renderedExcerpt } from '../rendering.ts';
import { wantedSubtypes } from '../search/search.conditions.ts';
import { searchContents } from '../search/search.service.ts';
import { kindOf, post } from '../kinds.ts';
import { day, titleOf } from './parts.ts';
import { sendPublic } from './send-public.ts';

const LONGEST = 200;

function form(site: Site, text: string): Html {
  return html`<form method="get" action="${sitePath(site, '/search/')}" role="search" class="search">
  <div class="field">
    <label for="q">Search for</label>
    <input type="search" id="q" name="q" value="${text}" maxlength="${LONGEST}" dir="auto" autocomplete="off"${text === '' && trusted(' autofocus')}>
  </div>
  <button>Search</button>
</form>`;
}

const kindNames: Readonly<Record<string, string>> = { post: 'Post', page: 'Page', event: 'Event' };

function result(site: Site, content: ContentRecord): Html {
  const name = kindNames[content.kind] ?? kindOf(content.kind).typeName;
  return html`<li dir="auto">
<h2><a href="${linkOf(site, content)}">${titleOf(content)}</a></h2>
<p class="quiet">${name}${content.kind === post.name && html`, ${day(content.dateLocal)}`}</p>
${trusted(renderedExcerpt(content, 30))}
</li>`;
}

/** Shows what everybody may find of posts, pages and events by the words of `?q=`, those in titles first. */
export async function showSearch(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = fieldsOf(request.query);
  const text = field('q').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  const page = /^[1-9]\d{0,4}$/.test(field('page')) ? Number(field('page')) : 1;
  const perPage = site.settings.get(postsPerPage);
  const query = { type: 'post', search: text, page, perPage } as const;
  const { total, nodes } = text === '' ? { total: 0, nodes: [] } : await searchContents(site, query, wantedSubtypes(query));
  const addressOf = (to: number) => `${sitePath(site, '/search/')}?${new URLSearchParams({ q: text, page: String(to) })}`;
  const body = html`<h1>Search</h1>
${form(site, text)}
${text !== '' && html`<p role="status">${total === 0 ? 'Nothing was found for' : total === 1 ? 'One thing was found for' : `${total} things were found for`} “<bdi>${text}</bdi>”.</p>`}
${nodes.length > 0 && html`<ol class="results" start="${(page - 1) * perPage + 1}">${nodes.map((content) => result(site, content))}</ol>`}
<nav class="actions" aria-label="Pages">
${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">Previous results</a>`}
${page * perPage < total && html`<a rel="next" href="${addressOf(page + 1)}">More results</a>`}
</nav>`;
  const viewer = await viewerOfPage(site, request);
  reply.header('X-Robots-Tag', 'noindex');
  return await sendPublic(
    request,
    reply,
    site,
    { title: text === '' ? 'Search' : `Search: ${text}`, body, viewer },
    { view: { kind: 'search', id: 0 } },
  );
}
