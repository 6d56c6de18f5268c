import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '../../auth/viewer.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { post } from '../../content/kinds.ts';
import { loadMedia, mediaUrl } from '../../content/media.service.ts';
import { linkOf } from '../../content/permalinks.ts';
import type { ContentRecord } from '../../content/record.ts';
import { isHidden, renderedBody, renderedExcerpt } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { Site } from '../../site.ts';
import { category, tag } from '../../terms/taxonomies.ts';
import { findUser } from '../../users/user.record.ts';
import { type Html, html, trusted } from '../../core/html.ts';
import { embedHead, itemLink } from './discovery.ts';
import { byline, plainText, termList, titleOf } from './parts.ts';
import { hasOpened } from './post-password.ts';
import { sendPublic } from './send-public.ts';

/** Name of the form field that takes the password of a protected content. */
export const PASSWORD_FIELD = 'post_password';

async function picture(site: Site, content: ContentRecord): Promise<Html | null> {
  if (content.featuredMediaId === null || isHidden(content)) return null;
  const [media] = await loadMedia(site, [content.featuredMediaId]);
  if (!media?.mimeType.startsWith('image/')) return null;
  const size = media.width !== null && media.height !== null && html` width="${media.width}" height="${media.height}"`;
  return html`<p><img src="${mediaUrl(site, media.file)}" alt="${media.altText}"${size}></p>`;
}

function passwordForm(content: ContentRecord, isWrong: boolean): Html {
  const fault = isWrong && trusted(' aria-invalid="true" aria-describedby="post-password-error"');
  return html`<form method="post">
  <p>This text is protected. Please enter its password to read it.</p>
  ${isWrong && html`<div class="notice error" role="alert" id="post-password-error"><p>That is not the password of this text.</p></div>`}
  <div class="field">
    <label for="post-password-${content.id}">Password</label>
    <input type="password" id="post-password-${content.id}" name="${PASSWORD_FIELD}" autocomplete="off" required${fault}>
  </div>
  <div class="actions"><button>Show the text</button></div>
</form>`;
}

function headOf(site: Site, content: ContentRecord): Html | undefined {
  if (!isPublicStatus(content.status)) return undefined;
  const link = linkOf(site, content);
  const summary = plainText(renderedExcerpt(content, 30)).replace(/\s+/g, ' ');
  return html`<link rel="canonical" href="${link}">
${summary !== '' && html`<meta name="description" content="${summary}">`}
${embedHead(site, link)}
`;
}

/** Sends the page of one content to a reader who may read it: the text, or the form for its password. */
export async function sendSingle(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | null,
  stored: ContentRecord,
  isWrong = false,
): Promise<FastifyReply> {
  const isOpened = stored.password !== '' && (canEdit(viewer ?? anonymous, stored) || hasOpened(site, request, stored));
  const content = isOpened ? { ...stored, unlocked: true } : stored;
  const author = content.authorId === null ? null : await findUser(site, content.authorId);
  const isPublic = isPublicStatus(content.status);
  const terms = [termList(site, content, category.name, 'In'), termList(site, content, tag.name, 'Tags')].filter((list) => list !== null);
  const body = html`<article>
<h1>${titleOf(content)}</h1>
${content.kind === post.name && byline(site, content, author)}
${!isPublic && html`<p class="notice">Only you and others with the right to read it see this page: it is not published (${content.status}).</p>`}
${await picture(site, content)}
${isHidden(content) ? passwordForm(content, isWrong) : trusted(renderedBody(content))}
${terms.length > 0 && html`<footer class="actions">${terms}</footer>`}
</article>`;
  const item = isPublic && itemLink(site, content);
  if (item) reply.header('Link', [reply.getHeader('Link'), item].filter(Boolean).join(', '));
  const page = { title: plainText(titleOf(content).toString()), body, viewer, ...(isPublic && { head: headOf(site, content) as Html }) };
  const modified = new Date(`${content.modifiedUtc}Z`);
  return sendPublic(request, reply, site, page, {
    isPrivate: !isPublic || content.password !== '',
    modified,
    ...(isWrong && { status: 403 }),
  });
}
