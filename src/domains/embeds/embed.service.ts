import { isKind, getKind } from '../content/kinds.ts';
import { loadContent } from '../content/content.reader.ts';
import { buildPermalink, resolveLink } from '../content/permalinks.ts';
import { loadMedia, buildMediaUrl } from '../content/media.service.ts';
import type { ContentRecord } from '../content/record.ts';
import { renderContentTitle } from '../content/rendering.ts';
import { isPublicStatus } from '../content/statuses.ts';
import { notFound, type Failure } from '#app/core/failures/failure.ts';
import { escapeHtml, escapeText } from '#app/core/text/plain-text.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { buildAuthorLink, findUser } from '#app/domains/identity/users/user.record.ts';
import { renderFrame, createFrameSecret } from './frame.ts';
import { computeEmbedSize } from './size.rules.ts';

/** Picture of an embed, in pixels. */
export interface Thumbnail {
  url: string;
  width: number;
  height: number;
}

/** Data that other sites need to show one page of this site in a frame (docs/behaviour/core-rest.md 9.1). */
export interface Embed {
  version: string;
  providerName: string;
  providerUrl: string;
  authorName: string;
  authorUrl: string;
  /** HTML, with the prefix `Protected: ` if the content needs a password. */
  title: string;
  type: 'rich';
  width: number;
  height: number;
  /** A quote with link and title, followed by the frame. */
  html: string;
  thumbnail: Thumbnail | null;
}

/** Returns the failure for a URL without an embed. It does not disclose the reason. */
export function embedNotFound(): Failure {
  return notFound('oembed_invalid_url', 'There is nothing at this address that can be embedded.');
}

async function loadEmbeddable(site: Site, url: string): Promise<ContentRecord | null> {
  const id = await resolveLink(site, url);
  const content = id === null ? null : await loadContent(site, id);
  return content && isKind(content.kind) && getKind(content.kind).hasPage && isPublicStatus(content.status) ? content : null;
}

/** Returns the URL of the small page that other sites frame. */
function buildFrameUrl(link: string): string {
  return link.includes('?') ? `${link}&embed=true` : `${link.replace(/\/?$/, '/')}embed/`;
}

/** Returns the smallest rendition that is at least as wide as the embed, else the original file. Returns null if there is no image of known size. */
async function findThumbnail(site: Site, content: ContentRecord, width: number): Promise<Thumbnail | null> {
  if (content.featuredMediaId === null) return null;
  const [media] = await loadMedia(site, [content.featuredMediaId]);
  if (!media?.mimeType.startsWith('image/') || media.width === null || media.height === null) return null;
  const original = { file: media.file, width: media.width, height: media.height };
  const image =
    Object.values(media.sizes)
      .filter((size) => size.width >= width)
      .sort((a, b) => a.width - b.width)[0] ?? original;
  return { url: buildMediaUrl(site, image.file), width: image.width, height: image.height };
}

/**
 * Returns the embed of the published post, page or event at a URL of this site. `maxWidth` is in pixels. Throws 404 `oembed_invalid_url` for all
 * other URLs, even for URLs of unpublished content that the caller may read.
 */
export async function getEmbed(site: Site, url: string, maxWidth: number): Promise<Embed> {
  const content = await loadEmbeddable(site, url);
  if (!content) throw embedNotFound();
  const { width, height } = computeEmbedSize(maxWidth);
  const author = content.authorId === null ? null : await findUser(site, content.authorId);
  const name = site.settings.get(siteName);
  const home = site.config.siteUrl;
  const title = content.password === '' ? renderContentTitle(content) : `Protected: ${renderContentTitle(content)}`;
  const link = buildPermalink(site, content);
  const secret = createFrameSecret();
  const frame = renderFrame(
    { src: buildFrameUrl(link), width, height, title: `&#8220;${title}&#8221; &#8212; ${escapeHtml(name)}` },
    secret,
  );
  return {
    version: '1.0',
    providerName: name,
    providerUrl: home,
    authorName: author?.displayName ?? name,
    authorUrl: author ? buildAuthorLink(site, author) : home,
    title,
    type: 'rich',
    width,
    height,
    html: `<blockquote data-secret="${secret}"><a href="${escapeHtml(link)}">${title}</a></blockquote>${frame}`,
    thumbnail: await findThumbnail(site, content, width),
  };
}

/** Converts an embed to the member names of the oEmbed format. */
export function toOembed(embed: Embed): Record<string, unknown> {
  return {
    version: embed.version,
    provider_name: escapeText(embed.providerName),
    provider_url: embed.providerUrl,
    author_name: escapeText(embed.authorName),
    author_url: embed.authorUrl,
    title: embed.title,
    type: embed.type,
    width: embed.width,
    height: embed.height,
    html: embed.html,
    ...(embed.thumbnail && {
      thumbnail_url: embed.thumbnail.url,
      thumbnail_width: embed.thumbnail.width,
      thumbnail_height: embed.thumbnail.height,
    }),
  };
}
