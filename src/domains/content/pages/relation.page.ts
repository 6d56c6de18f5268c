import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { html } from '#app/core/text/html.ts';
import { pageNotFound } from './list.page.ts';
import { sendPublicPage } from './send-public.ts';

/** Descriptions of the link relations of the REST API (docs/behaviour/core-rest.md 4.3, 7.9). */
const relations: Readonly<Record<string, string>> = {
  featuredmedia: 'The featured image of the object.',
  attachment: 'The files that belong to the object.',
  term: 'The terms of the object in one taxonomy; the attribute “taxonomy” names the taxonomy.',
  'active-theme': 'The theme of the site.',
  'action-publish': 'The caller may publish the object.',
  'action-unfiltered-html': 'The caller may write any HTML into the object.',
  'action-sticky': 'The caller may make the object sticky.',
  'action-assign-author': 'The caller may give the object another author.',
  'action-create-categories': 'The caller may create categories.',
  'action-assign-categories': 'The caller may assign categories to the object.',
  'action-create-tags': 'The caller may create tags.',
  'action-assign-tags': 'The caller may assign tags to the object.',
};

/** Sends the explanation of a link relation, or the list of all relations if the name is empty. Throws 404 for an unknown relation. */
export function showRelation(site: Site, request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const meaning = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (name !== '' && meaning === undefined) throw pageNotFound();
  const body =
    name === ''
      ? html`<h1>Relations of the REST API</h1>
<p>A <code>Link</code> header with this relation leads to the root of the REST API. Objects have links with these relations:</p>
<dl class="facts">${Object.entries(relations).map(([key, text]) => html`<dt><code>${key}</code></dt><dd>${text}</dd>`)}</dl>`
      : html`<h1>Relation <code>${name}</code></h1>
<p>${meaning}</p>`;
  return sendPublicPage(request, reply, site, { title: name === '' ? 'Relations' : `Relation ${name}`, body, viewer: null });
}
