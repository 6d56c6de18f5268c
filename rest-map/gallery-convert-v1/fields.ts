import { memberList, textOrBlank, wholeOrBlank } from '#app/rest/table.ts';

/** Published interface, document 2, "Gallery conversion" (no parameters declared); behavior: cache-compliance-maps-2fa-theme.md 6. Unreadable values count as absent. */

const post_id = wholeOrBlank({ default: 0, otherName: 'postId' });

const pictures = memberList({
  fields: { id: wholeOrBlank(), url: textOrBlank(), title: textOrBlank(), alt: textOrBlank() },
  names: { id: 'mediaDatabaseId' },
});

export const gallery = { post_id, columns: wholeOrBlank(), sizeSlug: textOrBlank(), linkTarget: textOrBlank(), images: pictures };
export const content = { post_id };
export const type = { selected_posttype: textOrBlank() };
