import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { type MediaRecord, type MediaSize, buildMediaUrl } from './media.service.ts';

/** Sizes that show the whole image, smallest first. Other sizes are cropped. */
const UNCROPPED_SIZES = ['medium', 'medium_large', 'large', '1536x1536', '2048x2048'] as const;

/** Maximum width of files for pages. Wider files are old originals, or were imported. */
const MAX_WIDTH = 2560;
/** Maximum width for phones, whose screens do not show more detail. */
const MAX_WIDTH_ON_PHONES = 1024;
/** Width of the file in `src`, for clients without `srcset`. */
const DEFAULT_WIDTH = 1024;

/** Default `sizes` of an image in a text: the full width of a phone, else the width of the text column. */
export const TEXT_IMAGE_SIZES = '(max-width: 46rem) calc(100vw - 2rem), 44rem';

/** Display of an image in a page. */
export interface ImagePlacement {
  /** Displayed width, as value of the `sizes` attribute. */
  sizes: string;
  className?: string;
  /** True for the first visible image, which is loaded with priority. Other images are loaded lazily. */
  isFirst?: boolean;
  /** Replaces the alternative text of the media library. */
  alt?: string;
}

type Candidate = Pick<MediaSize, 'file' | 'width' | 'height'>;

/** Returns one file of each width, smallest first. */
function deduplicateByWidth(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.width, candidate])).values()].sort((a, b) => a.width - b.width);
}

/** Returns the files of an image in its original format, smallest first. */
function listCandidates(media: MediaRecord): Candidate[] {
  const sizes = UNCROPPED_SIZES.flatMap((name) => media.sizes[name] ?? []);
  const { file, width, height } = media;
  if (width === null || height === null) return deduplicateByWidth(sizes);
  return deduplicateByWidth(sizes.length > 0 && width > MAX_WIDTH ? sizes : [...sizes, { file, width, height }]);
}

function listWebpCandidates(media: MediaRecord): Candidate[] {
  return deduplicateByWidth([...UNCROPPED_SIZES.map((name) => `webp:${name}`), 'webp'].flatMap((name) => media.variants[name] ?? []));
}

const buildSrcset = (site: Site, candidates: readonly Candidate[]): string =>
  candidates.map(({ file, width }) => `${buildMediaUrl(site, file)} ${width}w`).join(', ');

/** Returns the values of `src` and `srcset` for an image; null if only one file exists. `jpeg` contains the files in the original format. */
export function buildSources(site: Site, media: MediaRecord): { src: string; jpeg: string; webp: string; webpOnPhones: string } | null {
  const candidates = listCandidates(media);
  const defaultFile = candidates.findLast(({ width }) => width <= DEFAULT_WIDTH) ?? candidates[0];
  if (!defaultFile || candidates.length < 2) return null;
  const webp = listWebpCandidates(media);
  const onPhones = webp.filter(({ width }) => width <= MAX_WIDTH_ON_PHONES);
  return {
    src: buildMediaUrl(site, defaultFile.file),
    jpeg: buildSrcset(site, candidates),
    webp: buildSrcset(site, webp),
    webpOnPhones: onPhones.length === webp.length ? '' : buildSrcset(site, onPhones),
  };
}

/** Returns the `<source>` elements for WebP, or null if no WebP files exist. */
export function renderWebpSources({ webp, webpOnPhones }: { webp: string; webpOnPhones: string }, sizes: string): Html | null {
  if (webp === '') return null;
  const onPhones =
    webpOnPhones !== '' && html`<source type="image/webp" media="(max-width: 40rem)" srcset="${webpOnPhones}" sizes="${sizes}">`;
  return html`${onPhones}<source type="image/webp" srcset="${webp}" sizes="${sizes}">`;
}

/** Renders an image of the library. The browser chooses the format and size. */
export function renderResponsiveImage(site: Site, media: MediaRecord, placement: ImagePlacement): Html {
  const { sizes, className, isFirst = false, alt = media.altText } = placement;
  const sources = buildSources(site, media);
  const size = media.width !== null && media.height !== null && html` width="${media.width}" height="${media.height}"`;
  const classAttribute = className !== undefined && html` class="${className}"`;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  if (!sources) return html`<img${classAttribute} src="${buildMediaUrl(site, media.file)}" alt="${alt}"${size}${loading}>`;
  const image = html`<img${classAttribute} src="${sources.src}" srcset="${sources.jpeg}" sizes="${sizes}" alt="${alt}"${size}${loading}>`;
  const sourceElements = renderWebpSources(sources, sizes);
  return sourceElements ? html`<picture>${sourceElements}${image}</picture>` : image;
}

/** Returns the file for link previews: the file that was cropped for them if it exists, else the largest file up to 1600 pixels wide. */
export function findSharedFile(site: Site, media: MediaRecord): { url: string; alt: string; width: number | null; height: number | null } {
  const preview = media.variants['social'] ?? listCandidates(media).findLast(({ width }) => width <= 1600) ?? media;
  return { url: buildMediaUrl(site, preview.file), alt: media.altText, width: preview.width, height: preview.height };
}
