import { post } from '../../content/kinds.ts';
import type { ContentRecord } from '../../content/record.ts';
import { hasUpstreamNames, getRelationBase } from '#app/core/urls/relation-base.ts';
import type { Site } from '#app/site.ts';
import { type Html, html } from '#app/core/text/html.ts';

function buildRestUrl({ config }: Site): string {
  return config.siteUrl + config.restRoot;
}

/** Returns the Link header with which clients find the REST API from any page. */
export function buildRestLink(site: Site): string {
  return `<${buildRestUrl(site)}/>; rel="${getRelationBase(site.config)}"`;
}

/** Returns a Link header for the same content in the REST API; null for kinds without a route of their own. */
export function buildItemLink(site: Site, content: ContentRecord): string | null {
  return content.kind === post.name
    ? `<${buildRestUrl(site)}/core/v2/posts/${content.id}>; rel="alternate"; title="JSON"; type="application/json"`
    : null;
}

/** Returns the head element for REST API discovery if the site uses the relation names of upstream, else null. */
export function renderRestHead(site: Site): Html | null {
  return hasUpstreamNames(site.config) ? html`<link rel="${getRelationBase(site.config)}" href="${buildRestUrl(site)}/">` : null;
}

/** Returns head elements that link the embed documents of a published page (docs/behaviour/core-rest.md 9.1). */
export function renderEmbedHead(site: Site, link: string): Html {
  const url = `${buildRestUrl(site)}/oembed/1.0/embed?url=${encodeURIComponent(link)}`;
  return html`<link rel="alternate" title="oEmbed (JSON)" type="application/json+oembed" href="${url}">
<link rel="alternate" title="oEmbed (XML)" type="text/xml+oembed" href="${`${url}&format=xml`}">`;
}
