import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import { siteDescription, siteName } from '#app/core/settings/site.settings.ts';
import { renderResponsiveImage } from '#app/domains/content/responsive-image.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';

/** Renders the header picture of the front page with the site's tagline. Returns null if no picture is chosen. */
export function renderHeaderPicture(site: Site, _translate: Translate): Promise<FrontPart | null> {
  const { header } = site.settings.get(brandImages);
  if (!header) return Promise.resolve(null);
  const tagline = site.settings.get(siteDescription);
  return Promise.resolve({
    body: html`<div class="site-banner">${renderResponsiveImage(site, header, { sizes: '(max-width: 74rem) 100vw, 72rem', isFirst: true })}
${tagline !== '' && html`<p dir="auto"><strong>${site.settings.get(siteName)}</strong> ${tagline}</p>`}</div>
`,
  });
}
