import { html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { buildMediaUrl, type MediaRecord } from '../content/media.service.ts';

/** Uncropped image sizes for `srcset`, in the same order as in the upstream software. */
const UNCROPPED_SIZES = ['medium', 'large', 'medium_large', '1536x1536', '2048x2048'];

/**
 * Renders the part above the description of a file: the medium-size image with a link to the file, or the title as a link. Returns an empty string if
 * the file has no URL.
 */
export function renderAttachment(site: Site, title: string, media: MediaRecord | null): string {
  const url = media && buildMediaUrl(site, media.file);
  if (!media || !url) return '';
  const linkContent = media.width === null || media.height === null ? html`${title}` : renderImage(site, media);
  return html`<p class="attachment"><a href="${url}">${linkContent}</a></p>\n`.toString();
}

function renderImage(site: Site, media: MediaRecord) {
  const uncropped = UNCROPPED_SIZES.flatMap((name) => media.sizes[name] ?? []);
  const { file, width, height } = media.sizes['medium'] ?? media;
  const srcset = [...uncropped, media].map((size) => `${buildMediaUrl(site, size.file)} ${size.width}w`).join(', ');
  const srcsetAttributes = uncropped.length > 0 && html` srcset="${srcset}" sizes="(max-width: ${width}px) 100vw, ${width}px"`;
  return html`<img loading="lazy" decoding="async" width="${width}" height="${height}" src="${buildMediaUrl(site, file)}" class="attachment-medium size-medium" alt="${media.altText}"${srcsetAttributes}>`;
}
