import { post } from '../../content/kinds.ts';
import type { ContentRecord } from '../../content/record.ts';
import { hasUpstreamNames, relationBaseOf } from '#app/core/addresses/relation-base.ts';
import type { Site } from '#app/site.ts';
import { type Html, html } from '#app/core/text/html.ts';

function restUrl({ config }: Site): string {
  return config.siteUrl + config.restRoot;
}

/** Value of the Link header by which clients find the REST interface from any page. */
export function restLink(site: Site): string {
  return `<${restUrl(site)}/>; rel="${relationBaseOf(site.config)}"`;
}

/** Value of a further Link header: the same content in the REST interface; null for kinds that are not served there under their own name. */
export function itemLink(site: Site, content: ContentRecord): string | null {
  return content.kind === post.name
    ? `<${restUrl(site)}/core/v2/posts/${content.id}>; rel="alternate"; title="JSON"; type="application/json"`
    : null;
}

/** Elements of every page's head that lead to the REST interface, where clients look for them under upstream's name. */
export function restHead(site: Site): Html | null {
  return hasUpstreamNames(site.config) ? html`<link rel="${relationBaseOf(site.config)}" href="${restUrl(site)}/">` : null;
}

/** Elements of the head of a published page that lead to its embed documents (core-rest.md 9.1). */
export function embedHead(site: Site, link: string): Html {
  const address = `${restUrl(site)}/oembed/1.0/embed?url=${encodeURIComponent(link)}`;
  return html`<link rel="alternate" title="oEmbed (JSON)" type="application/json+oembed" href="${address}">
<link rel="alternate" title="oEmbed (XML)" type="text/xml+oembed" href="${`${address}&format=xml`}">`;
}
