import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { post } from '../../content/kinds.ts';
import { loadMedia, type MediaRecord } from '../../content/media.service.ts';
import { renderResponsiveImage, findSharedFile, TEXT_IMAGE_SIZES } from '../../content/responsive-image.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { ContentRecord } from '../../content/record.ts';
import { isHidden, renderBodyWithShortcodes, renderContentExcerpt } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '../terms/taxonomies.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { PagePart } from '#app/core/domain/domain.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getReader, getTextsForRequest } from '#app/web/pages/language.ts';
import { renderPageMetadata } from '#app/web/pages/share-head.ts';
import { renderEmbedHead, buildItemLink } from './discovery.ts';
import { renderFeedHead } from './feed.route.ts';
import { renderByline, toPlainText, renderTermList, renderTitle } from './parts.ts';
import { hasUnlocked } from './post-password.ts';
import { sendPublicPage } from './send-public.ts';

/** Name of the form field for the password of protected content. */
export const PASSWORD_FIELD = 'post_password';

async function findFeaturedImage(site: Site, content: ContentRecord): Promise<MediaRecord | null> {
  if (content.featuredMediaId === null || isHidden(content)) return null;
  const [media] = await loadMedia(site, [content.featuredMediaId]);
  return media?.mimeType.startsWith('image/') ? media : null;
}

const renderPicture = (site: Site, media: MediaRecord): Html =>
  html`<p>${renderResponsiveImage(site, media, { sizes: TEXT_IMAGE_SIZES, isFirst: true })}</p>`;

/** Renders the form for the password of protected content. */
export function renderPasswordForm(content: ContentRecord, isWrong: boolean, translate: Translate): Html {
  const errorAttributes = isWrong && trustHtml(' aria-invalid="true" aria-describedby="post-password-error"');
  return html`<form method="post">
  <p>${translate('content.passwordWanted')}</p>
  ${isWrong && html`<div class="notice error" role="alert" id="post-password-error"><p>${translate('content.wrongPassword')}</p></div>`}
  <div class="field">
    <label for="post-password-${content.id}">${translate('content.password')}</label>
    <input type="password" id="post-password-${content.id}" name="${PASSWORD_FIELD}" autocomplete="off" required${errorAttributes}>
  </div>
  <div class="actions"><button>${translate('content.showText')}</button></div>
</form>`;
}

function renderHead(site: Site, content: ContentRecord, media: MediaRecord | null): Html {
  const url = buildPermalink(site, content);
  const shared = {
    url,
    title: toPlainText(renderTitle(content).toString()),
    description: toPlainText(renderContentExcerpt(content, 30)).replace(/\s+/g, ' '),
    image: media && findSharedFile(site, media),
    isArticle: content.kind === post.name,
  };
  return html`${renderPageMetadata(site, shared)}
${renderEmbedHead(site, url)}
${renderFeedHead(site)}
`;
}

/** Returns the parts that domains add below the text. */
async function renderParts(site: Site, content: ContentRecord, translate: Translate): Promise<PagePart[]> {
  if (isHidden(content)) return [];
  const parts = await Promise.all(site.domains.flatMap((domain) => domain.getContentPart?.(site, content.id, translate) ?? []));
  return parts.filter((part) => part !== null);
}

/** Sends the page of content that the reader may read: its text, or the form for its password. */
export async function sendSingle(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  stored: ContentRecord,
  isWrong = false,
): Promise<FastifyReply> {
  const isUnlocked = stored.password !== '' && (canEdit(viewer ?? anonymous, stored) || hasUnlocked(site, request, stored));
  const content = isUnlocked ? { ...stored, unlocked: true } : stored;
  const author = content.authorId === null ? null : await findUser(site, content.authorId);
  const isPublic = isPublicStatus(content.status);
  const translate = getTextsForRequest(site, request);
  const terms = [
    renderTermList(site, content, category.name, translate('content.in')),
    renderTermList(site, content, tag.name, translate('content.tags')),
  ].filter((list) => list !== null);
  const media = await findFeaturedImage(site, content);
  const parts = await renderParts(site, content, translate);
  const body = html`<article dir="auto">
<h1>${renderTitle(content, translate)}</h1>
${content.kind === post.name && renderByline(site, content, author, translate)}
${!isPublic && html`<p class="notice">${translate('content.unpublished', { status: content.status })}</p>`}
${media && renderPicture(site, media)}
${isHidden(content) ? renderPasswordForm(content, isWrong, translate) : trustHtml(await renderBodyWithShortcodes(site, content, getReader(site, request)))}
${parts.map((part) => part.body)}
${terms.length > 0 && html`<footer class="actions">${terms}</footer>`}
</article>`;
  const itemLink = isPublic && buildItemLink(site, content);
  if (itemLink) reply.header('Link', [reply.getHeader('Link'), itemLink].filter(Boolean).join(', '));
  const page = {
    title: toPlainText(renderTitle(content, translate).toString()),
    body,
    viewer,
    ...(isPublic && { head: renderHead(site, content, media) }),
  };
  const modified = new Date(`${content.modifiedUtc}Z`);
  // the result of a shortcode may change without a change of the content
  const isStatic = parts.length === 0 && !/\[|consent-area/.test(content.content);
  return sendPublicPage(request, reply, site, page, {
    isPrivate: !isPublic || content.password !== '',
    ...(isStatic && { modified }),
    parts,
    view: { kind: content.kind === post.name ? 'post' : 'page', id: content.id },
    ...(isWrong && { status: 403 }),
  });
}
