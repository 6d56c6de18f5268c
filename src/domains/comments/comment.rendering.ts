import { buildPermalink } from '../content/permalinks.ts';
import type { ContentRecord } from '../content/record.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import { memoizeByText } from '#app/core/text/memoize-by-text.ts';
import { linkUrls } from '#app/core/text/link-urls.ts';
import { renderContent } from '#app/core/text/render.ts';
import type { Site } from '#app/site.ts';
import type { CommentRecord } from './comment.record.ts';

/** Adds `rel="nofollow ugc"` to links, so that search engines ignore the links of commenters for ranking. */
function withNofollow(html: string): string {
  return html.replace(/<a (?![^>]*\srel=)(?=[^>]*href=)/g, '<a rel="nofollow ugc" ');
}

const clean = memoizeByText((text) => cleanHtml(text, { unfiltered: false }));

/** Returns the text of a comment as safe HTML, in which URLs and email addresses are links. */
export function renderComment(comment: CommentRecord): string {
  return withNofollow(linkUrls(renderContent(clean(comment.content))));
}

/** Returns the URL of a comment on the page of its content. */
export function buildCommentUrl(site: Site, comment: CommentRecord, content: ContentRecord): string {
  return `${buildPermalink(site, content)}#comment-${comment.id}`;
}
