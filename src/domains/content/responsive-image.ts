import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { type MediaRecord, type MediaSize, mediaUrl } from './media.service.ts';

/** Sizes that show the whole image, smallest first; the others are cropped. */
const WHOLE = ['medium', 'medium_large', 'large', '1536x1536', '2048x2048'] as const;

/** Wider files are for nobody's screen: originals from before uploads were scaled, and from elsewhere. */
const WIDEST = 2560;
/** On a phone more pixels cost more than anyone sees. */
const WIDEST_ON_PHONES = 1024;
/** The file for programs that choose none. */
const DEFAULT_WIDTH = 1024;

/** How wide an image in a text is, unless it says so: all of a phone, else the column of the text. */
export const TEXT_IMAGE_SIZES = '(max-width: 46rem) calc(100vw - 2rem), 44rem';

/** How an image stands in its page. */
export interface ImagePlacement {
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  className?: string;
  /** It is what the reader sees first: loaded before everything else. Others are loaded when they come into sight. */
  isFirst?: boolean;
  /** Instead of the library's text. */
  alt?: string;
}

type Candidate = Pick<MediaSize, 'file' | 'width' | 'height'>;

/** One file of each width, smallest first. */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [one.width, one])).values()].sort((one, other) => one.width - other.width);
}

/** The files of an image in its own format, smallest first. */
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

/** What `srcset`, `sizes` and `src` say of an image; null where the library knows one file of it. */
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

/** The `<source>` elements of a `<picture>` for the smaller format; nothing where none exists. */
export function webpSources({ webp, webpOnPhones }: { webp: string; webpOnPhones: string }, sizes: string): Html | null {
  if (webp === '') return null;
  const onPhones =
    webpOnPhones !== '' && html`<source type="image/webp" media="(max-width: 40rem)" srcset="${webpOnPhones}" sizes="${sizes}">`;
  return html`${onPhones}<source type="image/webp" srcset="${webp}" sizes="${sizes}">`;
}

/** An image of the library, in the format and size that suits the reader's browser and screen. */
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

/** The file that previews of links show: cut for them where the image is large enough, else one that is not larger than they need. */
export function sharedFile(site: Site, media: MediaRecord): { url: string; alt: string; width: number | null; height: number | null } {
  const chosen = media.variants['social'] ?? candidatesOf(media).findLast(({ width }) => width <= 1600) ?? media;
  return { url: mediaUrl(site, chosen.file), alt: media.altText, width: chosen.width, height: chosen.height };
}
