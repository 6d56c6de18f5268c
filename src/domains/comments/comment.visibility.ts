import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { editableContent, readableContent } from '../content/rights.sql.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import { moderates, NOTE } from './comment.access.ts';

/** Filters of a list of comments that affect visibility. */
interface Seen {
  statuses: readonly string[];
  types?: readonly string[] | undefined;
  includesNotes?: boolean | undefined;
}

/** Returns `readsContent` and `canReadComment` as one SQL condition. `opened` contains the IDs of contents whose password the viewer has given. */
export function visibleComments(viewer: Viewer, { statuses, types, includesNotes }: Seen, opened: readonly number[], add: Add): string {
  const isEditable = editableContent(viewer, 'p', add);
  const isOpen = [`p.password = ''`, isEditable, ...(opened.length > 0 ? [`p.id = ANY(${add(opened)}::int[])`] : [])].join(' OR ');
  const all = ['p.id = k.content_id', readableContent(viewer, 'p', add), `(${isOpen})`];
  if (statuses.some((status) => status !== 'approved') && !moderates(viewer)) {
    const own = viewer.signedIn ? [`k.user_id = ${add(viewer.id)}::int`] : [];
    all.push(`(${[`k.status = 'approved'`, ...own, isEditable].join(' OR ')})`);
  }
  const [isAbout = '', ...seen] = all;
  const holdsNotes = types ? types.includes(NOTE) : includesNotes === true;
  const isSeen = holdsNotes
    ? `((k.type <> '${NOTE}' AND ${seen.join(' AND ')}) OR (k.type = '${NOTE}' AND ${isEditable}))`
    : seen.join(' AND ');
  return `EXISTS (SELECT 1 FROM content p WHERE ${isAbout} AND ${isSeen})`;
}
