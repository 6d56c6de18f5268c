import { memberList, textOr, untyped, wholeOrBlank } from '#app/rest/table.ts';

/**
 * Published REST interface (document 2), "Gallery conversion" (no parameters declared); behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md
 * 6. Unreadable values count as absent.
 */

const word = textOr('', untyped({ default: '' }), 'number', 'boolean');
const post_id = wholeOrBlank({ default: 0, alternativeName: 'postId' });

const pictures = memberList({
  fields: { id: wholeOrBlank(), url: word, title: word, alt: word },
  names: { id: 'mediaDatabaseId' },
});

export const gallery = { post_id, columns: wholeOrBlank(), sizeSlug: word, linkTarget: word, images: pictures };
export const content = { post_id };
export const type = { selected_posttype: word };
