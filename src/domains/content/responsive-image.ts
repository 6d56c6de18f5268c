import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { type MediaRecord, type MediaSize, mediaUrl } from './media.service.ts';

/** Sizes that show the whole image, smallest first. Other sizes are cropped. */
const WHOLE = ['medium', 'medium_large', 'large', '1536x1536', '2048x2048'] as const;

/** Maximum width for pages. Wider files are old originals or come from imports. */
const WIDEST = 2560;
/** Maximum width for phones, whose screens do not show more detail. */
const WIDEST_ON_PHONES = 1024;
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
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.width, one])).values()].sort((one, other) => one.width - other.width);
}

/** Returns the files of an image in its original format, smallest first. */
function candidatesOf(media: MediaRecord): Candidate[] {
  const sized = WHOLE.flatMap((name) => media.sizes[name] ?? []);
  const { file, width, height } = media;
  if (width === null || height === null) return inOrder(sized);
  return inOrder(sized.length > 0 && width > WIDEST ? sized : [...sized, { file, width, height }]);
}

function webpCandidatesOf(media: MediaRecord): Candidate[] {
  return inOrder([...WHOLE.map((name) => `webp:${name}`), 'webp'].flatMap((name) => media.variants[name] ?? []));
}

const srcset = (site: Site, candidates: readonly Candidate[]): string =>
  candidates.map(({ file, width }) => `${mediaUrl(site, file)} ${width}w`).join(', ');

/** Returns the sources of an image for `src` and `srcset`. Null if only one file exists. */
export function sourcesOf(site: Site, media: MediaRecord): { src: string; jpeg: string; webp: string; webpOnPhones: string } | null {
  const candidates = candidatesOf(media);
  const usual = candidates.findLast(({ width }) => width <= DEFAULT_WIDTH) ?? candidates[0];
  if (!usual || candidates.length < 2) return null;
  const webp = webpCandidatesOf(media);
  const onPhones = webp.filter(({ width }) => width <= WIDEST_ON_PHONES);
  return {
    src: mediaUrl(site, usual.file),
    jpeg: srcset(site, candidates),
    webp: srcset(site, webp),
    webpOnPhones: onPhones.length === webp.length ? '' : srcset(site, onPhones),
  };
}

/** Returns the `<source>` elements for WebP, or null if no WebP files exist. */
export function webpSources({ webp, webpOnPhones }: { webp: string; webpOnPhones: string }, sizes: string): Html | null {
  if (webp === '') return null;
  const onPhones =
    webpOnPhones !== '' && html`<source type="image/webp" media="(max-width: 40rem)" srcset="${webpOnPhones}" sizes="${sizes}">`;
  return html`${onPhones}<source type="image/webp" srcset="${webp}" sizes="${sizes}">`;
}

/** Renders an image of the library. The browser chooses the format and size. */
export function responsiveImage(site: Site, media: MediaRecord, placement: ImagePlacement): Html {
  const { sizes, className, isFirst = false, alt = media.altText } = placement;
  const sources = sourcesOf(site, media);
  const size = media.width !== null && media.height !== null && html` width="${media.width}" height="${media.height}"`;
  const named = className !== undefined && html` class="${className}"`;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`;
  if (!sources) return html`<img${named} src="${mediaUrl(site, media.file)}" alt="${alt}"${size}${loading}>`;
  const image = html`<img${named} src="${sources.src}" srcset="${sources.jpeg}" sizes="${sizes}" alt="${alt}"${size}${loading}>`;
  const smaller = webpSources(sources, sizes);
  return smaller ? html`<picture>${smaller}${image}</picture>` : image;
}

/** Returns the file for link previews: the cropped one if it exists, else one of suitable size. */
export function sharedFile(site: Site, media: MediaRecord): { url: string; alt: string; width: number | null; height: number | null } {
  const chosen = media.variants['social'] ?? candidatesOf(media).findLast(({ width }) => width <= 1600) ?? media;
  return { url: mediaUrl(site, chosen.file), alt: media.altText, width: chosen.width, height: chosen.height };
}
