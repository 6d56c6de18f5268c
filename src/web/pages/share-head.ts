import { type Html, html } from '#app/core/text/html.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getLanguageTag } from './language.ts';

/** Metadata of a page for search engines and link previews. */
export interface PageMetadata {
  /** Canonical URL. */
  url: string;
  title: string;
  description?: string;
  image?: { url: string; alt: string; width: number | null; height: number | null } | null | undefined;
  isArticle?: boolean;
}

/** Renders the metadata of a page for other programs: canonical URL, description and Open Graph properties. */
export function renderPageMetadata(site: Site, { url, title, description = '', image, isArticle = false }: PageMetadata): Html {
  return html`<link rel="canonical" href="${url}">
${description !== '' && html`<meta name="description" content="${description}">`}
<meta property="og:site_name" content="${site.settings.get(siteName)}">
<meta property="og:locale" content="${getLanguageTag(site).replaceAll('-', '_')}">
<meta property="og:type" content="${isArticle ? 'article' : 'website'}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
${description !== '' && html`<meta property="og:description" content="${description}">`}
${image && html`<meta property="og:image" content="${image.url}">`}
${image && image.width !== null && image.height !== null && html`<meta property="og:image:width" content="${image.width}"><meta property="og:image:height" content="${image.height}">`}
${image && image.alt !== '' && html`<meta property="og:image:alt" content="${image.alt}">`}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`;
}
