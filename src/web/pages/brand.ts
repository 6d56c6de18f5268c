import type { FastifyInstance } from 'fastify';
import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { accentColor, brandImages } from '#app/core/branding/branding.settings.ts';
import { createAccentPairs, DEFAULT_ACCENT } from '#app/core/branding/colors.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { buildMediaUrl } from '#app/domains/content/media.service.ts';
import { renderResponsiveImage } from '#app/domains/content/responsive-image.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';

/** Returns the default icon as SVG: a ticket in the color of the site. */
function renderDefaultIcon(site: Site): string {
  const { background, ink } = getBrandColors(site);
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='${background}'/><path d='M6 11h20v3a2 2 0 0 0 0 4v3H6v-3a2 2 0 0 0 0-4z' fill='${ink}'/></svg>`;
}

const toDataUrl = (svg: string) => `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E')}`;

/** Returns the icon of the site as an element of the head. */
export function renderIconLink(site: Site): Html {
  const { icon } = site.settings.get(brandImages);
  if (!icon) return html`<link rel="icon" href="${toDataUrl(renderDefaultIcon(site))}">`;
  const thumbnail = icon.sizes['thumbnail']?.file ?? icon.file;
  const medium = icon.sizes['medium']?.file ?? icon.file;
  return html`<link rel="icon" href="${buildMediaUrl(site, thumbnail)}"><link rel="apple-touch-icon" href="${buildMediaUrl(site, medium)}">`;
}

/** Returns the link to the style sheet of the site's color, or null for the default color. */
export function renderAccentLink(site: Site): Html | null {
  const color = site.settings.get(accentColor);
  return color === '' || color === DEFAULT_ACCENT
    ? null
    : html`<link rel="stylesheet" href="${toSitePath(site, `/assets/accent-${color.slice(1)}.css`)}">`;
}

/** Returns the logo of the site, or its name, for the top of pages. */
export function renderBrandMark(site: Site, name: string): Html {
  const { logo } = site.settings.get(brandImages);
  return logo ? renderResponsiveImage(site, logo, { sizes: '12rem', className: 'site-logo', alt: name, isFirst: true }) : html`${name}`;
}

function createAccentStyles(color: string): string {
  const { light, dark } = createAccentPairs(color);
  const createRule = (pair: typeof light) => `:root { --brand: ${color}; --accent: ${pair.accent}; --on-accent: ${pair.onAccent}; }`;
  return `@media screen {\n${createRule(light)}\n}\n@media screen and (prefers-color-scheme: dark) {\n${createRule(dark)}\n}\n`;
}

/** Serves the style sheets of accent colors. Their content depends only on the color in the path. */
export function mountAccentStyles(app: FastifyInstance): void {
  app.get('/assets/accent-:color(^[0-9a-f]{6}$).css', (request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
      .type('text/css; charset=utf-8')
      .send(createAccentStyles(`#${(request.params as { color: string }).color}`)),
  );
}

/** Serves `/favicon.ico`, which browsers request for JSON and other responses without an icon. */
export function mountFavicon(app: FastifyInstance, site: Site): void {
  app.get('/favicon.ico', (_request, reply) => {
    const { icon } = site.settings.get(brandImages);
    reply.header('Cache-Control', 'public, max-age=86400');
    return icon
      ? reply.redirect(buildMediaUrl(site, icon.sizes['thumbnail']?.file ?? icon.file))
      : reply.type('image/svg+xml').send(renderDefaultIcon(site));
  });
}
