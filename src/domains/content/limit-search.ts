import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { getReadableStatuses } from './list.access.ts';
import { getKind } from './kinds.ts';
import type { ContentScope } from './list.scope.ts';

/**
 * Limits a list with a search to content that the viewer may read, because matches and totals would reveal other content. Does not change a list
 * without a search. Does not change the statuses if totals include unreadable content (docs/behaviour/core-rest.md 4.8).
 */
export function limitSearchToReadable<Query extends ContentScope & { countsUnreadable?: boolean | undefined }>(
  viewer: Viewer,
  query: Query,
): Query {
  if (!query.search?.trim()) return query;
  const { editOthers, editPublished } = getKind(query.kind).capabilities;
  const canEditAll = viewer.can(editOthers) && viewer.can(editPublished);
  return {
    ...query,
    ...(!query.countsUnreadable && getReadableStatuses(viewer, query.kind, query.statuses)),
    searchesProtected: canEditAll ? 'texts' : viewer.signedIn ? { titlesUnlessBy: viewer.id } : undefined,
  };
}
