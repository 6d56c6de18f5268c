import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { buildEditableCondition, buildReadableCondition } from '../content/permission-conditions.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { canModerate, NOTE } from './comment.access.ts';

/** Filters of a list of comments that affect visibility. */
interface VisibilityFilters {
  statuses: readonly string[];
  types?: readonly string[] | undefined;
  includesNotes?: boolean | undefined;
}

/**
 * Returns one SQL condition with the rules of `canReadText` and `canReadComment`. `unlockedIds` contains the IDs of content whose password the viewer
 * has sent.
 */
export function buildVisibleComments(
  viewer: Viewer,
  { statuses, types, includesNotes }: VisibilityFilters,
  unlockedIds: readonly number[],
  add: AddParameter,
): string {
  const editableCondition = buildEditableCondition(viewer, 'p', add);
  const unlockedCondition = [
    `p.password = ''`,
    editableCondition,
    ...(unlockedIds.length > 0 ? [`p.id = ANY(${add(unlockedIds)}::int[])`] : []),
  ].join(' OR ');
  const conditions = ['p.id = k.content_id', buildReadableCondition(viewer, 'p', add), `(${unlockedCondition})`];
  if (statuses.some((status) => status !== 'approved') && !canModerate(viewer)) {
    const ownComments = viewer.signedIn ? [`k.user_id = ${add(viewer.id)}::int`] : [];
    conditions.push(`(${[`k.status = 'approved'`, ...ownComments, editableCondition].join(' OR ')})`);
  }
  const [sameContent = '', ...readableConditions] = conditions;
  const includesNoteType = types ? types.includes(NOTE) : includesNotes === true;
  const readableCondition = includesNoteType
    ? `((k.type <> '${NOTE}' AND ${readableConditions.join(' AND ')}) OR (k.type = '${NOTE}' AND ${editableCondition}))`
    : readableConditions.join(' AND ');
  return `EXISTS (SELECT 1 FROM content p WHERE ${sameContent} AND ${readableCondition})`;
}
