import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { editableContent, readableContent } from '../content/rights.sql.ts';
import type { Add } from '#app/core/db/keyset.ts';
import { moderates } from './comment.access.ts';

/** `readsContent` and `canReadComment` as one condition. `opened`: contents whose password the viewer has given. */
export function visibleComments(viewer: Viewer, statuses: readonly string[], opened: readonly number[], add: Add): string {
  const isEditable = editableContent(viewer, 'p', add);
  const isOpen = [`p.password = ''`, isEditable, ...(opened.length > 0 ? [`p.id = ANY(${add(opened)}::int[])`] : [])].join(' OR ');
  const all = ['p.id = k.content_id', readableContent(viewer, 'p', add), `(${isOpen})`];
  if (statuses.some((status) => status !== 'approved') && !moderates(viewer)) {
    const own = viewer.signedIn ? [`k.user_id = ${add(viewer.id)}::int`] : [];
    all.push(`(${[`k.status = 'approved'`, ...own, isEditable].join(' OR ')})`);
  }
  return `EXISTS (SELECT 1 FROM content p WHERE ${all.join(' AND ')})`;
}
